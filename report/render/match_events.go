package render

import (
	"cmp"
	"slices"
	"strconv"

	"bcdump/report/figures"
	"bcdump/report/terminal"
)

func showKills(p *page, m *figures.Match) {
	if len(m.Kills) == 0 {
		p.Heading("KILLS", p.Dim, "none in this capture")
		return
	}
	p.Heading("KILLS", terminal.Style{}, counted(int64(len(m.Kills)), "ship", "ships"), "certainty: told or inferred; time since the last shot, report or request")
	rowsOf(p, m.Kills, "time game killer victim cause certainty frame", func(k *figures.Kill, key string, c *terminal.Cell) {
		switch key {
		case "game":
			c.Text = numberOf(m, k.Game)
		case "killer":
			*c = p.killer(m, k)
		case "victim":
			c.Text = shipOf(m, k.Victim, k.VictimShip, k.ObjectID)
		case "cause":
			*c = p.weapon(k)
		case "certainty":
			*c = p.certainty(k)
		}
	})
}

// shipOf names a ship as its player would: "Ace's Akira".
func shipOf(m *figures.Match, player, class, id string) string {
	name := cmp.Or(shipName(m, class), id)
	if player == "" {
		return name
	}
	return player + "'s " + name
}

// killer is who did it.
func (p *page) killer(m *figures.Match, k *figures.Kill) terminal.Cell {
	switch {
	case k.Killer == nil:
		return styled("-", p.Dim)
	case k.KillerShip == nil && k.KillerID == nil:
		return text(*k.Killer)
	}
	class, id := "", ""
	if k.KillerShip != nil {
		class = *k.KillerShip
	}
	if k.KillerID != nil {
		id = *k.KillerID
	}
	return text(shipOf(m, *k.Killer, class, id))
}

// weapon is the weapon, or what else ended the ship.
func (p *page) weapon(k *figures.Kill) terminal.Cell {
	look := terminal.Style{}
	switch {
	case k.Cause == figures.CauseSelfDestruct, k.Cause == figures.CauseCollision:
		look = p.Note
	case k.Weapon == nil:
		look = p.Dim
	}
	return styled(k.With(), look)
}

// certainty says what the row rests on.
func (p *page) certainty(k *figures.Kill) terminal.Cell {
	switch {
	case k.Cause == figures.CauseUnknown:
		return styled("-", p.Dim)
	case k.Certainty == figures.CertaintyInferred:
		return styled(p.rests(k, ", ", " from the "), p.Note)
	}
	return text(p.rests(k, ", ", "; "))
}

// rests says how long before there was what a kill rests on; in words if there is room.
func (p *page) rests(k *figures.Kill, short, long string) string {
	if k.HitBefore == nil {
		return k.Certainty
	}
	before := terminal.Decimal(float64(*k.HitBefore)/1000, 1) + " s"
	switch {
	case p.Width < 100 && before == "0.0 s":
		return k.Certainty
	case p.Width < 100:
		return k.Certainty + short + before
	}
	what := map[string]string{figures.CauseWeapon: "last shot", figures.CauseCollision: "report", figures.CauseSelfDestruct: "request"}[k.Cause]
	return k.Certainty + long + what + " " + before + " before"
}

// happening is a line of the log: what was said, who came and who went.
type happening struct {
	Time  figures.Time `json:"time"`
	Game  int          `json:"game" drop:"1"`
	Who   string       `json:"who" look:"name" cut:"8"`
	What  string       `json:"what" fold:"20"`
	Frame int64        `json:"frame" unit:"#"`
	look  terminal.Style
}

func showChat(p *page, m *figures.Match) {
	p.Heading("CHAT, JOINS AND LEAVES", terminal.Style{}, counted(int64(len(m.Chat)), "text", "texts"))
	rowsOf(p, p.happenings(m), "", func(h *happening, key string, c *terminal.Cell) {
		switch key {
		case "game":
			c.Text = numberOf(m, h.Game)
		case "what":
			c.Style = h.look
		}
	})
}

// happenings are in the order of the capture.
func (p *page) happenings(m *figures.Match) (list []happening) {
	for i := range m.Presence {
		list = append(list, p.comings(&m.Presence[i])...)
	}
	for i := range m.Chat {
		c := &m.Chat[i]
		h := happening{Frame: c.Frame, Time: c.Time, Who: cmp.Or(c.Player, c.Address, "peer "+strconv.Itoa(c.Peer)), What: c.Text, Game: c.Game}
		if c.Team {
			h.What = "(team) " + c.Text
		}
		list = append(list, h)
	}
	slices.SortStableFunc(list, func(a, b happening) int { return cmp.Compare(a.Frame, b.Frame) })
	return list
}

// comings are when a client came and went.
func (p *page) comings(x *figures.Presence) (list []happening) {
	say := func(frame *int64, time *figures.Time, what string, look terminal.Style) {
		if frame != nil && time != nil {
			list = append(list, happening{*time, x.Game, called(x.Player, x.Address), what, *frame, look})
		}
	}
	switch {
	case x.Entered == nil && x.Left == nil:
		say(x.JoinedFrame, x.Joined, "— did not get into the game; "+x.Words(), p.Note)
	case x.Joined == nil:
		say(x.EnteredFrame, x.Entered, "— already in the game", p.Dim)
	default:
		say(x.EnteredFrame, x.Entered, "— joined", p.Dim)
	}
	return append(list, p.goings(x)...)
}

// goings is when a client went.
func (p *page) goings(x *figures.Presence) []happening {
	end, time := p.end(&x.Ending), x.Left
	switch {
	case x.End != figures.EndUnknown || x.Entered == nil:
	case x.Last == nil:
		time = x.Told
	default:
		time, end.Text = x.Last, "last heard; "+end.Text
	}
	if time == nil {
		return nil
	}
	return []happening{{*time, x.Game, called(x.Player, x.Address), "— " + end.Text, x.EndFrame, end.Style}}
}

// showPresence shows connections to who asks for them: players and chat say the same shorter.
func showPresence(p *page, m *figures.Match) {
	if len(p.Only) == 0 {
		return
	}
	p.Heading("CONNECTIONS", terminal.Style{}, counted(int64(len(m.Presence)), "connection", "connections"))
	rowsOf(p, m.Presence, "player client address game slot joined frame=joined_frame entered frame=entered_frame left frame=end_frame end", func(x *figures.Presence, key string, c *terminal.Cell) {
		switch key {
		case "game":
			c.Text = numberOf(m, x.Game)
		case "end":
			*c = p.end(&x.Ending)
		}
	})
}

// showVolleys shows them to who asks for them.
func showVolleys(p *page, m *figures.Match) {
	if len(p.Only) == 0 || len(m.Volleys) == 0 {
		return
	}
	p.Heading("FIRED AT ONCE", terminal.Style{}, counted(int64(len(m.Volleys)), "volley", "volleys"))
	rowsOf(p, m.Volleys, "time player ship object_id weapon shots frame", func(x *figures.Volley, key string, c *terminal.Cell) {
		if key == "ship" {
			c.Text = cmp.Or(shipName(m, x.Ship), "-")
		}
	})
}
