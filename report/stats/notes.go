package stats

import (
	"cmp"
	"slices"
	"strings"

	"bcdump/decode"
	"bcdump/decode/transport"
	"bcdump/report/facts"
	"bcdump/report/figures"
	"bcdump/report/tally"
)

// notes counts records by the codes of their notes; the list of codes is closed. Of each code it
// counts the notes by what they are about.
type notes struct {
	*base
	rows map[decode.Code]*noteRow
	key  []byte
}

type noteRow struct {
	count    int64
	frames   firsts
	subjects map[string]int64
	rest     int64 // notes about what there was no room for
}

const (
	// maxSubjects bounds what the notes of a code are told apart by.
	//limit:maxSubjects Figures | subjects of the notes of one code | `rest` | TestManySubjects
	maxSubjects = 32
	// maxSubject is how much of a text tells it from others, in bytes.
	maxSubject = 100
	// namedSubjects is how many of them are named.
	namedSubjects = 8
)

func newNotes(b *base) *notes { return &notes{base: b, rows: map[decode.Code]*noteRow{}} }

func (n *notes) row(code decode.Code) *noteRow {
	if n.rows[code] == nil {
		n.rows[code] = &noteRow{subjects: map[string]int64{}}
	}
	return n.rows[code]
}

func (n *notes) add(c *part) {
	for i, r := range c.All() {
		switch {
		case r.Has(facts.Remarked):
			n.take(c.frame(r), c.reader.At(i).Diagnostics())
		case r.Has(facts.AckAgain) || r.Has(facts.AckUnseen):
			if r.Has(facts.AckAgain) {
				n.ack(decode.RepeatAck)
			}
			if r.Has(facts.AckUnseen) {
				n.ack(decode.AckUnseen)
			}
		}
	}
}

// take takes the notes on a record.
func (n *notes) take(frame int64, all []decode.Diagnostic) {
	for i := range all {
		code := all[i].Code
		row := n.row(code)
		if !n.options.Brief {
			n.key = appendSubject(n.key[:0], all[i].Text)
			row.about(n.key)
		}
		if !slices.ContainsFunc(all[:i], func(x decode.Diagnostic) bool { return x.Code == code }) {
			row.count++
			row.frames.add(frame)
		}
	}
}

// ack takes a note on an Ack, whose text is the same but for the number.
func (n *notes) ack(code decode.Code) {
	row := n.row(code)
	row.count++
	row.subjects[ackSubjects[code]]++
}

// ackSubjects are what these notes are about.
var ackSubjects = func() map[decode.Code]string {
	r := decode.Record{Header: &transport.Message{}, Walked: true}
	r.DiagnoseRepeatAck()
	r.DiagnoseAckUnseen()
	subjects := map[decode.Code]string{}
	for _, d := range r.Diagnostics() {
		subjects[d.Code] = string(appendSubject(nil, d.Text))
	}
	return subjects
}()

// about counts a note about something.
func (r *noteRow) about(subject []byte) {
	if _, known := r.subjects[string(subject)]; !known && len(r.subjects) >= maxSubjects {
		r.rest++
		return
	}
	r.subjects[string(subject)]++
}

// appendSubject appends what a note is about: its text up to a colon, with N for numbers.
func appendSubject(b []byte, text string) []byte {
	text, _, _ = strings.Cut(text, ": ")
	for len(text) > 0 && len(b) < maxSubject {
		n := number(text)
		if n > 0 {
			b = append(b, 'N')
		} else {
			n = 1
			b = append(b, text[0])
		}
		text = text[n:]
	}
	return b
}

// number is how long a number is that a text begins with, such as 12 or 0x2A; 0 = there is none.
func number(text string) int {
	digits := "0123456789"
	n := 0
	if strings.HasPrefix(text, "0x") {
		digits, n = "0123456789ABCDEFabcdef", len("0x")
	}
	for n < len(text) && strings.IndexByte(digits, text[n]) >= 0 {
		n++
	}
	return n
}

// report lists the codes in their usual order, and only those that occurred.
func (n *notes) report(out *figures.Stats) {
	out.Notes = []figures.Note{}
	for _, m := range decode.Codes() {
		if row := n.rows[m.Code]; row != nil && row.count > 0 {
			out.Notes = append(out.Notes, figures.Note{
				Code: string(m.Code), Count: row.count, About: row.named(), Frames: row.frames, Query: n.OfAll(tally.Noted(m.Code)),
			})
		}
	}
}

// named gives the most frequent subjects.
func (r *noteRow) named() []figures.Subject {
	list := []figures.Subject{}
	for text, count := range r.subjects {
		list = append(list, figures.Subject{Text: text, Count: count})
	}
	slices.SortFunc(list, func(a, b figures.Subject) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.Text, b.Text))
	})
	rest := r.rest
	for len(list) > namedSubjects {
		rest += list[len(list)-1].Count
		list = list[:len(list)-1]
	}
	if rest > 0 {
		list = append(list, figures.Subject{Text: tally.Rest, Count: rest})
	}
	return list
}
