package browse

// pane is one of the three.
type pane int

const (
	messagesPane pane = iota
	fieldsPane
	bytesPane
	paneCount
)

var paneTitles = [paneCount]string{"messages", "fields", "bytes"}

// panes is how the screen is shared.
type panes struct {
	hidden [paneCount]bool
	focus  pane
	// taller is how many rows the messages have more than half, and wider how many columns the fields.
	taller, wider int
	areas         [paneCount]area // where they are; without rows = not on the screen
	single        bool            // there is room for one only
}

const (
	headerLines = 1
	// narrow and low are the least for more than one pane.
	narrow, low  = 80, 16
	leastRows    = 3
	leastColumns = 20
)

// arrange gives each pane its place in the lines below the header. small = there is room for one only.
func (p *panes) arrange(width, height int, small bool) {
	const top = headerLines
	p.areas, p.single = [paneCount]area{}, small
	lower := !p.hidden[fieldsPane] || !p.hidden[bytesPane]
	switch {
	case p.single:
		p.areas[p.focus] = area{0, top + 1, width, max(height-1, 0)}
		return
	case p.hidden[messagesPane]:
		p.arrangeLower(area{0, top + 1, width, height - 1})
		return
	case !lower:
		p.areas[messagesPane] = area{0, top, width, height}
		return
	}
	upper := min(max((height-1)/2+p.taller, leastRows), height-1-leastRows)
	p.taller = upper - (height-1)/2
	p.areas[messagesPane] = area{0, top, width, upper}
	p.arrangeLower(area{0, top + upper + 1, width, height - 1 - upper})
}

// arrangeLower shares the lower part between fields and bytes.
func (p *panes) arrangeLower(a area) {
	switch {
	case p.hidden[bytesPane]:
		p.areas[fieldsPane] = a
	case p.hidden[fieldsPane]:
		p.areas[bytesPane] = a
	default:
		half := max((a.width-1)/2, a.width-1-widthOfBytes(mostPerRow))
		left := min(max(half+p.wider, leastColumns), a.width-1-leastColumns)
		p.wider = left - half
		p.areas[fieldsPane] = area{a.x, a.y, left, a.height}
		p.areas[bytesPane] = area{a.x + left + 1, a.y, a.width - left - 1, a.height}
	}
}

// turn gives the focus to the next pane that is shown, or the one before.
func (p *panes) turn(by int) {
	for range paneCount {
		p.focus = (p.focus + pane(by) + paneCount) % paneCount
		if !p.hidden[p.focus] {
			return
		}
	}
}

// turnTo gives the focus to a pane, if it is shown.
func (p *panes) turnTo(which pane) {
	if p.single || !p.hidden[which] {
		p.focus = which
	}
}

// toggle hides a pane or shows it. The last one stays.
func (p *panes) toggle(which pane) {
	if p.single {
		p.hidden[which], p.focus = false, which
		return
	}
	p.hidden[which] = !p.hidden[which]
	if p.hidden == [paneCount]bool{true, true, true} {
		p.hidden[which] = false
	}
	if p.hidden[p.focus] {
		p.turn(1)
	}
}

// resize gives the pane with the focus more room.
func (p *panes) resize(by int) {
	switch p.focus {
	case messagesPane:
		p.taller += by
	case fieldsPane:
		p.wider += 2 * by
	default:
		p.wider -= 2 * by
	}
}
