package browse

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"sync"

	"bcdump/decode"
	"bcdump/decode/fields"
	"bcdump/decode/filter"
)

// maxKnown is how many values of one kind are offered. Those that come later are not.
//
//limit:maxKnown What the user writes | players, clients, ships and classes that the filter line offers, of each | later ones are not offered | TestSeenIsBounded
const maxKnown = 256

// mostLooked is how many ships a watcher knows again: a directory has fewer.
const mostLooked = 4096

// seen is what a capture has of what users ask for by name: players, clients, ships, classes. Any
// number of goroutines may add to it and ask it.
type seen struct {
	mu                                      sync.Mutex
	players, clients, ships, ids, classes   map[string]string // with what is said about each
	playerKeys, shipKeys, idKeys, classKeys map[string]bool
}

func newSeen() *seen {
	s := &seen{
		players: map[string]string{}, clients: map[string]string{}, ships: map[string]string{}, ids: map[string]string{}, classes: map[string]string{},
		playerKeys: map[string]bool{"player": true, "fields.player_name": true},
		classKeys:  map[string]bool{"fields.ship": true, "fields.subsystems.ship": true},
		shipKeys:   map[string]bool{}, idKeys: map[string]bool{},
	}
	schema := decode.Schema()
	for _, key := range schema.Keys() {
		name := fields.NameKey(key.Path)
		if _, named := schema.Lookup(name); named && key.Kind == filter.Hex && name != key.Path {
			s.idKeys[key.Path], s.shipKeys[name] = true, true
		}
	}
	return s
}

// watcher gives what adds the records that it is given, one at a time. It is fast where nothing is new.
func (s *seen) watcher() func(*decode.Record) {
	type link struct {
		known  bool
		player string
	}
	var links [maxKnown + 1]link // they are numbered from 1
	var objects uint64
	looked := map[*decode.Object]bool{} // at those of the newest directories
	return func(r *decode.Record) {
		if n := r.Link; n > 0 && n <= maxKnown && links[n] != (link{true, r.Client}) {
			links[n] = link{true, r.Client}
			s.client(n, r.Client)
		}
		if d, ok := r.Context.Names.(*decode.Directory); ok && d.Version() != objects {
			objects = d.Version()
			s.objects(d, looked)
		}
	}
}

func (s *seen) client(link uint32, player string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	note(s.clients, strconv.FormatUint(uint64(link), 10), player)
	note(s.players, player, "")
}

// objects takes the ships of a directory that are not looked at yet: directories share them.
func (s *seen) objects(d *decode.Directory, looked map[*decode.Object]bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(looked) > mostLooked {
		clear(looked)
	}
	for o, name := range d.Ships {
		if looked[o] {
			continue
		}
		looked[o] = true
		id := fmt.Sprintf("0x%08X", o.ID)
		note(s.ids, id, name)
		note(s.ships, name, id)
		if o.Class != nil {
			note(s.classes, o.Class.Key, o.Class.Name)
		}
	}
}

// note remembers a value as long as there is room; about is said of it from now on.
func note(values map[string]string, value, about string) {
	if _, known := values[value]; value != "" && (known || len(values) < maxKnown) {
		values[value] = cmp.Or(about, values[value])
	}
}

// values gives what is known of a key.
func (s *seen) values(key filter.Key) []filter.Known {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case key.Path == "client":
		return sorted(s.clients)
	case s.playerKeys[key.Path]:
		return sorted(s.players)
	case s.shipKeys[key.Path]:
		return sorted(s.ships)
	case s.idKeys[key.Path]:
		return sorted(s.ids)
	case s.classKeys[key.Path]:
		return sorted(s.classes)
	}
	return nil
}

// sorted puts numbers in their order: shorter ones first.
func sorted(values map[string]string) (list []filter.Known) {
	for value, about := range values {
		list = append(list, filter.Known{Value: value, About: about})
	}
	slices.SortFunc(list, func(a, b filter.Known) int {
		if _, err := strconv.ParseUint(a.Value, 0, 64); err == nil {
			return cmp.Or(cmp.Compare(len(a.Value), len(b.Value)), cmp.Compare(a.Value, b.Value))
		}
		return cmp.Compare(a.Value, b.Value)
	})
	return list
}
