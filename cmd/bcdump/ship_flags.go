package main

import (
	"fmt"
	"strconv"
	"strings"

	"bcdump/decode"
	"bcdump/decode/message"
	"bcdump/decode/ship"
	"bcdump/internal/foreign"
)

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
