package reporttest

import (
	"encoding/binary"
	"math/rand/v2"
	"time"

	"bcdump/decode/capture"
)

// Clock is one way in which the clock of a capture goes wrong.
type Clock struct {
	Name string
	// Says is part of what is said of the times.
	Says string
	// None says that there are no times left.
	None bool
	// Stamp gives the time of a frame, from 0 on, that is stamped at a time, so long after the first.
	Stamp func(frame int, at capture.Time, since time.Duration) capture.Time
}

// Clocks are the ways that people have reported: of several queues, of tools that write no times or coarse ones, of
// a clock that is set or stands.
func Clocks() []Clock {
	coarse := func(to time.Duration) func(int, capture.Time, time.Duration) capture.Time {
		return func(_ int, at capture.Time, _ time.Duration) capture.Time {
			return capture.Nanos(at.UnixNano() / int64(to) * int64(to))
		}
	}
	const middle = 20 * time.Second
	random := rand.New(rand.NewPCG(53, 4))
	return []Clock{
		{"every third frame 200 ms early", "fall by up to 200 ms", false, func(i int, at capture.Time, _ time.Duration) capture.Time {
			if i%3 == 2 {
				return at.Add(-200 * time.Millisecond)
			}
			return at
		}},
		{"a queue that is up to 1.7 s early", "fall by up to 1.", false, func(_ int, at capture.Time, _ time.Duration) capture.Time {
			if random.IntN(2) == 0 {
				return at.Add(-time.Duration(random.Int64N(int64(1700 * time.Millisecond))))
			}
			return at
		}},
		{"one moment", "no times", true, func(int, capture.Time, time.Duration) capture.Time { return capture.Time{Sec: 1771000000} }},
		{"zero", "no times", true, func(int, capture.Time, time.Duration) capture.Time { return capture.Time{} }},
		{"whole seconds", "whole seconds", false, coarse(time.Second)},
		{"10 ms", "multiples of 10 ms", false, coarse(10 * time.Millisecond)},
		{"set back by 2 s", "set back by 2.0 s at frame", false, func(_ int, at capture.Time, since time.Duration) capture.Time {
			if since > middle {
				return at.Add(-2 * time.Second)
			}
			return at
		}},
		{"stands for 5 s", "stands for up to ", false, func(_ int, at capture.Time, since time.Duration) capture.Time {
			if since > middle && since < middle+5*time.Second {
				return at.Add(middle - since)
			}
			return at
		}},
		{"one frame 0.5 ms early", "", false, func(i int, at capture.Time, _ time.Duration) capture.Time {
			if i == 200 {
				return at.Add(-500 * time.Microsecond)
			}
			return at
		}},
	}
}

// Twist stamps the frames of a pcap file anew: one in little endian with microseconds.
func Twist(raw []byte, c *Clock) []byte {
	const fileHeader, header = 24, 16
	out := append([]byte{}, raw...)
	var first capture.Time
	for at, frame := fileHeader, 0; at+header <= len(out); frame++ {
		h := out[at:]
		now := capture.Time{Sec: int64(binary.LittleEndian.Uint32(h)), Nanos: binary.LittleEndian.Uint32(h[4:]) * 1000}
		if frame == 0 {
			first = now
		}
		now = c.Stamp(frame, now, now.Sub(first))
		binary.LittleEndian.PutUint32(h, uint32(now.Sec)) //nolint:gosec // a year of this century
		binary.LittleEndian.PutUint32(h[4:], now.Nanos/1000)
		at += header + int(binary.LittleEndian.Uint32(h[8:]))
	}
	return out
}
