package entitystate_test

import (
	"bytes"
	"testing"

	"bcdump/decode/entitystate"
)

// Whatever bytes come: no byte without an owner, forms that are sound, the same bytes
// written back; and what the judge lets pass has nothing wrong with it.
func FuzzDecode(f *testing.F) {
	for _, v := range vectors(f) {
		f.Add(v.datagram, byte(0), uint16(0))
	}
	f.Add(stateOf(60)[:1400], byte(1), uint16(106))
	var kept entitystate.Decoder
	f.Fuzz(func(t *testing.T, datagram []byte, revision byte, missing uint16) {
		c := entitystate.Context{Revision: entitystate.Revision(revision % 3), Missing: int(missing)}
		d, spans := new(entitystate.Decoder).Trace(datagram, c)
		checkAny(t, &d, spans, datagram)
		again := kept.Decode(datagram, c)
		if (again.Message == nil) != (d.Message == nil) || d.Message != nil && !bytes.Equal(printed(&again), printed(&d)) {
			t.Errorf("a decoder used again gives %+v\nwant %+v", again, d)
		}
		grade, spec := entitystate.Judge(datagram, c.Missing)
		if grade == entitystate.Refused || missing > 0 {
			return
		}
		if spec.Type != d.Header.Type || !entitystate.Plausible(datagram) || d.Message == nil {
			t.Errorf("grade %d for %x: %v", grade, datagram, d.Issues)
		}
		for _, i := range d.Issues {
			if i.Code != entitystate.AmbiguousType {
				t.Errorf("grade %d for %x: %v", grade, datagram, d.Issues)
			}
		}
	})
}
