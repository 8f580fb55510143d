package stats

// DecodeAll lets a report take all messages as if none had been walked: each is decoded, and
// counted in the tables of the sections.
func (s *Stats) DecodeAll() { s.general = true }
