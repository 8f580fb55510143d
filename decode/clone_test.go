package decode_test

import (
	"bytes"
	"io"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"sync"
	"testing"
	"time"

	"bcdump/decode"
	"bcdump/decode/internal/session"
	"bcdump/decode/message"
	"bcdump/decode/synth"
	"bcdump/decode/synth/battle"
	"bcdump/decode/synth/hostile"
	"bcdump/internal/heavy"
	"bcdump/internal/must"
	"bcdump/internal/outside"
	"bcdump/report/records"
)

// corpusDir has captures of every kind.
const corpusDir = "../testdata/pcaps"

// TestClonesGoOn takes clones of the ordered stage between batches: each makes of the rest of the capture what
// the first one makes of it, and so does a clone of the clone. The first one is not disturbed.
func TestClonesGoOn(t *testing.T) {
	if testing.Short() {
		t.Skip("decodes all captures several times")
	}
	paths, err := filepath.Glob(filepath.Join(corpusDir, "*.*"))
	if err != nil || len(paths) == 0 {
		t.Fatal(err, paths)
	}
	for _, path := range heavy.Some(paths, 10) {
		if filepath.Ext(path) == ".golden" || filepath.Base(path) == "bomb.pcap.zst" { // which takes long and holds nothing
			continue
		}
		t.Run(filepath.Base(path), func(t *testing.T) {
			clonesGoOn(t, must.Get(os.ReadFile(path))(t))
		})
	}
	captures := generated(t)
	for _, name := range heavy.Some(slices.Sorted(maps.Keys(captures)), 3) {
		t.Run(name, func(t *testing.T) {
			if clonesGoOn(t, captures[name]) < 3 {
				t.Error("hardly any clone")
			}
		})
	}
}

// TestClonesOfSharedCaptures does so with real traffic.
func TestClonesOfSharedCaptures(t *testing.T) {
	for name, raw := range outside.Read(t, 2<<20) {
		t.Run(name, func(t *testing.T) { clonesGoOn(t, raw) })
	}
}

// generated are captures that fill the state of the session with what the corpus has little of. They
// are made once: three tests ask.
func generated(t *testing.T) map[string][]byte {
	t.Helper()
	return must.Get(generatedOnce())(t)
}

var generatedOnce = sync.OnceValues(func() (map[string][]byte, error) {
	scripts := map[string]*synth.Script{
		"entities": synth.EntityGame(synth.EntityOptions{Players: 3, Length: 5 * time.Second, Seed: 4}),
	}
	for name, o := range map[string]battle.Options{
		"battle": {Players: 4, Duration: heavy.Scale(7*time.Second, 15*time.Second), Seed: 7, GameSpy: 1, Noise: 5},
		"many":   {Players: 16, Duration: heavy.Scale(2*time.Second, 3*time.Second), Seed: 8},
		"lossy":  {Players: 3, Duration: 20 * time.Second, Seed: 9, Loss: 0.1, Duplicate: 0.1, Reorder: 0.1, Dialect: message.OpenBC},
		"leaves": {Players: 3, Duration: 20 * time.Second, Seed: 10, Troubles: []battle.Trouble{{Name: "leave", Player: 2, At: 6 * time.Second}, {Name: "return", Player: 2, At: 12 * time.Second}, {Name: "address", Player: 3}}},
	} {
		script, err := battle.Script(o)
		if err != nil {
			return nil, err
		}
		scripts[name] = script
	}
	captures := map[string][]byte{
		"busy":      busy().data,
		"log":       scripts["leaves"].TraceLog(scripts["leaves"].Sent[0].To),
		"fragments": synth.Pcap{Link: 1}.File(scripts["many"].FragmentedFrames(synth.Ethernet(), 200)),
	}
	for name, script := range scripts {
		captures[name] = script.Pcap(synth.Ethernet())
	}
	// Ships whose creation is not in the capture.
	late := *scripts["battle"]
	late.Sent = late.Sent[len(late.Sent)/4:]
	captures["later"] = late.Pcap(synth.Ethernet())
	for jump, by := range map[string]time.Duration{"back a second": -time.Second, "back": -time.Hour, "ahead": time.Hour} {
		captures[jump] = clockJumps(scripts["battle"], by)
	}
	for _, kind := range hostile.Kinds {
		if raw, err := io.ReadAll(&hostile.Capture{Next: kind.Next, Frames: heavy.Scale(1000, 3000) / kind.Messages}); err != nil {
			return nil, err
		} else if kind.Name != "weak" {
			captures[kind.Name] = raw
		}
	}
	return captures, nil
})

// clockJumps makes the clock of a capture jump twice, there and back.
func clockJumps(s *synth.Script, by time.Duration) []byte {
	jumps := *s
	jumps.Sent = slices.Clone(s.Sent)
	for i := range jumps.Sent[len(s.Sent)/3 : len(s.Sent)*2/3] {
		jumps.Sent[len(s.Sent)/3+i].At += by
	}
	return jumps.Pcap(synth.Ethernet())
}

// most is how many clones are taken of a capture.
const most = 3

// checkpoint is a clone, and how much came before it.
type checkpoint struct {
	session *session.Session
	batches int
	printed int // bytes
}

var rendering = records.JSONLines(records.JSONOptions{})

// inSteps are options with which a capture has about 200 batches.
func inSteps(raw []byte) decode.Options {
	return decode.Options{Jobs: 1, ChunkSize: max(64, len(raw)/200)}
}

func decodeStages(t testing.TB, raw []byte) *decode.Stages {
	t.Helper()
	return decode.NewStages(open(t, raw, inSteps(raw)), rendering(), nil, 0)
}

// clonesGoOn gives how many clones were tried.
func clonesGoOn(t *testing.T, raw []byte) int {
	t.Helper()
	o := inSteps(raw)
	if _, err := decode.Open("", bytes.NewReader(raw), o); err != nil {
		return 0 // no capture
	}
	x := decodeStages(t, raw)
	every := max(1, x.Left()/most)
	var all []byte
	var taken []checkpoint
	for n := 0; x.Left() > 0; n++ {
		if n%every == every/2 {
			kept, _ := x.Session().Clone()
			taken = append(taken, checkpoint{kept, n, len(all)})
		}
		all = append(all, x.Next()...)
	}
	all = append(all, x.End()...)
	if want := renderWith(t, raw, o, rendering); string(all) != want {
		t.Fatalf("a session that is cloned is not what it was: %s", difference(string(all), want))
	}
	for _, p := range taken {
		again, _ := p.session.Clone()
		for _, s := range []*session.Session{p.session, again} {
			rest := decode.NewStages(open(t, raw, o), rendering(), s, p.batches)
			var got []byte
			for rest.Left() > 0 {
				got = append(got, rest.Next()...)
			}
			got = append(got, rest.End()...)
			if want := all[p.printed:]; !bytes.Equal(got, want) {
				t.Fatalf("behind batch %d: %s", p.batches, difference(string(got), string(want)))
			}
			if got, want := s.Summary(), x.Session().Summary(); !reflect.DeepEqual(got, want) {
				t.Fatalf("behind batch %d: summary %+v, want %+v", p.batches, got, want)
			}
		}
	}
	return len(taken)
}
