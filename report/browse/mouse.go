package browse

import tea "charm.land/bubbletea/v2"

// mouse takes the wheel and clicks.
func (m *Model) mouse(msg tea.MouseMsg) tea.Cmd {
	at := msg.Mouse()
	if d := m.dialog(); d != nil {
		m.scrollDialog(d, at.Button)
		return nil
	}
	which, ok := m.paneAt(at.X, at.Y)
	if !ok {
		return nil
	}
	switch msg.(type) {
	case tea.MouseWheelMsg:
		m.wheel(which, at.Button)
	case tea.MouseClickMsg:
		if at.Button == tea.MouseLeft {
			m.click(which, at.X, at.Y)
		}
	}
	return nil
}

// wheelRows is how far a step of the wheel goes.
const wheelRows = 3

// scrollDialog lets the wheel move a long text.
func (m *Model) scrollDialog(d dialog, button tea.MouseButton) {
	by := map[tea.MouseButton]int{tea.MouseWheelUp: -wheelRows, tea.MouseWheelDown: wheelRows}[button]
	switch d := d.(type) {
	case *help:
		d.Scroll(by)
	case actionDialog:
		if d.full() {
			d.viewer.Scroll(by)
		}
	}
}

// paneAt is the pane at a place of the screen.
func (m *Model) paneAt(x, y int) (which pane, ok bool) {
	for i := range m.panes.areas {
		if m.panes.areas[i].has(x, y) {
			return pane(i), true
		}
	}
	return 0, false
}

// wheel scrolls the pane below the mouse; the focus stays.
func (m *Model) wheel(which pane, button tea.MouseButton) {
	switch button {
	case tea.MouseWheelUp:
		m.move(which, -wheelRows)
	case tea.MouseWheelDown:
		m.move(which, wheelRows)
	case tea.MouseWheelLeft:
		m.sideways(which, -1)
	case tea.MouseWheelRight:
		m.sideways(which, 1)
	}
}

// click goes into a pane, and chooses what is there.
func (m *Model) click(which pane, x, y int) {
	a := m.panes.areas[which]
	m.panes.focus = which
	row := y - a.y
	switch which {
	case messagesPane:
		if place := m.list.top + row + m.list.height - a.height; place < m.count() && place >= m.list.top {
			m.list.pick(place)
		}
	case fieldsPane:
		m.clickField(row)
	case bytesPane:
		m.clickByte(x-a.x, row)
	}
}
