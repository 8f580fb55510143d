package render

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"bcdump/report/figures"
	"bcdump/report/terminal"
)

// WriteOverview shows what became of each ship: a table for each player.
func WriteOverview(w io.Writer, o *figures.Overview, options Options) error {
	p := newPage(options)
	for i := range o.Sections {
		p.section(&o.Sections[i])
	}
	for i := range o.Worlds {
		p.world(&o.Worlds[i])
	}
	p.howThinned(o)
	return p.write(w)
}

func (p *page) section(s *figures.Section) {
	p.Day = s.First.Day()
	p.Heading(sectionTitle(s), terminal.Style{}, sectionFacts(p, s)...)
	if end := p.deaths(s); end != "" {
		p.Say(p.Damage, end)
	}
	if s.Updates > 0 && !known(s, func(m *figures.State) bool { return m.Hull != nil }) {
		p.Say(p.Dim, "The condition is not known: no readable subsystem block about this ship.")
	}
	p.overview(s)
}

// deaths says in one line when the ships died, and who killed them.
func (p *page) deaths(s *figures.Section) string {
	var words []string
	for i := range s.Moments {
		m := &s.Moments[i]
		if m.Event == nil || m.Event.What != figures.Exploded {
			continue
		}
		text := p.second(m.Time)
		if m.Event.Other != "" {
			text += " by " + m.Event.Other
		}
		words = append(words, text)
	}
	if words == nil {
		return ""
	}
	return "exploded " + strings.Join(words, ", ")
}

// wide reports whether shields are shown as numbers.
func (p *page) wide() bool { return p.Width >= 120 }

// known reports whether any row of a section knows something.
func known(s *figures.Section, has func(*figures.State) bool) bool {
	return slices.ContainsFunc(s.Moments, func(m figures.Moment) bool { return has(&m.State) })
}

// sectionTitle is the ship, or the player with all ships.
func sectionTitle(s *figures.Section) string {
	if len(s.Names) == 1 || s.Player == "" {
		return strings.Join(withoutBareIDs(s.Names), ", ")
	}
	var kinds []string
	for _, name := range s.Names {
		kinds = append(kinds, strings.TrimPrefix(name, s.Player+"'s "))
	}
	return s.Player + ": " + strings.Join(kinds, ", ")
}

// withoutBareIDs leaves out the id of a ship that has got a name with its id later on.
func withoutBareIDs(names []string) []string {
	return slices.DeleteFunc(slices.Clone(names), func(id string) bool {
		return slices.ContainsFunc(names, func(name string) bool { return strings.HasSuffix(name, " "+id) })
	})
}

func sectionFacts(p *page, s *figures.Section) []string {
	facts := []string{p.date() + p.second(s.First) + " – " + p.second(s.Last)}
	title := sectionTitle(s)
	if slices.ContainsFunc(s.IDs, func(id string) bool { return !strings.Contains(title, id) }) {
		facts = slices.Insert(facts, 0, strings.Join(s.IDs, " "))
	}
	if s.Lives > 1 || s.Deaths > 0 {
		facts = append(facts, counted(int64(s.Lives), "life", "lives")+", "+counted(int64(s.Deaths), "death", "deaths"))
	}
	if s.Hz > 0 {
		rate := terminal.Decimal(s.Hz, 1) + " updates/s"
		if s.P90 != nil {
			rate += " (p90 " + terminal.Milliseconds(*s.P90) + ")"
		}
		facts = append(facts, rate)
	}
	if s.Cycle != nil {
		facts = append(facts, "full subsystem cycle "+terminal.Duration(*s.Cycle))
	}
	if s.Every > 0 {
		facts = append(facts, "one row per "+every(s.Every))
	}
	if s.File != "" {
		facts = append(facts, s.File)
	}
	return facts
}

// every writes an interval without the digits that say nothing: "5 s".
func every(seconds float64) string {
	if whole := math.Round(seconds); whole == seconds && whole < 60 {
		return fmt.Sprintf("%.0f s", seconds)
	}
	return terminal.Duration(seconds)
}

func (p *page) date() string {
	if p.Day == "" {
		return ""
	}
	return p.Day + " "
}

// hasFraction reports that rows lie closer than a second.
func hasFraction(s *figures.Section) bool { return s.Every < 1 }

// overview shows the table of a section.
func (p *page) overview(s *figures.Section) {
	keys := "time"
	for _, c := range [...]struct {
		from int // width
		keys string
	}{
		{100, "t=game_time"}, {150, "position=world_position.0"}, {90, "speed"}, {190, "heading=forward.0"}, {0, "hull"}, {120, "shields_F_R_T_B_L_R_(%)=shields"},
		{70, "shields"}, {180, "batteries"}, {0, "lowest_part=lowest_name"}, {220, "power"}, {0, "events=event_text"},
	} {
		if p.Width >= c.from && !(c.keys == "shields" && p.wide()) {
			keys += " " + c.keys
		}
	}
	rowsOf(p, s.Moments, keys, func(m *figures.Moment, key string, c *terminal.Cell) {
		switch {
		case key == "time" && !hasFraction(s):
			c.Text = p.second(m.Time)
		case key == "event_text":
			*c = p.eventsCell(m)
		case key == "shields" && m.Shields != nil && p.wide():
			*c = styled(sides(m.Shields), p.health(least(m.Shields)))
		default:
			p.state(&m.State, key, c)
		}
	})
}

// eventsCell says what happened: the event of the row, then counts of others.
func (p *page) eventsCell(m *figures.Moment) terminal.Cell {
	var words []string
	var look terminal.Style
	if m.Cloaked != nil && *m.Cloaked && (m.Event == nil || m.Event.What != figures.Cloaked) {
		words = append(words, "cloaked")
	}
	if m.Event != nil {
		words = append(words, m.Event.Text)
		look = p.eventStyle(m.Event.What)
	}
	worst := -1
	for _, what := range tallyOrder {
		i := slices.IndexFunc(m.Counts, func(t figures.Tally) bool { return t.What == what })
		if i < 0 {
			continue
		}
		words = append(words, tallyText(&m.Counts[i]))
		if worst < 0 {
			worst = i
		}
	}
	if m.Event == nil && worst >= 0 {
		look = p.eventStyle(m.Counts[worst].What)
	}
	return terminal.Cell{Text: strings.Join(words, " · "), Style: look}
}

// tallyOrder puts first what a player asks for first.
var tallyOrder = []string{
	figures.Exploded, figures.Removed, figures.Respawned, figures.Created, figures.Hit, figures.Collided, figures.Killed,
	figures.Cloaked, figures.Decloaked, figures.Tractored, figures.FiredAt, figures.Fired, figures.Damaged, figures.Repaired,
	figures.Scored, figures.Warped, figures.Entered,
}

// tallyText says what happened several times: "fired 3× Forward Torpedo → Ace".
func tallyText(t *figures.Tally) string {
	if t.Count == 1 && t.Text != "" {
		return t.Text
	}
	text := fmt.Sprintf("%s %s×", strings.ReplaceAll(t.What, "_", " "), terminal.Count(t.Count))
	if parts := strings.Join(t.Parts, ", "); parts != "" && t.What != figures.FiredAt {
		text += " " + parts
	}
	if len(t.Others) == 0 {
		return text
	}
	join := " → "
	switch t.What {
	case figures.FiredAt:
		join = " from "
	case figures.Collided:
		join = " with "
	case figures.Tractored:
		join = " by "
	}
	var owners []string
	for _, other := range t.Others {
		owner, _, _ := strings.Cut(other, "'s ") // who it is tells the ship, too
		owners = append(owners, owner)
	}
	return text + join + strings.Join(owners, ", ")
}

// noShips says what there was instead.
func (p *page) noShips(files []figures.File) {
	text := fmt.Sprintf("No ships found in %d captures.", len(files))
	if len(files) == 1 {
		text = fmt.Sprintf("No ships found in %s (%s).", files[0].Name, counted(files[0].Frames, "frame", "frames"))
	}
	p.Line(terminal.Span{Text: text})
}

// howThinned says what is not shown, and how to see it.
func (p *page) howThinned(o *figures.Overview) {
	switch {
	case len(o.Sections)+len(o.Worlds) == 0:
		p.noShips(o.Files)
		return
	case len(o.Sections) == 0:
		p.Line()
		p.Say(p.Dim, "All rows: --every 0. One of them: --of NAME. Each entity: --summary.")
		p.sayDropped(o.Dropped)
		return
	}
	p.Line()
	text := "All of " + counted(o.Updates, "update", "updates") + "."
	if o.Shown < o.Updates {
		text = fmt.Sprintf("%s of %s; events between rows are counted in the row before.", terminal.Count(o.Shown), counted(o.Updates, "update", "updates"))
	}
	p.Say(p.Dim, text)
	if !p.wide() {
		p.Say(p.Dim, "Shields: front, rear, top, bottom, left, right; a full block is 100 %.")
	}
	if o.Shown < o.Updates {
		p.Say(p.Dim, "All rows: --every 0. One ship: --of NAME. Cadence, losses, clocks: --summary.")
	}
	p.sayDropped(o.Dropped)
}

// sayDropped says what found no room.
func (p *page) sayDropped(dropped map[string]int64) {
	for _, what := range []string{"ships", "sections", "receivers", "power", "entities", "servers", "clients"} {
		if n := dropped[what]; n > 0 {
			p.Say(p.Note, fmt.Sprintf("There were too many %s: %s left out.", what, terminal.Count(n)))
		}
	}
}

// unknown is what a column shows that is not known.
const unknown = "-"

// Below these percents a value is in the colour of notes, then of damage.
const (
	fair = 75
	poor = 33
)

func (p *page) health(percent float64) terminal.Style {
	switch {
	case percent < poor:
		return p.Damage
	case percent < fair:
		return p.Note
	}
	return terminal.Style{}
}

// state shows what the tags of the state of a ship do not say.
func (p *page) state(s *figures.State, key string, c *terminal.Cell) {
	switch {
	case c.Text == unknown:
		if slices.Contains([]string{"world_position", "hull", "shields", "batteries", "lowest_name"}, key) {
			c.Style = p.Dim
		}
	case key == "world_position":
		p.position(s, c)
	case key == "forward":
		c.Text = heading(s.Forward)
	case key == "hull":
		*c = styled(wholePercent(*s.Hull)+" %", p.health(*s.Hull))
	case key == "shields":
		*c = styled(bars(s.Shields), p.health(least(s.Shields)))
	case key == "batteries":
		b := s.Batteries
		*c = styled(wholePercent(b[0])+" "+wholePercent(b[1]), p.health(min(b[0], b[1])))
	case key == "lowest_name" && s.Lowest.Name == "":
		*c = styled("all 100 %", p.Dim)
	case key == "lowest_name":
		*c = terminal.Cell{Text: s.Lowest.Name, Keep: " " + wholePercent(s.Lowest.Percent) + " %", Style: p.health(s.Lowest.Percent)}
	case key == "power":
		p.power(s, c)
	}
}

// wholePercent does not show 0 for what is not nothing, nor 100 for what is not all.
func wholePercent(x float64) string {
	switch {
	case x > 0 && x < 1:
		return "1"
	case x > 99 && x < 100:
		return "99"
	}
	return fmt.Sprintf("%.0f", x)
}

// sides writes those of the shields as numbers, each in three characters.
func sides(shields *[6]float64) string {
	sides := make([]string, len(shields))
	for i, percent := range shields {
		sides[i] = fmt.Sprintf("%3s", wholePercent(percent))
	}
	return strings.Join(sides, " ")
}

// levels draw a side of the shields in one character; nothing left is a point.
var levels = []string{"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"}

// bars draws the six sides, each in one character.
func bars(shields *[6]float64) string {
	var b strings.Builder
	for _, percent := range shields {
		if percent <= 0 {
			b.WriteString("·")
			continue
		}
		b.WriteString(levels[min(int(percent/100*float64(len(levels))), len(levels)-1)])
	}
	return b.String()
}

func least(values *[6]float64) float64 { return slices.Min(values[:]) }

func (p *page) position(s *figures.State, c *terminal.Cell) {
	mark := ""
	switch {
	case s.Estimated:
		c.Style, mark = p.Dim, "~"
	case s.Stale:
		c.Style, mark = p.Note, "?"
	}
	at := s.WorldPosition
	axis := func(i int) string { return fmt.Sprintf("%7s", terminal.Decimal(float64(at[i]), 1)) }
	c.Text = mark + axis(0) + " " + axis(1) + " " + axis(2)
}

func heading(forward *[3]float32) string {
	axis := func(i int) string {
		text := strings.Replace(fmt.Sprintf("%.2f", forward[i]), "0.", ".", 1)
		return fmt.Sprintf("%5s", strings.Replace(text, "-.00", ".00", 1))
	}
	return axis(0) + " " + axis(1) + " " + axis(2)
}

// power names the systems that have not the power of a fresh ship.
func (p *page) power(s *figures.State, c *terminal.Cell) {
	if len(s.Power) == 0 {
		*c = styled(unknown, p.Dim)
		return
	}
	var words []string
	for _, x := range s.Power {
		if wholePercent(x.Percent) != "100" {
			words = append(words, x.System+" "+wholePercent(x.Percent)+" %")
		}
	}
	if c.Text = strings.Join(words, ", "); words == nil {
		*c = styled("all 100 %", p.Dim)
	}
}

// eventStyle: what ends a ship is red, what hurts it yellow, what begins it stands out.
func (p *page) eventStyle(what string) terminal.Style {
	switch what {
	case figures.Exploded, figures.Removed:
		return p.Damage
	case figures.Hit, figures.Damaged, figures.Collided, figures.FiredAt, figures.Tractored:
		return p.Note
	case figures.Created, figures.Respawned, figures.Killed:
		return p.Name
	}
	return terminal.Style{}
}
