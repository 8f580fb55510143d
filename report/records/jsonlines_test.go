package records

import (
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"net/netip"
	"os"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"bcdump/decode"
	"bcdump/decode/capture"
	"bcdump/decode/message"
	"bcdump/decode/ship"
	"bcdump/decode/transport"
	"bcdump/decode/wire"
	"bcdump/internal/heavy"
	"bcdump/internal/must"
)

// forms holds the lines of renderers, which remember, against those of AppendJSON and AppendText.
type forms struct {
	all            []lineForm
	ordinary, left int // updates
	walked         int // messages
	updates        fastJSON
	lines          message.UpdateLine
	room           []byte // for lines
}

// lineForm prints lines as a renderer does, and as a function does that remembers nothing.
type lineForm struct {
	fast, plain decode.Renderer
}

func newForms() *forms {
	f := &forms{}
	for _, o := range []JSONOptions{{}, {Hex: true, File: "a\"b.pcap"}} {
		f.all = append(f.all, lineForm{JSONLines(o)(), func(b []byte, r *decode.Record) []byte { return AppendJSON(b, r, o) }})
	}
	start := capture.Time{Sec: 1_771_070_400 - 86_400}
	for _, o := range []TextOptions{{}, {Color: true, Width: 90, Mark: ':', Start: start, Zone: time.FixedZone("", 43_200)}} {
		f.all = append(f.all, lineForm{Text(o)(), func(b []byte, r *decode.Record) []byte { return AppendText(b, r, o) }})
	}
	return f
}

// compare holds all forms of a record against one another.
func (f *forms) compare(t *testing.T, r *decode.Record) {
	t.Helper()
	for _, form := range f.all {
		got, want := form.fast(append(f.room[:0], 'x'), r), form.plain([]byte("x"), r)
		f.room = got
		if string(got) != string(want) {
			t.Fatalf("payload %x, walked %v\n got %s\nwant %s", r.Payload, r.Walked, got, want)
		}
	}
}

func (f *forms) check(t *testing.T, r *decode.Record) {
	t.Helper()
	f.compare(t, r)
	if x := walked(r); x != nil {
		if f.compare(t, x); !x.Clean() || !f.straight(x) {
			t.Fatalf("payload %x walked: %v, or not printed straight from its bytes", r.Payload, x.Diagnostics())
		}
		f.walked++
	}
	if _, ok := r.Content().Message.(*message.StateUpdate); !ok {
		return
	}
	if _, done := f.updates.appendUpdate(nil, r); plainUpdate(r) && done {
		f.ordinary++
	} else {
		f.left++
	}
}

// straight reports whether the line of a walked record is printed without decoding it.
func (f *forms) straight(r *decode.Record) bool {
	if r.Header.Type == transport.Ack {
		return true
	}
	_, done := f.lines.Append(nil, r.Payload, &r.Context, r.Block, 0)
	return done
}

// walked gives a record as it would be if it had taken the fast path; nil = it would not.
func walked(r *decode.Record) *decode.Record {
	var look message.StateUpdate
	update, c := plainUpdate(r), &r.Context
	_, ack := r.Content().Message.(*transport.Acknowledgement)
	if !update && !ack || r.Proto != decode.BC || len(r.Diagnostics()) > 0 || len(r.Content().Trailing) > 0 || !r.Content().Complete() {
		return nil
	}
	if update {
		if skim := look.Skim(r.Payload, c.Class, c.Dialect); !skim.InOrder || !skim.Usual {
			return nil
		}
	}
	x := r.Clone()
	x.Walked = true
	return x
}

// TestFormsOfCaptures takes every capture that comes with the sources.
func TestFormsOfCaptures(t *testing.T) {
	heavy.SkipRace(t, "one goroutine")
	files, err := filepath.Glob("../../testdata/pcaps/*")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	f := newForms() // one for all: what it remembers is not of this capture
	for _, file := range heavy.Some(files, 3) {
		c, err := decode.OpenFile(file, decode.Options{Jobs: 1})
		if err != nil {
			continue // golden files, and captures that are none
		}
		for r := range c.Records() {
			f.check(t, r)
		}
	}
	if f.ordinary < heavy.Scale(300, 1_500) || f.left < heavy.Scale(2, 10) {
		t.Errorf("%d ordinary updates and %d others", f.ordinary, f.left)
	}
}

// TestFormsOfVectors takes the payloads of all messages, reliable and not, and damages
// them. An ordinary run takes the contexts in turn.
func TestFormsOfVectors(t *testing.T) {
	heavy.SkipRace(t, "one goroutine")
	files, err := filepath.Glob("../../decode/message/testdata/vectors/*.json")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	f := newForms()
	chance := rand.New(rand.NewPCG(3, 4))
	for _, file := range files {
		step := heavy.Scale(10, 1)
		for n, payload := range payloadsOf(t, file) {
			for i := n % step; i < len(contexts); i += step {
				f.check(t, recordOf(uint8(i), uint8(i), payload))
			}
			for range 20 / step {
				f.check(t, recordOf(uint8(chance.Uint32()), uint8(chance.Uint32()), damaged(chance, payload)))
			}
		}
	}
}

func payloadsOf(t testing.TB, file string) (payloads [][]byte) {
	text := must.Get(os.ReadFile(file))(t)
	var rows []struct{ Hex string }
	must.Do(t, json.Unmarshal(text, &rows))
	for _, row := range rows {
		payloads = append(payloads, must.Get(hex.DecodeString(row.Hex))(t))
	}
	return payloads
}

func damaged(chance *rand.Rand, payload []byte) []byte {
	payload = append([]byte{}, payload...)
	switch at := chance.IntN(len(payload)); chance.IntN(3) {
	case 0:
		return payload[:at]
	case 1:
		payload[at] ^= 1 << chance.IntN(8)
		return payload
	}
	return append(payload, byte(chance.Uint32()))
}

// contexts are what an update may be read in.
var contexts = func() (all []message.Context) {
	worlds := []message.World{
		{}, {Known: true, Position: wire.Vector{1.5, -2.25e-9, 7e22}}, {Known: true, Estimated: true},
		{Known: true, Stale: true, Position: wire.Vector{float32(math.NaN()), float32(math.Inf(-1)), 16777216}},
	}
	all = append(all, message.Context{}, message.Context{World: worlds[1]}, message.Context{Names: named("Akira")})
	classes := ship.Stock().Classes()
	for i := range classes {
		c := message.Context{Class: &classes[i], World: worlds[i%4], Inferred: i%3 == 0}
		if i%2 == 0 {
			c.Names = named("\"of\x01 " + classes[i].Name)
		}
		for _, c.Dialect = range []message.Dialect{message.Stock, message.OpenBC, message.Undecided} {
			all = append(all, c)
		}
	}
	return all
}()

// named calls some objects by a name and their number.
type named string

func (n named) Name(id uint32) string {
	if id%3 == 0 {
		return ""
	}
	return fmt.Sprintf("%s %d", string(n), id%5)
}

func (n named) AppendName(b []byte, id uint32) []byte { return append(b, n.Name(id)...) }

// sides differ in what is known of the client.
var sides = []decode.Side{
	{Proto: decode.BC, Dir: decode.ToServer, Link: 1},
	{Proto: decode.BC, Dir: decode.ToServer, Link: 1, Client: "Kirk", ClientPeer: 2},
	{Proto: decode.BC, Dir: decode.ToServer, Link: 1<<32 - 1, Client: "\"Sp\u009bock\u202e", ClientPeer: 3},
	{Proto: decode.BC, Dir: decode.ToClient},
}

// recordOf is a message in one of the contexts, from one of several senders; others bits of
// kind say how it travelled.
func recordOf(context, kind uint8, payload []byte) *decode.Record {
	header := transport.NewData(kind >= 0x80, uint16(kind))
	header.Length = uint16(len(payload) + 3)
	r := decode.Record{
		Datagram: &capture.Datagram{
			Frame: int64(kind%3) + 1, Time: capture.Time{Sec: 1_771_070_400 + int64(kind&1), Nanos: 999_999_000}, Digits: 6,
			Ends: &capture.Ends{Src: address(kind % 5), Dst: address(kind % 4)},
		},
		Side: &sides[kind%uint8(len(sides))], Header: &header,
		Peer: kind % 7, Index: kind % 2, Payload: payload, Context: contexts[int(context)%len(contexts)],
	}
	switch kind >> 4 & 7 {
	case 1:
		r.Relay = decode.Relay{Frame: 1, After: 1_234_567, Echo: kind&1 != 0, Surplus: kind&2 != 0}
	case 2:
		r.Copy = 2
	case 3:
		r.Answers = decode.AckOf{Frame: 3, Copies: 2, After: 1}
	case 4:
		r.Digits, r.Time.Nanos = 9, 123_456_789
	case 5:
		r.Time.Sec = []int64{-1, 0, 1 << 36, 1<<36 + 1, math.MinInt64, math.MaxInt64}[kind%6]
	case 6:
		r.Parts = &decode.Parts{Frames: []int64{1, 2}, Length: len(payload) + 3}
	}
	return r.Clone()
}

func address(i uint8) netip.AddrPort {
	if i == 3 {
		return netip.AddrPort{}
	}
	return netip.AddrPortFrom(netip.AddrFrom4([4]byte{10, 0, 0, i / 2}), 1024+uint16(i%2))
}

// TestFormsOfUpdates makes updates of all combinations of flags for all classes of ships; in an
// ordinary run, of every fourth for each.
func TestFormsOfUpdates(t *testing.T) {
	heavy.SkipRace(t, "one goroutine")
	f := newForms()
	chance := rand.New(rand.NewPCG(5, 6))
	step := heavy.Scale(16, 1)
	for context := range contexts {
		for flags := context % step; flags < 256; flags += step {
			payload := randomUpdate(chance, &contexts[context], uint8(flags))
			f.check(t, recordOf(uint8(context), uint8(chance.Uint32())&0x1F, payload))
		}
	}
	if f.ordinary < 20_000/step || f.walked < 10_000/step {
		t.Errorf("%d ordinary updates and %d others, %d walked", f.ordinary, f.left, f.walked)
	}
}

func randomUpdate(chance *rand.Rand, c *message.Context, flags uint8) []byte {
	m := &message.StateUpdate{
		ObjectID: 0x3FFFFFFF + chance.Uint32N(3)*0x40000, GameTime: float32(chance.Uint32N(1<<20)) / 256, DirtyFlags: flags,
		Position: wire.Vector{chance.Float32(), 1 / chance.Float32(), -chance.Float32()},
		HasHash:  chance.IntN(2) == 0, SubsysHash: uint16(chance.Uint32()),
		Delta:   wire.CV4{Direction: direction(chance), Magnitude: wire.CF16(chance.Uint32())},
		Forward: direction(chance), Up: direction(chance),
		Speed: wire.CF16(chance.Uint32()), Cloaked: chance.IntN(2) == 0,
	}
	for range chance.IntN(4) {
		m.Power = append(m.Power, message.PowerSetting{Index: uint8(chance.Uint32N(14)), Value: uint8(chance.Uint32())})
	}
	m.SetContext(*c)
	if c.Class == nil || len(c.Class.Subsystems) == 0 {
		return message.Append(nil, message.OpcodeStateUpdate, m)
	}
	n := len(c.Class.Subsystems)
	m.Subsystems.StartIndex = uint8(chance.IntN(n))
	for i := range 1 + chance.IntN(6) {
		children := len(c.Class.Subsystems[(int(m.Subsystems.StartIndex)+i)%n].Children)
		m.Subsystems.Items = append(m.Subsystems.Items, message.SubsystemState{
			Condition: condition(chance), HasData: chance.IntN(2) == 0, Power: condition(chance), Main: condition(chance), Backup: condition(chance),
			Children: conditions(chance, children), Facings: conditions(chance, 6),
		})
	}
	return message.Append(nil, message.OpcodeStateUpdate, m)
}

func direction(chance *rand.Rand) wire.CV3 {
	return wire.CV3{int8(chance.Uint32()), int8(chance.Uint32()), int8(chance.Uint32())}
}

// condition is mostly that of a whole part, so that texts come again.
func condition(chance *rand.Rand) uint8 {
	if chance.IntN(4) > 0 {
		return 255
	}
	return uint8(chance.Uint32())
}

func conditions(chance *rand.Rand, n int) []byte {
	all := make([]byte, n)
	for i := range all {
		all[i] = condition(chance)
	}
	return all
}

// TestFormsOfAcks takes Acks with all flags, whole, cut and too long.
func TestFormsOfAcks(t *testing.T) {
	f := newForms()
	for flags := range 256 {
		payload := []byte{9, 1, uint8(flags), 3, 4, 5}
		for n := range payload {
			header := transport.Message{Type: transport.Ack, HasSeq: true, Seq: 265, AckFlags: uint8(flags), FragmentIndex: 3}
			header.Length = uint16(n + 1)
			r := decode.Record{
				Datagram: &capture.Datagram{Frame: 7, Ends: &capture.Ends{}}, Header: &header, Payload: payload[:n],
				Side: &decode.Side{Proto: decode.BC, Dir: decode.ToServer},
			}
			r.Answers = decode.AckOf{Frame: int64(flags % 2), Copies: 1, After: 1_000_000}
			f.check(t, r.Clone())
		}
	}
	if f.walked < 256 {
		t.Errorf("%d Acks were walked", f.walked)
	}
}

// FuzzForms holds what a renderer prints, which may have to do with what it printed
// before, against what AppendJSON does.
func FuzzForms(f *testing.F) {
	chance := rand.New(rand.NewPCG(7, 8))
	for range 200 {
		context := chance.IntN(min(len(contexts), 256))
		f.Add(uint8(context), uint8(chance.Uint32()), randomUpdate(chance, &contexts[context], uint8(chance.Uint32())))
	}
	both := newForms()
	f.Fuzz(func(t *testing.T, context, kind uint8, payload []byte) {
		both.check(t, recordOf(context, kind, payload))
	})
}

// TestMilliseconds holds times that are printed from their digits against what strconv
// makes of the float.
func TestMilliseconds(t *testing.T) {
	chance := rand.New(rand.NewPCG(1, 2))
	check := func(d time.Duration) {
		if got, want := string(appendMilliseconds(nil, d)), strconv.FormatFloat(decode.Milliseconds(d), 'f', -1, 64); got != want {
			t.Fatalf("%d ns: %s, want %s", int64(d), got, want)
		}
	}
	for digits := range 62 {
		for range 2_000 {
			d := time.Duration(chance.Int64N(1<<digits + 1))
			check(d)
			check(-d)
			check(d / 1000 * 1000)
		}
	}
	for _, d := range []time.Duration{0, 1, -1, 1e15 - 1, 1e15, 1e15 + 1, 999_999, 1_000_000} {
		check(d)
	}
}
