package browse

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
	"bcdump/decode/synth"
	"bcdump/decode/synth/battle"
	"bcdump/decode/synth/hostile"
	"bcdump/internal/heavy"
	"bcdump/internal/must"
	"bcdump/internal/outside"
	"bcdump/report/facts"
	"bcdump/report/records"
)

// TestRelatedInCaptures compares every answer with that of a plain account of the records, on the captures of
// the corpus.
func TestRelatedInCaptures(t *testing.T) {
	heavy.SkipRace(t, "all of it is done on one goroutine")
	paths, err := filepath.Glob(testCaptures + "/*.pcap*")
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
	var all toldOf
	for _, path := range heavy.Some(paths, 5) {
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

// TestRelatedAtRandom does so with traffic that makes no sense.
func TestRelatedAtRandom(t *testing.T) {
	heavy.SkipRace(t, "all of it is done on one goroutine")
	var all toldOf
	for seed := range heavy.Scale[uint64](10, 30) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) { all.add(compare(t, randomCapture(seed))) })
	}
	all.check(t)
}

// TestRelatedInFloods does so with floods that fill every bounded table, and with entity-state.
func TestRelatedInFloods(t *testing.T) {
	heavy.SkipRace(t, "all of it is done on one goroutine")
	compare(t, must.Get(io.ReadAll(&hostile.Capture{Next: hostile.Mixed, Frames: heavy.Scale(1000, 20_000)}))(t))
	compare(t, battle.EntityGame(battle.Options{Players: 2, Duration: 20 * time.Second, Seed: 1}).Pcap(synth.Ethernet()))
}

// TestManyRelated has more parts, and more copies, than are named.
func TestManyRelated(t *testing.T) {
	d := &drawn{}
	now, up, down := time.Unix(1_700_000_000, 0), [2]netip.AddrPort{clients[0], server}, [2]netip.AddrPort{server, clients[1]}
	for _, part := range synth.PartsOf(5, synth.Chat(2, string(make([]byte, 3000))), 30) {
		now = now.Add(time.Millisecond)
		d.send(now, up, synth.Encipher(synth.Datagram(2, part)))
	}
	parts := len(d.frames)
	said := synth.Chat(2, "said")
	d.send(now.Add(time.Millisecond), up, synth.Encipher(synth.Datagram(2, synth.Reliable(6, said))))
	for seq := range uint16(100) {
		now = now.Add(time.Millisecond)
		d.send(now.Add(time.Second), down, synth.Encipher(synth.Datagram(1, synth.Reliable(10+seq, said))))
	}
	path := filepath.Join(t.TempDir(), "many.pcap")
	must.Do(t, os.WriteFile(path, synth.Pcap{Link: 1}.File(d.frames), 0o600))
	s := open(t, path, 100, 30, Options{})
	joined, original := parts, parts+1
	for n, want := range map[int]related{joined: {joined - mostRelated, partHere}, original: {original + 1, passedOn}} {
		list := s.related(n)
		if len(list) != mostRelated || list[0] != want || list[mostRelated-1] != (related{want.number + mostRelated - 1, want.tie}) {
			t.Errorf("%s: %d, %v", s.message(n).Title(), len(list), list)
		}
	}
	for n := range parts {
		if list := s.related(n); !slices.Equal(list, []related{{joined, partOf}}) {
			t.Fatalf("part %d: %v", n, list)
		}
	}
}

// toldOf counts what there was to compare.
type toldOf struct {
	ties  map[tie]int
	found map[string]int
	lost  int
}

func (x *toldOf) add(y toldOf) {
	if x.ties == nil {
		x.ties, x.found = map[tie]int{}, map[string]int{}
	}
	for i := range y.ties {
		x.ties[i] += y.ties[i]
	}
	for i := range y.found {
		x.found[i] += y.found[i]
	}
	x.lost += y.lost
}

// check makes sure that there was something to compare.
func (x *toldOf) check(t *testing.T) {
	t.Helper()
	for _, tie := range []tie{acknowledged, answer, original, passedOn, firstCopy, sentAgain, partOf, partHere} {
		if x.ties[tie] == 0 {
			t.Errorf("%q never occurs", tie)
		}
	}
	for what := range searches {
		if x.found[what] == 0 {
			t.Errorf("search %s never finds anything", what)
		}
	}
}

// plain is what the plain account knows of a message.
type plain struct {
	kills bool // the match says that it is the first to tell of a death
	*decode.Record
	server  netip.AddrPort
	frame   int64 // that it counts for
	named   printedKeys
	related []related
}

// printedKeys are keys that decode prints.
type printedKeys struct {
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
	for r := range captureOf(t, data).Records() {
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
	must.Do(t, captureOf(t, data).Render(&out, records.JSONLines(records.JSONOptions{})))
	lines := json.NewDecoder(&out)
	for n := range list {
		must.Do(t, lines.Decode(&list[n].named))
	}
	relate(list)
	return list
}

func captureOf(t *testing.T, data []byte) *decode.Capture {
	t.Helper()
	return must.Get(decode.Open("capture", bytes.NewReader(data), decode.Options{Jobs: 2}))(t)
}

// relate finds what belongs together.
func relate(list []plain) {
	for n := range list {
		m := &list[n]
		tie := func(other int, there, back tie) {
			if other >= 0 {
				m.related = append(m.related, related{other, there})
				list[other].related = append(list[other].related, related{n, back})
			}
		}
		if x := m.named.Answers; x != nil {
			tie(earlier(list[:n], func(y *plain) bool { return y.Frame == x.Frame && y.Index == x.Index && y.Parts == nil }), acknowledged, answer)
		}
		if x := m.named.RelayOf; x != nil {
			tie(earlier(list[:n], func(y *plain) bool { return y.Frame == x.Frame && y.Index == x.Index && y.IsGame() }), original, passedOn)
		}
		if m.named.Copy > 0 && m.First.Frame != 0 {
			tie(earlier(list[:n], func(y *plain) bool { return y.named.Copy == 0 && sameNumber(y, m) }), firstCopy, sentAgain)
		}
		for i, frame := range m.named.Frames {
			tie(earlier(list[:n], func(y *plain) bool {
				return y.Frame == frame && y.Part() && y.named.Copy == 0 && y.Header.Seq == m.Header.Seq && y.Src == m.Src && y.Dst == m.Dst &&
					(m.Lost() || int(y.Header.FragmentIndex) == i) && !y.taken()
			}), partHere, partOf)
		}
	}
	for n := range list {
		slices.SortStableFunc(list[n].related, func(a, b related) int { return cmp.Compare(a.number, b.number) })
	}
}

// taken reports whether a part is one of a message already.
func (m *plain) taken() bool {
	return slices.ContainsFunc(m.related, func(x related) bool { return x.tie == partOf })
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

// compare holds what browse finds against the plain account.
func compare(t *testing.T, data []byte) (all toldOf) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "capture")
	must.Do(t, os.WriteFile(path, data, 0o600))
	list, s := account(t, data), open(t, path, 80, 24, Options{})
	if s.all() != len(list) {
		t.Fatalf("%d messages, want %d", s.all(), len(list))
	}
	all.ties, all.found = map[tie]int{}, map[string]int{}
	judge(t, list)
	random := rand.New(rand.NewPCG(1, uint64(len(data))))
	step := max(len(list)/150, 1)
	for n := 0; n < len(list); n += 1 + random.IntN(2*step-1) {
		compareSearches(t, list, s, n, &all)
	}
	for n := range list {
		compareRelated(t, list, s, n, &all)
	}
	comparePlaces(t, list, s)
	compareDeaths(t, list, s)
	compareObjects(t, list, s)
	if s.message(len(list)) != nil || s.message(-1) != nil || s.related(len(list)) != nil {
		t.Error("there is a message behind the last one, or before the first")
	}
	return all
}

// object is what the message is about, from its fields.
func (m *plain) object() uint32 {
	switch x := m.Content().Message.(type) {
	case *message.StateUpdate:
		return x.ObjectID
	case *message.ObjectCreate:
		return x.ObjectID
	case *message.DestroyObject:
		return x.ObjectID
	case *message.Explosion:
		return x.ObjectID
	case *message.ObjectNotFound:
		return x.ObjectID
	case *message.RequestObject:
		return x.ObjectID
	case *message.EnterSet:
		whole, _ := match.Whole(m.Record, x.ObjectID)
		return whole
	case *message.TorpedoFire:
		whole, _ := match.Whole(m.Record, x.ObjectID)
		return whole
	case *message.BeamFire:
		whole, _ := match.Whole(m.Record, x.ObjectID)
		return whole
	case *message.Event:
		d, _ := m.Context.Names.(*decode.Directory)
		for _, id := range [...]uint32{x.TargetID, x.SourceID} {
			if o, _ := d.Resolve(id); o != nil {
				return o.ID
			}
		}
		return cmp.Or(x.TargetID, x.SourceID)
	}
	return 0
}

func compareRelated(t *testing.T, list []plain, s *screen, n int, all *toldOf) {
	t.Helper()
	got, want := s.related(n), list[n].related
	if len(want) >= mostRelated {
		if len(got) != mostRelated || slices.ContainsFunc(got, func(x related) bool { return !slices.Contains(want, x) }) {
			t.Errorf("message %d: %v, want %d of %v", n, got, mostRelated, want)
		}
		return
	}
	if !slices.Equal(got, want) {
		t.Errorf("message %d, %s of frame %d: %v, want %v", n, list[n].Title(), list[n].Frame, got, want)
	}
	for _, x := range got {
		all.ties[x.tie]++
	}
	if list[n].Lost() {
		all.lost++
	}
}

// searches are what the plain account has in place of each search.
var searches = map[string]func(from, to *plain) bool{
	"kind":   func(from, to *plain) bool { return from.Title() == to.Title() },
	"client": func(from, to *plain) bool { return from.Link != 0 && from.Link == to.Link },
	"ship": func(from, to *plain) bool {
		return from.object() != 0 && to.Title() == "StateUpdate" && from.object() == to.object() && from.server == to.server
	},
	"note": func(_, to *plain) bool {
		return len(to.named.Notes) > 0 && to.Title() != "Ack" && to.Copy == 0
	},
}

// compareSearches asks for the nearest message like one, in both directions.
func compareSearches(t *testing.T, list []plain, s *screen, n int, all *toldOf) {
	t.Helper()
	for what, is := range searches {
		like := map[string]func(*messages, int) func(int, *facts.Row) bool{
			"kind": (*messages).sameKind, "client": (*messages).sameClient, "ship": (*messages).sameShip, "note": (*messages).noted,
		}[what]
		want := slices.IndexFunc(list[n+1:], func(m plain) bool { return is(&list[n], &m) })
		if want >= 0 {
			want += n + 1
		}
		got := s.nearest(n, 1, like(&s.messages, n))
		if got != want {
			t.Errorf("%s from message %d: %d, want %d", what, n, got, want)
		}
		want = before(list[:n], func(m *plain) bool { return is(&list[n], m) })
		back := s.nearest(n, -1, like(&s.messages, n))
		if back != want {
			t.Errorf("%s back from message %d: %d, want %d", what, n, back, want)
		}
		if got >= 0 || back >= 0 {
			all.found[what]++
		}
	}
}

// comparePlaces asks for frames, also for those without messages, and for messages by their places.
func comparePlaces(t *testing.T, list []plain, s *screen) {
	t.Helper()
	if len(list) == 0 {
		return
	}
	last, n := list[len(list)-1].frame, 0
	for frame := max(last-20_000, 0); frame <= last+1; frame++ {
		for n < len(list) && list[n].frame < frame {
			n++
		}
		if got := s.facts.From(frame); got != n {
			t.Fatalf("frame %d begins with message %d, want %d", frame, got, n)
		}
	}
}

// compareObjects holds what messages are about against their fields.
func compareObjects(t *testing.T, list []plain, s *screen) {
	t.Helper()
	for n := range list {
		if got := s.about(n); got != list[n].object() {
			t.Errorf("message %d, %s of frame %d: about 0x%08X, want 0x%08X", n, list[n].Title(), list[n].Frame, got, list[n].object())
		}
	}
}

// compareDeaths holds the messages that tell of deaths against the account of the match.
func compareDeaths(t *testing.T, list []plain, s *screen) {
	t.Helper()
	type telling struct {
		number int
		object uint32
		server netip.AddrPort
		first  bool
	}
	var got, want []telling
	for n := range list {
		if m := &list[n]; m.CopyOf == 0 && (m.kills || m.tells()) {
			want = append(want, telling{n, m.object(), m.Server(), m.kills})
		}
	}
	for n := range s.all() {
		if ship, ok := s.death(n, s.facts.Row(n)); ok {
			got = append(got, telling{n, ship.object, ship.server, s.facts.Row(n).Has(facts.Ends)})
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("deaths %v, want %v", got, want)
	}
}

// judge says of all messages which tell of a death first.
func judge(t *testing.T, list []plain) {
	t.Helper()
	m := match.New()
	for n := range list {
		if list[n].CopyOf != 0 {
			continue
		}
		kill := m.Take(list[n].Record).Kill
		if list[n].kills = kill != nil; kill != nil && kill.Victim.Object != list[n].object() {
			t.Errorf("message %d kills 0x%08X and is about 0x%08X", n, kill.Victim.Object, list[n].object())
		}
	}
}

// tells reports whether a message tells that a ship explodes.
func (m *plain) tells() bool {
	_, _, ok := match.Death(m.Record)
	return ok
}
