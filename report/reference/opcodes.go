package reference

import (
	"cmp"
	"fmt"
	"io"
	"strings"

	"bcdump/decode/entitystate"
	"bcdump/decode/fields"
	"bcdump/decode/message"
	"bcdump/decode/wire"
	"bcdump/report/terminal"
)

// Opcode is what is known of one opcode.
type Opcode struct {
	Opcode    string   `json:"opcode"`
	Name      string   `json:"name"`
	Aliases   []string `json:"aliases,omitempty"`
	Direction string   `json:"direction"`
	Evidence  string   `json:"evidence"`
	Section   string   `json:"section"` // of docs/protocol
	// Payload says how many bytes the payload of an entity-state message has, and Servers
	// which ones number it so; empty = all.
	Payload string        `json:"payload,omitempty"`
	Servers string        `json:"servers,omitempty"`
	Fields  []OpcodeField `json:"fields"`
}

// OpcodeField is one field of a message.
type OpcodeField struct {
	Name      string `json:"name"`
	Type      string `json:"type"`
	Unit      string `json:"unit,omitempty"`
	Condition string `json:"condition,omitempty"` // when it is there
	Evidence  string `json:"evidence"`
	Hidden    bool   `json:"hidden,omitempty"` // owns bytes, is not printed
}

// Opcodes lists every opcode that the decoder knows.
func Opcodes() []Opcode {
	var list []Opcode
	for _, spec := range message.Table() {
		list = append(list, opcodeOf(spec))
	}
	return list
}

func opcodeOf(spec message.Spec) Opcode {
	o := Opcode{
		Opcode: fmt.Sprintf("0x%02X", spec.Opcode), Name: spec.Name, Aliases: spec.Aliases,
		Direction: string(spec.Direction), Evidence: spec.Evidence.String(), Section: spec.Section,
		Fields: []OpcodeField{},
	}
	if spec.New == nil {
		return o
	}
	o.describe(spec.New(), spec.Evidence)
	return o
}

func (o *Opcode) describe(m wire.Message, level wire.Evidence) {
	for _, f := range fields.Describe(m, level) {
		o.Fields = append(o.Fields, OpcodeField{
			Name: f.Path, Type: f.Type, Unit: f.Unit, Condition: f.Condition, Evidence: evidenceOf(f), Hidden: f.Hidden,
		})
	}
}

// EntityMessages lists the types of entity-state messages. A type that servers number
// differently has several rows.
func EntityMessages() (list []Opcode) {
	for _, spec := range entitystate.Table() {
		o := Opcode{
			Opcode: fmt.Sprintf("0x%02X", spec.Type), Name: spec.Name, Direction: string(spec.Direction),
			Evidence: entitystate.Evidence.String(), Section: "entity-state", Payload: spec.Sizes, Fields: []OpcodeField{},
		}
		if spec.Stream {
			o.Direction += ", TCP"
		}
		if spec.Revision != entitystate.Unsettled {
			o.Servers = spec.Revision.String()
		}
		o.describe(spec.New(), entitystate.Evidence)
		list = append(list, o)
	}
	return list
}

// evidenceOf gives no grade to what is not on the wire.
func evidenceOf(f fields.Field) string {
	if f.Type == "shown" {
		return ""
	}
	return wire.Evidence(f.Evidence).String()
}

// WriteOpcodes prints the opcodes as a table in a width; 0 = as wide as it is.
func WriteOpcodes(w io.Writer, list []Opcode, width int) error {
	t := terminal.Table{Width: width, Columns: terminal.Columns("opcode", "name", "direction", "evidence", "also called", "section of docs/protocol")}
	t.Columns[4].Drop, t.Columns[5].Drop = 2, 1
	t.Columns[4].Min, t.Columns[4].Fold = 20, true
	for _, o := range list {
		t.Add(terminal.Texts(o.Opcode, o.Name, o.Direction, o.Evidence, strings.Join(o.Aliases, ", "), o.Section)...)
	}
	return t.Write(w)
}

// WriteEntityMessages prints the types of entity-state messages as a table in a width; 0 = as wide
// as it is.
func WriteEntityMessages(w io.Writer, list []Opcode, width int) error {
	t := terminal.Table{Width: width, Columns: terminal.Columns("type", "name", "direction", "evidence", "payload, bytes", "servers")}
	t.Columns[3].Drop = 1
	for _, o := range list {
		t.Add(terminal.Texts(o.Opcode, o.Name, o.Direction, o.Evidence, o.Payload, o.Servers)...)
	}
	return t.Write(w)
}

// WriteOpcode prints the fields of one opcode as a table in a width; 0 = as wide as it is.
func WriteOpcode(w io.Writer, o Opcode, width int) error {
	title := fmt.Sprintf("%s %s   %s   %s   docs/protocol: %s", o.Opcode, o.Name, o.Direction, o.Evidence, o.Section)
	if err := writeTitle(w, title, width); err != nil {
		return err
	}
	t := terminal.Table{Width: width, Columns: terminal.Columns("field", "type", "unit", "evidence", "present")}
	t.Columns[0].Fold = true
	t.Columns[4].Min, t.Columns[4].Fold = 16, true
	t.Columns[2].Drop, t.Columns[3].Drop = 2, 1
	for _, f := range o.Fields {
		t.Add(terminal.Texts(f.Name, f.Type, f.Unit, f.Evidence, cmp.Or(f.Condition, "always"))...)
	}
	if len(t.Rows) == 0 {
		return terminal.WriteLine(w, terminal.Span{Text: "no fields: the opcode is all"})
	}
	return t.Write(w)
}
