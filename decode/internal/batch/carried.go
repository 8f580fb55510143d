package batch

import "bcdump/decode/capture"

// Carried counts what frames carry that are no UDP datagrams.
type Carried struct {
	List [maxCarried]struct {
		Kind     capture.Kind
		Protocol capture.Protocol
		Frames   int64 // 0 = the list ends
	}
	More int64 // frames that the list has no room for
}

// maxCarried bounds the list: a damaged capture could name any number.
//
//limit:maxCarried Links, IP and UDP | protocols beside UDP that are counted by name | counted together | —
const maxCarried = 16

// Count adds frames of a protocol.
func (c *Carried) Count(kind capture.Kind, protocol capture.Protocol, frames int64) {
	for i := range c.List {
		one := &c.List[i]
		if one.Frames == 0 {
			one.Kind, one.Protocol = kind, protocol
		}
		if one.Kind == kind && one.Protocol == protocol {
			one.Frames += frames
			return
		}
	}
	c.More += frames
}

// Add adds what another one has counted.
func (c *Carried) Add(other *Carried) {
	for i := range other.List {
		one := &other.List[i]
		if one.Frames == 0 {
			break
		}
		c.Count(one.Kind, one.Protocol, one.Frames)
	}
	c.More += other.More
}
