package battle

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"hash"
	"strconv"

	"bcdump/decode/message"
	"bcdump/decode/ship"
)

// Window counts the blocks about one ship that passed the tap on their way to one
// receiver.
type Window struct {
	Receiver string `json:"receiver"`
	Captured int64  `json:"captured"`
	Distinct int64  `json:"distinct"` // copies left out
	// Lost blocks were sent between the first and the last that passed.
	Lost int64 `json:"lost"`
	// Breaks counts blocks whose start is not the next index of the block before, in
	// the order of the capture: what comes twice or late breaks the sequence too.
	Breaks int64 `json:"breaks"`

	first, last uint32 // numbers of blocks
	next        int
}

// block is what is known of one subsystem block.
type block struct {
	window      *Window
	number      uint32 // of the blocks to this receiver
	start, next uint8
}

// count books a block; again: a copy that the network made.
func (w *Window) count(b *block, again bool) {
	if w.Captured > 0 && w.next != int(b.start) {
		w.Breaks++
	}
	w.Captured++
	w.next = int(b.next)
	if again {
		return
	}
	if w.Distinct == 0 {
		w.first, w.last = b.number, b.number
	}
	w.Distinct++
	w.first, w.last = min(w.first, b.number), max(w.last, b.number)
	w.Lost = int64(w.last-w.first) + 1 - w.Distinct
}

// sums hashes what all blocks and power settings of a ship say, a line each:
//
//	FRAME S>C RECEIVER START INDEX:CONDITION:CHILDREN:POWER:EXTRA ...
//	FRAME C>S CLIENT INDEX=VALUE,...
//
// Lists are joined by commas; a missing power and an empty list of settings are "-".
// EXTRA is the facings, or the batteries.
type sums struct {
	blocks, powers hash.Hash
}

func (x *sums) add(flags uint8, text []byte, frame int64, client string) {
	h, way := x.powers, " C>S "
	if flags&message.FlagSubsystems != 0 {
		h, way = x.blocks, " S>C "
	}
	line := strconv.AppendInt(make([]byte, 0, 256), frame, 10)
	line = append(append(append(line, way...), client...), ' ')
	_, _ = h.Write(append(append(line, text...), '\n')) // a hash takes everything
}

func newSums() *sums { return &sums{sha256.New(), sha256.New()} }

func (x *sums) texts() (blocks, powers string) {
	if x == nil {
		return "", ""
	}
	return hex.EncodeToString(x.blocks.Sum(nil)), hex.EncodeToString(x.powers.Sum(nil))
}

func blockText(m *message.SubsystemBlock, class *ship.Class) []byte {
	b := strconv.AppendUint(nil, uint64(m.StartIndex), 10)
	for n := range m.Items {
		item, i := &m.Items[n], (int(m.StartIndex)+n)%len(class.Subsystems)
		b = strconv.AppendInt(append(b, ' '), int64(i), 10)
		b = strconv.AppendUint(append(b, ':'), uint64(item.Condition), 10)
		b = appendList(append(b, ':'), item.Children)
		b = append(b, ':')
		if item.HasData {
			b = strconv.AppendUint(b, uint64(item.Power), 10)
		} else {
			b = append(b, '-')
		}
		b = append(b, ':')
		if class.Subsystems[i].Format == ship.Reactor {
			b = appendList(b, []byte{item.Main, item.Backup})
		} else {
			b = appendList(b, item.Facings)
		}
	}
	return b
}

func powerText(settings []message.PowerSetting) []byte {
	if len(settings) == 0 {
		return []byte("-")
	}
	var b []byte
	for _, p := range settings {
		b = strconv.AppendUint(b, uint64(p.Index), 10)
		b = strconv.AppendUint(append(b, '='), uint64(p.Value), 10)
		b = append(b, ',')
	}
	return bytes.TrimSuffix(b, []byte(","))
}

func appendList(b, values []byte) []byte {
	for i, v := range values {
		if i > 0 {
			b = append(b, ',')
		}
		b = strconv.AppendUint(b, uint64(v), 10)
	}
	return b
}
