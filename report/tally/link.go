package tally

import (
	"net/netip"

	"bcdump/decode"
	"bcdump/report/figures"
)

// Link is a client and the server that it plays on.
type Link struct {
	Client, Server netip.AddrPort
}

// LinkOf gives the link of a record that has a direction.
func LinkOf(r *decode.Record) Link {
	if r.Dir == decode.ToClient {
		return Link{r.Dst, r.Src}
	}
	return Link{r.Src, r.Dst}
}

// Sent is the condition that messages of a direction have, or those of both.
func (k Link) Sent(d decode.Direction) string {
	if d == figures.BothDirections {
		return k.Both()
	}
	from, to := k.Client, k.Server
	if d == decode.ToClient {
		from, to = to, from
	}
	return DirIs(d) + " && " + Is("src", AddressText(from)) + " && " + Is("dst", AddressText(to))
}

// Both is the condition that all messages of a link have.
func (k Link) Both() string {
	client, server := AddressText(k.Client), AddressText(k.Server)
	up := Is("src", client) + " && " + Is("dst", server)
	down := Is("src", server) + " && " + Is("dst", client)
	return "(" + up + " || " + down + ")"
}
