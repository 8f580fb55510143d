package facts

import (
	"fmt"
	"strings"
	"time"

	"bcdump/decode/fields"
	"bcdump/decode/match"
)

// Told is what a client was told in place of a message.
type Told struct {
	Frame   int64
	Changes []fields.Change // none = nothing was told in its place
}

func (t *Told) String() string {
	texts := make([]string, len(t.Changes))
	for i, c := range t.Changes {
		texts[i] = fmt.Sprintf("%s %s, told %s", c.Name, c.Was, c.Is)
	}
	return strings.Join(texts, "; ")
}

// Told finds among rows the message that says what another one said, but for one or two fields.
func (x *Reader) Told(of match.Event, rows []int) (told Told) {
	const before, after, most = 20 * time.Millisecond, 10 * time.Second, 2
	original, ok := x.facts.RowAt(of.Frame, uint8(of.Index))
	if !ok {
		return told
	}
	said := x.facts.Reader().At(original).Content()
	for _, i := range rows {
		r := x.At(i)
		if since := r.Steady().Sub(of.Time); since < -before || since > after || !said.Complete() || !r.Content().Complete() {
			continue
		}
		all, alike := fields.Changes(said.Message, r.Content().Message)
		if alike && len(all) > 0 && len(all) <= most && (told.Changes == nil || len(all) < len(told.Changes)) {
			told = Told{r.Frame, all}
		}
	}
	return told
}

// Instead finds what a client was told in place of a message of an opcode that the host did not pass on to it.
func (x *Reader) Instead(opcode uint8, lacks *match.MissingCopy) Told {
	return x.Told(lacks.Event, x.facts.remade()[receiver{lacks.To, opcode}])
}

// receiver is a connection, and an opcode.
type receiver struct {
	*match.Connection
	opcode uint8
}

// findRemade gives the rows of messages of the host that are no copies of what a client sent, nor of earlier ones, by their
// receivers. Messages that are passed on with other content are among them. Opcodes of which no client lacks a copy have none.
func (f *Facts) findRemade() map[receiver][]int {
	remade := map[receiver][]int{}
	relays, links := f.match.Relays(), f.match.OfLinks()
	for i, r := range f.All() {
		if r.Is&(Game|ToClient|HasOpcode|Update|Again|Part|Lost|Unread) != Game|ToClient|HasOpcode || relays[r.Opcode].Missing == 0 || f.Relays(r) {
			continue
		}
		if c := links.At(f.Side(r).Link, int64(f.Datagram(r.Datagram).Frame)); c != nil {
			key := receiver{c, r.Opcode}
			remade[key] = append(remade[key], i)
		}
	}
	return remade
}
