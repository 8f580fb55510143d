package rows

import (
	"net/netip"
	"strings"
	"unicode/utf8"

	"bcdump/decode"
	"bcdump/decode/match"
	"bcdump/report/facts"
	"bcdump/report/stats"
	"bcdump/report/tally"
)

// Options say what rows are made of.
type Options struct {
	Name    string // of the capture, as the folders have it
	File    string // name of the file
	Program string // version of the program
	SHA256  string // of the file, if it is known before it is read; else see Source
	Source  func() (sum string, bytes int64)
	// Deliver takes a batch, which is emptied when it returns. Its first error ends the rows. If a capture has several
	// workers, two goroutines at a time call it, each with rows of other tables.
	Deliver func(*Batch) error
	// Figures takes the rows of a table of figures, a slice of structs, before the last batch; of those of stats if Stats is set.
	Figures func(name string, rows any) error
	Stats   bool
	// Budget is how much memory the capture may take to be held against the rules. Beyond it Over is told how far it came, and
	// the tables of checks, violations, differences and views say nothing.
	Budget facts.Budget
	Over   func(*facts.BudgetError)
}

// Builder turns the records of one capture into rows: what each says, or what the accounts learn from it. One
// goroutine at a time.
type Builder struct {
	options Options
	batch   *Batch
	err     error // the first of Deliver

	line  int64 // of the record at hand
	again bool  // it is a retransmission
	stats *stats.Stats
	match *match.Match
	facts *facts.Builder // nil = the capture is larger than the memory for it: nothing is judged
	ends  [1 << endsBits]addresses
	kills []line[*match.Kill]
	chat  []line[*match.Said]
	flat  flattening
}

// line is something of the account of the match, and the record that told it first.
type line[T any] struct {
	number int64
	of     T
}

// addresses are the texts of the two ends of a datagram.
type addresses struct {
	src, dst         netip.AddrPort
	srcText, dstText string
}

const endsBits = 6

// newBuilder begins with the rows of what each record says.
func newBuilder(o Options) *Builder {
	return &Builder{options: o, batch: new(Batch)}
}

// learned begins with the rows of what is learned.
func learned(a *tally.Accounts, o Options) *Builder {
	b := newBuilder(o)
	b.stats, b.match, b.facts = stats.New(stats.Options{Savings: o.Stats}), a.Match, facts.NewBuilder(o.Name, a)
	b.stats.Begin(o.Name, a)
	return b
}

// Of delivers the rows of a capture, none of whose records may have been read before. Damage is no
// error: it stands in the rows. Each table is in the order of the capture.
func Of(c *decode.Capture, o Options) error {
	a := tally.NewAccounts()
	said, known := newBuilder(o), learned(a, o)
	summary, err := a.ReadBeside(o.Name, c, known.learn, said.say)
	if err != nil {
		return err
	}
	if said.flush(); said.err != nil {
		return said.err
	}
	return known.end(summary)
}

// flush delivers the rows so far.
func (b *Builder) flush() {
	if b.err == nil {
		b.err = b.options.Deliver(b.batch)
	}
	b.batch.Reset()
}

// room makes room for a row of any table.
func (b *Builder) room() *Batch {
	if b.batch.full() {
		b.flush()
	}
	return b.batch
}

// say adds the rows of what a record says. The error is the first of Deliver.
func (b *Builder) say(r *decode.Record) error {
	b.begin(r)
	b.message(r)
	b.content(r)
	return b.err
}

// learn adds the rows of what the accounts, which took the record, have learned. The error is the first of Deliver.
func (b *Builder) learn(r *decode.Record) error {
	b.begin(r)
	b.stats.Take(r)
	if b.facts != nil {
		b.facts.Take(r)
		if over := b.facts.Within(b.options.Budget, r); over != nil {
			b.options.Over(over)
			b.facts = nil
		}
	}
	b.history()
	if !r.Walked && r.Proto == decode.BC {
		b.acts(r)
	}
	return b.err
}

func (b *Builder) begin(r *decode.Record) {
	b.line++
	b.again = !r.Walked && r.Has(decode.Retransmit)
}

// history notes what the account of the match has learned from the record at hand.
func (b *Builder) history() {
	if kills := b.match.Kills(); len(kills) > len(b.kills) {
		b.kills = append(b.kills, line[*match.Kill]{b.line, kills[len(kills)-1]})
	}
	for _, said := range b.match.Chat()[len(b.chat):] {
		b.chat = append(b.chat, line[*match.Said]{b.line, said})
	}
}

// place says where a record is.
func (b *Builder) place(r *decode.Record) Place {
	return Place{b.line, r.Frame, uint32(r.Index), r.Time.UnixNano()}
}

// told is what all rows of a message of the game begin with.
func (b *Builder) told(r *decode.Record) Told {
	t := Told{Place: b.place(r), Dir: string(r.Dir), Client: r.Link, Player: text(r.Client), Relayed: r.Relay.Frame != 0, Retransmit: b.again}
	if r.Dir == decode.ToClient {
		t.Receiver = t.Player
	}
	return t
}

// addresses gives the texts of the ends of a record.
func (b *Builder) addresses(r *decode.Record) *addresses {
	hash := (uint32(r.Src.Port())<<16 ^ uint32(r.Dst.Port())) * 0x9E3779B1
	a := &b.ends[hash>>(32-endsBits)]
	if a.src != r.Src || a.dst != r.Dst || a.srcText == "" {
		*a = addresses{r.Src, r.Dst, addressText(r.Src), addressText(r.Dst)}
	}
	return a
}

func addressText(a netip.AddrPort) string { return string(decode.AppendAddress(nil, a)) }

// text makes text that is no UTF-8 so: each byte that is none becomes U+FFFD.
func text(s string) string {
	if utf8.ValidString(s) {
		return s
	}
	return strings.ToValidUTF8(s, "\uFFFD")
}
