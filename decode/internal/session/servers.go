package session

import (
	"bytes"
	"cmp"
	"fmt"
	"net/netip"
	"slices"

	"bcdump/decode/capture"
	"bcdump/decode/internal/bounded"
	"bcdump/decode/internal/identify"
	"bcdump/decode/internal/position"
	"bcdump/decode/message"
	"bcdump/decode/objects"
	"bcdump/decode/record"
	"bcdump/decode/relay"
	"bcdump/decode/ship"
	"bcdump/decode/wire"
)

// servers is what earlier messages tell about later ones: which class an object
// has, how a server writes, where ships are.
type servers struct {
	dialect   message.Dialect        // of all servers; Undecided = found out from their blocks
	ships     *ship.Catalogue        // nil = those of the game
	classes   map[uint32]*ship.Class // of objects, as the user says
	known     *bounded.Map[netip.AddrPort, *server]
	positions position.Tracker
	relays    relay.Finder
	passed    []passed                           // a ring
	numbered  int64                              // how many passed has had
	requests  map[uint8]*message.ChecksumRequest // the newest of each round, of any server
	messages  *message.Decoder                   // with the context of the message; nil until there is a batch
	trial     message.StateUpdate                // the one at hand as it reads in other contexts
}

// server is what is known of one server.
type server struct {
	directory *objects.Directory
	dialect   identify.Dialect
	hashes    identify.Hashes
	classes   identify.Classes        // of objects whose creation was not seen
	reporters [objects.Slots]reporter // of ships, by slot
	made      [objects.Slots]made     // the newest ships, by slot
	base      uint8                   // the peer id of slot 0; 0 = not known
	left      [objects.Slots]bool     // slots of players without a link of their own who have gone
	clients   uint16                  // slots of clients, as bits: they were given, or ships of theirs are told of
}

// firstPeer is the peer id of slot 0 at a host that does not play.
const firstPeer = 2

// reporter is the link that told of the ships of a slot first: that of the player, or of a client that the host told.
type reporter struct {
	link        uint32 // 0 = none
	player, was bool   // it is that of the player; the client has left since
}

//limit:rememberedServers What earlier messages tell | servers with objects and dialect | the one unused for longest is forgotten | TestForgotten
const rememberedServers = 256

func newServers(dialect message.Dialect, ships *ship.Catalogue, classes map[uint32]*ship.Class) servers {
	return servers{
		dialect: dialect, ships: ships, classes: classes,
		known:     bounded.New[netip.AddrPort, *server](rememberedServers),
		positions: position.NewTracker(),
		relays:    relay.NewFinder(),
		requests:  map[uint8]*message.ChecksumRequest{},
	}
}

func (k *servers) server(at netip.AddrPort) *server {
	if s, ok := k.known.Get(at); ok {
		return s
	}
	s := &server{dialect: identify.NewDialect(k.dialect), classes: identify.NewClasses(k.ships), hashes: identify.NewHashes()}
	k.known.Put(at, s)
	return s
}

// observe learns from a game message and gives it its context.
func (k *servers) observe(r *record.Record, l *link) {
	opcode, ok := r.Opcode()
	if !ok {
		return
	}
	s := k.server(r.Server())
	r.Context = message.Context{Dialect: s.dialect.Settled, Catalogue: k.ships}
	repeated := r.Again()
	object := uint32(0)
	switch opcode {
	case message.OpcodeStateUpdate:
		k.stateUpdate(r, s)
	case message.OpcodeObjectCreate, message.OpcodeObjectCreateTeam:
		object = k.creation(r, s, repeated)
	case message.OpcodeRequestObject:
		if m, ok := k.messages.Decode(r.Payload).Message.(*message.RequestObject); ok && r.Dir == record.ToServer && !repeated {
			l.requestsObject(r, m.ObjectID)
		}
	case message.OpcodeSettings:
		k.settings(r, s, l, repeated)
	case message.OpcodePlayerListEvent:
		k.listed(r, s, repeated)
	case message.OpcodeTorpedoFire, message.OpcodeBeamFire:
		k.weapon(r, s)
	case message.OpcodeChecksumRequest:
		k.ask(r, l)
	case message.OpcodeChecksumResponse:
		r.Context.Asked = l.checksumRequestOf(r.Payload)
	}
	k.relay(r, l, object)
	// Names come last: a creation is named by what it says itself.
	if s.directory != nil {
		r.Context.Names = s.directory
	}
}

// context gives a game message of a copy what is known, and learns nothing.
func (k *servers) context(r *record.Record, l *link) {
	opcode, ok := r.Opcode()
	s, known := k.known.Get(r.Server())
	if !ok || !known {
		return
	}
	r.Context = message.Context{Dialect: s.dialect.Settled, Catalogue: k.ships}
	switch opcode {
	case message.OpcodeStateUpdate:
		if id, _, _, ok := message.UpdateHeader(r.Payload); ok {
			object, _ := s.directory.Find(id)
			r.Context.Class, r.Context.Inferred = k.classOf(id, object.Class), object.Inferred
		}
	case message.OpcodeObjectCreate, message.OpcodeObjectCreateTeam:
		if m, fields := k.messages.ReadCreation(r.Payload, r.Context); m != nil && m.ClassID == message.ClassShip && fields > m.FieldsToObject() {
			r.Context.Class = k.classOf(m.ObjectID, m.Class())
		}
	case message.OpcodeChecksumResponse:
		r.Context.Asked = l.checksumRequestOf(r.Payload)
	}
	if s.directory != nil {
		r.Context.Names = s.directory
	}
}

// settings ties a player slot to the name of the client that receives them. What was in
// the slot before is gone: its ids may be given anew, and an update may overtake the
// creation.
func (k *servers) settings(r *record.Record, s *server, l *link, repeated bool) {
	d := k.messages.Decode(r.Payload)
	m, ok := d.Message.(*message.Settings)
	if !ok || !d.Complete() {
		return
	}
	l.slot, l.hasSlot = int(m.PlayerSlot), true
	s.clients |= 1 << m.PlayerSlot
	if int(l.peer) > l.slot {
		s.base = l.peer - m.PlayerSlot
	}
	if m.NameChanged {
		l.rename(wire.ShortName(m.NewName.String())) // the name that the client sent is taken
		r.Side = l.newSide(l.name, r.Dir == record.ToClient)
	}
	if !repeated {
		s.vacates(l.slot)
		s.returns(l)
	}
	// Also without a name: the slot may have been another player's.
	s.directory = s.directory.WithPlayer(l.slot, r.Client).WithPeer(l.slot, l.peer)
}

// listed takes the host's word that a player has left a slot or come into it. A capture at a client has the Settings
// of this client alone, so for every other player only the host says it.
func (k *servers) listed(r *record.Record, s *server, repeated bool) {
	d := k.messages.Decode(r.Payload)
	m, ok := d.Message.(*message.Event)
	if !ok || !d.Complete() || repeated || r.Dir != record.ToClient {
		return
	}
	slot := int(m.PeerID) - int(cmp.Or(s.base, firstPeer))
	switch {
	case slot < 0 || slot >= objects.HostSlot || s.directory.Seated(slot):
	case m.EventCode == message.CodePlayerGone:
		s.left[slot] = true
	case m.EventCode == message.CodePlayerCame && s.left[slot]:
		s.vacates(slot)
	}
}

// vacates forgets the ships of a player: others may have their ids.
func (s *server) vacates(slot int) {
	s.directory = s.directory.Vacated(slot)
	s.hashes.Vacated(slot)
	s.classes.Vacated(slot)
	if slot < len(s.reporters) {
		s.reporters[slot], s.made[slot], s.left[slot] = reporter{}, made{}, false
	}
}

// made is a ship whose owner's creation was heard, and which links were told of it since: one bit for 64.
type made struct {
	object uint32 // 0 = none
	told   uint64
}

// ownersWord takes a creation, and reports whether what its owner made stands, whatever the host tells this client. A
// client that is told twice is told of the next ship with that id.
func (s *server) ownersWord(r *record.Record, id uint32) (stands bool) {
	slot := objects.SlotOf(id)
	if slot >= objects.HostSlot {
		return false
	}
	x, bit := &s.made[slot], uint64(1)<<(r.Link%64)
	switch {
	case r.Dir == record.ToServer:
		*x = made{object: id}
	case x.object == id:
		stands = x.told&bit == 0
		x.told |= bit
	}
	return stands
}

// notesReporter notes which link tells of a ship.
func (s *server) notesReporter(r *record.Record, id uint32) {
	slot, player := objects.SlotOf(id), r.Dir == record.ToServer
	if slot < len(s.reporters) && (player || s.reporters[slot].link == 0 || s.reporters[slot].was) {
		s.reporters[slot] = reporter{link: r.Link, player: player}
	}
	if player && slot < objects.Slots {
		s.clients |= 1 << slot
	}
}

// leaves notes that a client leaves.
func (s *server) leaves(l *link) {
	for slot := range s.reporters {
		x := &s.reporters[slot]
		x.was = x.was || x.link == l.number
	}
}

// returns forgets what only clients that have left told, when one of them may be back: at a client the capture has
// nothing of the time in between. If others have been there, so are the ships of who left.
func (s *server) returns(l *link) {
	alone := !slices.ContainsFunc(s.reporters[:], func(x reporter) bool { return x.link != 0 && !x.was && x.link != l.number })
	for slot, x := range s.reporters {
		if (x.was || x.link == l.number) && (alone || !x.player) {
			s.vacates(slot)
		}
	}
}

// creation files an object and starts its track anew. It gives the id of the object; 0 = it is not known.
func (k *servers) creation(r *record.Record, s *server, repeated bool) uint32 {
	m, known := k.messages.ReadCreation(r.Payload, r.Context)
	if m == nil || known < m.FieldsToObject() {
		return 0
	}
	id, toSpecies := m.ObjectID, m.FieldsToObject()+1
	if m.ClassID != message.ClassShip && m.ClassID != message.ClassTorpedo || known < toSpecies {
		return id
	}
	object := objects.Object{ID: m.ObjectID, Kind: m.Kind(), Told: r.Time}
	if m.ClassID == message.ClassShip {
		r.Context.Class = k.classOf(m.ObjectID, m.Class())
		object.Class, object.Name = r.Context.Class, m.ObjectName.String()
	}
	s.notesReporter(r, id)
	if repeated {
		return id // the id may have gone to another object since
	}
	before, _ := s.directory.Find(m.ObjectID)
	if s.ownersWord(r, id) && before.ID == id && before.Class != object.Class {
		object = before
	}
	if before.Class != object.Class {
		s.hashes.Begins(m.ObjectID)
	}
	s.directory = s.directory.With(object)
	s.classes.Forget(m.ObjectID)
	if known > toSpecies {
		k.positions.Create(trackOf(r, id), r.Dir == record.ToServer, m.Position)
	}
	return id
}

// classOf lets the user's word stand above what a message says.
func (k *servers) classOf(id uint32, said *ship.Class) *ship.Class {
	if class := k.classes[id]; class != nil {
		return class
	}
	return said
}

// stateUpdate gives an update the class of its ship and its place in the world, and
// takes its block as evidence for the dialect or the class.
func (k *servers) stateUpdate(r *record.Record, s *server) {
	id, _, _, ok := message.UpdateHeader(r.Payload)
	if !ok {
		return
	}
	object := k.object(s, id, r.Time)
	if r.Dir == record.ToServer {
		s.notesReporter(r, id)
	}
	r.Context.Class = object.Class
	read := identify.Read(k.messages, r.Payload, r.Context)
	if read.Complete() && (object.Class == nil || object.Inferred) {
		object = k.inferClass(s, object, &read, r)
	}
	if object.Class != r.Context.Class {
		r.Context.Class = object.Class
		read = identify.Read(k.messages, r.Payload, r.Context)
	}
	r.Context.Inferred = object.Inferred
	k.judgeDialect(r, s, &read)
	r.Context.Dialect = s.dialect.Settled
	if read.Complete() && !k.locate(r, read.Update).Late {
		s.noteHash(r, read.Update)
	}
}

// object gives what is known of an object, the user's word above all.
func (k *servers) object(s *server, id uint32, now capture.Time) objects.Object {
	object, known := s.directory.Find(id)
	class := k.classOf(id, object.Class)
	if class != object.Class || !known && class != nil {
		object = objects.Object{ID: id, Class: class, Name: object.Name, Told: now}
		s.directory = s.directory.With(object)
	}
	return object
}

// noteHash notes what is strange about the hash of an update; it has its context already.
func (s *server) noteHash(r *record.Record, m *message.StateUpdate) (strange bool) {
	if !m.Hashed() {
		return false
	}
	class := r.Context.Class
	if r.Context.Inferred {
		class = nil // maybe by this hash
	}
	text := s.hashes.Hear(m, class, r.Context.Dialect)
	if text != "" {
		r.Diagnose(record.SubsysHash, record.Whole, text)
	}
	return text != ""
}

// locate says where the ship is.
func (k *servers) locate(r *record.Record, m *message.StateUpdate) position.Verdict {
	var move position.Motion
	move.From(m)
	v := k.positions.Update(trackOf(r, m.ObjectID), r.Dir == record.ToServer, &move, &r.Context.World)
	noteVerdict(r, m.GameTime, v)
	return v
}

// trackOf names a ship as the sender of a record describes it to the receiver.
func trackOf(r *record.Record, object uint32) position.Key {
	return position.Key{Object: object, Src: r.Src, Dst: r.Dst}
}

func noteVerdict(r *record.Record, gameTime float32, v position.Verdict) {
	if v.Late {
		r.Diagnose(record.Late, record.Whole, fmt.Sprintf("game time %.3f s: older than an update already received", gameTime))
	}
	if v.Jump > 0 {
		r.Diagnose(record.Jump, record.Whole, fmt.Sprintf("%.0f units from the last position: farther than its speed allows", v.Jump))
	}
}

// rename gives the ships of a client its new name.
func (k *servers) rename(r *record.Record, l *link) {
	if l.hasSlot {
		s := k.server(r.Server())
		s.directory = s.directory.WithPlayer(l.slot, l.name)
	}
}

// summary lists the servers that sent ships, by address.
func (k *servers) summary() (list []ServerSummary) {
	for address, s := range k.known.Entries() {
		if s.directory != nil || s.dialect.OnlyStock+s.dialect.OnlyOpenBC > 0 {
			list = append(list, ServerSummary{
				Address: address, Dialect: s.dialect.Settled,
				OnlyStock: s.dialect.OnlyStock, OnlyOpenBC: s.dialect.OnlyOpenBC, Clients: s.clients,
			})
		}
	}
	slices.SortFunc(list, func(a, b ServerSummary) int { return a.Address.Compare(b.Address) })
	return list
}

// forgotten counts the dropped entries of the bounded tables. Places and hashes of ships do not count: a living ship sends new ones.
func (k *servers) forgotten() int64 {
	n := k.known.Evicted() + k.relays.Evicted()
	for _, s := range k.known.Entries() {
		n += s.classes.Evicted() + s.directory.Dropped()
	}
	return n
}

const (
	// rememberedRounds is how many rounds of checksums are known of a link; stock hosts have five.
	//limit:rememberedRounds What earlier messages tell | rounds of checksums whose request is known, of a link | the answer is read without its request | TestManyChecksumRequests
	rememberedRounds = 8
	// longestRequest bounds the directory and the filter of a request that is kept, together.
	//limit:longestRequest What earlier messages tell | bytes of directory and filter of one | the answer is read without its request | TestManyChecksumRequests
	longestRequest = 128
)

// ask keeps a request for checksums: the answer does not repeat it.
func (k *servers) ask(r *record.Record, l *link) {
	m, ok := k.messages.Decode(r.Payload).Message.(*message.ChecksumRequest)
	if !ok || r.Dir != record.ToClient || len(m.Directory)+len(m.Filter) > longestRequest {
		return
	}
	kept := k.requests[m.Round] // hosts ask all clients for the same
	if kept == nil || !bytes.Equal(kept.Directory, m.Directory) || !bytes.Equal(kept.Filter, m.Filter) || kept.Recursive != m.Recursive {
		kept = &message.ChecksumRequest{
			Round: m.Round, Directory: slices.Clone(m.Directory), Filter: slices.Clone(m.Filter), Recursive: m.Recursive,
		}
		k.requests[m.Round] = kept
	}
	for i, x := range l.checksumRequests {
		if x.Round == m.Round {
			l.checksumRequests[i] = kept
			return
		}
	}
	if len(l.checksumRequests) < rememberedRounds {
		l.checksumRequests = append(l.checksumRequests, kept)
	}
}

// checksumRequestOf gives the request that an answer belongs to; nil = it is not known.
func (l *link) checksumRequestOf(answer []byte) *message.ChecksumRequest {
	const round = 1 // behind the opcode
	for _, x := range l.checksumRequests {
		if len(answer) > round && x.Round == answer[round] {
			return x
		}
	}
	return nil
}
