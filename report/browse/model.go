package browse

import (
	tea "charm.land/bubbletea/v2"

	"bcdump/decode"
)

// Model is what one who browses sees: a tea.Model.
type Model struct {
	index *decode.Index
}

// New makes the model of a capture.
func New(index *decode.Index) *Model { return &Model{index: index} }

// Init is of tea.Model.
func (m *Model) Init() tea.Cmd { return nil }

// Update is of tea.Model: it takes a key or another event.
func (m *Model) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	if key, ok := msg.(tea.KeyPressMsg); ok && key.String() == "q" {
		return m, tea.Quit
	}
	return m, nil
}

// View is of tea.Model: it draws the screen.
func (m *Model) View() tea.View { return tea.NewView("") }
