package check

import (
	"fmt"
	"os"
	"testing"

	"bcdump/decode"
)

func TestTry(t *testing.T) {
	for _, f := range []string{os.Getenv("CAP")} {
		c, err := decode.OpenFile(f, decode.Options{})
		if err != nil {
			t.Fatal(err)
		}
		vs, err := Of(f, c)
		if err != nil {
			t.Fatal(err)
		}
		for _, v := range vs {
			fmt.Printf("%-30s %-7s %-10s %6d of %6d %s\n", v.Rule.ID, v.Judges, v.Outcome, v.Violations, v.Instances, v.Reason)
			for _, x := range v.First {
				fmt.Printf("      %d %s\n", x.At.Frame, x.Text)
				break
			}
		}
	}
}
