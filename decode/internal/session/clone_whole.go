package session

// CloneWhole is Clone with all that s remembers of what clients sent: it holds for every time. It may
// take half a megabyte more.
func (s *Session) CloneWhole() *Session {
	c := s.Clone()
	c.servers.relays = s.servers.relays.CloneWhole()
	return c
}

// WholeMemory counts the bytes that CloneWhole takes, about.
func (s *Session) WholeMemory() int {
	return s.Memory() - s.servers.relays.Memory() + s.servers.relays.WholeMemory()
}

// Records is how many records were made so far.
func (s *Session) Records() int { return int(s.summary.Records) }
