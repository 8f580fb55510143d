package ship

// This file works out what follows from the lists of a class, so that it need
// not be believed, and so that blocks can tell which class they are of.

const (
	// A server begins no further entry once a block has so many bytes, the
	// start index included.
	fullBlock = 10

	boolsPerByte = 5
)

// Window is one block of states as a server would send it.
type Window struct {
	Start      int `json:"start" ship:"must 0-255" about:"index of the first subsystem"`
	DataLength int `json:"data_len" ship:"must 0-65536" about:"bytes after the start index"`
	Bools      int `json:"bits" ship:"must 0-256" about:"number of bools"`
	Next       int `json:"next" ship:"must 0-255" about:"start of the following block"`
}

// EntrySize counts the bytes of a subsystem's entry in a state block, without
// the byte that holds its bool, since that one may stand in an earlier entry.
// powered: with the setting of its power, as everybody but the owner gets it.
func EntrySize(sub *Subsystem, powered bool) int {
	size := 1 + len(sub.Children)
	if powered && sub.Format.HasPower() {
		size++
	}
	switch sub.Format {
	case Shield:
		size += len(sub.FacingMax)
	case Reactor:
		size += 2 // batteries
	}
	return size
}

// Windows lists the blocks about one ship to one receiver, from the first one
// until they repeat. remote: to anybody but the owner of the ship. They hold
// if no bool stands before the block in its message.
func (c *Class) Windows(remote bool) []Window {
	if len(c.Subsystems) == 0 {
		return nil
	}
	var windows []Window
	sent := make([]bool, len(c.Subsystems))
	for start := 0; !sent[start]; {
		sent[start] = true
		w := c.window(start, remote)
		windows = append(windows, w)
		start = w.Next
	}
	return windows
}

// window is the block that begins with the subsystem at start.
func (c *Class) window(start int, remote bool) Window {
	w := Window{Start: start, Next: start}
	for 1+w.DataLength < fullBlock {
		sub := &c.Subsystems[w.Next]
		w.DataLength += EntrySize(sub, remote)
		if sub.Format.HasPower() {
			w.DataLength += groupByte(w.Bools)
			w.Bools++
		}
		w.Next = (w.Next + 1) % len(c.Subsystems)
		if w.Next == start {
			break
		}
	}
	return w
}

// blobLength counts the bytes of the state in a creation message. There every
// setting of power is present, and bools stand in the tails only.
func (c *Class) blobLength() int {
	length, bools := 0, 0
	for i := range c.Subsystems {
		sub := &c.Subsystems[i]
		length += EntrySize(sub, true)
		for _, tail := range sub.Tail {
			if !tail.IsBool() {
				length++
				continue
			}
			length += groupByte(bools)
			bools++
		}
	}
	return length
}

// groupByte is the number of bytes that one more bool takes after others.
func groupByte(others int) int {
	if others%boolsPerByte == 0 {
		return 1
	}
	return 0
}
