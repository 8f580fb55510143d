package stats_test

import (
	"net/netip"
	"os"
	"path/filepath"
	"testing"
	"time"

	"bcdump/decode"
	"bcdump/decode/match"
	"bcdump/decode/message"
	"bcdump/decode/synth"
	"bcdump/internal/must"
	"bcdump/report/figures"
	"bcdump/report/internal/reporttest"
	"bcdump/report/stats"
)

// hostile is frame i of traffic that makes a report remember: a link of its own, a ship
// of its own, and a way into the game.
func hostile(s *synth.Script, i int) {
	client := netip.AddrPortFrom(netip.AddrFrom4([4]byte{10, byte(i >> 16), byte(i >> 8), byte(i)}), 1024)
	ship := &message.StateUpdate{ObjectID: 0x3FFFFFFF + uint32(i), GameTime: float32(i), DirtyFlags: byte(i)}
	ship.Subsystems.Raw = []byte{0, 255, 255}
	again := synth.Reliable(uint16(i+1), message.Append(nil, 0x2A, &message.NewPlayerInGame{}))
	s.Game(time.Duration(i)*500*time.Millisecond, client, reporttest.Host, synth.Datagram(2,
		synth.Unreliable(message.Append(nil, 0x1C, ship)), synth.Reliable(uint16(i), synth.Chat(2, "hello")), again, again,
	))
}

func hostileFile(n int) []byte {
	s := synth.Script{Start: reporttest.Start}
	for i := range n {
		hostile(&s, i)
	}
	return s.Pcap(synth.Ethernet())
}

// TestBoundedTables fills every table: the rest is in rows of its own, and the sums
// still come out.
func TestBoundedTables(t *testing.T) {
	const n = 10_000
	s := report(t, "hostile", hostileFile(n), stats.Options{By: []string{"link", "object"}})
	checkSums(t, &s)
	for what, rows := range map[string][2]int{
		"types":     {len(s.Types), 2*4096 + 3},
		"opcodes":   {len(s.Opcodes), 2*4096 + 3},
		"flags":     {len(s.Flags), 2*4096 + 3},
		"buckets":   {len(oneWay(s).Bandwidth.Buckets), 4096},
		"rates":     {len(s.Bandwidth.Rates), 3 * 65},
		"links":     {len(s.Links), 1024 + 1},
		"objects":   {len(s.Objects), match.Room(8192, n) + 1},
		"joins":     {len(s.Joins), match.Room(1024, n)},
		"usage":     {len(s.Usage), 75},
		"exception": {len(s.FlagExceptions), 3},
	} {
		if rows[0] > rows[1] {
			t.Errorf("%s: %d rows, %d are the most", what, rows[0], rows[1])
		}
	}
	var chats, updates int64
	for _, o := range oneWay(s).Opcodes {
		chats += o.Count
	}
	for _, o := range s.Objects {
		updates += o.Updates
	}
	if want := int64(n) * 4; chats != want {
		t.Errorf("%d messages in all rows, want %d", chats, want)
	}
	if updates != int64(n) {
		t.Errorf("%d updates in all rows, want %d", updates, n)
	}
	for _, table := range []string{"types", "opcodes", "flags", "bandwidth", "links", "objects", "joins"} {
		if s.Dropped[table] == 0 {
			t.Errorf("%s: nothing dropped", table)
		}
	}
	last := s.Links[len(s.Links)-1]
	if last.Client != "rest" || last.Query != "" || last.Datagrams != int64(n-1024) {
		t.Errorf("the row of the rest is %+v", last)
	}
}

// TestClockJump has a clock that is wrong by fifty years for a while: it costs two
// buckets and no time.
func TestClockJump(t *testing.T) {
	s := synth.Script{Start: reporttest.Start}
	say := func(at time.Duration) {
		s.Game(at, reporttest.First, reporttest.Host, synth.Datagram(2, synth.Unreliable(update(0x80, 1))))
	}
	say(0)
	say(time.Second)
	frames := s.Frames(synth.Ethernet())
	jump := frames[1]
	jump.Time = reporttest.Start.AddDate(50, 0, 0)
	after := frames[1]
	after.Time = reporttest.Start.Add(2 * time.Second)
	raw := synth.Pcap{Link: synth.Ethernet().Type}.File(append(frames, jump, after))
	r := report(t, "jump", raw, stats.Options{})
	if b := oneWay(r).Bandwidth; len(b.Buckets) != 4 || b.Interval != 1 || b.Rates[0].Mean != float64(b.Rates[0].Bytes) {
		t.Errorf("%d buckets of %v s, mean %v of %d bytes", len(b.Buckets), b.Interval, b.Rates[0].Mean, b.Rates[0].Bytes)
	}
	if f := r.Files[0]; f.Active != 1 || f.Duration != 2 {
		t.Errorf("active %v s of %v s, want 1 of 2", f.Active, f.Duration)
	}
	reporttest.CheckQueries(t, &r, reporttest.Open(t, "jump", raw, decode.Options{}))
}

// TestManyBuckets spreads datagrams over years: the interval doubles until there are few
// enough buckets, and none of the bytes is lost.
func TestManyBuckets(t *testing.T) {
	s := synth.Script{Start: reporttest.Start}
	const n = 10_000
	for i := range n {
		s.Game(time.Duration(i)*time.Hour, reporttest.First, reporttest.Host, synth.Datagram(2, synth.Unreliable(update(0x80, i))))
	}
	raw := s.Pcap(synth.Ethernet())
	r := report(t, "years", raw, stats.Options{Interval: 700 * time.Millisecond})
	checkSums(t, &r)
	b := oneWay(r).Bandwidth
	if len(b.Buckets) > 4096 || len(b.Buckets) < 2048 || b.Rates[0].Datagrams != int64(n) {
		t.Errorf("%d buckets of %v s for %d datagrams", len(b.Buckets), b.Interval, b.Rates[0].Datagrams)
	}
	if doubled := b.Interval / 0.7; doubled != float64(int(doubled)) || int(doubled)&(int(doubled)-1) != 0 {
		t.Errorf("the interval is %v s, which is not 0.7 s doubled", b.Interval)
	}
	b.Buckets = b.Buckets[len(b.Buckets)/2:][:50]
	reporttest.CheckQueries(t, &figures.Stats{Bandwidth: b}, reporttest.Open(t, "years", raw, decode.Options{}))
}

// TestSeveralFiles adds files up; links and objects of one are not those of another.
func TestSeveralFiles(t *testing.T) {
	name := filepath.Join(reporttest.Corpus, "session-small.pcap")
	raw := must.Get(os.ReadFile(name))(t)
	one := report(t, "a", raw, stats.Options{})
	two := collected(t, stats.Options{}, reporttest.Open(t, "a", raw, decode.Options{}), reporttest.Open(t, "b", raw, decode.Options{}))
	checkSums(t, &two)
	if len(two.Files) != 2 || len(two.Objects) != 2*len(one.Objects) || len(two.Joins) != 2*len(one.Joins) || len(two.Links) != len(one.Links) {
		t.Errorf("%d files, %d objects, %d joins, %d links", len(two.Files), len(two.Objects), len(two.Joins), len(two.Links))
	}
	for i, o := range two.Opcodes {
		x := one.Opcodes[i]
		if o.Opcode != x.Opcode || o.Count != 2*x.Count || o.Unique != 2*x.Unique || o.PerMinute != x.PerMinute {
			t.Errorf("%+v in two files, %+v in one", o, x)
		}
	}
	if two.Objects[0].File != "a" || two.Objects[len(two.Objects)-1].File != "b" || one.Objects[0].File != "" {
		t.Errorf("files of objects: %q, %q", two.Objects[0].File, one.Objects[0].File)
	}
	two.Objects, two.Joins = nil, nil // their queries are for one file
	reporttest.CheckQueries(t, &two, reporttest.Open(t, "a", raw, decode.Options{}), reporttest.Open(t, "b", raw, decode.Options{}))
}

// TestMixedProtocols has entity-state messages in the same run: they have opcodes and
// directions too, and must not be counted with those of the game.
func TestMixedProtocols(t *testing.T) {
	files := reporttest.Shipped(t)
	captures := func() []*decode.Capture {
		return []*decode.Capture{
			reporttest.Open(t, "game", files["stock-join.pcap"], decode.Options{}),
			reporttest.Open(t, "states", files["entity-state.pcap"], decode.Options{}),
		}
	}
	s := collected(t, stats.Options{By: []string{"link"}}, captures()...)
	checkSums(t, &s)
	protocols := map[string]bool{}
	for _, o := range s.Opcodes {
		protocols[o.Proto] = true
	}
	if s.Datagrams.EntityState == 0 || len(protocols) != 2 || !protocols["entity-state"] || !protocols[""] {
		t.Errorf("%d entity-state messages, protocols of opcodes %v", s.Datagrams.EntityState, protocols)
	}
	s.Joins = nil // their queries are for one file
	s.EntityState.Changes = nil
	reporttest.CheckQueries(t, &s, captures()...)
}
