package wire

// Trial is what came of a Lookahead.
type Trial struct {
	Complete  int // entries that were there to their last byte
	Begin     int // where the first entry begins, from the start of the payload
	LastStart int // where the last complete entry begins, from the start of the payload
	End       int // behind the last complete entry
	Left      int // bytes behind it
	// GroupsOK tells that the boolean groups of the message keep the packing rule if
	// it ends behind the last complete entry.
	GroupsOK bool
}

// Lookahead reads entries ahead, up to limit of them, until one is cut or no bytes are
// left. The reader stays where it is: Lookahead tells how far a layout would fit. ok is
// false if v does not read.
func Lookahead(v Visitor, limit int, entry func(v Visitor, i int)) (t Trial, ok bool) {
	if !v.Reads() {
		return Trial{}, false
	}
	ahead := v.r.scratch()
	sound := *ahead
	t.Begin, t.End = ahead.pos, ahead.pos
	for t.Complete < limit && ahead.Remaining() > 0 {
		start := ahead.pos
		entry(Visitor{r: ahead}, t.Complete)
		if ahead.err != nil || ahead.pos == start {
			break
		}
		t.Complete++
		t.LastStart, t.End = start, ahead.pos
		sound = *ahead
	}
	t.Left = sound.Remaining()
	t.GroupsOK = sound.GroupFault() == ""
	return t, true
}

// scratch gives a second reader at the same place, always the same one.
func (r *Reader) scratch() *Reader {
	if r.spare == nil {
		r.spare = &Reader{}
	}
	*r.spare = *r
	r.spare.trace, r.spare.spare, r.spare.ahead, r.spare.bools.ahead = nil, nil, true, true
	return r.spare
}

// cutAhead is the error of a reader that reads ahead: to say more takes time, and
// most of what is tried does not fit.
var cutAhead = Error{Reason: "cut"}
