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

// Share lets a clone have in one place with another one what is the same in both; neither was used yet. It
// returns how many bytes that saves: of what Memory said, about.
func (s *Session) Share(before *Session) (saved int) {
	return s.tracker.Share(before.tracker) + s.servers.positions.Share(&before.servers.positions)
}

// Records is how many records were made so far.
func (s *Session) Records() int { return int(s.summary.Records) }
