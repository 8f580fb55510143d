package match

// NewOf makes a Match that keeps so many ships.
func NewOf(ships int) *Match {
	m := New()
	m.lives.limit = ships
	return m
}

// NewLives follows at most so many lives.
func NewLives(limit int, forget func(*Ship)) *Lives {
	return &Lives{limit: limit, room: func(n int) int { return n }, begins: func(*Ship) {}, forget: forget, current: map[Key]*Ship{}}
}

// Updated takes an update.
func (l *Lives) Updated(key Key, toServer bool) *Ship { return l.updated(key, toServer, false) }
