package decode_test

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"bcdump/decode"
	"bcdump/decode/message"
	"bcdump/decode/synth/battle"
	"bcdump/decode/synth/recorder"
	"bcdump/decode/transport"
	"bcdump/internal/heavy"
	"bcdump/internal/must"
)

// The generator says what it wrote, counted where it wrote it. Here the same figures
// are put together from what the decoder finds, and have to be the same.

// account puts a battle.Truth together from records.
type account struct {
	t       *testing.T
	partial bool // others wrote the capture, or it lacks something
	truth   battle.Truth
	frame   int64 // of the newest datagram
	living  map[uint32]*battle.Life
	// early has updates of a client that came before the creation of their ship.
	early map[owned]*battle.Life
	// values follows what blocks and power settings of a ship say.
	values map[*battle.Life]*life
	said   map[string]bool // payloads of clients that the host copies
	relays map[string]*battle.Relay
	links  map[string]*battle.Link
	sent   map[string]map[string]bool // by client: numbered messages, and whether an Ack came
	notes  map[decode.Code]int
}

// owned is a ship and the client that flies it.
type owned struct {
	object uint32
	client string
}

func newAccount(t *testing.T) *account {
	tables := func() battle.Tables { return battle.Tables{Up: map[string]int64{}, Down: map[string]int64{}} }
	a := &account{
		t: t, living: map[uint32]*battle.Life{}, early: map[owned]*battle.Life{}, values: map[*battle.Life]*life{}, said: map[string]bool{}, relays: map[string]*battle.Relay{},
		links: map[string]*battle.Link{}, sent: map[string]map[string]bool{}, notes: map[decode.Code]int{},
	}
	a.truth.Game = battle.Game{Types: tables(), Wire: tables(), Unique: tables()}
	a.truth.Updates.Flags = tables()
	a.truth.Seconds = battle.Tables{Up: map[string]int64{}, Down: map[string]int64{}}
	return a
}

func add(p *battle.Pair, r *decode.Record, n int64) {
	if r.Dir == decode.ToServer {
		p.Up += n
		return
	}
	p.Down += n
}

func table(t *battle.Tables, r *decode.Record) map[string]int64 {
	if r.Dir == decode.ToServer {
		return t.Up
	}
	return t.Down
}

func name(b uint8) string { return fmt.Sprintf("0x%02X", b) }

// client is the address of the client at one end.
func clientOf(r *decode.Record) string {
	if r.Dir == decode.ToServer {
		return r.Src.String()
	}
	return r.Dst.String()
}

func (a *account) add(r *decode.Record) {
	for _, n := range r.Diagnostics() {
		a.notes[n.Code]++
	}
	if r.Proto != decode.BC {
		return
	}
	switch {
	case r.Lost():
		a.truth.Fragments.Incomplete++
		return
	case r.Joined():
		a.truth.Fragments.Complete++
	default:
		a.bytes(r)
	}
	if r.Unread {
		a.wrong("frame %d: %v", r.Frame, r.Diagnostics())
		return
	}
	if !r.Joined() {
		a.header(r)
	}
	if r.IsGame() {
		a.game(r)
	}
}

// wrong is what may not be in a capture that has everything.
func (a *account) wrong(format string, args ...any) {
	if !a.partial {
		a.t.Errorf(format, args...)
	}
}

// bytes adds up what the datagrams hold: the bytes of their messages and, once each, their headers. That this is all of
// them shows that every byte has an owner.
func (a *account) bytes(r *decode.Record) {
	n := int64(r.Length())
	if r.Frame != a.frame {
		a.frame = r.Frame
		add(&a.truth.Game.Packets, r, 1)
		n += transport.DatagramHeader
	}
	add(&a.truth.Game.Bytes, r, n)
	seconds := battle.Tables(a.truth.Seconds)
	table(&seconds, r)[fmt.Sprint(r.Time.Sec)] += n
}

// header counts what every transport message has.
func (a *account) header(r *decode.Record) {
	g := &a.truth.Game
	table(&g.Types, r)[name(uint8(r.Header.Type))]++
	client := clientOf(r)
	if a.links[client] == nil {
		a.links[client], a.sent[client] = &battle.Link{Client: client}, map[string]bool{}
	}
	if r.Header.Type == transport.Ack {
		a.ack(r, client)
		return
	}
	if r.Part() {
		a.truth.Fragments.Parts++
	}
	if r.Has(decode.Retransmit) {
		add(&g.Retransmits, r, 1)
		add(&a.links[client].Retransmits, r, 1)
	}
	if !r.Header.Reliable() {
		return
	}
	id := number(r.Dir, r.Header.Type != transport.Data, r.Header)
	if _, known := a.sent[client][id]; !known {
		a.sent[client][id] = false
	}
}

// number names a numbered message of a link, or a part.
func number(dir decode.Direction, low bool, h *transport.Message) string {
	part := -1
	if h.Fragment {
		part = int(h.FragmentIndex)
	}
	return fmt.Sprint(dir, low, h.Seq, part)
}

func (a *account) ack(r *decode.Record, client string) {
	acks := &a.truth.Game.Acks
	add(&acks.Pair, r, 1)
	h := r.Header
	h.Fragment = h.AckFlags&transport.AckFragment != 0
	if h.Fragment {
		acks.Fragment++
	}
	low := h.AckFlags&transport.AckLowChannel != 0
	if low {
		acks.Low++
	}
	of := decode.ToServer
	if r.Dir == of {
		of = decode.ToClient
	}
	a.sent[client][number(of, low, h)] = true
}

func (a *account) game(r *decode.Record) {
	opcode := name(r.Payload[0])
	table(&a.truth.Game.Wire, r)[opcode]++
	repeated := r.Has(decode.Retransmit)
	if !repeated {
		table(&a.truth.Game.Unique, r)[opcode]++
		a.relay(r, opcode)
	}
	switch m := r.Content().Message.(type) {
	case *message.StateUpdate:
		table(&a.truth.Updates.Flags, r)[name(m.DirtyFlags)]++
		add(&a.truth.Updates.Total, r, 1)
		if !a.partial {
			a.update(r, m)
		}
	case *message.ObjectCreate:
		if !a.partial {
			a.creation(r, m, repeated)
		}
	case *message.Event:
		if !a.partial {
			a.death(r, m)
		}
	}
}

// relay counts copies: the same bytes from the host, after a client has sent them.
func (a *account) relay(r *decode.Record, opcode string) {
	spec := r.Content().Spec
	if spec == nil || spec.Direction != message.Relayed {
		return
	}
	if a.relays[opcode] == nil {
		a.relays[opcode] = &battle.Relay{Opcode: opcode}
	}
	if r.Dir == decode.ToServer {
		a.said[string(r.Payload)] = true
		a.relays[opcode].Messages++
	} else if a.said[string(r.Payload)] {
		a.relays[opcode].Copies++
	}
}

func (a *account) newLife(x battle.Life) *battle.Life {
	a.values[&x] = newLife()
	return &x
}

func (a *account) update(r *decode.Record, m *message.StateUpdate) {
	x := a.living[m.ObjectID]
	if key := (owned{m.ObjectID, clientOf(r)}); r.Dir == decode.ToServer && (x == nil || x.Creations[0][2] != key.client) {
		if a.early[key] == nil {
			a.early[key] = a.newLife(battle.Life{})
		}
		x = a.early[key]
	}
	if x == nil {
		a.t.Errorf("frame %d: 0x%08X was not created", r.Frame, m.ObjectID)
		return
	}
	add(&x.Updates, r, 1)
	if got := classOf(r); x.Class != "" && (got != x.Class || r.Context.Inferred) {
		a.t.Errorf("frame %d: %s is read as %q", r.Frame, x.Class, got)
	}
	if m.DirtyFlags&message.FlagPosition != 0 && m.HasHash {
		a.values[x].hashes[fmt.Sprintf("0x%04X", m.SubsysHash)] = true
	}
	if m.DirtyFlags&message.FlagSubsystems != 0 {
		x.Blocks++
		a.values[x].block(r, &m.Subsystems)
		a.truth.Blocks.Blocks++
		if b := &m.Subsystems; !b.Sound(r.Context.Dialect) || !b.Decoded() || !b.BitsOK || !b.WindowOK {
			a.t.Errorf("frame %d: block %+v of %s", r.Frame, b, r.Context.Dialect)
		}
	}
	if m.DirtyFlags&message.FlagWeapons != 0 {
		x.Powers++
		a.values[x].power(r, m.Power)
		a.truth.Blocks.Messages++
		a.truth.Blocks.Pairs += int64(len(m.Power))
	}
}

func (a *account) creation(r *decode.Record, m *message.ObjectCreate, repeated bool) {
	if r.Dir == decode.ToServer && !repeated {
		x := a.newLife(battle.Life{
			ObjectID: fmt.Sprintf("0x%08X", m.ObjectID), Species: m.Species, Class: m.Class().Key,
			Slot: m.OwnerSlot, Player: m.ObjectName.String(),
		})
		if early := a.early[owned{m.ObjectID, clientOf(r)}]; early != nil {
			x.Updates, x.Powers, a.values[x] = early.Updates, early.Powers, a.values[early]
		}
		a.living[m.ObjectID] = x
		a.truth.Objects = append(a.truth.Objects, x)
	}
	x := a.living[m.ObjectID]
	x.Creations = append(x.Creations, [3]any{r.Frame, string(r.Dir), clientOf(r)})
}

func (a *account) death(r *decode.Record, m *message.Event) {
	const objectExploding = 0x0080004E
	if m.EventCode != objectExploding {
		return
	}
	x := a.living[m.TargetID]
	if x.Death == nil {
		x.Death = &battle.Death{Frame: r.Frame, Time: time.Unix(r.Time.Sec, int64(r.Time.Nanos)).UTC()}
	}
}

// conclude fills in what stands at the end of a capture.
func (a *account) conclude(s *decode.Summary) *battle.Truth {
	t := &a.truth
	t.Frames = s.Frames
	t.Datagrams = battle.Datagrams{Game: s.Datagrams.BC, GameSpy: s.Datagrams.GameSpy, Other: s.Datagrams.Unknown, Empty: s.Datagrams.Empty}
	for _, x := range t.Objects {
		v := a.values[x]
		x.BlocksSum, x.PowersSum = fmt.Sprintf("%x", v.blocks.Sum(nil)), fmt.Sprintf("%x", v.powers.Sum(nil))
		x.Windows = slices.AppendSeq(x.Windows, maps.Values(v.windows))
		x.Hash = strings.Join(slices.Sorted(maps.Keys(v.hashes)), " ")
	}
	for client, k := range a.links {
		for id, answered := range a.sent[client] {
			if !answered && strings.HasPrefix(id, string(decode.ToServer)) {
				k.NeverAcknowledged.Up++
			} else if !answered {
				k.NeverAcknowledged.Down++
			}
		}
		t.Links = append(t.Links, *k)
	}
	for _, r := range a.relays {
		t.Relays = append(t.Relays, *r)
	}
	return t
}

// compareTruth leaves out what only the generator can know, and what report/match compares.
func compareTruth(want, got *battle.Truth, more ...cmp.Option) string {
	return cmp.Diff(want, got, append(more,
		cmpopts.IgnoreUnexported(battle.Truth{}, battle.Fragments{}, battle.Life{}, battle.Window{}),
		cmpopts.IgnoreFields(battle.Truth{}, "Start", "Noise", "Network", "Deaths", "Presence", "Kills", "Scores", "Chat"),
		cmpopts.IgnoreFields(battle.Death{}, "Cause"),
		cmpopts.IgnoreFields(battle.Link{}, "Name"), cmpopts.IgnoreUnexported(battle.Link{}),
		cmpopts.IgnoreFields(battle.Window{}, "Distinct", "Lost"),
		cmpopts.SortSlices(func(a, b *battle.Window) bool { return a.Receiver < b.Receiver }),
		// An update may come before the creation: whose ship is first then depends on what one goes by.
		cmpopts.SortSlices(func(a, b *battle.Life) bool { return lifeKey(a) < lifeKey(b) }),
		cmpopts.SortSlices(func(a, b battle.Link) bool { return a.Client < b.Client }),
		cmpopts.SortSlices(func(a, b battle.Relay) bool { return a.Opcode < b.Opcode }),
		cmpopts.EquateEmpty(), cmpopts.EquateApproxTime(time.Millisecond), // a text log has no more
	)...)
}

func lifeKey(x *battle.Life) string { return fmt.Sprintf("%s %09v", x.ObjectID, x.Creations) }

// battles are the option sets of the comparison.
var battles = []struct {
	name    string
	battle  battle.Options
	capture recorder.Options
	// notes that this trouble explains, beside Acks that are repeated.
	notes []decode.Code
}{
	{"plain", battle.Options{Players: 4, Duration: 2 * time.Minute, Seed: 1}, recorder.Options{}, nil},
	{"alone", battle.Options{Players: 1, Duration: 30 * time.Second, Seed: 2}, recorder.Options{Link: "null", BigEndian: true}, nil},
	{"full", battle.Options{Players: 16, Duration: 40 * time.Second, Seed: 3}, recorder.Options{Link: "raw"}, nil},
	{"background", battle.Options{Players: 3, Duration: time.Minute, Seed: 4, GameSpy: 1, Noise: 20}, recorder.Options{VLAN: 2, Format: "pcapng", Nanoseconds: true}, aside},
	{"trace log", battle.Options{Players: 3, Duration: time.Minute, Seed: 4, GameSpy: 1, Noise: 20}, recorder.Options{Format: "trace-log"}, slices.Concat(aside, []decode.Code{decode.OtherSocket})},
	{"openbc", battle.Options{Players: 3, Duration: time.Minute, Seed: 5, Dialect: message.OpenBC}, recorder.Options{Compress: "gzip"}, nil},
	{"loss", battle.Options{Players: 4, Duration: 2 * time.Minute, Seed: 6, Loss: 0.05}, recorder.Options{Link: "sll"}, losses},
	{"duplicates", battle.Options{Players: 3, Duration: time.Minute, Seed: 7, Duplicate: 0.2}, recorder.Options{Link: "sll2", Compress: "zstd"}, losses},
	{"disorder", battle.Options{Players: 3, Duration: time.Minute, Seed: 8, Reorder: 0.2}, recorder.Options{BigEndian: true, Nanoseconds: true}, losses},
	{"impatient", battle.Options{Players: 3, Duration: time.Minute, Seed: 9, Resend: 30 * time.Millisecond}, recorder.Options{Format: "pcapng", BigEndian: true}, losses},
	{"parts", battle.Options{Players: 6, Duration: 30 * time.Second, Seed: 10, Parts: battle.Shuffled, Loss: 0.1, Reorder: 0.1}, recorder.Options{}, losses},
	{"wrap", battle.Options{Players: 3, Duration: 2 * time.Minute, Seed: 11, StartSeq: 65500, Loss: 0.02, Parts: battle.Reversed}, recorder.Options{}, losses},
	{"IPv6", battle.Options{Players: 3, Duration: time.Minute, Seed: 12, IPv6: true, GameSpy: 0.5}, recorder.Options{Fragment: 200}, aside},
	{"IP fragments", battle.Options{Players: 3, Duration: time.Minute, Seed: 13, Noise: 5}, recorder.Options{Fragment: 100}, aside},
	{"troubles", battle.Options{
		Players: 6, Duration: time.Minute, Seed: 15, Timeout: 12 * time.Second, Troubles: troubles(
			"timeout@20s:1", "return:1", "kick@25s:2", "files:3", "collision@30s:4", "self-destruct@31s:5", "lost-fragment:6", "address@33s:5"),
	}, recorder.Options{}, losses},
	{"everything", battle.Options{
		Players: 5, Duration: 2 * time.Minute, Seed: 14, Loss: 0.05, Duplicate: 0.05, Reorder: 0.05, Parts: battle.Shuffled,
		StartSeq: 65000, GameSpy: 1, Noise: 10,
	}, recorder.Options{Fragment: 400, VLAN: 1, Format: "pcapng"}, slices.Concat(losses, aside)},
}

var (
	aside  = []decode.Code{decode.Unrecognised, decode.Empty}
	losses = []decode.Code{
		decode.Retransmit, decode.Gap, decode.OutOfOrder, decode.AckUnseen, decode.Late, decode.Jump, decode.FragmentLost,
	}
)

func TestGeneratedTruth(t *testing.T) {
	for _, tt := range battles {
		t.Run(tt.name, func(t *testing.T) {
			if testing.Short() && tt.battle.Duration > time.Minute {
				t.Skip("a long battle")
			}
			t.Parallel()
			tt.battle.Sums = true
			if tt.battle.Troubles == nil { // which have their moments
				tt.battle.Duration /= heavy.Scale[time.Duration](3, 1)
			}
			tt.battle.Start = time.Date(2026, 2, 14, 22, 8, 0, 123456000, time.UTC)
			var file bytes.Buffer
			want := must.Get(recorder.Record(&file, tt.battle, tt.capture))(t)
			a := newAccount(t)
			// Where much is lost the dialect may be settled a few blocks late.
			options := decode.Options{}
			if slices.Contains(tt.notes, decode.Gap) {
				options.Dialect = wantDialect(tt.battle.Dialect)
			}
			c := open(t, file.Bytes(), options)
			for r := range c.Records() {
				a.add(r)
			}
			s := c.Summary()
			if diff := compareTruth(want, a.conclude(&s)); diff != "" {
				t.Errorf("(-written +read)\n%s", diff)
			}
			checkWindows(t, want, tt.battle.Loss > 0, tt.battle.Duplicate > 0)
			for code, n := range a.notes {
				if code != decode.RepeatAck && !slices.Contains(tt.notes, code) {
					t.Errorf("%d times the note %s", n, code)
				}
			}
			if len(s.Servers) != 1 || s.Servers[0].Dialect != wantDialect(tt.battle.Dialect) {
				t.Errorf("servers %+v", s.Servers)
			}
		})
	}
}

// checkWindows looks at what a reader cannot know, by what has to be.
func checkWindows(t *testing.T, truth *battle.Truth, loss, copies bool) {
	t.Helper()
	var captured, distinct, lost int64
	for _, x := range truth.Objects {
		for _, w := range x.Windows {
			captured, distinct, lost = captured+w.Captured, distinct+w.Distinct, lost+w.Lost
		}
	}
	if captured != truth.Blocks.Blocks || copies != (captured > distinct) || loss != (lost > 0) {
		t.Errorf("%d blocks, %d captured, %d distinct, %d lost", truth.Blocks.Blocks, captured, distinct, lost)
	}
}

func wantDialect(d message.Dialect) message.Dialect {
	if d == message.Undecided {
		return message.Stock
	}
	return d
}

// troubles reads values of --trouble.
func troubles(texts ...string) (list []battle.Trouble) {
	for _, text := range texts {
		x, err := battle.ParseTrouble(text)
		if err != nil {
			panic(err)
		}
		list = append(list, x)
	}
	return list
}
