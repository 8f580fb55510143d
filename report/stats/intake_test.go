package stats_test

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"testing"
	"time"

	"bcdump/decode"
	"bcdump/decode/message"
	"bcdump/decode/synth"
	"bcdump/decode/synth/battle"
	"bcdump/decode/synth/recorder"
	"bcdump/internal/heavy"
	"bcdump/internal/must"
	"bcdump/internal/outside"
	"bcdump/report/internal/reporttest"
	"bcdump/report/stats"
)

// battleWithTrouble is a capture with losses, repeats, cut and fragmented datagrams.
func battleWithTrouble(t testing.TB, dialect message.Dialect, datagrams int64) []byte {
	t.Helper()
	var raw bytes.Buffer
	must.Get(recorder.Record(&raw, battle.Options{
		Players: 8, Datagrams: datagrams, Seed: 7, Start: reporttest.Start,
		Loss: 0.02, Duplicate: 0.01, Reorder: 0.02, GameSpy: 2, Noise: 5, Dialect: dialect,
	}, recorder.Options{Start: reporttest.Start, Fragment: 400, SnapLength: 300}))(t)
	return raw.Bytes()
}

// shortAndLong demands the same report of captures whether their messages are walked or
// decoded.
func shortAndLong(t testing.TB, name string, o stats.Options, raw ...[]byte) {
	t.Helper()
	short, long := stats.New(o), stats.New(o)
	long.DecodeAll()
	var reports [2]string
	for i, s := range []*stats.Stats{short, long} {
		for _, r := range raw {
			c, err := decode.Open(name, bytes.NewReader(r), decode.Options{Jobs: 1})
			if err != nil {
				return // no capture
			}
			must.Do(t, s.File(name, c))
		}
		reports[i] = string(must.Get(json.Marshal(s.Report()))(t))
	}
	if reports[0] != reports[1] {
		got, want := firstDifference(indented(t, reports[0]), indented(t, reports[1]))
		t.Errorf("%s, %+v: walked\n%s\ndecoded\n%s", name, o, got, want)
	}
}

func indented(t testing.TB, text string) string {
	t.Helper()
	var b bytes.Buffer
	must.Do(t, json.Indent(&b, []byte(text), "", " "))
	return b.String()
}

// firstDifference gives the lines around the first one that differs.
func firstDifference(a, b string) (one, other string) {
	x, y := bytes.Split([]byte(a), []byte("\n")), bytes.Split([]byte(b), []byte("\n"))
	at := 0
	for at < len(x) && at < len(y) && bytes.Equal(x[at], y[at]) {
		at++
	}
	around := func(lines [][]byte) string {
		return string(bytes.Join(lines[min(max(at-12, 0), len(lines)):min(at+12, len(lines))], []byte("\n")))
	}
	return around(x), around(y)
}

// splits are all ways to split a report.
func splits() (all []stats.Options) {
	for _, by := range [][]string{nil, {"link"}, {"object"}, {"link", "object"}} {
		all = append(all, stats.Options{By: by}, stats.Options{By: by, Interval: 70 * time.Millisecond})
	}
	return all
}

// TestShortAndLong holds the report of walked messages against that of decoded ones.
func TestShortAndLong(t *testing.T) {
	heavy.SkipRace(t, "one goroutine")
	files := reporttest.Shipped(t)
	datagrams := heavy.Scale[int64](1_000, 6_000)
	files["battle"], files["battle of OpenBC"] = battleWithTrouble(t, message.Stock, datagrams), battleWithTrouble(t, message.OpenBC, datagrams)
	files["hostile"] = hostileFile(heavy.Scale(1000, 6000))
	for _, name := range append(heavy.Some(slices.Sorted(maps.Keys(files)), 10), "battle", "battle of OpenBC", "hostile") {
		for _, o := range splits() {
			// What is split takes records anyhow: two captures show that it does.
			if len(o.By) == 0 || name == "battle" || name == "hostile" && heavy.On() {
				shortAndLong(t, name, o, files[name])
			}
		}
	}
	shortAndLong(t, "several", stats.Options{}, files["battle"], files["stock-join.pcap"], files["battle"], files["battle of OpenBC"])
}

// TestShortAndLongOfSharedCaptures does so with real traffic.
func TestShortAndLongOfSharedCaptures(t *testing.T) {
	for name, raw := range outside.Read(t, 8<<20) {
		shortAndLong(t, name, stats.Options{}, raw)
	}
}

// FuzzShortAndLong does so with datagrams between two clients and the host: a byte that says
// who sends, when and how much, and the datagram before it is enciphered.
func FuzzShortAndLong(f *testing.F) {
	var battle []byte
	for r := range reporttest.Open(f, "battle", battleWithTrouble(f, message.Stock, 500), decode.Options{}).Records() {
		const most = 250 // bytes that one byte can tell
		if r.IsGame() && !r.Header.Cut && len(r.Payload) < most {
			plain := r.Header.Append([]byte{r.Peer, 1}, r.Payload)
			who := r.ClientPeer & 1
			if r.Dir == decode.ToClient {
				who |= 2
			}
			battle = append(append(battle, who, byte(len(plain))), plain...)
		}
	}
	f.Add(battle)
	f.Fuzz(func(t *testing.T, raw []byte) {
		s := synth.Script{Start: reporttest.Start}
		at := time.Duration(0)
		for len(raw) >= 2 {
			who, n := raw[0], min(int(raw[1]), len(raw)-2)
			at += time.Duration(who>>2) * 10 * time.Millisecond
			src, dst := reporttest.First, reporttest.Host
			if who&1 != 0 {
				src = reporttest.Second
			}
			if who&2 != 0 {
				src, dst = dst, src
			}
			s.Game(at, src, dst, raw[2:2+n])
			raw = raw[2+n:]
		}
		shortAndLong(t, "fuzz", stats.Options{}, s.Pcap(synth.Ethernet()))
	})
}
