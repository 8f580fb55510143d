package stats_test

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"

	"bcdump/decode"
	"bcdump/decode/message"
	"bcdump/decode/synth"
	"bcdump/internal/heavy"
	"bcdump/internal/must"
	"bcdump/internal/outside"
	"bcdump/report/internal/reporttest"
	"bcdump/report/stats"
	"bcdump/report/tally"
)

// wholeAndParts demands the same report of captures that are counted whole, by one and by several goroutines, and of
// those whose records come one by one.
func wholeAndParts(t testing.TB, name string, o stats.Options, raw ...[]byte) {
	t.Helper()
	several := o
	several.Jobs = 8
	all := []*stats.Stats{stats.New(o), stats.New(several), stats.New(o)}
	var want string
	for i, s := range all {
		for _, r := range raw {
			c, err := decode.Open(name, bytes.NewReader(r), decode.Options{Jobs: 1})
			switch {
			case err != nil:
				return // no capture
			case i < 2:
				must.Do(t, s.File(name, c))
			default:
				a := tally.NewAccounts()
				s.Begin(name, a)
				summary := must.Get(a.Read(name, c, func(r *decode.Record) error {
					s.Take(r)
					return nil
				}))(t)
				s.End(name, summary)
			}
		}
		got := string(must.Get(json.MarshalIndent(s.Report(), "", " "))(t))
		if i == 0 {
			want = got
		} else if got != want {
			t.Errorf("%s, %+v, way %d (-whole +this)\n%s", name, o, i, gocmp.Diff(want, got))
		}
	}
}

// splits are all ways to split a report.
func splits() (all []stats.Options) {
	for _, by := range [][]string{nil, {"link"}, {"object"}, {"link", "object"}} {
		all = append(all, stats.Options{By: by, Savings: true}, stats.Options{By: by, Interval: 70 * time.Millisecond})
	}
	return all
}

// TestWholeAndParts tries captures in each form, and long ones in several parts. The order of maps must not show either.
func TestWholeAndParts(t *testing.T) {
	files := reporttest.Shipped(t)
	names := append(heavy.Some(slices.Sorted(maps.Keys(files)), 25), "battle", "battle of OpenBC", "hostile", "entities")
	datagrams := heavy.Scale[int64](4000, 10_000) // of more rows than a part has
	files["battle"], files["battle of OpenBC"] = battleWithTrouble(t, message.Stock, datagrams), battleWithTrouble(t, message.OpenBC, datagrams)
	entities := &synth.Script{Start: reporttest.Start}
	for i := range heavy.Scale(500, 2500) {
		reporttest.HostileEntities(entities, i)
	}
	files["hostile"], files["entities"] = hostileFile(heavy.Scale(500, 2500)), entities.Pcap(synth.Ethernet())
	for _, name := range names {
		for _, o := range splits() {
			if len(o.By) == 0 || heavy.On() && name == "battle" || (heavy.On() || len(o.By) == 2) && name == "hostile" {
				wholeAndParts(t, name, o, files[name])
			}
		}
	}
	wholeAndParts(t, "several", stats.Options{}, files["battle"], files["stock-join.pcap"], files["battle"], files["battle of OpenBC"])
}

// TestWholeAndPartsOfSharedCaptures does so with real traffic.
func TestWholeAndPartsOfSharedCaptures(t *testing.T) {
	for name, raw := range outside.Read(t, 8<<20) {
		wholeAndParts(t, name, stats.Options{}, raw)
	}
}

// FuzzStats does so with datagrams between two clients and the host: a byte that says
// who sends, when and how much, and the datagram before it is enciphered.
func FuzzStats(f *testing.F) {
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
		wholeAndParts(t, "fuzz", stats.Options{Savings: true}, s.Pcap(synth.Ethernet()))
	})
}
