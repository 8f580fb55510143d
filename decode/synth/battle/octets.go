package battle

// octets is memory for the short lists of one message.
type octets struct{ bytes []byte }

func (o *octets) take(write func([]byte) []byte) []byte {
	start := len(o.bytes)
	o.bytes = write(o.bytes)
	return o.bytes[start:len(o.bytes):len(o.bytes)]
}

func (o *octets) reset() { o.bytes = o.bytes[:0] }
