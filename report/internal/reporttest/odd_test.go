package reporttest_test

import (
	"testing"
	"time"

	"bcdump/decode"
	"bcdump/internal/must"
	"bcdump/report/internal/reporttest"
	"bcdump/report/match"
)

// A router gives the port of a player who has fallen silent to another one, or to himself.
func TestPortTaken(t *testing.T) {
	for name, want := range map[string]string{"Cid": "Cid connects from the same address", "Ben": "the client connects again"} {
		s := newStory()
		s.flies("Ann", 1, "akira")
		ben := s.flies("Ben", 2, "akira")
		s.wait(5 * time.Second)
		ben.mute, ben.deaf = true, true
		s.wait(10 * time.Second)
		if ben.gone = true; name == "Ben" {
			s.slots[ben.slot] = nil // his place
		}
		s.flies(name, 2, "birdofprey")
		s.wait(10 * time.Second)
		all := must.Get(match.Of("it.pcap", reporttest.Open(t, "it.pcap", s.content(), decode.Options{}), match.Options{}))(t).Presence
		if len(all) != 3 || all[1].End != "unknown" || all[1].EndText != want || all[2].Player != name {
			t.Errorf("%s: %+v", name, all)
		}
	}
}
