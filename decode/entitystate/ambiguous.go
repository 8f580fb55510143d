package entitystate

import "bcdump/decode/wire"

// Ambiguous is type 16 without a payload: StartMatch of early and Disconnect of late
// servers. Nothing in it tells which.
//
// Source: documents.
type Ambiguous struct{}

var candidates = []string{"Disconnect", "StartMatch"}

// Visit describes the fields in wire order.
func (m *Ambiguous) Visit(v wire.Visitor) { v.ShowTexts("candidates", candidates) }

func (m *Ambiguous) check(i *issues) {
	i.add(AmbiguousType, 2, "type 16 is either Disconnect or StartMatch")
}
