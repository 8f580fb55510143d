package reference

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"bcdump/decode/ship"
	"bcdump/report/terminal"
)

// ShipCycle is how the subsystems of a class come round in state blocks, as follows from its
// list: every update has one block, which begins where the one before ended.
type ShipCycle struct {
	// Receiver is "owner" of the ship, or "others": blocks for them have the power settings too.
	Receiver string       `json:"receiver"`
	Windows  []ShipWindow `json:"windows"` // from the first block until they repeat
	// RepeatsFrom is the start index of the block with which the cycle begins again, Updates how
	// many updates it has, Seconds how long they take at ten a second; in them all subsystems
	// are sent Turns times.
	RepeatsFrom int     `json:"repeats_from"`
	Updates     int     `json:"updates"`
	Seconds     float64 `json:"seconds"`
	Turns       int     `json:"turns"`
	// LeastUpdates and MostUpdates are how many updates it takes until every subsystem was
	// sent.
	LeastUpdates int `json:"least_updates"`
	MostUpdates  int `json:"most_updates"`
}

// ShipWindow is one block of states.
type ShipWindow struct {
	Start  int `json:"start"`
	Length int `json:"data_len"` // bytes after the start index
	Bools  int `json:"bits"`
	Next   int `json:"next"` // where the following block starts
}

func cyclesOf(c *ship.Class) []ShipCycle {
	list := []ShipCycle{}
	for i, receiver := range []string{"owner", "others"} {
		if k := c.Cycle(i == 1); k.Windows != nil {
			list = append(list, cycleOf(receiver, &k))
		}
	}
	return list
}

func cycleOf(receiver string, k *ship.Cycle) ShipCycle {
	f := ShipCycle{
		Receiver: receiver, RepeatsFrom: k.Windows[k.Lead].Start, Updates: k.Updates(),
		Seconds: float64(k.Updates()) / ship.UpdatesPerSecond, Turns: k.Turns, LeastUpdates: k.Least, MostUpdates: k.Most,
	}
	for _, w := range k.Windows {
		f.Windows = append(f.Windows, ShipWindow{Start: w.Start, Length: w.DataLength, Bools: w.Bools, Next: w.Next})
	}
	return f
}

// writeCycles prints the blocks that follow from the list.
func writeCycles(w io.Writer, s *Ship, width int) error {
	for _, line := range []string{
		"", "object: id of the ship + 1 + this number is the id of the part.",
		"own, others: bytes of the entry in a state block. Those with a bool share one byte more for five.", "",
	} {
		if err := terminal.WriteFolded(w, width, 3, terminal.Span{Text: line}); err != nil {
			return err
		}
	}
	t := terminal.Table{Width: width, Columns: terminal.Numbers(terminal.Columns("blocks to", "cycle", "at 10 Hz", "all subsystems in", "start (bytes)"), 1)}
	t.Columns[4].Min, t.Columns[4].Fold = 20, true
	for i := range s.Cycles {
		c := &s.Cycles[i]
		t.Add(terminal.Texts(c.Receiver, updatesText(c.Updates), strconv.FormatFloat(c.Seconds, 'f', 1, 64)+" s", c.coverage(), c.windows())...)
	}
	return t.Write(w)
}

func updatesText(n int) string {
	if n == 1 {
		return "1 update"
	}
	return fmt.Sprintf("%d updates", n)
}

// coverage is how long it takes until all subsystems were sent.
func (c *ShipCycle) coverage() string {
	if c.LeastUpdates == c.MostUpdates {
		return updatesText(c.MostUpdates)
	}
	return fmt.Sprintf("%d to %s", c.LeastUpdates, updatesText(c.MostUpdates))
}

// windows is the blocks in their order.
func (c *ShipCycle) windows() string {
	words := make([]string, len(c.Windows))
	for i, w := range c.Windows {
		words[i] = fmt.Sprintf("%d(%d)", w.Start, w.Length)
	}
	return fmt.Sprintf("%s, then %d", strings.Join(words, " "), c.RepeatsFrom)
}
