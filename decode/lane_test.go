package decode_test

import (
	"bytes"
	"maps"
	"net/netip"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"bcdump/decode"
	"bcdump/internal/heavy"
	"bcdump/internal/must"
	"bcdump/internal/outside"
	"bcdump/report/records"
)

// shortAndLong prints a capture with and without the fast path through the ordered stage, and
// gives how many messages took it.
func shortAndLong(t *testing.T, name string, raw []byte, o decode.Options) (walked int) {
	t.Helper()
	o.Jobs = 1
	c, err := decode.Open(name, bytes.NewReader(raw), o)
	if err != nil {
		return 0 // no capture
	}
	must.Do(t, c.Deliver(func(r *decode.Record) error {
		if r.Walked {
			walked++
		}
		return nil
	}))
	short := c.Summary()
	got := [2]string{renderWith(t, raw, o, records.JSONLines(records.JSONOptions{})), renderWith(t, raw, o, records.JSONLines(records.JSONOptions{Hex: true}))}

	c = open(t, raw, decode.GeneralOnly(o))
	var want [2][]byte
	for r := range c.Records() {
		if r.Walked {
			t.Fatalf("%s: frame %d took the fast path", name, r.Frame)
		}
		want[0] = records.AppendJSON(want[0], r, records.JSONOptions{})
		want[1] = records.AppendJSON(want[1], r, records.JSONOptions{Hex: true})
	}
	long := c.Summary()
	for i := range want {
		if got[i] != string(want[i]) {
			t.Fatalf("%s: the fast path gives other records: %s", name, difference(got[i], string(want[i])))
		}
	}
	if difference := sameSummary(&long, &short); difference != "" {
		t.Fatalf("%s: the fast path gives another summary (-general +fast)\n%s", name, difference)
	}
	return walked
}

// TestShortWay takes captures both ways: the same records and the same summary come out,
// and most messages of a battle go the short one.
func TestShortWay(t *testing.T) {
	heavy.SkipRace(t, "one goroutine")
	shortAndLong(t, "busy", busy().data, decode.Options{})
	shortAndLong(t, "mixed", mixed().data, decode.Options{Protocol: decode.BC})
	raw := battleWithTrouble(t)
	for _, o := range []decode.Options{{}, {ChunkSize: 500}, {Ports: []decode.PortRange{{First: 22101, Last: 22101}}}, {Dialect: 2}} {
		const least = 2_000 // of a short battle; a long one has four times as many
		if n := shortAndLong(t, "battle", raw, o); n < least {
			t.Errorf("%+v: %d messages went the fast path", o, n)
		}
	}
}

// TestShortWayOfShippedCaptures does so with all files of the corpus.
func TestShortWayOfShippedCaptures(t *testing.T) {
	heavy.SkipRace(t, "one goroutine")
	paths, err := filepath.Glob(filepath.Join("..", "testdata", "pcaps", "*.*"))
	if err != nil || len(paths) == 0 {
		t.Fatal(paths, err)
	}
	briefs := 0
	for _, path := range heavy.Some(paths, 3) {
		if filepath.Ext(path) == ".golden" {
			continue
		}
		briefs += shortAndLong(t, path, must.Get(os.ReadFile(path))(t), decode.Options{})
	}
	if briefs < heavy.Scale(500, 2_000) {
		t.Errorf("%d messages went the fast path", briefs)
	}
}

// TestShortWayOfSharedCaptures does so with real traffic.
func TestShortWayOfSharedCaptures(t *testing.T) {
	files := outside.Read(t, 8<<20)
	for _, name := range slices.Sorted(maps.Keys(files)) {
		n := shortAndLong(t, name, files[name], decode.Options{})
		t.Logf("%s: %d messages went the fast path", name, n)
	}
}

func sameSummary(long, short *decode.Summary) string {
	return cmp.Diff(long, short, cmpopts.EquateComparable(netip.AddrPort{}, decode.Clock{}))
}

// FuzzShortWay takes datagrams of two links both ways.
func FuzzShortWay(f *testing.F) {
	f.Add(stream(datagram(255, connect(1)), datagram(1, accept(2)), datagram(2, peerInfo(1, 2, "x"), strong)))
	f.Add(stream(datagram(2, data(255, state(1)), data(0, state(2)), data(0, state(3))), datagram(2), datagram(2, oneByteConnect)))
	for _, plain := range plainDatagrams(f, mixed().data) {
		f.Add(stream(encipher(plain), encipher(plain)))
	}
	raw := battleWithTrouble(f)
	var battle []byte
	for r := range open(f, raw[:min(len(raw), 400_000)], decode.Options{}).Records() {
		const most = 250
		if r.IsGame() && !r.Header.Cut && len(r.Payload) < most && len(battle) < 40_000 {
			plain := r.Header.Append([]byte{r.Peer, 1}, r.Payload)
			back := map[decode.Direction]byte{decode.ToClient: 1}[r.Dir]
			battle = append(append(battle, back, byte(len(plain))), plain...)
		}
	}
	f.Add(battle)
	f.Fuzz(func(t *testing.T, raw []byte) {
		shortAndLong(t, "fuzz", unstream(raw).data, decode.Options{})
	})
}
