package filter_test

import (
	"errors"
	"fmt"

	"bcdump/decode/filter"
)

func Example() {
	schema, err := filter.NewSchema([]filter.Key{
		{Path: "opcode", Kind: filter.Hex, About: "opcode of the game message"},
		{Path: "dir", Kind: filter.Text, Values: []string{"C>S", "S>C"}},
		{Path: "fields.position", Kind: filter.Number, Lists: 1},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	f, err := filter.Compile(`opcode == 0x1C && dir == "C>S" && fields.position[2] < 0`, schema)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(f.Paths())

	values := make([]filter.Values, len(f.Paths()))
	values[0] = append(values[0][:0], filter.OfInt(0x1C))
	values[1] = append(values[1][:0], filter.OfText("C>S"))
	values[2] = append(values[2][:0], filter.OfFloat32(-3.5))
	fmt.Println(f.Match(values))

	_, err = filter.Compile(`opcode == 0x1C && dir == "c<s"`, schema)
	var fault *filter.Error
	if errors.As(err, &fault) {
		fmt.Println(fault.Detail())
	}
	// Output:
	// [opcode dir fields.position[2]]
	// true
	// opcode == 0x1C && dir == "c<s"
	//                          ^
	// dir never has the value "c<s"
	// did you mean "C>S"?
	// known values:
	//   "C>S", "S>C"
}
