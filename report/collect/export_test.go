package collect

// TakeRecords lets a report take all messages in long.
func (s *Stats) TakeRecords() { s.takeRecords() }
