package decode

import "bcdump/decode/capture"

// Start gives the time of the first frame; ok is false if there is none. It waits for a pipe that has
// not begun to speak. It is to be asked before Build.
func (x *Index) Start() (at capture.Time, ok bool) {
	if x.capture.first == nil {
		mark := x.capture.reader.Mark()
		x.begin = &mark
	}
	return x.capture.Start()
}

// Info describes the container; it is to be asked before Build, or when it has returned.
func (x *Index) Info() capture.Info { return x.capture.Info() }
