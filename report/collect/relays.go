package collect

import (
	"cmp"
	"net/netip"
	"slices"
	"time"

	"bcdump/decode"
	"bcdump/decode/capture"
	"bcdump/decode/transport"
	"bcdump/report/figures"
)

// relays counts how the host passes on what clients send, by opcode.
type relays struct {
	*queries
	rows    [256]relayRow
	players players
}

type relayRow struct {
	originals, copies, expected, surplus, echoes int64
	latency                                      histogram
}

func newRelays(q *queries) *relays { return &relays{queries: q, players: newPlayers()} }

func (y *relays) begin(string) { y.players = newPlayers() }

func (y *relays) record(l *line) {
	if !l.game() {
		return
	}
	y.players.hear(l)
	if l.opcode < 0 || l.repeat {
		return
	}
	row := &y.rows[l.opcode]
	switch {
	case l.Dir == decode.ToServer:
		row.originals++
		row.expected += int64(y.players.others(l))
	case l.Relay.Frame == 0:
	case l.Relay.Echo:
		row.echoes++
	default:
		row.copy(l)
	}
}

func (r *relayRow) copy(l *line) {
	r.copies++
	if l.Relay.Surplus {
		r.surplus++
		return
	}
	r.latency.add(decode.Milliseconds(l.Relay.After))
}

func (y *relays) report(out *figures.Stats) {
	out.Relays = []figures.Relay{}
	for opcode := range y.rows {
		row := &y.rows[opcode]
		if row.copies+row.echoes > 0 {
			out.Relays = append(out.Relays, y.figure(opcode, row))
		}
	}
	slices.SortFunc(out.Relays, func(a, b figures.Relay) int {
		return cmp.Or(cmp.Compare(b.Originals, a.Originals), cmp.Compare(a.Opcode, b.Opcode))
	})
}

func (y *relays) figure(opcode int, r *relayRow) figures.Relay {
	f := figures.Relay{
		Opcode: opcodeText(opcode), Name: opcodeName(opcode),
		Originals: r.originals, Copies: r.copies, Expected: r.expected,
		Missing: max(r.expected-(r.copies-r.surplus), 0), Surplus: r.surplus, Echoes: r.echoes,
		FanOut:  ratio(float64(r.copies), float64(r.originals)),
		Latency: latency(&r.latency, toClient),
	}
	copies := []string{opcodeIs(opcode), "relay_of", once, "!relay_of.echo"}
	f.Query = y.of(opcodeIs(opcode), dirIs(decode.ToServer), once)
	f.Queries = figures.Queries{
		"copies":           y.count(copies...),
		"surplus":          y.count(append(copies, "relay_of.surplus")...),
		"latency_ms.count": y.count(append(copies, "!relay_of.surplus")...),
		"echoes":           y.count(opcodeIs(opcode), "relay_of.echo", once),
	}
	return f
}

// players knows which clients are in the game of each server of a capture.
type players struct {
	servers map[netip.AddrPort][]player
}

type player struct {
	client netip.AddrPort
	heard  capture.Time
}

const (
	maxServers = 256
	maxPlayers = 64 // of one server; the game allows 16
	// silence is for how long nothing may come from a client that is in the game.
	silence = 15 * time.Second
)

func newPlayers() players { return players{servers: map[netip.AddrPort][]player{}} }

// hear notes who is in the game: from NewPlayerInGame, or from an update, until the
// client leaves or falls silent.
func (p *players) hear(l *line) {
	switch {
	case l.typed(transport.Disconnect), l.typed(transport.OldDisconnect), l.typed(transport.Boot):
		p.leave(l.link)
	case l.Dir == decode.ToServer:
		p.speaks(l)
	}
}

func (p *players) leave(k link) {
	if list, ok := p.servers[k.server]; ok {
		p.servers[k.server] = slices.DeleteFunc(list, func(x player) bool { return x.client == k.client })
	}
}

func (p *players) speaks(l *line) {
	list := p.servers[l.link.server]
	for i := range list {
		if list[i].client == l.link.client {
			list[i].heard = l.Time
			return
		}
	}
	enters := l.is(opNewPlayer) || l.is(opStateUpdate)
	if !enters || len(list) >= maxPlayers || list == nil && len(p.servers) >= maxServers {
		return
	}
	p.servers[l.link.server] = append(list, player{l.link.client, l.Time})
}

// others counts the clients in the game beside the one that sends a message.
func (p *players) others(l *line) (n int) {
	for _, x := range p.servers[l.link.server] {
		if x.client != l.link.client && l.Time.Sub(x.heard) <= silence {
			n++
		}
	}
	return n
}
