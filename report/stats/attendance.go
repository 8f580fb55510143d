package stats

import (
	"net/netip"
	"slices"
	"time"

	"bcdump/decode/capture"
	"bcdump/decode/message"
	"bcdump/report/tally"
)

// attendance knows which clients are in the game of each server of a capture.
type attendance struct {
	servers map[netip.AddrPort]*lobby

	// Players by the number of their link, and how many others there are beside the one
	// whose datagram is at hand.
	known [64]struct {
		number uint32
		lobby  *lobby
		player *attendant
	}
	beside int64
}

// lobby is the players of a server.
type lobby struct {
	list []*attendant
}

type attendant struct {
	client netip.AddrPort
	heard  capture.Time
	left   bool // it is in no list any more
}

const (
	maxServers = 256
	maxPlayers = 64 // of one server; the game allows 16
	// silence is for how long nothing may come from a client that is in the game.
	silence = 15 * time.Second
)

func newAttendance() attendance { return attendance{servers: map[netip.AddrPort]*lobby{}} }

// hear notes who is in the game: from NewPlayerInGame, or from an update, until the
// client leaves or falls silent. Of a message of a client it gives how many others are in the
// game.
func (p *attendance) hear(l *line) (others int64) {
	switch {
	case l.ends():
		p.leave(l.link())
	case l.from == toServer:
		return p.heard(l)
	}
	return 0
}

func (p *attendance) leave(k tally.Link) {
	x := p.servers[k.Server]
	if x == nil {
		return
	}
	x.list = slices.DeleteFunc(x.list, func(o *attendant) bool {
		o.left = o.client == k.Client
		return o.left
	})
}

// speaks notes that something came from a client, which enters the game with it or not. It
// gives the player; nil = it is in no game.
func (p *attendance) speaks(k tally.Link, at capture.Time, enters bool) *attendant {
	x := p.servers[k.Server]
	if o := x.find(k.Client); o != nil {
		o.heard = at
		return o
	}
	if !enters || x == nil && len(p.servers) >= maxServers {
		return nil
	}
	if x == nil {
		x = &lobby{}
		p.servers[k.Server] = x
	}
	if len(x.list) >= maxPlayers {
		return nil
	}
	o := &attendant{client: k.Client, heard: at}
	x.list = append(x.list, o)
	return o
}

// heard takes a message of a client, and gives how many others are in the game.
func (p *attendance) heard(l *line) (others int64) {
	x := &p.known[l.Link%uint32(len(p.known))]
	if x.number != l.Link || x.player == nil || x.player.left {
		k := l.link()
		x.number, x.player = l.Link, p.speaks(k, l.Time, l.is(message.OpcodeNewPlayerInGame) || l.is(message.OpcodeStateUpdate))
		x.lobby = p.servers[k.Server]
		if x.player == nil {
			return x.lobby.others(k.Client, l.Time)
		}
		p.beside = x.lobby.others(x.player.client, l.Time)
	}
	if l.begins {
		x.player.heard = l.Time
		p.beside = x.lobby.others(x.player.client, l.Time)
	}
	return p.beside
}

func (x *lobby) find(client netip.AddrPort) *attendant {
	if x == nil {
		return nil
	}
	for _, o := range x.list {
		if o.client == client {
			return o
		}
	}
	return nil
}

// others counts the clients in the game beside the one that sends a message.
func (x *lobby) others(client netip.AddrPort, at capture.Time) (n int64) {
	if x == nil {
		return 0
	}
	for _, o := range x.list {
		if at.Sub(o.heard) <= silence && o.client != client {
			n++
		}
	}
	return n
}
