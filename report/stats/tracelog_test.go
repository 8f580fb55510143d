package stats_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"bcdump/decode"
	"bcdump/decode/synth"
	"bcdump/decode/synth/battle"
	"bcdump/internal/must"
	"bcdump/report/figures"
	"bcdump/report/stats"
)

// TestTraceLogFigures counts conversations from a capture and from a text log: what
// neither times nor addresses nor headers have a part in is the same.
func TestTraceLogFigures(t *testing.T) {
	vectors := must.Get(synth.Vectors("../../decode"))(t)
	game := must.Get(battle.Script(battle.Options{Players: 3, Duration: 40 * time.Second, Seed: 6, Loss: 0.03, GameSpy: 1, Start: vectors.Start}))(t)
	for name, script := range map[string]*synth.Script{"vectors": vectors, "battle": game, "join": synth.StockJoin()} {
		t.Run(name, func(t *testing.T) {
			fromCapture := report(t, "capture", script.Pcap(synth.Ethernet()), stats.Options{})
			fromLog := report(t, "log", script.TraceLog(synth.StockServer), stats.Options{})
			if diff := cmp.Diff(counts(fromCapture), counts(fromLog)); diff != "" {
				t.Errorf("(-capture +log)\n%s", diff)
			}
		})
	}
}

// counts is what a report counts, without what a text log does not have or rounds.
func counts(s figures.Stats) (all []any) {
	all = append(all, s.Datagrams, s.Fragments)
	for _, x := range s.Types {
		all = append(all, [...]any{x.Type, x.Dir, x.Count, x.Bytes})
	}
	for _, x := range s.Opcodes {
		all = append(all, [...]any{x.Opcode, x.Name, x.Dir, x.Count, x.Unique, x.Bytes, x.Share})
	}
	for _, x := range s.Flags {
		all = append(all, [...]any{x.Dir, x.DirtyFlags, x.Count, x.Bytes})
	}
	for _, x := range s.FlagExceptions {
		all = append(all, [...]any{x.Rule, x.Count, x.Frames})
	}
	for _, x := range s.Links {
		all = append(all, [...]any{x.Name, x.Peer, x.Datagrams, x.Bytes, x.Reliable, x.Acked, x.Resent, x.Gaps, x.Late, x.RepeatAck})
	}
	for _, x := range s.Objects {
		all = append(all, [...]any{x.ObjectID, x.Ship, x.Name, x.BornFrame, x.DiedFrame, x.Updates, x.Query})
	}
	for _, x := range s.Relays {
		all = append(all, [...]any{x.Opcode, x.Originals, x.Copies, x.Echoes, x.Surplus})
	}
	for _, x := range s.Notes {
		if x.Code != string(decode.OtherSocket) { // only a log says so
			all = append(all, [...]any{x.Code, x.Count})
		}
	}
	return all
}
