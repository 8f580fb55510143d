package reporttest

import "bcdump/report/figures"

// At is a time that a test writes as RFC 3339 does.
func At(text string) (t figures.Time) {
	if err := t.UnmarshalText([]byte(text)); err != nil {
		panic(err)
	}
	return t
}
