package timeline_test

import (
	"maps"
	"net/netip"
	"slices"
	"strconv"
	"testing"
	"time"

	"bcdump/decode"
	"bcdump/decode/message"
	"bcdump/decode/synth"
	"bcdump/decode/synth/battle"
	"bcdump/internal/must"
	"bcdump/report/internal/reporttest"
	"bcdump/report/timeline"
)

// blocksTo is the blocks about one ship to one receiver.
type blocksTo struct {
	object uint32
	to     netip.AddrPort
}

// damagedRounds takes a generated game, in which no block is lost, and drops some
// datagrams of the host, doubles some, and lets some be overtaken. It says how often it
// did what to which blocks.
func damagedRounds(t *testing.T) (raw []byte, lost, copied, late map[blocksTo]int64) {
	t.Helper()
	link := synth.Ethernet()
	script := must.Get(battle.Script(battle.Options{Players: 2, Duration: 40 * time.Second, Seed: 9}))(t)
	frames := script.Frames(link)
	blocks := make([][]blocksTo, len(frames))
	for r := range reporttest.Open(t, "whole", script.Pcap(link), decode.Options{}).Records() {
		if m, ok := r.Content().Message.(*message.StateUpdate); ok && r.Dir == decode.ToClient {
			at := r.Frame - 1
			blocks[at] = append(blocks[at], blocksTo{m.ObjectID, r.Dst})
		}
	}
	lost, copied, late = map[blocksTo]int64{}, map[blocksTo]int64{}, map[blocksTo]int64{}
	var out []synth.Frame
	var waiting *synth.Frame // is overtaken by the next datagram with the same ships
	var same []blocksTo
	middle := func(i int) bool { return i > len(frames)/4 && i < len(frames)/2 }
	n := 0
	for i, frame := range frames {
		if len(blocks[i]) == 0 || !middle(i) {
			out = append(out, frame)
			continue
		}
		n++
		count := func(m map[blocksTo]int64) {
			for _, b := range blocks[i] {
				m[b]++
			}
		}
		switch {
		case waiting != nil:
			out = append(out, frame)
			if slices.Equal(blocks[i], same) {
				out = append(out, *waiting)
				waiting = nil
			}
		case n%23 == 5:
			count(lost)
		case n%23 == 11:
			count(copied)
			out = append(out, frame, frame)
		case n%23 == 17:
			count(late)
			waiting, same = &frames[i], blocks[i]
		default:
			out = append(out, frame)
		}
	}
	if waiting != nil {
		out = append(out, *waiting)
	}
	return synth.Pcap{Link: link.Type}.File(out), lost, copied, late
}

func TestTimelineRounds(t *testing.T) {
	raw, lost, copied, late := damagedRounds(t)
	if len(lost) < 4 || len(copied) < 4 || len(late) < 4 {
		t.Fatalf("not all blocks suffer: %v %v %v", lost, copied, late)
	}
	gotLost, gotCopied, gotLate := map[blocksTo]int64{}, map[blocksTo]int64{}, map[blocksTo]int64{}
	for _, x := range collected(t, timeline.Options{}, raw).Summary().Ships {
		id := must.Get(strconv.ParseUint(x.ObjectID, 0, 32))(t)
		for _, r := range x.Rounds {
			key := blocksTo{uint32(id), netip.MustParseAddrPort(r.Receiver)}
			add := func(m map[blocksTo]int64, n int64) {
				if m[key] += n; m[key] == 0 {
					delete(m, key)
				}
			}
			add(gotLost, r.Lost)
			add(gotCopied, r.Blocks-r.Distinct)
			add(gotLate, r.Late)
		}
	}
	for _, c := range []struct {
		what      string
		want, got map[blocksTo]int64
	}{{"lost", lost, gotLost}, {"copied", copied, gotCopied}, {"late", late, gotLate}} {
		if !maps.Equal(c.want, c.got) {
			t.Errorf("%s: %v, want %v", c.what, c.got, c.want)
		}
	}
}
