package stats

import (
	"net/netip"

	"bcdump/decode"
	"bcdump/report/facts"
	"bcdump/report/tally"
)

// ownClients are the clients that have rows of their own over time, the first ones that come. It
// counts the records of each.
type ownClients struct {
	*tally.Table[netip.AddrPort, int64]
}

// bandwidthClients is how many there are.
//
//limit:bandwidthClients Figures | links with buckets of their own | `rest` | TestBoundedTables
const bandwidthClients = 64

func newOwnClients() *ownClients {
	return &ownClients{tally.NewTable[netip.AddrPort, int64](bandwidthClients, func(netip.AddrPort) netip.AddrPort { return netip.AddrPort{} })}
}

// of gives a client its own rows if there is room; own = it has them.
func (o *ownClients) of(c netip.AddrPort) (client netip.AddrPort, own bool) {
	*o.Row(c)++
	if o.own(c) {
		return c, true
	}
	return netip.AddrPort{}, false
}

func (o *ownClients) own(c netip.AddrPort) bool { return o.Rows[c] != nil }

// steps are rows by interval. They are sparse; when there are too many, the interval doubles and
// neighbours become one.
type steps[Row any] struct {
	tally.Grid
	rows    map[stepKey]*Row
	clients *ownClients
}

type stepKey struct {
	number int64 // interval since 1970
	proto  decode.Protocol
	dir    decode.Direction
	client netip.AddrPort
	linked bool // split by link: client is one
}

func (k *stepKey) way() *decode.Direction { return &k.dir }

func newSteps[Row any](b *base) steps[Row] {
	return steps[Row]{tally.NewGrid(b.options.Interval), map[stepKey]*Row{}, newOwnClients()}
}

// rowOf gives the row of a key, and if linked of the client of a row.
func (s *steps[Row]) rowOf(key stepKey, c *part, r *facts.Row, linked bool) *Row {
	if linked {
		key.client, key.linked = s.clients.of(c.link(r).Client)
	}
	return s.at(key)
}

func (s *steps[Row]) at(key stepKey) *Row {
	row := s.rows[key]
	if row == nil {
		row = new(Row)
		s.rows[key] = row
	}
	return row
}

// halve makes the rows half as many, after the interval was doubled.
func (s *steps[Row]) halve() {
	old := s.rows
	s.rows = map[stepKey]*Row{}
	for key, row := range old {
		key.number >>= 1
		if into := s.rows[key]; into != nil {
			any(into).(interface{ join(*Row) }).join(row)
		} else {
			s.rows[key] = row
		}
	}
}
