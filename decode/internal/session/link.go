package session

import (
	"net/netip"
	"time"

	"bcdump/decode/internal/bounded"
	"bcdump/decode/message"
	"bcdump/decode/record"
	"bcdump/decode/transport"
	"bcdump/reassembly"
)

// links is what is known of those that carry the game.
type links struct {
	byFlow  *bounded.Map[reassembly.Flow, *link] // by Flow.Link
	names   *bounded.Map[client, called]
	count   uint32 // how many there were
	clear   bool   // some are not enciphered
	players *players
	control transport.ControlDecoder
}

// link is the link between one client and one server.
type link struct {
	peer    uint8 // id of the client; 0 = not known
	name    string
	slot    int // player slot of the client, by the Settings it got
	hasSlot bool
	clear   bool            // its datagrams are not enciphered
	number  uint32          // tells links apart; from 1
	players *players        // of all links
	sides   [2]*record.Side // of what clients and servers send; nil = to be made
	named   int64           // changes of the table of names when these were made

	flow             reassembly.Flow            // from the lower address to the higher one
	state            *reassembly.Link           // nil or forgotten: to be asked for
	checksumRequests []*message.ChecksumRequest // the last of each round; what they point to does not change
	objectRequests   [4]objectRequest           // the newest first
	hashes           [2]uint64                  // of the lower and the higher address, of relay.Finder; 0 = not yet there
}

// reversed reports whether what src sends goes from the higher address to the lower one.
func (l *link) reversed(src netip.AddrPort) bool { return src != l.flow.Src }

// players are the names that clients had, each once, in the order of their coming.
type players struct {
	list  []string
	known map[string]bool
	more  bool // there was no room for all
}

// note takes a name.
func (p *players) note(name string) {
	if name == "" || p.known[name] {
		return
	}
	if p.more = len(p.list) >= rememberedLinks; p.more {
		return
	}
	p.known[name] = true
	p.list = append(p.list, name)
}

// client is a peer id at a server.
type client struct {
	server netip.AddrPort
	peer   uint8
}

// called is the name of a peer, and the link that was given its id; 0 = that is not in the capture. Others that
// had the id before have another client.
type called struct {
	name string
	link uint32
}

const (
	hostPeer = 0x01 // byte 0 of what the host sends
	newPeer  = 0xFF // byte 0 of what a client without an id sends

	// rememberedLinks bounds what is known of links and players.
	//limit:rememberedLinks What earlier messages tell | known links, and known names | the one unused for longest is forgotten | TestManyLinks, TestForgotten
	//limit:rememberedLinks What earlier messages tell | entity-state flows, flows that may be one, and servers of them | the one unused for longest is forgotten | TestForgotten
	rememberedLinks = 4096
	// undecidedAhead is how many datagrams ahead are looked at to decide about one
	// that says too little by itself. It is no time, so that the answer depends on
	// nothing but the capture.
	//limit:undecidedAhead What earlier messages tell | lookahead for a datagram that decides, in datagrams | a note: undecided | TestLookahead
	undecidedAhead = 64
	// The name of a client that connects is looked for in so many datagrams of the capture, and for so
	// long by its clock.
	//limit:nameAheadDatagrams What earlier messages tell | lookahead from a Connect for the name of its client, in datagrams | records have no name up to the PeerInfo | TestNames
	nameAheadDatagrams = 128
	nameAheadTime      = time.Second
)

func newLinks() links {
	return links{
		byFlow: bounded.New[reassembly.Flow, *link](rememberedLinks),
		names:  bounded.New[client, called](rememberedLinks),

		players: &players{known: map[string]bool{}},
	}
}

// of finds or makes the state of a link that carries the game. Links of others
// are not remembered: their number must not push those of the game out.
func (g *links) of(src, dst netip.AddrPort) *link {
	key, _ := reassembly.Flow{Src: src, Dst: dst}.Link()
	if l, ok := g.byFlow.Get(key); ok {
		return l
	}
	g.count++
	l := &link{number: g.count, flow: key, players: g.players}
	g.byFlow.Put(key, l)
	return l
}

// learnPeer learns the id of the client from byte 0 of its sound datagrams. Another id
// is another connection, whose beginning the capture does not have.
func (l *link) learnPeer(peer uint8) {
	if peer == hostPeer || peer == newPeer || peer == l.peer {
		return
	}
	asked, first := l.checksumRequests, l.peer == 0
	if l.begin(peer); first {
		l.checksumRequests = asked // the host may have been heard first
	}
}

// begin forgets what was known: another connection begins on the same addresses.
func (l *link) begin(peer uint8) {
	*l = link{peer: peer, number: l.number, players: l.players, clear: l.clear, flow: l.flow, state: l.state, hashes: l.hashes}
}

// rename gives the client another name.
func (l *link) rename(name string) {
	l.name, l.sides = name, [2]*record.Side{}
	l.players.note(name)
}

func (l *link) newSide(client string, toClient bool) *record.Side {
	dir := record.ToServer
	if toClient {
		dir = record.ToClient
	}
	return &record.Side{Proto: record.BC, Dir: dir, Link: l.number, Client: client, ClientPeer: l.peer}
}
