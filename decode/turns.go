package decode

import "bcdump/decode/ship"

// turns are the messages of a batch in order: most of them in the short, the others as
// records.
type turns struct {
	records []Record
	briefs  []Brief
	order   []int32 // a place in records, or ^ a place in briefs
}

func (t *turns) clear() {
	t.records, t.briefs, t.order = t.records[:0], t.briefs[:0], t.order[:0]
}

// reserve makes room for messages at once, or growing would cost as much again. Nearly all
// of them are in the short.
func (t *turns) reserve(messages int) {
	if messages <= cap(t.briefs) {
		return
	}
	room := messages + messages/4
	t.briefs, t.order = make([]Brief, 0, room), make([]int32, 0, room)
}

// addRecord gives the next record, which is to be written as a whole.
func (t *turns) addRecord() *Record {
	n := len(t.records)
	t.order = append(t.order, int32(n))
	if n == cap(t.records) {
		t.records = append(t.records, Record{})
	}
	t.records = t.records[:n+1]
	return &t.records[n]
}

// addBrief gives the next brief, which is to be written as a whole.
func (t *turns) addBrief() *Brief {
	n := len(t.briefs)
	t.order = append(t.order, ^int32(n))
	if n == cap(t.briefs) {
		t.briefs = append(t.briefs, Brief{})
	}
	t.briefs = t.briefs[:n+1]
	return &t.briefs[n]
}

// dropBrief takes the last one back.
func (t *turns) dropBrief() {
	t.briefs, t.order = t.briefs[:len(t.briefs)-1], t.order[:len(t.order)-1]
}

// record gives the record of a turn; of a brief it is made in long.
func (t *turns) record(turn int32, long *Record, catalogue *ship.Catalogue) *Record {
	if turn >= 0 {
		return &t.records[turn]
	}
	t.briefs[^turn].record(long, catalogue)
	return long
}
