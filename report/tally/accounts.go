package tally

import (
	"bcdump/decode"
	"bcdump/decode/match"
	"bcdump/decode/traffic"
)

// Accounts are what the reports of one run ask about captures. They take each record once, before the reports
// do, and end before those.
type Accounts struct {
	Match   *match.Match
	traffic *traffic.Traffic // nil = nobody asks
	// Wanted leaves records out: neither the accounts nor the reports take them; nil = all are wanted.
	Wanted func(*decode.Record) bool
}

// NewAccounts makes accounts that have seen nothing.
func NewAccounts() *Accounts { return &Accounts{Match: match.New()} }

// Traffic gives the account of the traffic, before the first record: what nobody asks for costs nothing.
func (a *Accounts) Traffic() *traffic.Traffic {
	if a.traffic == nil {
		a.traffic = traffic.New(a.Match)
	}
	return a.traffic
}

// Read reads a capture, none of whose records may have been read before: the accounts take each, and then the
// reports. What the capture was it gives when the accounts have ended.
func (a *Accounts) Read(name string, c *decode.Capture, take func(*decode.Record) error) (*decode.Summary, error) {
	return a.ReadBeside(name, c, take, nil)
}

// ReadBeside is Read with something that takes the records too, and may run at the same time: see
// [decode.Capture.DeliverBeside].
func (a *Accounts) ReadBeside(name string, c *decode.Capture, take, beside func(*decode.Record) error) (*decode.Summary, error) {
	a.Match.Begin(name)
	err := c.DeliverBeside(func(r *decode.Record) error {
		if a.Wanted != nil && !a.Wanted(r) {
			return nil
		}
		if r.CopyOf == 0 { // a copy tells nothing new, and takes only who asks for it
			a.Match.Take(r)
			if a.traffic != nil {
				a.traffic.Take(r)
			}
		}
		return take(r)
	}, beside)
	if err != nil {
		return nil, err
	}
	a.Match.End()
	summary := c.Summary()
	return &summary, nil
}

// Report reads a capture as Read does, and gives what end makes of it.
func Report[R any](a *Accounts, name string, c *decode.Capture, take func(*decode.Record) error, end func(*decode.Summary) *R) (*R, error) {
	summary, err := a.Read(name, c, take)
	if err != nil {
		return nil, err
	}
	return end(summary), nil
}
