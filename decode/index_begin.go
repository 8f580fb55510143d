package decode

import "bcdump/decode/capture"

// Info describes the container; it is to be asked before Build, or when it has returned.
func (x *Index) Info() capture.Info { return x.capture.Info() }
