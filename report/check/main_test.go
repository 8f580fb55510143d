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
		vs, err := Of(f, c, Options{Judge: Both})
		if err != nil {
			t.Fatal(err)
		}
		for _, v := range vs.Rules {
			fmt.Printf("%-30s %-7s %-10s %6d of %6d %s\n", v.ID, v.Judges, v.Verdict, v.Violations, v.Instances, v.Reason)
			for _, x := range v.Frames {
				fmt.Printf("      %d %s\n", x.Frame, x.Text)
				break
			}
		}
	}
}
