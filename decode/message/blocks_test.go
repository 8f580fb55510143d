package message_test

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"bcdump/decode/fields"
	"bcdump/decode/message"
	"bcdump/decode/ship"
	"bcdump/internal/must"
)

// blockWriter writes subsystem states by the rules of the documents, so that no test
// believes the code that it tests.
type blockWriter struct {
	bytes.Buffer
	dialect message.Dialect
	remote  bool // with power settings, as for anybody but the owner
	blob    bool // as in a creation message
	split   bool // a byte for each boolean

	group, bools, next int
	wrote              []message.SubsystemState
}

func (w *blockWriter) value() byte {
	w.next += 37
	return byte(w.next)
}

func (w *blockWriter) values(n int) []byte {
	var list []byte
	for range n {
		list = append(list, w.value())
	}
	w.Write(list)
	return list
}

func (w *blockWriter) bool(value bool) {
	place := w.bools % 5
	if w.split {
		place = 0
	}
	if place == 0 {
		w.group = w.Len()
		w.WriteByte(0)
	}
	group := &w.Bytes()[w.group]
	*group = *group&0x1F | byte(place+1)<<5
	if value {
		*group |= 1 << place
	}
	w.bools++
}

func (w *blockWriter) entry(sub *ship.Subsystem) {
	s := message.SubsystemState{Index: sub.Index, Condition: w.values(1)[0], Children: w.values(len(sub.Children))}
	shield := sub.Format == ship.Shield && w.dialect != message.OpenBC
	switch {
	case w.blob && sub.Format.HasPower():
		s.Power = 100
		w.WriteByte(s.Power)
	case shield || sub.Format == ship.Powered:
		s.HasData = w.remote
		w.bool(s.HasData)
		if w.remote {
			s.Power = byte(w.next % 126)
			w.WriteByte(s.Power)
		}
	}
	if w.blob {
		for _, tail := range sub.Tail {
			if tail.IsBool() {
				w.bool(true)
			} else {
				w.WriteByte(2)
			}
		}
	}
	if shield {
		s.Facings = w.values(6)
	}
	if sub.Format == ship.Reactor {
		s.Main, s.Backup = w.values(1)[0], w.values(1)[0]
	}
	w.wrote = append(w.wrote, s)
}

// window writes the entries that a stock server puts into one block.
func (w *blockWriter) window(class *ship.Class, start int) {
	for i := start; ; {
		w.entry(&class.Subsystems[i])
		i = (i + 1) % len(class.Subsystems)
		if 1+w.Len() >= 10 || i == start {
			return
		}
	}
}

// entries writes the given number of entries.
func (w *blockWriter) entries(class *ship.Class, start, n int) {
	for i := range n {
		w.entry(&class.Subsystems[(start+i)%len(class.Subsystems)])
	}
}

// update is a state update with only a block, or one with motion that owns no booleans.
func update(remote bool, start int, block []byte) []byte {
	payload := []byte{0x1C, 0x00, 0x01, 0x00, 0x40, 0, 0, 0x48, 0x42, 0x20}
	if remote {
		payload[9] = 0x3E
		payload = append(payload, 0, 127, 0, 0, 0x40, 0, 126, 0, 0, 0, 126, 0x57, 0x47)
	}
	return append(append(payload, byte(start)), block...)
}

// laidOut calls f for every class that has a layout.
func laidOut(f func(class *ship.Class)) {
	classes := ship.Stock().Classes()
	for i := range classes {
		if len(classes[i].Subsystems) > 0 {
			f(&classes[i])
		}
	}
}

// decodeBlock demands that a block comes out sound, as it was written and back again.
func decodeBlock(t *testing.T, payload []byte, class *ship.Class, w *blockWriter) *message.SubsystemBlock {
	t.Helper()
	d, spans := new(message.Decoder).Trace(payload, message.Context{Class: class, Dialect: w.dialect})
	checkSpans(t, spans, payload, d.Trailing)
	if !d.SplitGroups {
		checkEncode(t, &d, payload)
	}
	m := d.Message.(*message.StateUpdate)
	block := &m.Subsystems
	if !d.Complete() || d.GroupFault != "" || len(d.Trailing) != 0 || !block.Decoded() || !block.BitsOK {
		t.Fatalf("%s, %x: error %v, fault %q, reason %q, bits %v, raw %x, rest %x", class.Key, payload, d.Err, d.GroupFault,
			block.Reason, block.BitsOK, block.Raw, block.Rest)
	}
	if len(block.Items) != len(w.wrote) {
		t.Fatalf("%s, %x: %d items, want %d", class.Key, payload, len(block.Items), len(w.wrote))
	}
	for i := range w.wrote {
		got, want := &block.Items[i], &w.wrote[i]
		if got.Index != want.Index || got.Condition != want.Condition || !bytes.Equal(got.Children, want.Children) ||
			got.HasData != want.HasData || got.Power != want.Power || !bytes.Equal(got.Facings, want.Facings) ||
			got.Main != want.Main || got.Backup != want.Backup {
			t.Errorf("%s, %x: %+v, want %+v", class.Key, payload, got, want)
		}
	}
	return block
}

// The blocks that a stock server sends about each ship, to its owner and to others.
func TestWindows(t *testing.T) {
	blocks := 0
	laidOut(func(class *ship.Class) {
		for _, remote := range []bool{false, true} {
			windows := class.Windows(remote)
			for i, window := range windows {
				w := &blockWriter{dialect: message.Stock, remote: remote}
				w.window(class, window.Start)
				if w.Len() != window.DataLength || w.bools != window.Bools {
					t.Fatalf("%s: writes %d bytes, %d booleans, want %+v", class.Key, w.Len(), w.bools, window)
				}
				payload := update(remote, window.Start, w.Bytes())
				d := new(message.Decoder).DecodeIn(payload, message.Context{Class: class, Dialect: message.Stock})
				checkForms(t, &d)
				block := decodeBlock(t, payload, class, w)
				if block.NextIndex != window.Next || !block.WindowOK || !block.Sound(message.Stock) {
					t.Errorf("%s from %d: next %d, window %v", class.Key, window.Start, block.NextIndex, block.WindowOK)
				}
				if i+1 < len(windows) && block.NextIndex != windows[i+1].Start {
					t.Errorf("%s from %d: next %d, the next window starts at %d", class.Key, window.Start, block.NextIndex, windows[i+1].Start)
				}
				blocks++
			}
		}
	})
	if blocks < 15*2*3 {
		t.Errorf("only %d blocks", blocks)
	}
}

// The same blocks as OpenBC writes them: the shield generator is its condition only,
// booleans share bytes or not, and how long a block is says nothing.
func TestOpenBCWindows(t *testing.T) {
	split := 0
	laidOut(func(class *ship.Class) {
		for start := range class.Subsystems {
			for _, n := range []int{1, 2, 4, len(class.Subsystems)} {
				for _, form := range []blockWriter{{}, {remote: true}, {split: true}, {remote: true, split: true}} {
					w := &form
					w.dialect = message.OpenBC
					w.entries(class, start, n)
					payload := update(w.remote, start, w.Bytes())
					block := decodeBlock(t, payload, class, w)
					if want := (start + n) % len(class.Subsystems); block.NextIndex != want || !block.Sound(message.OpenBC) {
						t.Errorf("%s from %d: next %d, want %d", class.Key, start, block.NextIndex, want)
					}
					d := new(message.Decoder).DecodeIn(payload, message.Context{Class: class, Dialect: message.OpenBC})
					if want := w.split && w.bools > 1; d.SplitGroups != want {
						t.Errorf("%s, %x: split %v, want %v", class.Key, payload, d.SplitGroups, want)
					}
					if d.SplitGroups {
						split++
					}
				}
			}
		}
	})
	if split == 0 {
		t.Error("no block with split groups")
	}
}

// A block that was observed from an OpenBC server comes out in its own dialect, with
// a group byte for each boolean, and is cut in the other.
func TestObservedOpenBCBlock(t *testing.T) {
	v := vectorNamed(t, "third-party-server-block")
	context := v.context(t)
	context.Dialect = message.OpenBC
	d := new(message.Decoder).DecodeIn(v.payload, context)
	block := &d.Message.(*message.StateUpdate).Subsystems
	if !block.Sound(message.OpenBC) || d.GroupFault != "" || !d.SplitGroups || len(block.Items) != 5 || block.NextIndex != 5 {
		t.Errorf("reason %q, fault %q, split %v, %d items, next %d", block.Reason, d.GroupFault, d.SplitGroups, len(block.Items), block.NextIndex)
	}
	if main := block.Items[3].Main; main != 0xFD {
		t.Errorf("main battery %d", main)
	}
}

func TestWindowOK(t *testing.T) {
	sovereign := classOf(t, "sovereign")
	tests := []struct {
		name  string
		start int
		n     int
		want  bool
	}{
		{"hull and shield", 0, 2, true},
		{"ends before ten bytes", 0, 1, false},
		{"begins an entry past ten bytes", 0, 3, false},
		{"exactly ten bytes", 8, 2, true},
		{"one entry past them", 8, 3, false},
	}
	for _, tt := range tests {
		w := &blockWriter{dialect: message.Stock}
		w.entries(sovereign, tt.start, tt.n)
		block := decodeBlock(t, update(false, tt.start, w.Bytes()), sovereign, w)
		if block.WindowOK != tt.want || block.Sound(message.Stock) != tt.want {
			t.Errorf("%s: window %v, want %v", tt.name, block.WindowOK, tt.want)
		}
	}
	// A ship of few subsystems fits whole, and none of them may come twice.
	buoy := &ship.Class{Key: "buoy", Name: "Buoy", Subsystems: []ship.Subsystem{
		{Name: "Hull", MaxCondition: 10}, {Index: 1, Name: "Sensors", Format: ship.Powered, MaxCondition: 10},
	}}
	for n, want := range map[int]bool{1: false, 2: true, 3: false, 4: false, 8: false} {
		w := &blockWriter{dialect: message.Stock}
		w.entries(buoy, 1, n)
		if block := decodeBlock(t, update(false, 1, w.Bytes()), buoy, w); block.WindowOK != want || block.NextIndex != (1+n)%2 {
			t.Errorf("%d entries of two: window %v, next %d", n, block.WindowOK, block.NextIndex)
		}
	}
}

// Without a dialect, blocks that hold the shield generator stay raw; all others read
// as in both.
func TestUndecidedDialect(t *testing.T) {
	laidOut(func(class *ship.Class) {
		for start := range class.Subsystems {
			for n := 1; n <= 3; n++ {
				w := &blockWriter{dialect: message.Stock, remote: n%2 == 0}
				w.entries(class, start, n)
				payload := update(w.remote, start, w.Bytes())
				if hasShield(class, start, n) {
					undecided(t, class, payload)
					continue
				}
				var lines []string
				for _, dialect := range []message.Dialect{message.Undecided, message.Stock, message.OpenBC} {
					w.dialect = dialect
					block := decodeBlock(t, payload, class, w)
					if block.HasShield {
						t.Errorf("%s, %x: no shield generator there", class.Key, payload)
					}
					d := new(message.Decoder).DecodeIn(payload, message.Context{Class: class, Dialect: dialect})
					got := toJSON(t, &d)
					delete(got["subsystems"].(map[string]any), "dialect")
					lines = append(lines, fmt.Sprint(got))
				}
				if lines[0] != lines[1] || lines[0] != lines[2] {
					t.Errorf("%s, %x: read as\n%s", class.Key, payload, strings.Join(lines, "\n"))
				}
			}
		}
	})
}

func hasShield(class *ship.Class, start, n int) bool {
	for i := range n {
		if class.Subsystems[(start+i)%len(class.Subsystems)].Format == ship.Shield {
			return true
		}
	}
	return false
}

func undecided(t *testing.T, class *ship.Class, payload []byte) {
	t.Helper()
	d, spans := new(message.Decoder).Trace(payload, message.Context{Class: class})
	checkAny(t, &d, spans, payload)
	m := d.Message.(*message.StateUpdate)
	block := &m.Subsystems
	if block.Reason != "undecided dialect" || len(block.Items) != 0 || !block.HasShield || block.Decoded() {
		t.Errorf("%s, %x: reason %q, %d items, shield %v", class.Key, payload, block.Reason, len(block.Items), block.HasShield)
	}
	if !bytes.HasSuffix(payload, block.Raw) || m.RawBytes() != len(block.Raw)-1 || !d.Complete() {
		t.Errorf("%s, %x: raw %x, %d counted", class.Key, payload, block.Raw, m.RawBytes())
	}
	if remarks := m.Remarks(); len(remarks) != 1 || remarks[0] != "subsystem block: undecided dialect" {
		t.Errorf("%s, %x: %q", class.Key, payload, remarks)
	}
}

// What is left raw, and why.
func TestRawBlocks(t *testing.T) {
	tests := []struct {
		name, ship, block string
		reason            string
		items, raw        int
		next              int
	}{
		{"no class", "", "08ff60ff", "unknown ship", 0, 4, 0},
		{"a class without layout", "borgcube", "08ff60ff", "unknown ship", 0, 4, 0},
		{"start behind the list", "akira", "0bff", "start index out of range", 0, 2, 0},
		{"start far behind the list", "akira", "ff", "start index out of range", 0, 1, 0},
		{"no entry", "akira", "08", "truncated entry", 0, 1, 8},
		{"the first entry is cut", "akira", "09ffff", "truncated entry", 0, 3, 9},
		{"the group byte is missing", "akira", "08ff", "truncated entry", 0, 2, 8},
		{"the second entry is cut", "akira", "08ff40ffff", "truncated entry", 1, 2, 9},
		{"the power setting is cut", "akira", "08ff43ffffffff", "truncated entry", 1, 3, 9},
		{"the power setting is missing", "akira", "08ff21", "truncated entry", 0, 3, 8},
	}
	for _, tt := range tests {
		context := message.Context{Dialect: message.Stock}
		if tt.ship != "" {
			context.Class = classOf(t, tt.ship)
		}
		bytesOf := must.Get(hex.DecodeString(tt.block))(t)
		payload := update(false, int(bytesOf[0]), bytesOf[1:])
		d, spans := new(message.Decoder).Trace(payload, context)
		checkAny(t, &d, spans, payload)
		m := d.Message.(*message.StateUpdate)
		block := &m.Subsystems
		if block.Reason != tt.reason || len(block.Items) != tt.items || len(block.Raw)+len(block.Rest) != tt.raw || block.NextIndex != tt.next {
			t.Errorf("%s: %q, %d items, raw %x, rest %x, next %d", tt.name, block.Reason, len(block.Items), block.Raw, block.Rest, block.NextIndex)
		}
		if block.Decoded() || block.Sound(message.OpenBC) || !d.Complete() {
			t.Errorf("%s: counts as decoded", tt.name)
		}
	}
}

// Booleans of the position, of the cloak and of the block share group bytes.
func TestSharedGroups(t *testing.T) {
	const (
		position = "0000c842000048c20000cc41" // behind it the first group byte
		motion   = "007e0000007e5747"
	)
	tests := []struct {
		name, ship, flags, rest string
		items, next             int
	}{
		{"7D: hash, cloak, three subsystems", "birdofprey", "7d", position + "bf3412" + motion + "05ffff64ffffff64ff64", 3, 8},
		{"7D: hash, cloak, four subsystems in two bytes", "birdofprey", "7d", position + "a3" + "3412" + motion + "05ffffffffffffff40ff", 5, 0},
		{"3D: hash, two subsystems", "sovereign", "3d", position + "66" + motion + "02ff64ffffffffffff64", 3, 5},
		{"3D: with a hash", "sovereign", "3d", position + "673412" + motion + "02ff64ffffffffffff64", 3, 5},
		{"3D: six booleans", "warbird", "3d", position + "a0" + motion + "08ffffffffffffffffff20ffffffffffff", 7, 2},
		{"60: cloak, two subsystems", "birdofprey", "60", "6105ffffffffff", 2, 7},
		{"21: one more bit of the position", "akira", "21", position + "6000ffffffffffffffffff", 3, 3},
	}
	for _, tt := range tests {
		payload := must.Get(hex.DecodeString("1c000100400000a442" + tt.flags + tt.rest))(t)
		context := message.Context{Class: classOf(t, tt.ship), Dialect: message.Stock}
		d, spans := new(message.Decoder).Trace(payload, context)
		checkAny(t, &d, spans, payload)
		block := &d.Message.(*message.StateUpdate).Subsystems
		if !block.Decoded() || !block.BitsOK || d.GroupFault != "" || d.SplitGroups || len(block.Items) != tt.items || block.NextIndex != tt.next {
			t.Errorf("%s: reason %q, bits %v, fault %q, %d items, next %d", tt.name, block.Reason, block.BitsOK, d.GroupFault, len(block.Items), block.NextIndex)
		}
		checkEncode(t, &d, payload)
		// Without the class the same bytes come back from the raw block.
		raw, spans := new(message.Decoder).Trace(payload, message.Context{})
		checkAny(t, &raw, spans, payload)
		rest := raw.Message.(*message.StateUpdate).Subsystems.GroupRest
		own := 0
		if d.Message.(*message.StateUpdate).DirtyFlags&message.FlagPosition != 0 {
			own++
		}
		if d.Message.(*message.StateUpdate).DirtyFlags&message.FlagCloak != 0 {
			own++
		}
		if first := payload[bytesBeforeGroup(payload)]; int(rest.Count) != int(first>>5)-own || rest.Bits != first&0x1F>>own {
			t.Errorf("%s: rest of the group %+v of 0x%02X", tt.name, rest, first)
		}
		checkEncode(t, &raw, payload)
	}
}

// bytesBeforeGroup is the place of the group byte that position and cloak share.
func bytesBeforeGroup(payload []byte) int {
	if payload[9]&message.FlagPosition != 0 {
		return 22
	}
	return 10
}

// A count that differs from the booleans taken is a fault, and the block is suspect.
func TestBitsNotOK(t *testing.T) {
	for _, block := range []string{"00ffff40ffffffffffff", "00ffff00ffffffffffff", "00ffff22ffffffffffff", "00ffffe0ffffffffffff"} {
		b := must.Get(hex.DecodeString(block))(t)
		d := new(message.Decoder).DecodeIn(update(false, 0, b[1:]), message.Context{Class: classOf(t, "sovereign"), Dialect: message.Stock})
		m := d.Message.(*message.StateUpdate)
		if m.Subsystems.BitsOK || m.Subsystems.Sound(message.Stock) || d.GroupFault == "" || len(m.Remarks()) != 1 {
			t.Errorf("%s: bits %v, fault %q, remarks %q", block, m.Subsystems.BitsOK, d.GroupFault, m.Remarks())
		}
	}
}

func TestRemarks(t *testing.T) {
	tests := []struct {
		vector string
		want   []string
	}{
		{"payload-300-akira-own", nil},
		{"payload-56-akira-client", nil},
		{"client-80-odd-indices", []string{"none: 0, 3, 40 (Akira)"}},
		{"truncated-in-subsystem-entry", []string{"truncated entry"}},
		{"start-index-out-of-range", []string{"start index out of range"}},
		{"third-party-server-block", []string{"truncated entry"}},
		{"species-without-layout", nil},
	}
	for _, tt := range tests {
		v := vectorNamed(t, tt.vector)
		d := v.decode(t)
		got := d.Message.(*message.StateUpdate).Remarks()
		if len(got) != len(tt.want) {
			t.Errorf("%s: %q, want %q", tt.vector, got, tt.want)
			continue
		}
		for i := range tt.want {
			if !strings.Contains(got[i], tt.want[i]) {
				t.Errorf("%s: %q, want %q", tt.vector, got[i], tt.want[i])
			}
		}
	}
	sovereign := classOf(t, "sovereign")
	for power, want := range map[byte]int{0: 0, 125: 0, 126: 1, 255: 1} {
		d := new(message.Decoder).DecodeIn(update(false, 0, []byte{0xFF, 0xFF, 0x21, power, 1, 2, 3, 4, 5, 6}), message.Context{Class: sovereign, Dialect: message.Stock})
		got := d.Message.(*message.StateUpdate).Remarks()
		if len(got) != want || want == 1 && !strings.Contains(got[0], "above 125 %") {
			t.Errorf("%d %%: %q", power, got)
		}
	}
}

// Conditions, facings and batteries in points, where the maximum is known.
func TestPoints(t *testing.T) {
	type row map[string]any
	decode := func(key string, start int, block ...byte) []any {
		t.Helper()
		context := message.Context{Class: classOf(t, key), Dialect: message.Stock}
		d := new(message.Decoder).DecodeIn(update(false, start, block), context)
		return toJSON(t, &d)["subsystems"].(map[string]any)["items"].([]any)
	}
	check := func(name string, got any, want row) {
		t.Helper()
		object := got.(map[string]any)
		for key, value := range want {
			if shown := fmt.Sprint(object[key]); shown != value {
				t.Errorf("%s: %s is %s, want %s", name, key, shown, value)
			}
		}
	}
	sovereign := decode("sovereign", 0, 255, 51, 0x20, 255, 204, 0, 51, 102, 255)
	check("full hull", sovereign[0], row{"percent": "100", "points": "12000"})
	check("hurt shield generator", sovereign[1], row{"percent": "20", "points": "2000", "facing_points": "[11000 4400 0 2200 2200 5500]"})
	reactor := decode("sovereign", 3, 102, 255, 51, 0, 255, 255, 0x20)
	check("reactor", reactor[0], row{"percent": "40", "points": "2800", "main_battery": "255", "main_battery_points": "200000", "backup_battery_points": "20000"})
	check("destroyed engines", reactor[1], row{"percent": "0", "points": "0"})
	rock := decode("asteroid", 0, 255, 255, 0x20, 255, 0, 255, 0, 255, 0)
	check("a shield without facings", rock[1], row{"facings": "[255 0 255 0 255 0]", "facing_points": "<nil>", "points": "200"})

	mod := &ship.Class{Key: "mod", Subsystems: []ship.Subsystem{{Name: "Hull"}, {Index: 1, Name: "Core", Format: ship.Reactor}}}
	d := new(message.Decoder).DecodeIn(update(false, 0, []byte{255, 255, 255, 255}), message.Context{Class: mod, Dialect: message.Stock})
	items := toJSON(t, &d)["subsystems"].(map[string]any)["items"].([]any)
	check("no maximum", items[0], row{"percent": "100", "points": "<nil>"})
	check("no maxima", items[1], row{"main_battery_points": "<nil>", "backup_battery_points": "<nil>"})
}

func TestDamageOnLines(t *testing.T) {
	context := message.Context{Class: classOf(t, "sovereign"), Dialect: message.Stock}
	d := new(message.Decoder).DecodeIn(update(false, 0, []byte{51, 255, 0x20, 255, 204, 0, 255, 255, 255}), context)
	const want = "0x40000100  t 50.00 s  SUB  subsystems 0-1: Hull 20% rear shield 80% top shield 0%"
	if got := string(fields.AppendText(nil, d.Message, fields.All, nil)); got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
}

// creationOf is a creation message of a ship with the given blob.
func creationOf(species uint8, blob []byte) []byte {
	payload := []byte{0x03, 0, 2, 0x08, 0x80, 0, 0, 0, 1, 0, 0x40, species}
	for _, f := range []float32{10, 20, -30, 1, 0, 0, 0} {
		payload = binary.LittleEndian.AppendUint32(payload, math.Float32bits(f))
	}
	payload = append(payload, 0, 0, 0, 0, 0, 0, 0, 2, 'A', 'b', 0)
	return append(payload, blob...)
}

// Every class that has a layout, created with values that differ from each other.
func TestCreationOfEveryClass(t *testing.T) {
	laidOut(func(class *ship.Class) {
		w := &blockWriter{blob: true}
		w.entries(class, 0, len(class.Subsystems))
		if w.Len() != class.BlobLength {
			t.Fatalf("%s: writes %d bytes, want %d", class.Key, w.Len(), class.BlobLength)
		}
		payload := creationOf(class.Species, w.Bytes())
		d, spans := new(message.Decoder).Trace(payload, message.Context{})
		checkAny(t, &d, spans, payload)
		m := d.Message.(*message.ObjectCreate)
		if !d.Complete() || d.GroupFault != "" || d.SplitGroups || len(d.Trailing) != 0 || len(m.Subsystems) != len(w.wrote) || m.Class() != class || m.RawBytes() != 0 {
			t.Fatalf("%s: error %v, fault %q, %d subsystems, trailing %x", class.Key, d.Err, d.GroupFault, len(m.Subsystems), d.Trailing)
		}
		for i, want := range w.wrote {
			checkCreated(t, class, &m.Subsystems[i], &want)
		}
		for n := range class.BlobLength {
			cutCreation(t, class, payload, n)
		}
		long := slices.Concat(payload, []byte{1, 2})
		if d := message.Decode(long); !d.Complete() || len(d.Trailing) != 2 {
			t.Errorf("%s: error %v, trailing %x of a blob that is too long", class.Key, d.Err, d.Trailing)
		}
	})
}

func checkCreated(t *testing.T, class *ship.Class, got *message.CreationState, want *message.SubsystemState) {
	t.Helper()
	sub := &class.Subsystems[want.Index]
	same := got.Index == want.Index && got.Condition == want.Condition && bytes.Equal(got.Children, want.Children) &&
		bytes.Equal(got.Facings, want.Facings) && got.Main == want.Main && got.Backup == want.Backup && got.Power == int8(want.Power)
	for _, tail := range sub.Tail {
		switch tail {
		case ship.WeaponBit:
			same = same && got.WeaponBit
		case ship.CloakBit:
			same = same && got.Cloaked
		default:
			same = same && got.Mode == 2
		}
	}
	if !same {
		t.Errorf("%s, %s: %+v, want %+v", class.Key, sub.Name, got, want)
	}
}

// cutCreation leaves n bytes of the blob: what is there whole is decoded, the rest is
// trailing, and the message counts as cut.
func cutCreation(t *testing.T, class *ship.Class, payload []byte, n int) {
	t.Helper()
	cut := payload[:len(payload)-class.BlobLength+n]
	d, spans := new(message.Decoder).Trace(cut, message.Context{})
	checkAny(t, &d, spans, cut)
	m := d.Message.(*message.ObjectCreate)
	if d.Complete() || len(m.Subsystems) == len(class.Subsystems) || !strings.Contains(d.Err.Reason, class.Subsystems[len(m.Subsystems)].Name) {
		t.Errorf("%s, %d of %d bytes: error %v, %d subsystems", class.Key, n, class.BlobLength, d.Err, len(m.Subsystems))
	}
	if m.ObjectID != 0x40000100 || m.ObjectName.String() != "Ab" {
		t.Errorf("%s, %d bytes: %+v", class.Key, n, m)
	}
}

// The sign of the power byte says on or off, its amount the setting.
func TestPowerOfCreation(t *testing.T) {
	class := classOf(t, "probe")
	for power, want := range map[byte]string{0x64: "true 100", 0x01: "true 1", 0x7F: "true 127", 0x00: "false 0", 0x9C: "false 100", 0xFF: "false 1", 0x80: "false 128"} {
		w := &blockWriter{blob: true}
		w.entries(class, 0, len(class.Subsystems))
		payload := creationOf(class.Species, w.Bytes())
		payload[len(payload)-1] = power // of the sensors, which come last
		d := message.Decode(payload)
		items := toJSON(t, &d)["subsystems"].(map[string]any)["items"].([]any)
		last := items[len(items)-1].(map[string]any)
		if got := fmt.Sprint(last["on"], " ", last["power"]); got != want {
			t.Errorf("0x%02X: %s, want %s", power, got, want)
		}
		checkEncode(t, &d, payload)
	}
}
