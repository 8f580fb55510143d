package main

import (
	"fmt"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"bcdump/decode"
	"bcdump/report/golden"
)

// settingFlags are the flags that change what a capture decodes to. A golden keeps them
// under their names.
type settingFlags struct {
	inputFlags // without filter and jobs
	changed    func(flag string) bool
}

func (f *settingFlags) add(cmd *cobra.Command) {
	cmd.Flags().Bool("full", false, "changes nothing: a golden has every message")
	f.addDecoding(cmd)
}

// values gives the settings that were given now, by name in the order of --help. One
// that was set back to its default has no values.
func (f *settingFlags) values(path string) []namedValues {
	return []namedValues{
		{"ship", slices.DeleteFunc(slices.Clone(f.ships), func(s string) bool { return s == "" })},
		{"ships", given(f.shipFile != "", within(path, f.shipFile))},
		{"dialect", given(f.dialect != "auto", f.dialect)},
		{"port", given(f.port != "", f.port)},
		{"proto", given(f.proto != "", f.proto)},
		{"zone", given(f.zone != "", f.zone)},
	}
}

type namedValues struct {
	name   string
	values []string
}

func given(is bool, value string) []string {
	if !is {
		return nil
	}
	return []string{value}
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
func (f *settingFlags) kept(path string, before []golden.Setting) (settings []golden.Setting) {
	for _, now := range f.values(path) {
		if f.changed(now.name) {
			for _, value := range now.values {
				settings = append(settings, golden.Setting{Name: now.name, Value: value})
			}
			continue
		}
		for _, s := range before {
			if s.Name == now.name {
				settings = append(settings, s)
			}
		}
	}
	return settings
}

// checkSettings makes sure that the flags can be used before any capture is read.
func (f *settingFlags) checkSettings() error {
	_, err := decodeSettings("x", f.kept("x", nil))
	return err
}

// decodeSettings makes options of settings. The ship file is named as seen from the
// folder of the golden.
func decodeSettings(path string, settings []golden.Setting) (o decode.Options, err error) {
	var ships []string
	for _, s := range settings {
		switch s.Name {
		case "dialect":
			o.Dialect, err = parseDialect(s.Value)
		case "port":
			o.Ports, err = parsePorts(s.Value)
		case "proto":
			o.Protocol, err = decode.Protocol(s.Value), oneOf("--proto", s.Value, "", "bc", "entity-state")
		case "ships":
			o.Ships, err = catalogue(besides(path, s.Value))
		case "ship":
			ships = append(ships, s.Value)
		case "zone":
			o.Zone, err = parseZone(s.Value)
		default:
			err = fmt.Errorf("%q is not a known setting", s.Name)
		}
		if err != nil {
			return o, err
		}
	}
	err = addShips(&o, ships)
	return o, err
}

// besides gives a path that was written as seen from the folder of a golden.
func besides(golden, name string) string {
	name = filepath.FromSlash(name)
	if filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(filepath.Dir(golden), name)
}
