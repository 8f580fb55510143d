package message

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"bcdump/decode/fields"
	"bcdump/decode/ship"
	"bcdump/decode/wire"
	"bcdump/internal/heavy"
)

// quickContexts are what an update may be read in.
func quickContexts() (contexts []Context) {
	contexts = append(contexts, Context{})
	for _, key := range []string{"sovereign", "akira", "shuttle", "birdofprey"} {
		class := ship.Stock().ByKey(key)
		for _, dialect := range []Dialect{Undecided, Stock, OpenBC} {
			contexts = append(contexts, Context{Class: class, Dialect: dialect})
		}
	}
	return contexts
}

// checkQuick reads a payload by walking and by its description; it reports whether the walk
// took it.
func checkQuick(t *testing.T, payload []byte, context Context) bool {
	t.Helper()
	var quick, general StateUpdate
	quick.SetContext(context)
	general.SetContext(context)
	got, ok := quick.readInOrder(payload)
	checkSkim(t, payload, &quick, ok)
	var seen *SeenBlock
	if context.Class != nil {
		_, seen = blocks.Look(new(StateUpdate), payload, context.Class, context.Dialect)
	}
	text, printed := printer.Append([]byte("x"), payload, &context, seen, 0)
	if printed != ok || !ok && string(text) != "x" {
		t.Fatalf("% x: printed %v as %q, in order %v", payload, printed, text, ok)
	}
	if !ok {
		return false
	}
	r := wire.NewReader(payload)
	r.Opcode()
	want := r.Read(&general)
	if want.Err != nil || want.Fields != got.Fields || want.GroupFault != "" || want.SplitGroups != got.SplitGroups ||
		len(want.Trailing) != 0 || len(got.Trailing) != 0 {
		t.Fatalf("% x\nquick   %+v\ngeneral %+v", payload, got, want)
	}
	if diff := cmp.Diff(&general, &quick, cmp.AllowUnexported(StateUpdate{}, SubsystemBlock{}, SubsystemState{}),
		cmpopts.IgnoreFields(SubsystemBlock{}, "scratch"), cmpopts.IgnoreFields(SubsystemState{}, "points"), // made when they are shown
		cmpopts.IgnoreFields(StateUpdate{}, "context"), cmpopts.EquateNaNs()); diff != "" {
		t.Fatalf("% x\n(-general +quick)\n%s", payload, diff)
	}
	a, b := fields.AppendJSON(nil, &general, fields.All, nil), fields.AppendJSON(nil, &quick, fields.All, nil)
	if string(a) != string(b) {
		t.Fatalf("% x\n%s\n%s", payload, a, b)
	}
	if "x"+string(a) != string(text) {
		t.Fatalf("% x\n%s\nprinted %s", payload, a, text)
	}
	checkAccessors(t, payload, &general)
	return true
}

// printer is one for all: what it remembers must not show.
var printer UpdateJSON

// checkAccessors asks the bytes of an update what it was read from them.
func checkAccessors(t *testing.T, payload []byte, m *StateUpdate) {
	t.Helper()
	id, at, flags, ok := UpdateHeader(payload)
	if !ok || id != m.ObjectID || math.Float32bits(at) != math.Float32bits(m.GameTime) || flags != m.DirtyFlags {
		t.Fatalf("% x: header %08X %v %02X %v", payload, id, at, flags, ok)
	}
	if UpdateHasHash(payload) != m.Hashed() || m.Hashed() != (m.has(FlagPosition) && m.HasHash) {
		t.Fatalf("% x: hash %v", payload, UpdateHasHash(payload))
	}
}

// TestShortHeaders asks payloads that end within the header or before has_hash.
func TestShortHeaders(t *testing.T) {
	payload := Append(nil, OpcodeStateUpdate, &StateUpdate{ObjectID: 7, DirtyFlags: FlagPosition, HasHash: true})
	for n := range payload {
		_, _, _, header := UpdateHeader(payload[:n])
		if hash := UpdateHasHash(payload[:n]); header != (n >= 10) || hash != (n > 22) {
			t.Errorf("%d bytes: header %v, hash %v", n, header, hash)
		}
	}
}

// blocks are one for all: what it remembers must not show.
var blocks SeenBlocks

// TestSeenBlocks: a block stays with a class, a dialect and its bytes, whatever else the update says; it does
// not with bytes before which a group of booleans is open, or that are no block.
func TestSeenBlocks(t *testing.T) {
	sovereign, akira := ship.Stock().ByKey("sovereign"), ship.Stock().ByKey("akira")
	block := []byte{0, 255, 255, 0x20, 255, 255, 255, 255, 255, 255}
	update := func(flags uint8, motion ...byte) []byte {
		return append(append([]byte{OpcodeStateUpdate, 7, 0, 0, 0, 0, 0, 0, 0, flags}, motion...), block...)
	}
	var k SeenBlocks
	var m StateUpdate
	_, first := k.Look(&m, update(FlagSubsystems), sovereign, Stock)
	if first == nil {
		t.Fatal("nothing is remembered")
	}
	for _, tt := range []struct {
		name    string
		payload []byte
		class   *ship.Class
		dialect Dialect
		same    bool
	}{
		{"the same", update(FlagSubsystems), sovereign, Stock, true},
		{"another speed", update(FlagSubsystems|FlagSpeed, 1, 2), sovereign, Stock, true},
		{"an open group", update(FlagSubsystems|FlagCloak, 0x40), sovereign, Stock, false},
		{"no block", update(FlagWeapons), sovereign, Stock, false},
		{"longer", append(update(FlagSubsystems), 255), sovereign, Stock, false},
		{"another class", update(FlagSubsystems), akira, Stock, false},
		{"another dialect", update(FlagSubsystems), sovereign, OpenBC, false},
	} {
		k := k
		if _, got := k.Look(&m, tt.payload, tt.class, tt.dialect); (got == first) != tt.same {
			t.Errorf("%s: the same %v, want %v", tt.name, got == first, tt.same)
		}
	}
}

// checkSkim looks over a payload that quick has read.
func checkSkim(t *testing.T, payload []byte, read *StateUpdate, inOrder bool) {
	t.Helper()
	var m StateUpdate
	class, dialect := read.context.Class, read.context.Dialect
	s := m.Skim(payload, class, dialect)
	for range 2 { // the second time from memory
		var again StateUpdate
		if look, _ := blocks.Look(&again, payload, class, dialect); look != s || again.DirtyFlags != m.DirtyFlags || again.Speed != m.Speed {
			t.Fatalf("% x: %+v, from memory %+v", payload, s, look)
		}
	}
	if s.InOrder != inOrder {
		t.Fatalf("% x of %v, %v: in order %v, want %v", payload, class, dialect, s.InOrder, inOrder)
	}
	if !inOrder {
		return
	}
	if remarks := read.Remarks(); s.Usual && remarks != nil || !s.Usual && class != nil && remarks == nil {
		t.Fatalf("% x: usual %v, but %q", payload, s.Usual, remarks)
	}
	b := &read.Subsystems
	want := Skim{InOrder: true, Usual: s.Usual}
	if read.has(FlagSubsystems) {
		want.Start, want.Entries, want.HasShield, want.WindowOK = b.StartIndex, uint8(len(b.Items)), b.HasShield, b.WindowOK
		want.FirstHasData = b.Items[0].HasData
		want.Powered, want.Given = describedPower(payload, read.context)
	}
	if s != want {
		t.Fatalf("% x: %+v, want %+v", payload, s, want)
	}
	checkFixed(t, payload, read, &s)
	rest := *read // what Skim does not set need not be compared with itself
	for _, update := range []*StateUpdate{&rest, &m} {
		update.Subsystems, update.Power, update.context = SubsystemBlock{}, nil, Context{}
	}
	if diff := cmp.Diff(&rest, &m, cmp.AllowUnexported(StateUpdate{}, SubsystemBlock{}, SubsystemState{}, Context{}), cmpopts.EquateNaNs()); diff != "" {
		t.Fatalf("% x\n(-read +skimmed)\n%s", payload, diff)
	}
}

// checkFixed reads what has a fixed size of a payload that quick has read, into an update that holds
// another one.
func checkFixed(t *testing.T, payload []byte, read *StateUpdate, s *Skim) {
	t.Helper()
	m := StateUpdate{Power: []PowerSetting{{1, 2}, {3, 4}}}
	block, open := m.ReadFixed(payload)
	if m.GameTime != read.GameTime && !math.IsNaN(float64(m.GameTime)) || m.DirtyFlags != read.DirtyFlags || m.Forward != read.Forward ||
		m.Speed != read.Speed || m.Cloaked != read.Cloaked || !slices.Equal(m.Power, read.Power) {
		t.Fatalf("% x: %+v, want %+v", payload, m, read)
	}
	b, class, dialect := &read.Subsystems, read.context.Class, read.context.Dialect
	if !read.has(FlagSubsystems) {
		if block != nil {
			t.Fatalf("% x: a block % x", payload, block)
		}
		return
	}
	if len(block) != read.Blocks(len(payload)).Subsystems || block[0] != b.StartIndex {
		t.Fatalf("% x: the block is % x", payload, block)
	}
	if s.Sound(dialect) != b.Sound(dialect) || s.NextIndex(class) != b.NextIndex {
		t.Fatalf("% x: sound %v, next %d; want %v, %d", payload, s.Sound(dialect), s.NextIndex(class), b.Sound(dialect), b.NextIndex)
	}
	m.ReadBlock(block, open, class, dialect)
	if diff := cmp.Diff(b, &m.Subsystems, cmp.AllowUnexported(SubsystemBlock{}, SubsystemState{})); diff != "" {
		t.Fatalf("% x\n(-read +read alone)\n%s", payload, diff)
	}
}

// describedPower counts the entries of a block that may have a power setting, and those that do, as the
// description of the message reads them.
func describedPower(payload []byte, context Context) (powered, given uint8) {
	var m StateUpdate
	m.SetContext(context)
	r := wire.NewReader(payload)
	r.Opcode()
	r.Read(&m)
	for i := range m.Subsystems.Items {
		item := &m.Subsystems.Items[i]
		if context.Dialect.Format(&context.Class.Subsystems[item.Index]).HasPower() {
			powered++
		}
		if item.HasData {
			given++
		}
	}
	return powered, given
}

// TestQuickUpdate makes updates of every combination of flags for several ships, and
// damages them: the quick way takes those in order, and reads them as the description does.
func TestQuickUpdate(t *testing.T) {
	chance := rand.New(rand.NewPCG(1, 2))
	taken, left := 0, 0
	each := heavy.Scale(1, 6)
	for _, context := range quickContexts() {
		for flags := range 256 {
			for range each {
				payload := randomUpdate(chance, context, uint8(flags))
				if chance.IntN(4) == 0 {
					payload = damage(chance, payload)
				}
				if checkQuick(t, payload, context) {
					taken++
				} else {
					left++
				}
			}
		}
	}
	if taken < 850*each || left < 250*each {
		t.Errorf("%d taken, %d left to the description", taken, left)
	}
}

func damage(chance *rand.Rand, payload []byte) []byte {
	switch at := chance.IntN(len(payload)); chance.IntN(3) {
	case 0:
		return payload[:at]
	case 1:
		payload[at] ^= 1 << chance.IntN(8)
		return payload
	}
	return append(payload, byte(chance.Uint32()))
}

// randomUpdate writes an update; of a ship, with entries that its list has.
func randomUpdate(chance *rand.Rand, context Context, flags uint8) []byte {
	m := &StateUpdate{
		ObjectID: chance.Uint32(), GameTime: chance.Float32(), DirtyFlags: flags,
		Position: wire.Vector{chance.Float32(), chance.Float32(), chance.Float32()},
		HasHash:  chance.IntN(2) == 0, SubsysHash: uint16(chance.Uint32()),
		Speed: wire.CF16(chance.Uint32()), Cloaked: chance.IntN(2) == 0,
	}
	for range chance.IntN(4) {
		m.Power = append(m.Power, PowerSetting{uint8(chance.Uint32()), uint8(chance.Uint32())})
	}
	m.SetContext(context)
	if context.Class != nil {
		m.Subsystems = randomBlock(chance, context)
	}
	return Append(nil, 0x1C, m)
}

func randomBlock(chance *rand.Rand, context Context) SubsystemBlock {
	n := len(context.Class.Subsystems)
	b := SubsystemBlock{StartIndex: uint8(chance.IntN(n))}
	for i := range 1 + chance.IntN(6) {
		index := (int(b.StartIndex) + i) % n
		item := SubsystemState{Index: index, Condition: uint8(chance.Uint32()), HasData: chance.IntN(2) == 0, Power: 100}
		item.Children = make([]byte, len(context.Class.Subsystems[index].Children))
		item.Facings = make([]byte, facings)
		b.Items = append(b.Items, item)
	}
	return b
}

func FuzzQuickUpdate(f *testing.F) {
	chance := rand.New(rand.NewPCG(3, 4))
	contexts := quickContexts()
	for i := range 200 {
		context := contexts[i%len(contexts)]
		f.Add(uint8(i%len(contexts)), randomUpdate(chance, context, uint8(chance.Uint32())))
	}
	f.Fuzz(func(t *testing.T, context uint8, payload []byte) {
		if len(payload) == 0 {
			return
		}
		payload[0] = 0x1C
		checkQuick(t, payload, contexts[int(context)%len(contexts)])
	})
}
