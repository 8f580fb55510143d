package query

import (
	"strings"
	"sync"

	"bcdump/decode/entitystate"
	"bcdump/decode/filter"
	"bcdump/decode/gamespy"
	"bcdump/decode/message"
	"bcdump/decode/record"
	"bcdump/decode/suggest"
)

// kind is what is known of all records of one kind before there is one.
type kind struct {
	messageKind
	transport string // type of the transport message; "" = it has none
	// fields are the paths that a record of the kind may have below "fields".
	fields map[string]bool
}

// kinds lists all kinds of records that there can be.
var kinds = sync.OnceValue(func() (list []kind) {
	paths := pathsOfLayouts()
	add := func(proto record.Protocol, transport, title string, opcode int) {
		of := messageKind{proto, opcode, title}
		list = append(list, kind{of, transport, paths[of]})
	}
	add(record.Unknown, "", "unknown", -1)
	add(record.EntityState, "", "unreadable", -1)
	add(record.BC, "unknown", "unreadable", -1)
	for _, title := range []string{"lost message", "part", "Data"} {
		add(record.BC, "data", title, -1)
	}
	for k := gamespy.KindUnknown; k <= gamespy.KindValidate; k++ {
		list = append(list, kind{messageKind{record.GameSpy, -1, "GameSpy " + k.String()}, "", map[string]bool{"fields.kind": true, "fields.pairs": true}})
	}
	for _, t := range record.ControlTypes() {
		add(record.BC, t.String(), record.TypeTitle(t), -1)
	}
	for opcode := range 256 {
		title := record.OpcodeTitle(uint8(opcode))
		if spec := message.Lookup(uint8(opcode)); spec != nil {
			title = spec.Name
		}
		add(record.BC, "data", title, opcode)
	}
	for _, spec := range entitystate.Table() {
		add(record.EntityState, "", spec.Name, int(spec.Type))
	}
	for number := range 256 {
		add(record.EntityState, "", record.EntityTitle(uint8(number)), number)
	}
	return list
})

// pathsOfLayouts gives the paths that messages may have; some have one of several layouts.
func pathsOfLayouts() map[messageKind]map[string]bool {
	paths := map[messageKind]map[string]bool{}
	for _, l := range layouts() {
		if paths[l.messageKind] == nil {
			paths[l.messageKind] = map[string]bool{}
		}
		for _, key := range l.keys {
			paths[l.messageKind][key.Path] = true
		}
	}
	return paths
}

// given says what is known of a path, without its indexes, in records of the kind.
func (k *kind) given(path string) filter.Given {
	if strings.HasPrefix(path, "fields.") {
		return filter.Given{Known: !k.fields[path]}
	}
	switch path {
	case "proto":
		return known(string(k.proto))
	case "type":
		return known(k.transport)
	case "name":
		return known(k.title)
	case "opcode":
		if k.opcode < 0 {
			return filter.Given{Known: true}
		}
		return filter.Given{Known: true, Values: filter.Values{filter.OfInt(int64(k.opcode))}}
	}
	return filter.Given{}
}

// known is one text, or nothing.
func known(text string) filter.Given {
	if text == "" {
		return filter.Given{Known: true}
	}
	return filter.Given{Known: true, Values: filter.Values{filter.OfText(text)}}
}

// could keeps the kinds of which a record may pass a test.
func could(test *filter.Filter, list []kind) (left []kind) {
	paths := test.Paths()
	for i := range paths {
		paths[i] = filter.KeyOf(paths[i])
	}
	given := make([]filter.Given, len(paths))
	for i := range list {
		for j, path := range paths {
			given[j] = list[i].given(path)
		}
		if test.Could(given) {
			left = append(left, list[i])
		}
	}
	return left
}

// Never explains why no record can pass the filter, whatever a capture holds; nil if one may. It
// points at the first test that excludes what those before it leave. forced is the protocol
// that is taken for granted, "" = none.
func (f *Filter) Never(forced record.Protocol) *filter.Error {
	if f == nil {
		return nil
	}
	var list []kind
	for _, k := range kinds() {
		if !excludes(forced, k.proto) {
			list = append(list, k)
		}
	}
	for _, test := range f.compiled.Tests() {
		left := could(test, list)
		if len(left) == 0 {
			return conflict(test, list, forced)
		}
		list = left
	}
	if left := could(f.compiled, list); len(left) == 0 {
		return f.compiled.Fault("the filter can never match: its tests contradict one another", nil, nil)
	}
	return nil
}

// excludes reports whether one protocol is not looked for if another one is forced.
func excludes(forced, other record.Protocol) bool {
	return forced == record.BC && other == record.EntityState || forced == record.EntityState && other == record.BC
}

// conflict says what a test excludes that is left, and what it may have been meant to be.
func conflict(test *filter.Filter, left []kind, forced record.Protocol) *filter.Error {
	names := titles(left)
	who := "no message that is left by the tests before"
	switch {
	case test.First():
		who = "no message"
	case len(names) <= 2:
		who = "no " + strings.Join(names, " or ")
	}
	message := "the filter can never match: " + who + " passes this test"
	if test.First() && forced != "" {
		message += ", with --proto " + string(forced)
	}
	word := firstWord(test.String())
	if key, ok := Schema().Lookup(word); ok && strings.HasPrefix(word, "fields.") {
		message += "; " + word + " is a field of " + key.About
	}
	return test.Fault(message, suggest.Near(firstText(test.String()), names), nil)
}

// firstWord is what a test begins with up to a blank or an index; firstText the first text in it.
func firstWord(test string) string { return test[:strings.IndexAny(test+" ", " [=!<>")] }

func firstText(test string) string {
	_, text, _ := strings.Cut(test, `"`)
	text, _, _ = strings.Cut(text, `"`)
	return text
}

func titles(list []kind) (names []string) {
	for _, k := range list {
		names = append(names, k.title)
	}
	return distinct(names)
}
