package replay

import (
	"slices"
	"testing"

	"bcdump/report/figures"
)

// TestGone: two are named, and the others are counted.
func TestGone(t *testing.T) {
	lost := figures.Presence{Connection: figures.Connection{Address: "10.0.0.9:1024"}, Ending: figures.Ending{End: figures.EndTimeout}}
	named := lost
	named.Player = "Sep"
	stayed := figures.Presence{Connection: figures.Connection{Player: "Kirk"}}
	for _, tt := range []struct {
		presence []figures.Presence
		want     []string
	}{
		{[]figures.Presence{stayed}, nil},
		{[]figures.Presence{stayed, lost, named}, []string{"10.0.0.9:1024 timed out.", "Sep timed out."}},
		{[]figures.Presence{lost, named, stayed, lost}, []string{"10.0.0.9:1024 timed out.", "Sep timed out.", "1 more client did not get in or had to go."}},
	} {
		if got := gone(&figures.Match{Presence: tt.presence}); !slices.Equal(got, tt.want) {
			t.Errorf("%q, want %q", got, tt.want)
		}
	}
}
