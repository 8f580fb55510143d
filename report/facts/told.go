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

// Receiver is a connection, and an opcode.
type Receiver struct {
	Connection *match.Connection
	Opcode     uint8
}

// Remade gives the rows of messages that the host passed on of no client, and sends for the first time, by their receivers: of
// the opcodes of which a client lacks a copy. What is passed on with other content is among them.
func (f *Facts) Remade() map[Receiver][]int {
	remade := map[Receiver][]int{}
	relays, links := f.match.Relays(), f.match.OfLinks()
	for i, r := range f.All() {
		if r.Is&(Game|ToClient|HasOpcode|Update|Again|Part|Lost|Unread) != Game|ToClient|HasOpcode || relays[r.Opcode].Missing == 0 || f.Relays(r) {
			continue
		}
		if c := links.At(f.Side(r).Link, int64(f.Datagram(r.Datagram).Frame)); c != nil {
			key := Receiver{c, r.Opcode}
			remade[key] = append(remade[key], i)
		}
	}
	return remade
}
