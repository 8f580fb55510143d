package render

import (
	"cmp"
	"slices"

	"bcdump/report/figures"
	"bcdump/report/terminal"
)

func showNotes(p *page, s *figures.Stats) {
	for note, t := range section(p, s.Notes, "NOTES", "messages with a note; docs/notes.md explains the codes") {
		lines := about(p, note)
		t.row(asked{query: note.Query}, fields{
			{"code", fit{}, text(note.Code)},
			{"count", fit{}, count(note.Count)},
			{"about", fit{min: 24, fold: true}, text(lines[0])},
		})
		for _, line := range lines[1:] {
			t.Add(text(""), text(""), text(line))
		}
	}
}

// about names the most frequent things that notes of a code are about, all that are known if only
// few tables were asked for. It gives one line at least.
func about(p *page, note *figures.Note) (lines []string) {
	const named = 2
	for i := range note.About {
		x := &note.About[i]
		switch {
		case len(note.About) == 1:
			return []string{x.Text}
		case i == named && len(p.Only) == 0:
			return append(lines, "..")
		}
		lines = append(lines, terminal.Count(x.Count)+" × "+x.Text)
	}
	if lines == nil {
		return []string{""}
	}
	return lines
}

// account is one owner of bytes.
type account struct {
	key   string
	name  string
	bytes int64
}

// accounts of the ledger; they add up to the bytes of the captures.
func accounts(b *figures.Bytes) []account {
	return []account{
		{"container", "container, and frames that gave no datagram", b.Container},
		{"headers", "link, IP and UDP headers", b.Headers},
		{"datagram", "headers of game datagrams", b.Datagram},
		{"transport", "headers of transport messages", b.Transport},
		{"fields", "fields", b.Fields},
		{"repeats", "retransmitted fragments", b.Repeats},
		{"parts", "fragments of incomplete messages", b.Parts},
		{"trailing", "after the last field", b.Trailing},
		{"raw", "unknown layout", b.Raw},
		{"unread", "unreadable or cut", b.Unread},
		{"gamespy", "GameSpy texts", b.GameSpy},
		{"entity-state", "entity-state datagrams", b.EntityState},
		{"unknown", "datagrams of no known protocol", b.Unknown},
	}
}

func showBytes(p *page, s *figures.Stats) {
	b := &s.Bytes
	if b.File == 0 {
		return
	}
	about := []string{terminal.Bytes(float64(b.File)) + " in all"}
	if b.File > b.Container+b.Headers+b.GameSpy+b.Unknown { // of nothing, all is explained
		about = append(about, terminal.Percent(b.Explained)+" of the game's bytes explained")
	}
	p.heading("BYTES", terminal.Style{}, about...)
	owners := slices.DeleteFunc(accounts(b), func(a account) bool { return a.bytes == 0 })
	most := slices.MaxFunc(owners, func(a, b account) int { return cmp.Compare(a.bytes, b.bytes) }).bytes
	for a, t := range all(p, owners) {
		t.row(asked{}, fields{
			{"owner", fit{min: 24, fold: true}, text(a.name)},
			{"bytes", fit{}, count(a.bytes)},
			{"share", fit{}, percent(float64(a.bytes) / float64(b.File))},
			{"", fit{}, bar(float64(a.bytes), float64(most), p.Dim)},
		})
	}
	p.asked(asked{queries: b.Queries})
}
