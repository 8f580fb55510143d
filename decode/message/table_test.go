package message_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"bcdump/decode/message"
	"bcdump/decode/wire"
)

func TestTable(t *testing.T) {
	identifier := regexp.MustCompile(`^[A-Z][A-Za-z0-9_]*$`)
	directions := []message.Direction{message.ToServer, message.ToClient, message.Relayed, message.Both, message.Nobody}
	owner := map[string]uint8{} // of each name and alias; two opcodes never have names that differ only in case
	last := -1
	for _, spec := range message.Table() {
		if int(spec.Opcode) <= last {
			t.Errorf("0x%02X comes after 0x%02X", spec.Opcode, last)
		}
		last = int(spec.Opcode)
		for _, name := range append([]string{spec.Name}, spec.Aliases...) {
			if !identifier.MatchString(name) {
				t.Errorf("0x%02X: %q is no identifier", spec.Opcode, name)
			}
			folded := strings.ToLower(name)
			if other, taken := owner[folded]; taken && other != spec.Opcode {
				t.Errorf("0x%02X: %s is taken by 0x%02X", spec.Opcode, name, other)
			}
			owner[folded] = spec.Opcode
		}
		if !slices.Contains(directions, spec.Direction) || spec.Section == "" || spec.Evidence > wire.Document {
			t.Errorf("0x%02X: direction %q, section %q, evidence %d", spec.Opcode, spec.Direction, spec.Section, spec.Evidence)
		}
		if found := message.Lookup(spec.Opcode); found == nil || found.Name != spec.Name {
			t.Errorf("0x%02X: looked up as %+v", spec.Opcode, found)
		}
		if spec.New != nil && spec.New() == spec.New() && !empty(spec.New()) {
			t.Errorf("0x%02X: New gives the same message twice", spec.Opcode)
		}
	}
	if len(message.Table()) < 50 {
		t.Errorf("%d rows, there were 50", len(message.Table()))
	}
}

// empty reports whether a message has no fields: such ones may share an address.
func empty(m wire.Message) bool { return len(wire.Append(nil, m)) == 0 }
