package reference

import (
	"cmp"
	"fmt"
	"io"
	"strings"

	"bcdump/decode/message"
	"bcdump/report/terminal"
)

// Events is what is known of the events that messages of the game carry.
type Events struct {
	Classes []EventClass `json:"classes"`
	Codes   []EventCode  `json:"codes"`
}

// EventClass is a class of events: it decides which fields follow.
type EventClass struct {
	Class    string   `json:"class"` // "0x00000105"
	Name     string   `json:"name"`
	Follows  string   `json:"follows"` // "" = nothing
	Opcodes  []string `json:"opcodes"` // that usually carry it
	Evidence string   `json:"evidence"`
	// SizeObserved: real messages have this size, though nothing shows what the bytes mean.
	SizeObserved bool `json:"size_observed,omitempty"`
}

// EventCode says what happened.
type EventCode struct {
	Code     string   `json:"code"` // "0x008000D8"
	Name     string   `json:"name"`
	Posted   string   `json:"posted,omitempty"` // what the receiver posts instead
	Opcodes  []string `json:"opcodes"`          // that carry it, as far as known
	Evidence string   `json:"evidence"`
	Note     string   `json:"note,omitempty"`
}

// AllEvents lists the classes and codes of events.
func AllEvents() Events {
	e := Events{Classes: []EventClass{}, Codes: []EventCode{}}
	for _, c := range message.EventClasses() {
		e.Classes = append(e.Classes, EventClass{
			Class: hex32(c.ID), Name: c.Name, Follows: c.Follows, Opcodes: opcodeTexts(c.Opcodes),
			Evidence: c.Evidence.String(), SizeObserved: c.SizeObserved,
		})
	}
	for _, c := range message.EventCodes() {
		row := EventCode{Code: hex32(c.Code), Name: c.Name, Opcodes: opcodeTexts(c.Opcodes), Evidence: c.Evidence.String(), Note: c.Note}
		if c.Posted != 0 {
			row.Posted = hex32(c.Posted)
		}
		e.Codes = append(e.Codes, row)
	}
	return e
}

func hex32(n uint32) string { return fmt.Sprintf("0x%08X", n) }

func opcodeTexts(opcodes []uint8) []string {
	texts := make([]string, len(opcodes))
	for i, n := range opcodes {
		texts[i] = fmt.Sprintf("0x%02X", n)
	}
	return texts
}

// Grade is the evidence of a class in words.
func (c *EventClass) Grade() string {
	if c.SizeObserved {
		return c.Evidence + ", size observed"
	}
	return c.Evidence
}

// What is what a class brings, in words.
func (c *EventClass) What() string { return cmp.Or(c.Follows, "nothing") }

// WriteEvents prints both lists as tables in a width; 0 = as wide as they are.
func WriteEvents(w io.Writer, e Events, width int) error {
	if err := writeTitle(w, "event classes: what follows the 17 bytes that every event has", width); err != nil {
		return err
	}
	t := terminal.Table{Width: width, Columns: terminal.Columns("class", "name", "what follows", "opcodes", "evidence")}
	t.Columns[2].Min, t.Columns[2].Fold = 16, true
	t.Columns[3].Min, t.Columns[3].Fold = 10, true
	for i := range e.Classes {
		c := &e.Classes[i]
		t.Add(terminal.Texts(c.Class, c.Name, c.What(), strings.Join(c.Opcodes, " "), c.Grade())...)
	}
	if err := t.Write(w); err != nil {
		return err
	}
	return writeCodes(w, e.Codes, width)
}

func writeCodes(w io.Writer, codes []EventCode, width int) error {
	if err := terminal.WriteLine(w); err != nil {
		return err
	}
	if err := writeTitle(w, "event codes: what happened; the receiver of a forwarded event posts another code", width); err != nil {
		return err
	}
	t := terminal.Table{Width: width, Columns: terminal.Columns("code", "name", "posted as", "opcodes", "evidence", "")}
	t.Columns[5] = terminal.Column{Title: "note", Min: 10, Fold: true, Drop: 1}
	t.Columns[3].Min, t.Columns[3].Fold, t.Columns[2].Drop = 10, true, 2
	for _, c := range codes {
		t.Add(terminal.Texts(c.Code, c.Name, c.Posted, strings.Join(c.Opcodes, " "), c.Evidence, c.Note)...)
	}
	return t.Write(w)
}
