package outline_test

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/netip"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"bcdump/decode"
	"bcdump/decode/match"
	"bcdump/decode/message"
	"bcdump/decode/outline"
	"bcdump/decode/synth"
	"bcdump/decode/synth/battle"
	"bcdump/decode/synth/hostile"
	"bcdump/decode/synth/recorder"
	"bcdump/internal/heavy"
	"bcdump/internal/must"
	"bcdump/internal/outside"
	"bcdump/report/records"
)

// TestCaptures compares every answer with that of a plain account of the records, on the captures of
// the corpus.
func TestCaptures(t *testing.T) {
	heavy.SkipRace(t, "TestGrowing shares the same between goroutines")
	paths, err := filepath.Glob("../../testdata/pcaps/*.pcap*")
	if err != nil || len(paths) < 100 {
		t.Fatal(len(paths), err)
	}
	if outside.Set() && heavy.On() {
		const most = 1 << 20 // the plain account looks for each message among all before it
		paths = append(paths, slices.DeleteFunc(outside.Captures(t), func(path string) bool {
			info, err := os.Stat(path)
			return err != nil || info.Size() > most
		})...)
	}
	var all told
	for _, path := range heavy.Some(paths, 2) {
		data := must.Get(os.ReadFile(path))(t)
		if _, err := decode.Open(path, bytes.NewReader(data), decode.Options{}); strings.Contains(path, ".pcap.golden") || err != nil {
			continue
		}
		t.Run(filepath.Base(path), func(t *testing.T) { all.add(compare(t, data)) })
	}
	if all.check(t); all.lost == 0 {
		t.Error("no message is lost")
	}
}

// TestBattles does so with generated battles, in which datagrams get lost, come twice and late.
func TestBattles(t *testing.T) {
	heavy.SkipRace(t, "TestGrowing shares the same between goroutines")
	duration := heavy.Scale(20*time.Second, time.Minute)
	var all told
	for name, options := range map[string]battle.Options{
		"plain":  {Players: 4, Duration: duration, Seed: 1},
		"lossy":  {Players: 5, Duration: duration, Seed: 6, Loss: 0.1, Parts: battle.Shuffled, Reorder: 0.1},
		"twice":  {Players: 3, Duration: duration, Seed: 7, Duplicate: 0.2, GameSpy: 1},
		"client": {Players: 6, Duration: duration, Seed: 8, At: 2, Loss: 0.02},
	} {
		t.Run(name, func(t *testing.T) {
			var file bytes.Buffer
			options.Start = time.Unix(1_700_000_000, 0)
			must.Get(recorder.Record(&file, options, recorder.Options{}))(t)
			all.add(compare(t, file.Bytes()))
		})
	}
	all.check(t)
}

// TestRandomCaptures does so with traffic that makes no sense.
func TestRandomCaptures(t *testing.T) {
	heavy.SkipRace(t, "TestGrowing shares the same between goroutines")
	var all told
	for seed := range heavy.Scale[uint64](10, 30) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) { all.add(compare(t, randomCapture(seed))) })
	}
	all.check(t)
}

// TestHostile does so with floods that fill every bounded table, and with entity-state.
func TestHostile(t *testing.T) {
	heavy.SkipRace(t, "TestGrowing shares the same between goroutines")
	compare(t, must.Get(io.ReadAll(&hostile.Capture{Next: hostile.Mixed, Frames: heavy.Scale(1000, 20_000)}))(t))
	compare(t, synth.EntityGame(synth.EntityOptions{Players: 2, Length: 20 * time.Second, Seed: 1}).Pcap(synth.Ethernet()))
}

// told counts what there was to compare.
type told struct {
	ties  [outline.PartHere + 1]int
	found [outline.WithExplosion + 1]int
	lost  int
}

func (x *told) add(y told) {
	for i := range x.ties {
		x.ties[i] += y.ties[i]
	}
	for i := range x.found {
		x.found[i] += y.found[i]
	}
	x.lost += y.lost
}

// check makes sure that there was something to compare.
func (x *told) check(t *testing.T) {
	t.Helper()
	for tie, n := range x.ties[1:] {
		if n == 0 {
			t.Errorf("tie %d never occurs", tie+1)
		}
	}
	for what, n := range x.found {
		if n == 0 {
			t.Errorf("search %d never finds anything", what)
		}
	}
}

// plain is what the plain account knows of a message.
type plain struct {
	kills bool // the match says that it is the first to tell of a death
	*decode.Record
	server  netip.AddrPort
	frame   int64 // that it counts for
	named   printed
	related []outline.Related
}

// printed are keys that decode prints.
type printed struct {
	Client  uint32
	Seq     *uint16
	Name    string
	Answers *spot
	RelayOf *spot `json:"relay_of"`
	Copy    int
	Frames  []int64
	Notes   []struct{ Code string }
}

type spot struct {
	Frame int64
	Index uint8
}

// account reads a capture the plain way.
func account(t *testing.T, data []byte) (list []plain) {
	t.Helper()
	servers, last := map[uint32]netip.AddrPort{}, int64(0)
	for r := range open(t, data).Records() {
		m := plain{Record: r.Clone(), frame: r.Frame}
		if m.Lost() {
			m.frame = last
		}
		last = m.frame
		if _, known := servers[r.Link]; !known {
			servers[r.Link] = r.Server()
		}
		m.server = servers[r.Link]
		list = append(list, m)
	}
	var out bytes.Buffer
	must.Do(t, open(t, data).Render(&out, records.JSONLines(records.JSONOptions{})))
	lines := json.NewDecoder(&out)
	for n := range list {
		must.Do(t, lines.Decode(&list[n].named))
	}
	relate(list)
	return list
}

func open(t *testing.T, data []byte) *decode.Capture {
	t.Helper()
	return must.Get(decode.Open("capture", bytes.NewReader(data), decode.Options{Jobs: 2}))(t)
}

// relate finds what belongs together.
func relate(list []plain) {
	for n := range list {
		m := &list[n]
		tie := func(other int, there, back outline.Tie) {
			if other >= 0 {
				m.related = append(m.related, outline.Related{Number: other, Tie: there})
				list[other].related = append(list[other].related, outline.Related{Number: n, Tie: back})
			}
		}
		if x := m.named.Answers; x != nil {
			tie(earlier(list[:n], func(y *plain) bool { return y.Frame == x.Frame && y.Index == x.Index && y.Parts == nil }), outline.Acknowledged, outline.Answer)
		}
		if x := m.named.RelayOf; x != nil {
			tie(earlier(list[:n], func(y *plain) bool { return y.Frame == x.Frame && y.Index == x.Index && y.IsGame() }), outline.Original, outline.Copy)
		}
		if m.named.Copy > 0 && m.First.Frame != 0 {
			tie(earlier(list[:n], func(y *plain) bool { return y.named.Copy == 0 && sameNumber(y, m) }), outline.FirstCopy, outline.Again)
		}
		for i, frame := range m.named.Frames {
			tie(earlier(list[:n], func(y *plain) bool {
				return y.Frame == frame && y.Part() && y.named.Copy == 0 && y.Header.Seq == m.Header.Seq && y.Src == m.Src && y.Dst == m.Dst &&
					(m.Lost() || int(y.Header.FragmentIndex) == i) && !y.taken()
			}), outline.PartHere, outline.PartOf)
		}
	}
	for n := range list {
		slices.SortStableFunc(list[n].related, func(a, b outline.Related) int { return cmp.Compare(a.Number, b.Number) })
	}
}

// taken reports whether a part is one of a message already.
func (m *plain) taken() bool {
	return slices.ContainsFunc(m.related, func(x outline.Related) bool { return x.Tie == outline.PartOf })
}

// before gives the last message that is as asked for; -1 if there is none.
func before(list []plain, is func(*plain) bool) int {
	for n := range slices.Backward(list) {
		if is(&list[n]) {
			return n
		}
	}
	return -1
}

// earlier is before but for copies made on the way to the file, which belong to nothing.
func earlier(list []plain, is func(*plain) bool) int {
	return before(list, func(m *plain) bool { return m.CopyOf == 0 && is(m) })
}

// sameNumber reports whether two messages have one sequence number of one sender.
func sameNumber(a, b *plain) bool {
	return a.Parts == nil && a.named.Seq != nil && b.named.Seq != nil && *a.named.Seq == *b.named.Seq && a.Src == b.Src && a.Dst == b.Dst &&
		a.Header.Type == b.Header.Type && a.Header.Fragment == b.Header.Fragment && a.Header.FragmentIndex == b.Header.FragmentIndex &&
		bytes.Equal(a.Payload, b.Payload)
}

// build makes an outline of a capture.
func build(t *testing.T, data []byte, jobs int) *outline.Outline {
	t.Helper()
	x := must.Get(decode.NewIndex("capture", bytes.NewReader(data), decode.Options{Jobs: jobs}))(t)
	o := outline.New()
	err := x.Build(io.Discard, o.Take, func() decode.Renderer { return func(b []byte, _ *decode.Record) []byte { return b } })
	if err != nil || o.Len() != x.Len() {
		t.Fatal(err, o.Len(), x.Len())
	}
	if err := x.Close(); err != nil {
		t.Error(err)
	}
	return o
}

// compare holds an outline against the plain account.
func compare(t *testing.T, data []byte) (all told) {
	t.Helper()
	list, o := account(t, data), build(t, data, 3)
	if o.Len() != len(list) {
		t.Fatalf("%d messages, want %d", o.Len(), len(list))
	}
	judge(t, list)
	random := rand.New(rand.NewPCG(1, uint64(len(data))))
	step := max(len(list)/150, 1)
	for n := 0; n < len(list); n += 1 + random.IntN(2*step-1) {
		compareSearches(t, list, o, n, &all)
	}
	for n := range list {
		compareRow(t, &list[n], o, n)
		compareRelated(t, list, o, n, &all)
	}
	comparePlaces(t, list, o)
	compareDeaths(t, list, o)
	if got := o.Row(len(list)); got != (outline.Row{}) || o.Row(-1) != (outline.Row{}) || o.Related(len(list)) != nil {
		t.Error("there is a message behind the last one, or before the first")
	}
	return all
}

func compareRow(t *testing.T, m *plain, o *outline.Outline, n int) {
	t.Helper()
	got := o.Row(n)
	want := outline.Row{Frame: m.frame, Index: m.Index, Kind: got.Kind, Link: m.named.Client, Object: m.object(), Flags: m.flags(got.Flags)}
	if got != want || o.Title(got.Kind) != m.Title() || m.named.Name != "" && o.Title(got.Kind) != m.named.Name {
		t.Errorf("message %d: %+v, %q, want %+v, %q", n, got, o.Title(got.Kind), want, m.Title())
	}
}

// object is what match.About says, but of updates, which are decoded here.
func (m *plain) object() uint32 {
	if u, ok := m.Content().Message.(*message.StateUpdate); ok {
		return u.ObjectID
	}
	return match.About(m.Record)
}

func (m *plain) flags(got outline.Flags) (f outline.Flags) {
	for flag, is := range map[outline.Flags]bool{
		outline.Note: len(m.named.Notes) > 0, outline.Part: m.Part(), outline.Joined: len(m.named.Frames) > 0 && !m.Lost(), outline.Lost: m.Lost(),
		outline.Update: m.Title() == "StateUpdate", outline.Ack: m.Title() == "Ack", outline.Repeat: m.named.Copy > 0,
		outline.ToServer: m.Dir == decode.ToServer, outline.ToClient: m.Dir == decode.ToClient, outline.Death: got&outline.Death != 0,
		outline.Explodes: m.told(),
	} {
		if is {
			f |= flag
		}
	}
	return f
}

func compareRelated(t *testing.T, list []plain, o *outline.Outline, n int, all *told) {
	t.Helper()
	got, want := o.Related(n), list[n].related
	if len(want) >= outline.MostRelated {
		if len(got) != outline.MostRelated || slices.ContainsFunc(got, func(x outline.Related) bool { return !slices.Contains(want, x) }) {
			t.Errorf("message %d: %v, want %d of %v", n, got, outline.MostRelated, want)
		}
		return
	}
	if !slices.Equal(got, want) {
		t.Errorf("message %d, %s of frame %d: %v, want %v", n, list[n].Title(), list[n].Frame, got, want)
	}
	for _, x := range got {
		all.ties[x.Tie]++
	}
	if list[n].Lost() {
		all.lost++
	}
}

// searches are what the plain account has in place of each search.
var searches = [...]func(from, to *plain) bool{
	outline.SameKind:   func(from, to *plain) bool { return from.Title() == to.Title() },
	outline.SameClient: func(from, to *plain) bool { return from.Link != 0 && from.Link == to.Link },
	outline.SameShip: func(from, to *plain) bool {
		return from.object() != 0 && to.Title() == "StateUpdate" && from.object() == to.object() && from.server == to.server
	},
	outline.WithNote: func(_, to *plain) bool {
		return len(to.named.Notes) > 0 && to.Title() != "Ack" && to.Copy == 0
	},
	outline.WithDeath:     func(_, to *plain) bool { return to.kills },
	outline.WithExplosion: func(_, to *plain) bool { return to.told() },
}

func compareSearches(t *testing.T, list []plain, o *outline.Outline, n int, all *told) {
	t.Helper()
	for what, is := range searches {
		want := n + 1 + slices.IndexFunc(list[n+1:], func(m plain) bool { return is(&list[n], &m) })
		got, ok := o.Next(n, outline.Search(what))
		if ok != (want > n) || ok && got != want {
			t.Errorf("search %d from message %d: %d, %v, want %d", what, n, got, ok, want)
		}
		want = before(list[:n], func(m *plain) bool { return is(&list[n], m) })
		got, found := o.Previous(n, outline.Search(what))
		if found != (want >= 0) || found && got != want {
			t.Errorf("search %d back from message %d: %d, %v, want %d", what, n, got, found, want)
		}
		if ok || found {
			all.found[what]++
		}
	}
}

// comparePlaces asks for frames, also for those without messages, and for messages by their places.
func comparePlaces(t *testing.T, list []plain, o *outline.Outline) {
	t.Helper()
	if len(list) == 0 {
		return
	}
	last, n := list[len(list)-1].frame, 0
	for frame := max(last-20_000, 0); frame <= last+1; frame++ {
		for n < len(list) && list[n].frame < frame {
			n++
		}
		if got, ok := o.First(frame); ok != (n < len(list)) || ok && got != n {
			t.Fatalf("frame %d begins with message %d, %v, want %d", frame, got, ok, n)
		}
	}
}

// compareDeaths holds the messages that are marked against the account of the match.
func compareDeaths(t *testing.T, list []plain, o *outline.Outline) {
	t.Helper()
	for n := range list {
		if marked := o.Row(n).Flags&outline.Death != 0; marked != list[n].kills {
			t.Errorf("message %d, about 0x%08X: marked as a death: %v, want %v", n, o.Row(n).Object, marked, list[n].kills)
		}
	}
}

// judge says of all messages which tell of a death first.
func judge(t *testing.T, list []plain) {
	t.Helper()
	m := match.New()
	for n := range list {
		kill := m.Take(list[n].Record).Kill
		if list[n].kills = kill != nil; kill != nil && kill.Victim.Object != list[n].object() {
			t.Errorf("message %d kills 0x%08X and is about 0x%08X", n, kill.Victim.Object, list[n].object())
		}
	}
}

// told reports whether a message tells that a ship explodes.
func (m *plain) told() bool {
	_, _, ok := match.Death(m.Record)
	return ok
}
