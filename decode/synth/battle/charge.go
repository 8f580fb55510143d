package battle

import "slices"

// Broken is a fault of what one player is told, and the frames of what is told wrong or, if nothing is told, of what is last
// told before or should have been told.
type Broken struct {
	Rule   string  `json:"rule"` // the kind of the fault
	Frames []int64 `json:"frames"`
}

// charge is what is at fault.
type charge struct {
	frames []int64  // of what passed the tap
	blamed []*int64 // frame numbers of faulty messages, filled in later; 0 = the message did not pass the tap
}

// blame says that a message is at fault, or should have caused what is missing.
func (c *charge) blame(frame *int64) { c.blamed = append(c.blamed, frame) }

// passed says that what is at fault has passed the tap; a nil charge is none.
func (c *charge) passed(frame int64) {
	if c != nil {
		c.frames = append(c.frames, frame)
	}
}

// finding gives what the truth says.
func (c *charge) finding(kind string) Broken {
	all := slices.Clone(c.frames)
	for _, frame := range c.blamed {
		all = append(all, *frame)
	}
	all = slices.DeleteFunc(all, func(frame int64) bool { return frame == 0 })
	slices.Sort(all)
	return Broken{kind, append([]int64{}, slices.Compact(all)...)}
}
