package browse

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"bcdump/report/terminal"
)

// binding is what keys do. The table of them is the only place that says so: it drives Update, the help,
// and the line at the bottom.
type binding struct {
	keys  []string // as tea.Key names them
	show  string   // as people read them; "" = the keys
	about string
	short string // in the line at the bottom; "" = it is not there
	do    func(*Model) tea.Cmd
}

// section is a group of bindings in the help.
type section struct {
	title    string
	bindings []binding
}

// sections are all keys. The same keys move in whichever pane has the focus.
func sections() []section {
	return []section{
		{"Moving", []binding{
			{[]string{"down", "j"}, "↓ j", "down: next message, field, or row of bytes", "", moves(1)},
			{[]string{"up", "k"}, "↑ k", "up", "", moves(-1)},
			{[]string{"right", "l"}, "→ l", "scroll to the right; in the bytes, the next byte", "", sideways(1)},
			{[]string{"left", "h"}, "← h", "scroll to the left; in the bytes, the byte before", "", sideways(-1)},
			{[]string{"pgdown", "space", "ctrl+f"}, "PgDn Ctrl-F", "a screen down; space too", "", pages(2)},
			{[]string{"pgup", "b", "ctrl+b"}, "PgUp Ctrl-B", "a screen up; b too", "", pages(-2)},
			{[]string{"ctrl+d"}, "Ctrl-D", "half a screen down", "", pages(1)},
			{[]string{"ctrl+u"}, "Ctrl-U", "half a screen up", "", pages(-1)},
			{[]string{"J", "ctrl+down", "shift+down"}, "J Ctrl-↓", "next message, from whichever pane", "", func(m *Model) tea.Cmd { m.list.move(1); return nil }},
			{[]string{"K", "ctrl+up", "shift+up"}, "K Ctrl-↑", "message before, from whichever pane", "", func(m *Model) tea.Cmd { m.list.move(-1); return nil }},
			{[]string{"home", "<"}, "gg Home", "to the first", "", func(m *Model) tea.Cmd { return m.toEnd(false) }},
			{[]string{"end", "G", ">"}, "G End", "to the last, and stay there while messages come", "", func(m *Model) tea.Cmd { return m.toEnd(true) }},
			{[]string{"F"}, "F", "follow: stay at the end while messages come", "", (*Model).followEnd},
		}},
		{"Panes", []binding{
			{[]string{"tab"}, "Tab", "next pane", "panes", func(m *Model) tea.Cmd { m.panes.turn(1); return nil }},
			{[]string{"shift+tab"}, "Shift-Tab", "pane before", "", func(m *Model) tea.Cmd { m.panes.turn(-1); return nil }},
			{[]string{"1"}, "1", "messages: hide or show; where there is room for one pane, go there", "", toggles(messagesPane)},
			{[]string{"2"}, "2", "fields: the same", "", toggles(fieldsPane)},
			{[]string{"3"}, "3", "bytes: the same", "", toggles(bytesPane)},
			{[]string{"+", "="}, "+", "more room for the pane", "", func(m *Model) tea.Cmd { m.panes.resize(1); return nil }},
			{[]string{"-"}, "-", "less room for the pane", "", func(m *Model) tea.Cmd { m.panes.resize(-1); return nil }},
		}},
		{"Finding", []binding{
			{[]string{"/"}, "/", "find a text: in lines and fields", "find", (*Model).askText},
			{[]string{"n"}, "n", "the next message with it; before the first search, the next of this kind", "", again(1)},
			{[]string{"N"}, "N", "the one before", "", again(-1)},
			{[]string{"f", "&"}, "f", "filter: the language of decode --filter; empty shows all", "filter", (*Model).askFilter},
			{[]string{"a"}, "a", "hide Acks, keepalives and what is sent again, or show them", "hide Acks", (*Model).hideQuiet},
			{[]string{"enter"}, "Enter", "of a field: only this value, not this value, add as a column; of a message: its fields", "", (*Model).enter},
			{[]string{"*"}, "*", "next message of this kind", "next of this kind", seek(1, "no message of this kind behind this one", (*messages).sameKind)},
			{[]string{"#"}, "#", "the one before", "", seek(-1, "no message of this kind before this one", (*messages).sameKind)},
			{[]string{"o"}, "o", "what belongs to it: Ack, copies, repeats, parts, the joined message", "other end", (*Model).otherEnd},
			{[]string{"P", "]"}, "P ]", "next update of the same ship", "", seek(1, "no update of this ship behind this one", (*messages).sameShip)},
			{[]string{"p", "["}, "p [", "the one before", "", seek(-1, "no update of this ship before this one", (*messages).sameShip)},
			{[]string{"c"}, "c", "next message of the same client", "", seek(1, "no message of this client behind this one", (*messages).sameClient)},
			{[]string{"C"}, "C", "the one before", "", seek(-1, "no message of this client before this one", (*messages).sameClient)},
			{[]string{"!"}, "!", "next message with a note, Acks and repeats aside", "", (*Model).nextNote},
			{[]string{"D"}, "D", "next death of a ship", "", seek(1, "no death behind this one", (*messages).dies)},
			{[]string{"d"}, "d", "next message with which a player begins to see something else (bcdump desync); each is marked ≠", "", (*Model).nextDifference},
			{[]string{"g", ":"}, "g", "go to a frame: its number, then Enter", "frame", (*Model).askFrame},
			{[]string{"t"}, "t", "go to a time: 22:09:14.5, or +90s after the first frame", "time", (*Model).askTime},
			{[]string{"m"}, "m", "mark this message with a letter", "", (*Model).askMark},
			{[]string{"'"}, "'", "go to a mark", "", (*Model).askMarked},
			{[]string{"backspace", "ctrl+o"}, "Backspace", "back to where the last jump began, under the filter that there was", "", (*Model).back},
		}},
		{"Doing, with what the filter keeps", []binding{
			{[]string{"s"}, "s", "the tables of bcdump stats", "stats", act("s")},
			{[]string{"T"}, "T", "the timeline of the ship at hand", "", act("T")},
			{[]string{"r"}, "r", "write the page of bcdump report", "", act("r")},
			{[]string{"w"}, "w", "write the messages: packets, JSON, CSV or text", "write", act("w")},
			{[]string{"y"}, "y", "copy the command line that shows this message", "", act("y")},
			{[]string{"Y"}, "Y", "copy the command line that prints what the filter keeps", "", act("Y")},
		}},
		{"Else", []binding{
			{[]string{"?", "f1"}, "?", "this help", "help", (*Model).help},
			{[]string{"ctrl+l"}, "Ctrl-L", "draw the screen again", "", func(*Model) tea.Cmd { return tea.ClearScreen }},
			{[]string{"esc"}, "Esc", "back to the messages; ends a search", "", func(m *Model) tea.Cmd { m.end(); m.panes.turnTo(messagesPane); return nil }},
			{[]string{"ctrl+z"}, "Ctrl-Z", "suspend, as any program", "", func(*Model) tea.Cmd { return tea.Suspend }},
			{[]string{"q", "ctrl+c"}, "q", "quit, as Ctrl-C does", "quit", func(*Model) tea.Cmd { return tea.Quit }},
		}},
	}
}

// keyTable is the bindings without their sections.
func keyTable() (table []binding) {
	for _, s := range sections() {
		table = append(table, s.bindings...)
	}
	return table
}

// KeyGroup is some of the keys, for the help and for documents.
type KeyGroup struct {
	Title string
	Keys  []Key
}

// Key is what one key does.
type Key struct {
	Keys, About string // as people read them
}

// Keys lists all keys, as the help does.
func Keys() (groups []KeyGroup) {
	for _, s := range sections() {
		g := KeyGroup{Title: s.title}
		for i := range s.bindings {
			g.Keys = append(g.Keys, Key{s.bindings[i].show, s.bindings[i].about})
		}
		groups = append(groups, g)
	}
	return groups
}

// help lists the keys.
func (m *Model) help() tea.Cmd {
	const keyWidth = 14
	var lines []string
	for _, g := range Keys() {
		lines = append(lines, "", " "+m.look.Name.Paint(g.Title))
		for _, k := range g.Keys {
			line := terminal.Fold("   "+fit(k.Keys, keyWidth)+k.About, max(m.width, 2*keyWidth), keyWidth+3)
			lines = append(lines, strings.Split(line, "\n")...)
		}
	}
	m.view(newViewer("keys", "", lines, &m.look), func(k tea.KeyPressMsg) (tea.Cmd, bool) { return nil, k.String() == "?" })
	return nil
}

// binding finds what a key does; nil = nothing.
func (m *Model) binding(key string) *binding {
	for i := range m.keys {
		if slices.Contains(m.keys[i].keys, key) {
			return &m.keys[i]
		}
	}
	return nil
}

// keyLine draws the line at the bottom: as many keys as there is room for, and in any case the last two,
// which are for the help and to quit.
func (m *Model) keyLine() string {
	var shown []string
	for i := range m.keys {
		if k := &m.keys[i]; k.short != "" {
			shown = append(shown, " "+m.look.Name.Paint(k.show)+" "+m.look.Dim.Paint(k.short)+" ")
		}
	}
	for len(shown) > 2 && wide(strings.Join(shown, "")) > m.width {
		shown = slices.Delete(shown, len(shown)-3, len(shown)-2)
	}
	return strings.Join(shown, "")
}

func moves(by int) func(*Model) tea.Cmd {
	return func(m *Model) tea.Cmd { m.move(m.panes.focus, by); return nil }
}

// move goes some rows down in a pane.
func (m *Model) move(in pane, by int) {
	switch in {
	case messagesPane:
		m.list.move(by)
	case fieldsPane:
		m.fields.move(by, &m.bytes)
	case bytesPane:
		m.bytes.choose(m.bytes.at+by*max(m.bytes.perRow, 1), &m.fields)
	}
}

// pages goes on by halves of a screen.
func pages(by int) func(*Model) tea.Cmd {
	return func(m *Model) tea.Cmd {
		m.move(m.panes.focus, by*max((m.panes.areas[m.panes.focus].height-1)/2, 1))
		return nil
	}
}

func sideways(by int) func(*Model) tea.Cmd {
	return func(m *Model) tea.Cmd { m.sideways(m.panes.focus, by); return nil }
}

// sideways scrolls a pane, or goes to another byte.
func (m *Model) sideways(in pane, by int) {
	const step = 8
	switch in {
	case messagesPane:
		m.list.left = max(m.list.left+step*by, 0)
	case fieldsPane:
		m.fields.left = max(m.fields.left+step*by, 0)
	case bytesPane:
		m.bytes.choose(m.bytes.at+by, &m.fields)
	}
}

// toEnd goes to the last, or to the first, in the pane with the focus.
func (m *Model) toEnd(last bool) tea.Cmd {
	far := 1 << 20 // more than a message has fields or bytes
	switch {
	case m.panes.focus != messagesPane && last:
		m.move(m.panes.focus, far/mostPerRow)
	case m.panes.focus != messagesPane:
		m.move(m.panes.focus, -far/mostPerRow)
	case last:
		return m.followEnd()
	default:
		m.list.pick(0)
	}
	return nil
}

// followEnd stays at the end while messages come.
func (m *Model) followEnd() tea.Cmd {
	m.list.pick(m.count() - 1)
	m.list.follow = m.busy()
	return nil
}

func toggles(which pane) func(*Model) tea.Cmd {
	return func(m *Model) tea.Cmd { m.panes.toggle(which); return nil }
}

// enter goes into the fields, and offers there what can be done with one.
func (m *Model) enter() tea.Cmd {
	if m.panes.focus == messagesPane {
		m.panes.turnTo(fieldsPane)
		return nil
	}
	return m.fieldMenu()
}

// mouse takes the wheel, which scrolls the pane below it, and clicks, which go into a pane and choose what is there.
func (m *Model) mouse(msg tea.MouseMsg) {
	const rows = 3 // that a step of the wheel goes
	at := msg.Mouse()
	down := map[tea.MouseButton]int{tea.MouseWheelUp: -rows, tea.MouseWheelDown: rows}[at.Button]
	right := map[tea.MouseButton]int{tea.MouseWheelLeft: -1, tea.MouseWheelRight: 1}[at.Button]
	if m.asked != nil {
		if m.asked.scroll != nil {
			m.asked.scroll(down)
		}
		return
	}
	which := slices.IndexFunc(m.panes.areas[:], func(a area) bool {
		return at.X >= a.x && at.X < a.x+a.width && at.Y >= a.y && at.Y < a.y+a.height
	})
	if which < 0 {
		return
	}
	_, clicked := msg.(tea.MouseClickMsg)
	x, row := at.X-m.panes.areas[which].x, at.Y-m.panes.areas[which].y
	switch {
	case down != 0:
		m.move(pane(which), down)
	case right != 0:
		m.sideways(pane(which), right)
	case clicked && at.Button == tea.MouseLeft:
		switch m.panes.focus = pane(which); m.panes.focus {
		case messagesPane:
			if place := m.list.top + row - 1; row > 0 && place < m.count() { // the titles are above
				m.list.pick(place)
			}
		case fieldsPane:
			if row > 0 { // the title is above
				m.fields.choose(m.fields.top+row-1, &m.bytes)
			}
		case bytesPane:
			if i := m.bytes.byteAt(x, row); i >= 0 {
				m.bytes.choose(i, &m.fields)
			}
		}
	}
}
