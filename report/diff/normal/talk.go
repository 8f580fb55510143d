package normal

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"time"

	"bcdump/decode"
	"bcdump/decode/capture"
	"bcdump/decode/match"
	"bcdump/decode/message"
	"bcdump/decode/transport"
	"bcdump/report/figures"
)

const (
	// maxSteps bounds the steps of one sequence, and maxTalks the connections whose steps are kept.
	//limit:maxSteps Figures | steps of a join in `diff`, in one direction | left out; counted | TestBounds
	maxSteps = 128
	//limit:maxTalks Figures | connections whose steps and numbers `diff` keeps | left out; counted | TestBounds
	maxTalks = 256
	// maxBytes bounds the bytes of a step that are kept.
	//limit:maxBytes Figures | bytes of a step that `diff` shows | cut | TestBounds
	maxBytes = 512
	// maxOpen bounds the occasions of a connection that last at the same time.
	//limit:maxOpen Figures | occasions of a client at a time in `diff`, and messages of one | left out; counted | TestBounds
	maxOpen = 32
)

// talk follows the steps of protocol: who says what when a client joins, when a ship comes or dies,
// when a client leaves, when the game ends.
type talk struct {
	parties   map[*match.Connection]*party
	occasions map[string]*pattern
	order     []string
	waits     map[string]*wait
	dropped   int64
}

// wait is how long one step of the join came after the one before, of all clients.
type wait struct {
	dir   int
	label string
	ms    []float64
}

// maxWaits bounds the steps whose waits are kept, and the clients of each.
//
//limit:maxWaits Figures | steps whose waits `diff` keeps, and clients of each | left out | TestBounds
const maxWaits = 64

func (t *talk) begin() {
	t.parties, t.occasions = map[*match.Connection]*party{}, map[string]*pattern{}
	t.waits = map[string]*wait{}
}

// party is one connection.
type party struct {
	conn  *match.Connection
	joins [2][]step // by direction
	begun capture.Time
	said  capture.Time // when the last step came, in either direction
	open  []*occasion
}

// step is a message of a sequence, and its place in the order of the sender.
type step struct {
	figures.NormalStep
	place int64 // in the order of the channel; unnumbered ones take the place of the last numbered one
	at    capture.Time
	said  int // order of arrival
}

// general takes a message that is decoded, the first time that it is there. Its fields are those that
// the layout has just read.
func (t *talk) general(l *line, y *layout) {
	if l.conn == nil {
		return
	}
	p := t.parties[l.conn]
	if p == nil {
		if len(t.parties) >= maxTalks {
			t.dropped++
			return
		}
		p = &party{conn: l.conn, begun: l.at}
		t.parties[l.conn] = p
	}
	t.expire(p, l.at)
	if p.joining(l) && ofJoin(l) && !y.others {
		t.join(p, l, y)
	}
	t.occasion(p, l, y)
}

// joining reports whether the client has no ship yet.
func (p *party) joining(l *line) bool {
	if len(p.conn.Steps) == 0 || !p.conn.Joined {
		return false
	}
	last := &p.conn.Steps[len(p.conn.Steps)-1]
	return last.Name != match.StepShip || last.Frame == l.Frame && last.Index == int(l.Index)
}

// ofJoin reports whether a message belongs to the way into the game, and not to the game.
func ofJoin(l *line) bool {
	if l.kind >= controls {
		return transport.Type(uint8(l.kind)) != transport.Keepalive
	}
	switch l.kind {
	case message.OpcodeSettings, message.OpcodeGameInit, message.OpcodeBootPlayer, message.OpcodeCollisionSetting, message.OpcodePlayerListEvent,
		message.OpcodeChecksumRequest, message.OpcodeChecksumResponse, message.OpcodeSystemChecksumFail, message.OpcodeVersionDifferent,
		message.OpcodeFileTransfer, message.OpcodeFileTransferAck, message.OpcodeChecksumComplete, message.OpcodeNewPlayerInGame, message.OpcodeMissionInit:
		return true
	case message.OpcodeObjectCreate, message.OpcodeObjectCreateTeam:
		return l.dir == toServer
	}
	return message.Lookup(uint8(l.kind)) == nil
}

func (t *talk) join(p *party, l *line, y *layout) {
	steps := &p.joins[l.dir]
	if len(*steps) >= maxSteps {
		t.dropped++
		return
	}
	s := step{place: after(*steps, l), at: l.at, said: len(*steps)}
	s.Label, s.Key = labelOf(l, y), keyOf(l.dir, l.kind)
	s.Fields = append(slices.Clone(y.fields), remarks(l)...)
	s.Bytes = slices.Clone(l.Payload[:min(len(l.Payload), maxBytes)])
	s.Query = figures.Query(placeOf(l.Frame, int(l.Index), l.Joined()))
	s.After = decode.Milliseconds(l.at.Sub(p.begun))
	*steps = append(*steps, s)
	t.wait(p, l, s.Label)
}

// wait notes how long a step came after the one before.
func (t *talk) wait(p *party, l *line, label string) {
	last := p.said
	p.said = l.at
	if last.IsZero() || l.at.Before(last) {
		return
	}
	key := label + " " + string(directions[l.dir])
	w := t.waits[key]
	if w == nil && len(t.waits) < maxWaits {
		w = &wait{dir: l.dir, label: label}
		t.waits[key] = w
	}
	if w != nil && len(w.ms) < maxWaits {
		w.ms = append(w.ms, decode.Milliseconds(l.at.Sub(last)))
	}
}

// soon is below what a wait of another length is none.
const soon = 50 // ms

func (t *talk) waited(out *figures.Normal) {
	for _, key := range slices.Sorted(maps.Keys(t.waits)) {
		w := t.waits[key]
		slices.Sort(w.ms)
		d := figures.Distribution{
			Unit: "ms", Least: soon, Values: w.ms, Counts: slices.Repeat([]float64{1}, len(w.ms)),
			About: figures.About{
				Section: "rhythm", Key: "step " + key, Title: "join: until " + key + " follows,", Aspect: key, Subject: "steps of the join", Weight: weightOf(w.dir),
			},
		}
		out.Distributions = append(out.Distributions, d)
	}
}

// numbered reports whether the sender gave the message a number in the channel of the game's messages.
func (l *line) numbered() bool { return l.Header.HasSeq && l.Header.Type == transport.Data }

// after is the place of a message behind steps: its number without the wrap, near that of the newest one.
func after(steps []step, l *line) (place int64) {
	if n := len(steps); n > 0 {
		place = steps[n-1].place
	}
	if l.numbered() {
		place += int64(int16(l.Header.Seq - uint16(place))) //nolint:gosec // numbers wrap
	}
	return place
}

// remarks are the notes about what the sender wrote, as fields.
func remarks(l *line) (list []figures.NormalField) {
	for _, n := range l.Diagnostics() {
		if meansLayout(n.Code) {
			list = append(list, figures.NormalField{Name: "note", Value: string(n.Code) + ": " + n.Text})
		}
	}
	if l.Header.Type == transport.Data {
		list = append(list, figures.NormalField{Name: "channel", Value: channelNames[channelOf(l.Header)]})
	}
	return list
}

// labelOf names a message so that those with the same task have the same name.
func labelOf(l *line, y *layout) string {
	label := l.Title()
	for _, f := range y.fields {
		if f.Name == "round" || f.Name == "event_name" || f.Name == "form" {
			label += " " + f.Value
		}
	}
	return label
}

// occasion is something that happens, and what is said of it until it is over.
type occasion struct {
	what   string
	object uint32
	until  capture.Time
	steps  []step
	frame  int64 // of the first message
	index  int
	joined bool
}

// pattern counts how occasions of one kind went.
type pattern struct {
	title string
	of    cell
	cells map[string]*cell
	many  bool
}

// Occasions last so long at most.
const (
	dying   = 10 * time.Second
	coming  = 3 * time.Second
	leaving = 10 * time.Second
	closing = 30 * time.Second
)

// occasion takes what a host says about ships that come and die, about clients that leave, and about
// the end of the game.
func (t *talk) occasion(p *party, l *line, y *layout) {
	if l.dir != toClient || p.joining(l) || p.conn.Entered.Frame == 0 {
		return
	}
	object, whose := uint32(0), "another's"
	of := func(id uint32) {
		object = id
		if l.owns(id) {
			whose = "the own"
		}
	}
	switch m := l.Content().Message.(type) {
	case *message.ObjectCreate:
		if of(m.ObjectID); !ship(m) {
			return
		}
		t.put(p, l, y, "creation of "+whose+" ship", object, coming)
	case *message.ObjectNotFound:
		of(m.ObjectID)
		t.put(p, l, y, "creation of "+whose+" ship", object, coming)
	case *message.Event:
		switch {
		case m.EventCode == exploding:
			of(m.TargetID)
			t.put(p, l, y, "death of "+whose+" ship", object, dying)
		case m.EventCode == deletePlayer:
			t.put(p, l, y, "leaving of another client", uint32(m.PeerID), leaving)
		}
	case *message.Explosion:
		of(m.ObjectID)
		t.put(p, l, y, "death of "+whose+" ship", object, dying)
	case *message.DestroyObject:
		of(m.ObjectID)
		t.put(p, l, y, "death of "+whose+" ship", object, dying)
	case *message.PlayerLeftText:
		t.put(p, l, y, "leaving of another client", 0, leaving)
	case *message.ScoreChange:
		t.also(p, l, y, "death of")
	case *message.EndGame, *message.RestartGame:
		t.put(p, l, y, "end of the game", 0, closing)
	case *message.Score, *message.TeamScore:
		t.also(p, l, y, "end of the game")
	}
}

const (
	exploding    = 0x0080004E
	deletePlayer = message.CodePlayerGone
)

// ship reports whether a creation is that of a ship.
func ship(m *message.ObjectCreate) bool { return m.ClassID == message.ClassShip }

// put adds a message to an occasion, which may begin with it. Object 0 is the newest one.
func (t *talk) put(p *party, l *line, y *layout, what string, object uint32, lasts time.Duration) {
	for _, o := range slices.Backward(p.open) {
		if o.what == what && (o.object == object || object == 0) {
			o.add(l, y)
			return
		}
	}
	if len(p.open) >= maxOpen {
		t.dropped++
		return
	}
	o := &occasion{what: what, object: object, until: l.at.Add(lasts)}
	o.add(l, y)
	p.open = append(p.open, o)
}

// also adds a message to the newest occasion of a kind, if there is one.
func (t *talk) also(p *party, l *line, y *layout, what string) {
	for _, o := range slices.Backward(p.open) {
		if strings.HasPrefix(o.what, what) {
			o.add(l, y)
			return
		}
	}
}

func (o *occasion) add(l *line, y *layout) {
	if len(o.steps) >= maxOpen {
		return
	}
	s := step{place: after(o.steps, l), said: len(o.steps), at: l.at}
	s.Label = labelOf(l, y)
	if len(o.steps) == 0 {
		o.frame, o.index, o.joined = l.Frame, int(l.Index), l.Joined()
	}
	o.steps = append(o.steps, s)
}

// expire ends what has lasted long enough.
func (t *talk) expire(p *party, now capture.Time) {
	p.open = slices.DeleteFunc(p.open, func(o *occasion) bool {
		over := o.until.Before(now)
		if over {
			t.count(p, o)
		}
		return over
	})
}

// maxPatterns bounds the ways of one kind of occasion.
//
//limit:maxPatterns Figures | ways in which occasions of one kind go in `diff` | "many" | TestBounds
const maxPatterns = 32

func (t *talk) count(p *party, o *occasion) {
	inOrder(o.steps)
	var labels []string
	for i := range o.steps {
		labels = append(labels, o.steps[i].Label)
	}
	way := strings.Join(labels, ", ")
	x := t.occasions[o.what]
	if x == nil {
		x = &pattern{title: o.what, cells: map[string]*cell{}}
		t.occasions[o.what] = x
		t.order = append(t.order, o.what)
	}
	x.of.met(p.conn.Number, o.steps[0].at)
	c := x.cells[way]
	if c == nil {
		if len(x.cells) >= maxPatterns {
			x.many = true
			return
		}
		c = &cell{frame: o.frame, index: o.index, joined: o.joined}
		x.cells[way] = c
	}
	c.met(p.conn.Number, o.steps[0].at)
}

// inOrder puts steps in the order of their sender.
func inOrder(steps []step) {
	slices.SortStableFunc(steps, func(a, b step) int { return cmp.Or(cmp.Compare(a.place, b.place), cmp.Compare(a.said, b.said)) })
}

// end gives the sequences and the ways of occasions. What the end of the capture cuts is left out.
func (t *talk) end(out *figures.Normal, slots float64) {
	for _, p := range slices.SortedFunc(maps.Values(t.parties), func(a, b *party) int { return cmp.Compare(a.conn.Number, b.conn.Number) }) {
		for dir := range p.joins {
			p.sequence(out, dir)
		}
	}
	t.waited(out)
	slices.Sort(t.order)
	for _, what := range t.order {
		t.occasions[what].report(out, slots)
	}
}

func (p *party) sequence(out *figures.Normal, dir int) {
	steps := p.joins[dir]
	if len(steps) == 0 {
		return
	}
	inOrder(steps)
	way := string(directions[dir])
	s := figures.Sequence{Party: p.conn.Number - 1, About: figures.About{
		Section: "conversation", Key: "join " + way, Title: "join, " + way, Subject: "join, " + way, Weight: weightOf(dir),
	}}
	s.Open = !whole(p.conn)
	for i := range steps {
		s.Steps = append(s.Steps, steps[i].NormalStep)
	}
	out.Sequences = append(out.Sequences, s)
}

// whole reports whether the client came to its first ship.
func whole(c *match.Connection) bool {
	return len(c.Steps) > 0 && c.Steps[len(c.Steps)-1].Name == match.StepShip
}

func (x *pattern) report(out *figures.Normal, slots float64) {
	c := figures.Category{About: figures.About{Section: "conversation", Key: x.title, Title: x.title, Subject: x.title, Weight: 1}, Unit: "times", Of: x.of.count, Clients: x.of.clients(), Many: x.many}
	for _, way := range slices.Sorted(maps.Keys(x.cells)) {
		c.Values = append(c.Values, x.cells[way].figure(nil, way, slots, nil, ""))
	}
	out.Categories = append(out.Categories, c)
}

// stay is how long a client was there.
func stay(c *match.Connection) time.Duration {
	last := c.Heard.Time
	if c.Heard.Frame == 0 || last.Before(c.Told.Time) {
		last = c.Told.Time
	}
	return max(last.Sub(c.First.Time), 0)
}
