package browse

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"bcdump/decode"
	"bcdump/decode/fields"
	"bcdump/decode/filter"
	"bcdump/report/facts"
)

// filterLine is the line in which a filter is written, with what may come next or what is wrong below it.
type filterLine struct {
	editor
	look    *looks
	history *history
	values  func(filter.Key) []filter.Known // those that the capture has; nil = none are known
	// protocol is the only one that messages are of; "" = of any.
	protocol decode.Protocol

	fault       *filter.Error // why it is wrong; nil = it is not
	never       *filter.Error // why no message can pass it; nil = one may
	tried       bool          // the user takes it for finished
	completions []filter.Completion
	chosen      int // of the completions, if one was put into the line; -1 = none
}

// open begins to write: text is what was there before.
func (l *filterLine) open(text string) {
	l.history.at, l.history.draft = len(l.history.lines), ""
	l.set(text)
	l.settle()
}

// expression is the filter as it is written, without blanks around it.
func (l *filterLine) expression() string { return strings.TrimSpace(l.text()) }

// press takes a key. done says that the filter is finished, and right; cancelled that the user wants none of it.
func (l *filterLine) press(k tea.KeyPressMsg) (done, cancelled bool) {
	switch k.Keystroke() {
	case "enter":
		l.settle()
		if l.tried = true; l.fault == nil {
			l.history.add(l.expression())
		}
		return l.fault == nil, false
	case "esc", "ctrl+c", "ctrl+g":
		return false, true
	case "tab":
		l.complete(1)
	case "shift+tab":
		l.complete(-1)
	case "up", "ctrl+p":
		l.set(l.history.move(-1, l.text()))
		l.settle()
	case "down", "ctrl+n":
		l.set(l.history.move(1, l.text()))
		l.settle()
	default:
		if l.key(k) {
			l.settle()
		}
	}
	return false, false
}

// settle looks at the text as it is now.
func (l *filterLine) settle() {
	l.chosen, l.tried = -1, false
	l.completions = decode.Schema().CompleteWith(l.before(), l.values)
	l.compile()
}

func (l *filterLine) compile() {
	l.fault, l.never = nil, nil
	if l.expression() == "" {
		return
	}
	if f, err := decode.NewFilter(l.text()); err == nil {
		l.never = f.Never(l.protocol)
	} else {
		errors.As(err, &l.fault)
	}
}

// complete puts the next completion into the line, in place of the one before. If there is but one, the
// next key begins behind it.
func (l *filterLine) complete(step int) {
	n := len(l.completions)
	if n == 0 {
		return
	}
	if l.chosen < 0 && step < 0 {
		l.chosen = 0
	}
	l.chosen = (l.chosen + step + n) % n
	text, behind := l.completions[l.chosen].Text, strings.Join(l.cells[l.at:], "")
	switch {
	case n == 1 && text == l.before():
		l.insert(" ")
	case len(text)+len(behind) <= maxLine:
		l.put(text, behind)
	}
	if n == 1 {
		l.settle()
	} else {
		l.compile()
	}
}

const (
	prompt = "/ "
	// leastWidth is how wide a screen is that has room for more than the text.
	leastWidth = 16
)

// column is where on the first line the cursor stands.
func (l *filterLine) column(width int) int {
	before := len(prompt)
	if width < leastWidth {
		before = 0
	}
	_, cursor, _ := l.window(width - before)
	return before + cursor
}

// lines draws the line, and below it what is wrong or what may come next: at most height lines, one
// at least, none wider than width.
func (l *filterLine) lines(width, height int) []string {
	if width < leastWidth {
		shown, _, _ := l.window(width)
		return []string{shown}
	}
	shown, _, left := l.window(width - len(prompt))
	lines := []string{l.look.Name.Paint(prompt) + shown}
	point := func(e *filter.Error, paint func(string) string) {
		var before editor
		before.put(e.Expr[:min(e.Pos, len(e.Expr))], "")
		if at := before.columns() - left; at >= 0 && len(prompt)+at < width {
			lines = append(lines, strings.Repeat(" ", len(prompt)+at)+paint("^"))
		}
		text := e.Msg
		if hint := e.Hint(); hint != "" {
			text += "; " + hint
		}
		for _, line := range folded(text, width-len(prompt)) {
			lines = append(lines, strings.Repeat(" ", len(prompt))+paint(line))
		}
	}
	switch {
	case l.fault != nil && (l.tried || !l.fault.Unfinished()):
		point(l.fault, l.look.Damage.Paint)
	case l.never != nil && l.chosen < 0:
		point(l.never, l.look.Dim.Paint)
	default:
		const most = 8
		rows := min(height-1, most)
		first := max(0, min(l.chosen-rows/2, len(l.completions)-rows))
		for i := first; i < len(l.completions) && i < first+rows; i++ {
			lines = append(lines, l.completion(i, width))
		}
	}
	return lines[:min(len(lines), max(height, 1))]
}

// completion draws one, with what it means beside it.
func (l *filterLine) completion(i, width int) string {
	const gap, wordRoom = 2, 28
	c := &l.completions[i]
	word := cut(oneLine(c.Word()), 0, width-2, more)
	line := "  " + word
	if i == l.chosen {
		line = l.look.chosen.Paint("> " + word)
	}
	room := width - 2 - max(wide(word), min(wordRoom, width/2)) - gap
	if c.About == "" || room < gap {
		return line
	}
	return line + strings.Repeat(" ", width-2-wide(word)-room) + l.look.Dim.Paint(cut(oneLine(c.About), 0, room, more))
}

// maxElements is how many values of one field a filter names.
//
//limit:maxElements What the user writes | values of a field that a filter made from it names | refused | TestManyElements
const maxElements = 16

// onlyThis is the filter that keeps the messages which have under a path, such as "fields.position[1]", what this one has;
// not is the one that drops these. file is the name of the capture. The error says why there is none.
func onlyThis(r *decode.Record, path, file string) (only, not string, err error) {
	values, key, err := decode.ValuesAt(r, path, file)
	switch {
	case err != nil:
		return "", "", fmt.Errorf("filters do not know %s", oneLine(path))
	case len(values) == 0:
		return "", "", fmt.Errorf("this message has no %s", path)
	case len(values) > maxElements:
		return "", "", fmt.Errorf("%s has %d values here; choose one of them", path, len(values))
	}
	var any, each []string // whether there are such, and whether they are in their places
	for i := range values {
		literal := values[i].Literal(key.Kind)
		any, each = append(any, path+" == "+literal), append(each, fmt.Sprintf("%s[%d] == %s", path, i, literal))
		if literal == "" && key.Kind == filter.Object {
			return path, "!(" + path + ")", nil
		} else if literal == "" {
			return "", "", fmt.Errorf("%s holds nothing here that a filter could compare it with", path)
		}
	}
	if len(values) == 1 {
		each = any
	}
	for _, tests := range [][]string{each, any} {
		only = strings.Join(tests, " && ")
		if f, err := decode.NewFilter(only); err == nil && f.Matcher(file).Match(r) {
			if len(tests) == 1 {
				return only, path + " != " + strings.TrimPrefix(only, path+" == "), nil
			}
			return only, "!(" + only + ")", nil
		}
	}
	return "", "", fmt.Errorf("no filter can say this of %s", path)
}

// cell is what a message has under a path, as a column shows it.
func cell(r *decode.Record, path, file string) string {
	values, key, err := decode.ValuesAt(r, path, file)
	if err != nil {
		return ""
	}
	var texts []string
	for i := range values {
		texts = append(texts, strings.Trim(values[i].Literal(key.Kind), `"`))
	}
	return strings.Join(texts, ",")
}

// maxKnown is how many values of one kind are offered. Those that come later are not.
//
//limit:maxKnown What the user writes | players, clients, ships and classes that the filter line offers, of each | later ones are not offered | TestSeenIsBounded
const maxKnown = 256

// seen is what a capture has of what users ask for by name, with what is said about each.
type seen struct {
	players, clients, ships, ids, classes map[string]string
	voices                                int                     // that were looked at
	names                                 uint64                  // the version of the directory that was looked at last
	objects                               map[*decode.Object]bool // that were: directories share them
}

func newSeen() *seen {
	return &seen{
		players: map[string]string{}, clients: map[string]string{}, ships: map[string]string{}, ids: map[string]string{},
		classes: map[string]string{}, objects: map[*decode.Object]bool{},
	}
}

// look takes what has come since it looked last.
func (s *seen) look(f *facts.Facts) {
	note := func(values map[string]string, value, about string) {
		if _, known := values[value]; value != "" && (known || len(values) < maxKnown) {
			values[value] = cmp.Or(about, values[value])
		}
	}
	for ; f != nil && s.voices < f.Voices(); s.voices++ {
		side, context := f.Voice(s.voices)
		if side.Link > 0 {
			note(s.clients, strconv.FormatUint(uint64(side.Link), 10), side.Client)
			note(s.players, side.Client, "")
		}
		d, ok := context.Names.(*decode.Directory)
		if !ok || d.Version() == s.names || len(s.ids) == maxKnown && len(s.ships) == maxKnown {
			continue
		}
		if s.names = d.Version(); len(s.objects) > 16*maxKnown { // more than a directory has
			clear(s.objects)
		}
		for o, name := range d.Ships {
			if s.objects[o] {
				continue
			}
			s.objects[o] = true
			id := fmt.Sprintf("0x%08X", o.ID)
			note(s.ids, id, name)
			note(s.ships, name, id)
			if o.Class != nil {
				note(s.classes, o.Class.Key, o.Class.Name)
			}
		}
	}
}

// values gives what is known of a key, numbers in their order: shorter ones first.
func (s *seen) values(key filter.Key) (list []filter.Known) {
	values := map[string]map[string]string{
		"client": s.clients, "player": s.players, "fields.player_name": s.players, "fields.ship": s.classes, "fields.subsystems.ship": s.classes,
	}[key.Path]
	schema := decode.Schema()
	for _, k := range schema.Keys() { // the id of an object has a key, and its name another one
		if name := fields.NameKey(k.Path); k.Kind == filter.Hex && name != k.Path && (name == key.Path || k.Path == key.Path) {
			if _, named := schema.Lookup(name); named && name == key.Path {
				values = s.ships
			} else if named {
				values = s.ids
			}
		}
	}
	for value, about := range values {
		list = append(list, filter.Known{Value: value, About: about})
	}
	slices.SortFunc(list, func(a, b filter.Known) int {
		if _, err := strconv.ParseUint(a.Value, 0, 64); err == nil && len(a.Value) != len(b.Value) {
			return len(a.Value) - len(b.Value)
		}
		return cmp.Compare(a.Value, b.Value)
	})
	return list
}
