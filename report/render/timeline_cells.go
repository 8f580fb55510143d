package render

import (
	"fmt"
	"math"
	"strings"

	"bcdump/report/figures"
	"bcdump/report/terminal"
)

// What the tables of a timeline show of a ship. What is not known is "-".

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

func (p *page) hullCell(s *figures.State) terminal.Cell {
	if s.Hull == nil {
		return terminal.Cell{Text: unknown, Style: p.Dim}
	}
	return terminal.Cell{Text: wholePercent(*s.Hull) + " %", Style: p.health(*s.Hull)}
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

// shieldNumbers writes the six sides as numbers, each in three characters.
func (p *page) shieldNumbers(s *figures.State) terminal.Cell {
	if s.Shields == nil {
		return terminal.Cell{Text: unknown, Style: p.Dim}
	}
	sides := make([]string, len(s.Shields))
	for i, percent := range s.Shields {
		sides[i] = fmt.Sprintf("%3s", wholePercent(percent))
	}
	return terminal.Cell{Text: strings.Join(sides, " "), Style: p.health(least(s.Shields))}
}

// levels draw a side of the shields in one character; nothing left is a point.
var levels = []string{"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"}

// shieldLevels draws the six sides as bars of one character each.
func (p *page) shieldLevels(s *figures.State) terminal.Cell {
	if s.Shields == nil {
		return terminal.Cell{Text: unknown, Style: p.Dim}
	}
	var b strings.Builder
	for _, percent := range s.Shields {
		if percent <= 0 {
			b.WriteString("·")
			continue
		}
		b.WriteString(levels[min(int(percent/100*float64(len(levels))), len(levels)-1)])
	}
	return terminal.Cell{Text: b.String(), Style: p.health(least(s.Shields))}
}

func least(values *[6]float64) float64 {
	low := math.Inf(1)
	for _, v := range values {
		low = min(low, v)
	}
	return low
}

// Titles of the two forms of shields: front, rear, top, bottom, left, right.
const (
	shieldNumbersTitle = "shields F R T B L R (%)"
	shieldLevelsTitle  = "shields"
)

func (p *page) positionCell(s *figures.State) terminal.Cell {
	if s.WorldPosition == nil {
		return terminal.Cell{Text: unknown, Style: p.Dim}
	}
	var look terminal.Style
	mark := ""
	switch {
	case s.Estimated:
		look, mark = p.Dim, "~"
	case s.Stale:
		look, mark = p.Note, "?"
	}
	at := s.WorldPosition
	axis := func(i int) string { return fmt.Sprintf("%7s", terminal.Decimal(float64(at[i]), 1)) }
	return terminal.Cell{Text: mark + axis(0) + " " + axis(1) + " " + axis(2), Style: look}
}

func speedCell(s *figures.State) terminal.Cell {
	if s.Speed == nil {
		return terminal.Cell{Text: unknown}
	}
	return terminal.Cell{Text: terminal.Decimal(float64(*s.Speed), 1)}
}

func headingCell(s *figures.State) terminal.Cell {
	if s.Forward == nil {
		return terminal.Cell{Text: unknown}
	}
	axis := func(i int) string {
		text := strings.Replace(fmt.Sprintf("%.2f", s.Forward[i]), "0.", ".", 1)
		return fmt.Sprintf("%5s", strings.Replace(text, "-.00", ".00", 1))
	}
	return terminal.Cell{Text: axis(0) + " " + axis(1) + " " + axis(2)}
}

func (p *page) lowestCell(s *figures.State) terminal.Cell {
	switch {
	case s.Lowest == nil:
		return terminal.Cell{Text: unknown, Style: p.Dim}
	case s.Lowest.Name == "":
		return terminal.Cell{Text: "all 100 %", Style: p.Dim}
	}
	return terminal.Cell{
		Text:  s.Lowest.Name,
		Keep:  " " + wholePercent(s.Lowest.Percent) + " %",
		Style: p.health(s.Lowest.Percent),
	}
}

// powerCell names the systems that have not the power of a fresh ship.
func (p *page) powerCell(s *figures.State) terminal.Cell {
	if len(s.Power) == 0 {
		return terminal.Cell{Text: unknown, Style: p.Dim}
	}
	var words []string
	for _, x := range s.Power {
		if wholePercent(x.Percent) != "100" {
			words = append(words, x.System+" "+wholePercent(x.Percent)+" %")
		}
	}
	if words == nil {
		return terminal.Cell{Text: "all 100 %", Style: p.Dim}
	}
	return terminal.Cell{Text: strings.Join(words, ", ")}
}

func gameTimeCell(t *float32) terminal.Cell {
	if t == nil {
		return terminal.Cell{}
	}
	return terminal.Cell{Text: terminal.Decimal(float64(*t), 2)}
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
