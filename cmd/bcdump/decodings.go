package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
	_ "time/tzdata" // the same zones on every machine

	"github.com/spf13/cobra"

	"bcdump/decode"
	"bcdump/decode/message"
	"bcdump/decode/ship"
	"bcdump/internal/foreign"
	"bcdump/report/terminal"
)

// decoding is a flag that changes what a message decodes to. Who needs all of them goes through the
// list: the commands that --queries shows, goldens, parts of stats, tables in Parquet.
type decoding struct {
	name, about string
	usual       string
	known       []string // its values; nil = any
	several     bool     // it may be given several times
	file        bool     // its value is the path of a file
	apply       func(o *decode.Options, value string) error
	complete    cobra.CompletionFunc
}

// decodings are all of them. They are applied from the last to the first: --ship needs the classes of
// --ships.
var decodings = []decoding{
	{
		name: "ship", several: true, apply: addShip, complete: completeShip,
		about: "set the class of an object whose creation is missing from the capture: `ID=CLASS`, such as 0x3FFFFFFF=akira (repeatable)",
	},
	{
		name: shipsFlag, file: true, about: "read the ship classes of a mod from `FILE` (format: docs/guides/mods.md)",
		apply: func(o *decode.Options, path string) (err error) {
			o.Ships, err = catalogue(path)
			return err
		},
	},
	{
		name: "dialect", usual: "auto", known: []string{"auto", "stock", "openbc"}, about: "read subsystem blocks as this software writes them: auto, stock, openbc",
		apply: func(o *decode.Options, name string) error {
			o.Dialect = dialects[name]
			return nil
		},
	},
	{
		name: "port", about: "treat all traffic on these UDP ports as the game, and ignore other ports: `LIST` such as 22101-22201,29900",
		apply: func(o *decode.Options, list string) (err error) {
			o.Ports, err = parsePorts(list)
			return err
		},
	},
	{
		name: "proto", known: []string{"", "bc", "entity-state"}, about: "force a protocol: bc, entity-state (with it --help shows what is only of this one)",
		apply: func(o *decode.Options, name string) error {
			o.Protocol = decode.Protocol(name)
			return nil
		},
	},
	{
		name: "zone", about: "convert the times of a packet_trace.log from `ZONE` to UTC: the zone of its server, such as +01:00 or Europe/Berlin",
		apply: func(o *decode.Options, text string) (err error) {
			o.Zone, err = parseZone(text)
			return err
		},
	},
}

const shipsFlag = "ships"

// take applies a value, if it is one.
func (d *decoding) take(o *decode.Options, value string) error {
	if d.known != nil {
		if err := oneOf("--"+d.name, value, d.known...); err != nil {
			return err
		}
	}
	return d.apply(o, value)
}

// decodingFlags are the values that were given and are not the usual ones, by name.
type decodingFlags map[string][]string

// addDecoding adds the flags that change what a message decodes to.
func (f *inputFlags) addDecoding(cmd *cobra.Command) {
	f.decoding = decodingFlags{}
	for i := range decodings {
		d := &decodings[i]
		cmd.Flags().Var(&decodingValue{d, f.decoding}, d.name, d.about)
		switch {
		case d.complete != nil:
			completeWith(cmd, d.name, d.complete)
		case d.known != nil:
			complete(cmd, d.name, slices.DeleteFunc(slices.Clone(d.known), func(word string) bool { return word == "" })...)
		}
	}
}

// decodingValue is the value of one of the flags.
type decodingValue struct {
	*decoding
	given decodingFlags
}

func (v *decodingValue) Type() string { return "string" }

func (v *decodingValue) String() string {
	if words := v.given[v.name]; len(words) > 0 {
		return words[0]
	}
	return v.usual
}

func (v *decodingValue) Set(word string) error {
	if v.known != nil {
		if err := oneOf("--"+v.name, word, v.known...); err != nil {
			return misuse{err, ""}
		}
	}
	if !v.several {
		delete(v.given, v.name)
	}
	if v.several || word != v.usual {
		v.given[v.name] = append(v.given[v.name], word)
	}
	return nil
}

// apply changes options as the flags say.
func (f decodingFlags) apply(o *decode.Options, s *streams) error {
	for i := range slices.Backward(decodings) {
		d := &decodings[i]
		for _, value := range f[d.name] {
			err := d.take(o, value)
			if err != nil && d.file {
				s.tell(terminal.Style{}, "bcdump:", fmt.Sprintf("--%s: %v", d.name, err))
				return status(exitNothing)
			}
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// dialects are the values of --dialect.
var dialects = map[string]message.Dialect{"auto": message.Undecided, "stock": message.Stock, "openbc": message.OpenBC}

// addShip adds the class of a single object, written as ID=CLASS.
func addShip(o *decode.Options, word string) error {
	id, class, err := parseShip(word, o.Ships)
	if err != nil {
		return err
	}
	if o.ObjectClasses == nil {
		o.ObjectClasses = map[uint32]*ship.Class{}
	}
	o.ObjectClasses[id] = class
	return nil
}

// catalogue gives the classes of the game with those of a user's file; nil if there
// is no file, so that the classes of the game are read only when they are needed.
func catalogue(path string) (*ship.Catalogue, error) {
	if path == "" {
		return nil, nil
	}
	file, err := foreign.Open(path)
	if err != nil {
		return nil, err
	}
	defer func() { _ = file.Close() }()
	user, err := ship.Load(path, file)
	if err != nil {
		return nil, err
	}
	return ship.Stock().Overlay(user), nil
}

// parseShip reads "ID=CLASS".
func parseShip(word string, ships *ship.Catalogue) (id uint32, class *ship.Class, err error) {
	number, key, ok := strings.Cut(word, "=")
	n, badNumber := strconv.ParseUint(number, 0, 32)
	if !ok || badNumber != nil {
		return 0, nil, fmt.Errorf("--ship: %q is not ID=CLASS; expected something like 0x3FFFFFFF=akira", word)
	}
	if ships == nil {
		ships = ship.Stock()
	}
	if class, err = findClass(ships, key); err != nil {
		return 0, nil, fmt.Errorf("--ship: %w", err)
	}
	return uint32(n), class, nil
}

// findClass finds a class by its key, its name or the number of its species.
func findClass(ships *ship.Catalogue, word string) (*ship.Class, error) {
	class := ships.ByKey(word)
	if n, err := strconv.ParseUint(word, 0, 8); err == nil && class == nil {
		class = ships.BySpecies(uint8(n))
	}
	if class == nil {
		return nil, fmt.Errorf("there is no class %q; `bcdump ships` lists those that are known%s", word, proposal(word, ships.Keys()))
	}
	return class, nil
}

// parsePorts reads a list such as "22101-22201,29900".
func parsePorts(list string) (ports []decode.PortRange, err error) {
	if list == "" {
		return nil, nil
	}
	for part := range strings.SplitSeq(list, ",") {
		first, last, isRange := strings.Cut(strings.TrimSpace(part), "-")
		if !isRange {
			last = first
		}
		low, errLow := strconv.ParseUint(first, 10, 16)
		high, errHigh := strconv.ParseUint(last, 10, 16)
		if errLow != nil || errHigh != nil || low > high {
			return nil, fmt.Errorf("--port: %q is not a port or range of ports; expected a list such as 22101-22201,29900", part)
		}
		ports = append(ports, decode.PortRange{First: uint16(low), Last: uint16(high)})
	}
	return ports, nil
}

// parseZone reads an offset from UTC, "+01:00", or the name of a zone, "Europe/Berlin".
func parseZone(text string) (*time.Location, error) {
	if text == "" {
		return nil, nil
	}
	if at, err := time.Parse("-07:00", text); err == nil {
		_, offset := at.Zone()
		return time.FixedZone(text, offset), nil
	}
	zone, err := time.LoadLocation(text)
	if err != nil || text == "Local" {
		return nil, fmt.Errorf("--zone: %q is neither an offset from UTC such as +01:00 nor the name of a zone such as Europe/Berlin", text)
	}
	return zone, nil
}
