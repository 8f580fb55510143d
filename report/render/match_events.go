package render

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"bcdump/report/figures"
	"bcdump/report/terminal"
)

func showKills(p *page, m *figures.Match) {
	if len(m.Kills) == 0 {
		p.heading("KILLS", p.Dim, "none in this capture")
		return
	}
	p.heading("KILLS", terminal.Style{}, counted(int64(len(m.Kills)), "ship", "ships"), "certainty: how it is known, and when the last shot, report or request was")
	t := &terminal.Table{Columns: []terminal.Column{
		{Title: "time"},
		{Title: "server", Drop: 2},
		{Title: "killed by", Min: 10, Fold: true},
		{Title: "ship", Min: 10, Fold: true},
		{Title: "with", Fold: true, Min: 9},
		{Title: "certainty"},
		{Title: "frame", Number: true},
	}}
	n := p.shown(len(m.Kills))
	for i := range m.Kills[:n] {
		k := &m.Kills[i]
		t.Add(text(p.second(k.Time)), text(serverOf(m, k.Server)), p.killer(m, k), styled(shipOf(m, k.Victim, k.VictimShip, k.ObjectID), p.Name),
			p.weapon(k), p.certainty(k), text(strconv.FormatInt(k.Frame, 10)))
	}
	p.table(t)
	p.more(len(m.Kills) - n)
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
	switch k.Cause {
	case figures.CauseSelfDestruct:
		return styled("self-destruct", p.Note)
	case figures.CauseCollision:
		if k.Other != "" && k.Killer == nil {
			return styled("collision with "+k.Other, p.Note)
		}
		return styled(dotted("collision", teamKill(k)), p.Note)
	case figures.CauseUnknown:
		return styled("unknown", p.Dim)
	}
	if k.Weapon == nil {
		return styled(dotted("a weapon", teamKill(k)), p.Dim)
	}
	return text(dotted(*k.Weapon, teamKill(k)))
}

// teamKill marks that of a player of the same team.
func teamKill(k *figures.Kill) string {
	if k.TeamKill {
		return "team kill"
	}
	return ""
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
	before := terminal.Decimal(*k.HitBefore/1000, 1) + " s"
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
	frame     int64
	time, who string
	what      terminal.Cell
	server    string
}

func showChat(p *page, m *figures.Match) {
	list := p.happenings(m)
	p.heading("CHAT, JOINS AND LEAVES", terminal.Style{}, counted(int64(len(m.Chat)), "text", "texts"))
	t := &terminal.Table{Columns: []terminal.Column{{Title: "time"}, {Title: "server", Drop: 1}, {Title: "who", Min: 8}, {Title: "what", Min: 20, Fold: true}, {Title: "frame", Number: true}}}
	n := p.shown(len(list))
	for _, h := range list[:n] {
		t.Add(text(p.second(h.time)), text(serverOf(m, h.server)), styled(h.who, p.Name), h.what, text(strconv.FormatInt(h.frame, 10)))
	}
	p.table(t)
	p.more(len(list) - n)
}

// happenings are in the order of the capture.
func (p *page) happenings(m *figures.Match) (list []happening) {
	for i := range m.Presence {
		list = append(list, p.comings(&m.Presence[i])...)
	}
	for i := range m.Chat {
		c := &m.Chat[i]
		h := happening{frame: c.Frame, time: c.Time, who: cmp.Or(c.Player, c.Address, "peer "+strconv.Itoa(c.Peer)), what: text(c.Text), server: c.Server}
		if c.Team {
			h.what.Text = "(team) " + c.Text
		}
		list = append(list, h)
	}
	slices.SortStableFunc(list, func(a, b happening) int { return cmp.Compare(a.frame, b.frame) })
	return list
}

// comings are when a client came and went.
func (p *page) comings(x *figures.Presence) (list []happening) {
	say := func(frame *int64, time *string, what terminal.Cell) {
		if frame != nil && time != nil {
			list = append(list, happening{frame: *frame, time: *time, who: called(x.Player, x.Address), what: what, server: x.Server})
		}
	}
	switch {
	case x.Entered == nil && x.Left == nil:
		say(x.JoinedFrame, x.Joined, styled("— connected, and did not get into the game"+stuck(x), p.Note))
	case x.Joined == nil:
		say(x.EnteredFrame, x.Entered, styled("— in the game when the capture begins", p.Dim))
	default:
		say(x.EnteredFrame, x.Entered, styled("— joined", p.Dim))
	}
	return append(list, p.goings(x)...)
}

// goings is when a client went.
func (p *page) goings(x *figures.Presence) []happening {
	end, time := p.end(x.End, x.EndText), x.Left
	switch {
	case x.End == figures.EndTimeout && !strings.HasPrefix(x.EndText, "dropped") && x.Told != nil:
		end.Text = "last heard; timed out " + p.second(*x.Told)
	case x.End == figures.EndUnknown && x.Entered != nil:
		time, end.Text = x.Last, "last heard: "+x.EndText
	}
	if time == nil {
		return nil
	}
	end.Text = "— " + end.Text
	return []happening{{frame: x.EndFrame, time: *time, who: called(x.Player, x.Address), what: end, server: x.Server}}
}

// stuck says where a join hangs.
func stuck(x *figures.Presence) string {
	if x.LastStep == "" {
		return ""
	}
	text := ": last step " + x.LastStep
	if x.WaitsFor != "" {
		text += ", then nothing from the " + x.WaitsFor
	}
	return text
}

func showPresence(p *page, m *figures.Match) {
	p.heading("CONNECTIONS", terminal.Style{}, counted(int64(len(m.Presence)), "connection", "connections"))
	t := &terminal.Table{Columns: []terminal.Column{
		{Title: "player", Min: 8},
		{Title: "client", Number: true, Drop: 1},
		{Title: "address", Drop: 3},
		{Title: "server", Drop: 4},
		{Title: "slot", Number: true, Drop: 2},
		{Title: "joined"},
		{Title: "frame", Number: true, Drop: 1},
		{Title: "entered"},
		{Title: "frame", Number: true, Drop: 1},
		{Title: "left"},
		{Title: "frame", Number: true},
		{Title: "outcome", Min: 9, Fold: true},
	}}
	n := p.shown(len(m.Presence))
	for i := range m.Presence[:n] {
		t.Add(p.presence(m, &m.Presence[i])...)
	}
	p.table(t)
	p.more(len(m.Presence) - n)
}

func (p *page) presence(m *figures.Match, x *figures.Presence) []terminal.Cell {
	client := x.Client
	why := p.end(x.End, x.EndText)
	if x.LastStep != "" {
		why.Text += stuck(x)
	}
	return []terminal.Cell{
		styled(called(x.Player, x.Address), p.Name), told(&client), text(x.Address), text(serverOf(m, x.Server)), told(x.Slot),
		text(p.since(x.Joined, "before")), frameCell(x.JoinedFrame), text(p.since(x.Entered, "-")), frameCell(x.EnteredFrame),
		text(p.since(x.Left, "-")), frameCell(&x.EndFrame), why,
	}
}

func frameCell(n *int64) terminal.Cell {
	if n == nil || *n == 0 {
		return text("-")
	}
	return text(strconv.FormatInt(*n, 10))
}
