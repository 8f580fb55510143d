package stats_test

import (
	"cmp"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"bcdump/decode"
	"bcdump/internal/must"
	"bcdump/internal/outside"
	"bcdump/report/figures"
	"bcdump/report/internal/reporttest"
	"bcdump/report/stats"
)

// byDirection is counts by "c2s" or "s2c", then by something.
type byDirection = map[string]map[string]int64

// expectation is what a capture's *.expect.json says, as far as reports are concerned.
// It was counted by other software.
type expectation struct {
	Frames   int64 `json:"frames"`
	UDPClass struct {
		Game, GameSpy, Other, Empty int64
	} `json:"udp_class"`
	Game struct {
		Packets        map[string]int64 `json:"packets"`
		PayloadBytes   map[string]int64 `json:"udp_payload_bytes"`
		MessagesByType byDirection      `json:"messages_by_type"`
		Acks           map[string]int64 `json:"acks"`
		Retransmits    map[string]int64 `json:"retransmits"`
		OpcodesWire    byDirection      `json:"opcodes_wire"`
		OpcodesUnique  byDirection      `json:"opcodes_unique"`
	} `json:"game"`
	Fragments struct {
		Fragments, Duplicates int64
		Complete              int64 `json:"groups_complete"`
		Incomplete            int64 `json:"groups_incomplete"`
	} `json:"fragments"`
	StateUpdates struct {
		Flags byDirection            `json:"flags"`
		Ships map[string]shipFigures `json:"ships"`
	} `json:"state_updates"`
	BytesPerSecond byDirection `json:"bytes_per_second"`
}

type shipFigures struct {
	C2S   int64            `json:"c2s"`
	S2C   int64            `json:"s2c"`
	Flags map[string]int64 `json:"flags"`
}

// typeNumbers of the names that reports use.
var typeNumbers = map[string]string{
	"peer_info": "0x00", "ack": "0x01", "keepalive": "0x02", "connect": "0x03",
	"boot": "0x04", "disconnect": "0x05", "data": "0x32",
}

func short(dir string) string {
	return map[string]string{"C>S": "c2s", "S>C": "s2c"}[dir]
}

func bothWays() byDirection { return byDirection{"c2s": {}, "s2c": {}} }

// expectationOf puts a report into the form of the expectations.
func expectationOf(t *testing.T, all *figures.Stats) (e expectation) {
	t.Helper()
	one := oneWay(*all)
	s := &one
	e.Frames = s.Files[0].Frames
	e.UDPClass.Game, e.UDPClass.GameSpy = s.Datagrams.BC, s.Datagrams.GameSpy
	e.UDPClass.Other, e.UDPClass.Empty = s.Datagrams.Unknown, s.Datagrams.Empty
	e.Game.Packets, e.Game.PayloadBytes = map[string]int64{"c2s": 0, "s2c": 0}, map[string]int64{"c2s": 0, "s2c": 0}
	for _, r := range s.Bandwidth.Rates {
		e.Game.Packets[short(r.Dir)], e.Game.PayloadBytes[short(r.Dir)] = r.Datagrams, r.Bytes
	}
	e.Game.MessagesByType = bothWays()
	e.Game.Acks = map[string]int64{"c2s": 0, "s2c": 0}
	for _, x := range s.Types {
		if number, ok := typeNumbers[x.Type]; ok {
			e.Game.MessagesByType[short(x.Dir)][number] = x.Count
		}
		if x.Type == "ack" {
			e.Game.Acks[short(x.Dir)] = x.Count
		}
	}
	e.Game.Retransmits = map[string]int64{"c2s": 0, "s2c": 0}
	for _, u := range s.Usage {
		if u.Group == "sent again" {
			e.Game.Retransmits[short(u.Dir)] += u.Count
		}
	}
	e.Game.OpcodesWire, e.Game.OpcodesUnique = bothWays(), bothWays()
	for _, o := range s.Opcodes {
		if o.Proto != "" {
			continue
		}
		e.Game.OpcodesWire[short(o.Dir)][o.Opcode] += o.Count
		e.Game.OpcodesUnique[short(o.Dir)][o.Opcode] += o.Unique
	}
	e.Fragments.Fragments, e.Fragments.Duplicates = s.Fragments.Parts, s.Fragments.Repeats
	e.Fragments.Complete, e.Fragments.Incomplete = s.Fragments.Complete, s.Fragments.Incomplete
	e.updates(s)
	e.BytesPerSecond = perSecond(t, s)
	return e
}

func (e *expectation) updates(s *figures.Stats) {
	e.StateUpdates.Flags, e.StateUpdates.Ships = bothWays(), map[string]shipFigures{}
	for _, f := range s.Flags {
		e.StateUpdates.Flags[short(f.Dir)][f.DirtyFlags] += f.Count
		ship, known := e.StateUpdates.Ships[f.ObjectID]
		if !known {
			ship.Flags = map[string]int64{}
		}
		if f.Dir == "C>S" {
			ship.C2S += f.Count
		} else {
			ship.S2C += f.Count
		}
		ship.Flags[f.DirtyFlags] += f.Count
		e.StateUpdates.Ships[f.ObjectID] = ship
	}
}

func perSecond(t *testing.T, s *figures.Stats) byDirection {
	t.Helper()
	if s.Bandwidth.Interval != 1 {
		t.Errorf("interval %v s", s.Bandwidth.Interval)
	}
	all := bothWays()
	for _, b := range oneWay(*s).Bandwidth.Buckets {
		if b.Proto == "bc" {
			all[short(b.Dir)][strconv.FormatInt(b.T.Sec, 10)] += b.Bytes
		}
	}
	return all
}

// checkSums compares numbers of a report that say the same in different places.
func checkSums(t *testing.T, all *figures.Stats) {
	t.Helper()
	checkBoth(t, all)
	one := oneWay(*all)
	s := &one
	same := func(what string, a, b int64) {
		if a != b {
			t.Errorf("%s: %d and %d", what, a, b)
		}
	}
	b := &s.Bytes
	same("parts of the ledger, bytes of the file", b.Container+b.Headers+b.Datagram+b.Transport+b.Fields+b.Repeats+
		b.Parts+b.Trailing+b.Raw+b.Unread+b.EntityState+b.GameSpy+b.Unknown+b.Copies, b.File)
	for _, dir := range []string{"C>S", "S>C"} {
		checkDirection(t, s, dir)
	}
	var updates, flagged int64
	for _, o := range s.Objects {
		updates += o.Updates
	}
	for _, f := range s.Flags {
		flagged += f.Count
	}
	if updates < flagged { // an update whose flags are cut has an object still
		t.Errorf("updates of objects: %d, with flags: %d", updates, flagged)
	}
}

// checkDirection adds up the bytes of one direction in every list that has them.
func checkDirection(t *testing.T, s *figures.Stats, dir string) {
	t.Helper()
	var rates, used, typed, linked, bucketed struct{ datagrams, bytes int64 }
	for _, r := range s.Bandwidth.Rates {
		if r.Dir == dir && r.Proto == "" {
			rates.datagrams += r.Datagrams
			rates.bytes += r.Bytes
		}
	}
	for _, u := range s.Usage {
		switch {
		case u.Dir != dir:
		case u.What == "link, IP and UDP headers":
			used.datagrams += u.Count
		case u.What == "datagram headers":
			typed.bytes += u.Bytes
			used.bytes += u.Bytes
		default:
			used.bytes += u.Bytes
		}
	}
	typed.datagrams = rates.datagrams
	for _, x := range s.Types {
		if x.Dir == dir {
			typed.bytes += x.Bytes
		}
	}
	linked.datagrams = rates.datagrams // of both directions there
	for _, l := range s.Links {
		linked.bytes += map[string]int64{"C>S": l.ToServer, "S>C": l.ToClient}[dir]
	}
	for _, b := range s.Bandwidth.Buckets {
		if b.Dir != dir || b.Proto != "bc" {
			continue
		}
		bucketed.datagrams += b.Datagrams
		bucketed.bytes += b.Bytes
		var parts int64
		for _, n := range b.ByOpcode {
			parts += n
		}
		if parts != b.Bytes {
			t.Errorf("%s %s: parts of %d bytes, %d in all", b.T, dir, parts, b.Bytes)
		}
	}
	if rates != used || rates != typed || rates != linked || rates != bucketed {
		t.Errorf("%s: rates %v, usage %v, types %v, links %v, buckets %v", dir, rates, used, typed, linked, bucketed)
	}
}

// TestExpectations compares reports with what other software counted in the captures of
// the folder that BCDUMP_SHARED names.
func TestExpectations(t *testing.T) {
	ports := decode.Options{Ports: []decode.PortRange{{First: 22101, Last: 22201}}}
	for name, raw := range outside.Read(t, 1<<30) {
		var want struct {
			Auto  *expectation `json:"auto"`
			Ports *expectation `json:"ports_22101_22201"`
		}
		readJSON(t, filepath.Join(outside.Folder(t), name+".expect.json"), &want)
		t.Run(name, func(t *testing.T) { compare(t, name, raw, decode.Options{}, want.Auto) })
		if want.Ports != nil {
			t.Run(name+"/ports", func(t *testing.T) { compare(t, name, raw, ports, want.Ports) })
		}
	}
}

func readJSON(t *testing.T, path string, out any) {
	t.Helper()
	must.Do(t, json.Unmarshal(must.Get(os.ReadFile(path))(t), out))
}

func compare(t *testing.T, name string, raw []byte, d decode.Options, want *expectation) {
	delete(want.Game.Acks, "fragment") // reports do not tell these apart
	delete(want.Game.Acks, "below32")
	for _, types := range want.Game.MessagesByType {
		if n, ok := types["0x06"]; ok { // an old form of disconnect
			types["0x05"] += n
			delete(types, "0x06")
		}
	}
	s := collected(t, stats.Options{By: []string{"object"}}, reporttest.Open(t, name, raw, d))
	checkSums(t, &s)
	if diff := gocmp.Diff(*want, expectationOf(t, &s), cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("(-expected +reported)\n%s", diff)
	}
	byUpdates := map[string]int64{}
	for _, o := range s.Objects {
		byUpdates[o.ObjectID] += o.Updates
	}
	for id, ship := range want.StateUpdates.Ships {
		if byUpdates[id] != ship.C2S+ship.S2C {
			t.Errorf("%s: %d updates, want %d", id, byUpdates[id], ship.C2S+ship.S2C)
		}
	}
	if container := s.Bytes.Container; strings.HasSuffix(name, ".pcap") && s.Skipped == (figures.Skipped{}) {
		if want := 24 + 16*s.Files[0].Frames; container != want {
			t.Errorf("%d bytes of container, want %d", container, want)
		}
	}
	if s.Bytes.File != int64(len(raw)) {
		t.Errorf("%d bytes of file, it has %d", s.Bytes.File, len(raw))
	}
}

// truth is what the simulator that wrote a synth-* capture says about one life of a ship.
type truth struct {
	ObjectID  string `json:"object_id"`
	Species   int
	Ship      string
	Slot      int `json:"owner_slot"`
	Player    string
	Frames    [2]int64
	Creations [][3]any
	Blocks    int64
	Powers    int64 `json:"power_messages"`
}

// TestTruth compares the reports of captures that a simulator wrote with what it put in.
func TestTruth(t *testing.T) {
	for name, raw := range outside.Read(t, 8<<20) {
		base, _, _ := strings.Cut(name, ".")
		if !strings.HasPrefix(name, "synth-") {
			continue
		}
		t.Run(name, func(t *testing.T) {
			var want struct {
				expectation
				Objects []truth
			}
			readJSON(t, filepath.Join(outside.Folder(t), base+".truth.json"), &want)
			s := report(t, name, raw, stats.Options{})
			got := expectationOf(t, &s)
			for what, pair := range map[string][2]any{
				"bytes per second": {want.BytesPerSecond, got.BytesPerSecond},
				"flags":            {want.StateUpdates.Flags, got.StateUpdates.Flags},
				"wire":             {want.Game.OpcodesWire, got.Game.OpcodesWire},
				"unique":           {want.Game.OpcodesUnique, got.Game.OpcodesUnique},
				"types":            {want.Game.MessagesByType, got.Game.MessagesByType},
				"retransmits":      {want.Game.Retransmits, got.Game.Retransmits},
			} {
				if diff := gocmp.Diff(pair[0], pair[1], cmpopts.EquateEmpty()); diff != "" {
					t.Errorf("%s (-truth +reported)\n%s", what, diff)
				}
			}
			compareLives(t, want.Objects, s.Objects)
		})
	}
}

func compareLives(t *testing.T, want []truth, got []figures.Object) {
	t.Helper()
	lines := func(all []figures.Object) (lines []string) {
		for _, o := range all {
			lines = append(lines, fmt.Sprint(o.ObjectID, " ", o.Ship, " ", o.Species, " ", o.OwnerSlot, " ", o.Owner,
				" born ", o.BornFrame, ", updates ", o.Updates, " ", o.Query))
		}
		return lines
	}
	var truths []figures.Object
	for _, w := range want {
		truths = append(truths, figures.Object{
			ObjectID: w.ObjectID, Ship: w.Ship, Species: w.Species, OwnerSlot: w.Slot, Owner: w.Player,
			BornFrame: int64(w.Creations[0][0].(float64)), Updates: w.Blocks + w.Powers,
			Query: figures.Query(fmt.Sprintf("opcode == 0x1C && fields.object_id == %s && frame in %d..%d", w.ObjectID, w.Frames[0], w.Frames[1])),
		})
	}
	if diff := gocmp.Diff(lines(truths), lines(got)); diff != "" {
		t.Errorf("lives of ships (-truth +reported)\n%s", diff)
	}
}

// golden adds up the messages in the golden of a capture: by direction and name, and notes.
func golden(t *testing.T, name string) map[string]int64 {
	t.Helper()
	packed := must.Get(os.Open(filepath.Join(reporttest.Corpus, name+".golden")))(t)
	defer func() { _ = packed.Close() }()
	text := must.Get(gzip.NewReader(packed))(t)
	counts := map[string]int64{}
	for lines := json.NewDecoder(text); ; {
		var line struct {
			Frame           int64
			Dir, Name, Type string
			Proto, Opcode   string
			Fragment        json.RawMessage
			Notes           []struct{ Code string }
		}
		if err := lines.Decode(&line); errors.Is(err, io.EOF) {
			return counts
		} else if err != nil {
			t.Fatal(err)
		}
		if line.Proto == "" { // the settings, or the capture as a whole
			continue
		}
		key := cmp.Or(line.Name, line.Opcode, line.Type)
		if len(line.Fragment) > 0 {
			key = "part"
		}
		counts[line.Dir+"."+key]++
		for _, n := range line.Notes {
			counts["note "+n.Code]++
		}
	}
}

// TestCorpus compares the report of the generated session with its golden.
func TestCorpus(t *testing.T) {
	const name = "session-small.pcap"
	s := report(t, name, must.Get(os.ReadFile(filepath.Join(reporttest.Corpus, name)))(t), stats.Options{})
	checkSums(t, &s)
	got := map[string]int64{"C>S.part": s.Fragments.Parts}
	s = oneWay(s)
	for _, o := range s.Opcodes {
		got[o.Dir+"."+o.Name] += o.Count
	}
	for _, x := range s.Types {
		if x.Type != "data" {
			got[x.Dir+"."+x.Type] += x.Count
		}
	}
	for _, n := range s.Notes {
		got["note "+n.Code] = n.Count
	}
	if diff := gocmp.Diff(golden(t, name), got); diff != "" {
		t.Errorf("(-golden +reported)\n%s", diff)
	}
}

// TestSums adds up the parts of the reports of all captures of the corpus, damaged ones
// too.
func TestSums(t *testing.T) {
	for name, raw := range reporttest.Shipped(t) {
		t.Run(name, func(t *testing.T) {
			s := report(t, name, raw, stats.Options{})
			checkSums(t, &s)
			plain := !strings.HasSuffix(name, ".gz") && !strings.HasSuffix(name, ".zst")
			if plain && s.Bytes.File != int64(len(raw)) && s.Files[0].Damage == nil {
				t.Errorf("%d bytes of file, it has %d", s.Bytes.File, len(raw))
			}
			if s.Bytes.File > int64(len(raw)) && plain || s.Bytes.Container < 0 {
				t.Errorf("%+v of a file of %d", s.Bytes, len(raw))
			}
			if s.Files[0].Damage != nil {
				t.Logf("%d of %d bytes: %s", s.Bytes.File, len(raw), s.Files[0].Damage.Text)
			}
		})
	}
}
