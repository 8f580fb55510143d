package stats

// volume counts messages and their bytes.
type volume struct {
	count, bytes int64
}

func (t *volume) add(bytes int) {
	t.count++
	t.bytes += int64(bytes)
}

func (t *volume) join(o volume) {
	t.count += o.count
	t.bytes += o.bytes
}

// Lines tells the table how many messages a row counts.
func (t *volume) Lines() int64 { return t.count }
