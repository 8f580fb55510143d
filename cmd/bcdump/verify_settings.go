package main

import (
	"fmt"
	"path/filepath"
	"slices"

	"bcdump/decode"
	"bcdump/report/verify"
)

// settings are the flags that change what a capture decodes to, as a golden keeps them: under their
// names.
type settings struct {
	given   decodingFlags
	changed func(flag string) bool
}

// now gives the values of a flag that were given now. One that was set back to its default has none.
func (s *settings) now(d *decoding, golden string) (values []string) {
	for _, value := range s.given[d.name] {
		switch {
		case value == "":
		case d.file:
			values = append(values, within(golden, value))
		default:
			values = append(values, value)
		}
	}
	return values
}

// within gives a path as seen from the folder of a golden, so that both can be moved or
// checked out elsewhere together.
func within(golden, path string) string {
	from, errFrom := filepath.Abs(filepath.Dir(golden))
	to, errTo := filepath.Abs(path)
	if errFrom != nil || errTo != nil {
		return path
	}
	relative, err := filepath.Rel(from, to)
	if err != nil {
		return to
	}
	return filepath.ToSlash(relative)
}

// kept gives the settings that a golden keeps, with each that was given now in place of
// the one of that name.
func (s *settings) kept(path string, before []verify.Setting) (kept []verify.Setting) {
	for i := range decodings {
		d := &decodings[i]
		if s.changed(d.name) {
			for _, value := range s.now(d, path) {
				kept = append(kept, verify.Setting{Name: d.name, Value: value})
			}
			continue
		}
		for _, was := range before {
			if was.Name == d.name {
				kept = append(kept, was)
			}
		}
	}
	return kept
}

// decodeSettings makes options of settings. The ship file is named as seen from the
// folder of the golden.
func decodeSettings(path string, kept []verify.Setting) (o decode.Options, err error) {
	for _, s := range kept {
		if !slices.ContainsFunc(decodings, func(d decoding) bool { return d.name == s.Name }) {
			return o, fmt.Errorf("%q is not a known setting", s.Name)
		}
	}
	for i := range slices.Backward(decodings) {
		d := &decodings[i]
		for _, s := range kept {
			if s.Name != d.name {
				continue
			}
			if d.file {
				s.Value = besides(path, s.Value)
			}
			if err := d.take(&o, s.Value); err != nil {
				return o, err
			}
		}
	}
	return o, nil
}

// besides gives a path that was written as seen from the folder of a golden.
func besides(golden, name string) string {
	name = filepath.FromSlash(name)
	if filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(filepath.Dir(golden), name)
}
