package match

import (
	"slices"
	"time"

	"bcdump/decode/capture"
)

// rename gives a client a name. Who returns under the same name is the same player; who takes it while the
// other one is there is not.
func (m *Match) rename(c *Connection, name string) {
	if name == "" || c.Name == name || c.waits {
		return
	}
	c.Name = name
	known := m.playerOf(c.Game, name, c)
	switch {
	case known == c.Player && known != nil:
	case known != nil:
		m.moves(c, known)
	case c.Player != nil && len(c.Player.Connections) == 1:
		c.Player.Name = name
	default:
		m.moves(c, m.newPlayer(c.Game, name))
	}
}

// plays reports whether a player is still there on another connection than c. If he flies, both sides send ten updates a second;
// without a ship, a keepalive every 5 s. A client that the host has dropped may talk on, without an answer.
func (p *Player) plays(c *Connection, now capture.Time) bool {
	flies := slices.ContainsFunc(p.Ships, func(x *Ship) bool { return x.Died.Frame == 0 })
	return slices.ContainsFunc(p.Connections, func(o *Connection) bool {
		if c.over() && !o.First.Time.Before(c.left) {
			return false // it came after c had gone
		}
		silent := time.Second / 2
		if !flies && o.Entered.Frame != 0 {
			silent = 6 * time.Second
		}
		return o != c && o.Client != c.Client && o.Ending.Why == Open && o.Ending.Others.Frame == 0 && now.Sub(o.Heard.Time) < silent && now.Sub(o.Told.Time) < silent
	})
}

// play makes sure that whoever is in the game is a player.
func (m *Match) play(c *Connection) {
	if c.Player == nil {
		m.moves(c, m.newPlayer(c.Game, c.Name))
	}
}

// playerOf gives the player of that name in a game, who may have come back as c; nil = there is none.
func (m *Match) playerOf(game *Mission, name string, c *Connection) *Player {
	for i := len(m.players) - 1; i >= 0; i-- {
		if p := m.players[i]; p.Name == name && p.Game == game && (c == nil || !p.plays(c, m.now.Time)) {
			return p
		}
	}
	return nil
}

// newPlayer makes a player; nil = there is no room for one.
func (m *Match) newPlayer(game *Mission, name string) *Player {
	if len(m.players) >= m.Room(maxPlayers) {
		m.dropped.Players++
		return nil
	}
	p := &Player{File: m.file, Server: game.Server, Game: game, Name: name, Team: -1}
	m.players = append(m.players, p)
	return p
}

// moves gives a connection to a player, and with it what it had before.
func (m *Match) moves(c *Connection, to *Player) {
	if from := c.Player; from != nil && to != nil {
		m.merge(from, to)
	}
	c.Player = to
	if to == nil || c.waits {
		return
	}
	i, had := slices.BinarySearchFunc(to.Connections, c.Number, func(o *Connection, n int) int { return o.Number - n })
	if !had { // who had another name in between comes back
		to.Connections = slices.Insert(to.Connections, i, c) // who is named late may have come before
	}
}

// merge gives a player what one had who turned out to be the same; a nameless one vanishes.
func (m *Match) merge(from, to *Player) {
	if from.Name != "" {
		return // the client took another name: what it did under the old one stays there
	}
	for _, x := range from.Ships {
		x.Player = to
	}
	to.Ships = append(to.Ships, from.Ships...)
	for i, n := range from.Shots {
		to.Shots[i] += n
	}
	to.Together += from.Together
	for _, k := range m.kills {
		if k.Killer == from {
			k.Killer = to
		}
	}
	for _, x := range m.chat {
		if x.Player == from {
			x.Player = to
		}
	}
	for i, p := range m.players {
		if p == from {
			m.players = append(m.players[:i], m.players[i+1:]...)
			break
		}
	}
}
