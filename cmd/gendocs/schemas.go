package main

import (
	"errors"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"

	"bcdump/decode/message"
	"bcdump/report/check"
	"bcdump/report/count"
	"bcdump/report/diff"
	"bcdump/report/figures"
)

// A schema is a file that people write: what a key may hold, and what keys have to do with one another. What the program
// knows is put into it: which keys there are, in their order, whether they may be left out, what they are, and the words
// of lists. A new key gets what its Go type says; `make docs` writes it, and a person says more.

// report is a schema of structs of report/figures, docs/reference/schema/NAME.json.
type report struct {
	name  string
	roots []reflect.Type // what a line or the document is: one of them
}

var reports = []report{
	{"stats", typesOf(figures.Stats{})}, {"count", typesOf(count.Counts{})}, {"timeline", typesOf(figures.TimelineRow{}, figures.EntityRow{}, figures.Timeline{})},
	{"match", typesOf(figures.Match{})}, {"check", typesOf(figures.Check{})}, {"overview", typesOf(figures.CaptureOverview{})},
	{"why", typesOf(figures.Story{}, figures.Stories{})}, {"desync", typesOf(figures.Desync{}, figures.DesyncRow{})},
	{"diff", typesOf(figures.Diff{})}, {"report", typesOf(figures.Replay{})}, {"files", typesOf(figures.Files{})},
	{"hash", typesOf(figures.NameHashes{}, figures.Installation{})},
}

func typesOf(values ...any) (all []reflect.Type) {
	for _, v := range values {
		all = append(all, reflect.TypeOf(v))
	}
	return all
}

// words are those that a key may hold, by "Type.key" or "report.key".
var words = map[string][]string{
	"TimelineRow.flags": message.FlagNames(0xFF), "Event.what": figures.EventNames(), "EntityEvent.what": figures.EntityEventNames(),
	"Ending.end": figures.Ends(), "files.end": figures.Ends(), "files.published": figures.PublishedVerdicts(), "files.between": figures.Betweens(),
	"files.is": figures.FileStates(), "files.message": figures.RefusalMessages(), "files.cause": figures.RefusalCauses(),
	"check.effect": check.Effects(), "overview.effect": check.Effects(), "overview.outcome": append(figures.Ends(), "exploded"),
	"desync.kind": figures.DesyncKinds(), "DiffSections.only": diff.Sections(), "diff.section": append(diff.Sections(), "session"),
	"ReplayPlayer.end": figures.Ends(), "ReplayShip.end": figures.ShipEnds(), "ReplayLine.kind": figures.LogKinds(),
}

// schema is the file of one, as it is brought up to date.
type schema struct {
	name       string
	root, defs *object
	done       map[*object]bool
	wrong      []error
}

func openSchema(name, old string) (*schema, error) {
	root, err := parse([]byte(old))
	o, ok := root.(*object)
	if err != nil || !ok || o.at("$defs") == nil {
		return nil, fmt.Errorf("no schema with definitions: %w", err)
	}
	return &schema{name: name, root: o, defs: o.at("$defs"), done: map[*object]bool{}}, nil
}

// text is the file. Objects that nothing refers to any more are left out.
func (s *schema) text() (string, error) {
	if s.wrong != nil {
		return "", errors.Join(s.wrong...)
	}
	for {
		text := layOut(s.root, 0, 0) + "\n"
		i := slices.IndexFunc(s.defs.keys, func(name string) bool {
			return s.defs.at(name, "properties") != nil && !strings.Contains(text, `"#/$defs/`+name+`"`)
		})
		if i < 0 {
			return text, nil
		}
		s.defs.remove(s.defs.keys[i])
	}
}

// updatedSchema gives the schema of a report as it should be.
func updatedSchema(name, old string) (string, error) {
	s, err := openSchema(name, old)
	i := slices.IndexFunc(reports, func(r report) bool { return r.name == name })
	switch {
	case err != nil:
		return "", err
	case name == "decode":
		return s.lines()
	case i < 0:
		return "", errors.New("of no report")
	}
	either, _ := s.root.values["oneOf"].([]any)
	for n, t := range reports[i].roots {
		root := s.root
		if len(reports[i].roots) > 1 {
			root = s.defs.at(refOf(either[n]))
		}
		s.object(root, t)
	}
	return s.text()
}

// object brings the keys of a struct up to date.
func (s *schema) object(o *object, t reflect.Type) {
	if s.done[o] {
		return
	}
	s.done[o] = true
	properties, required := &object{values: map[string]any{}}, []any{}
	for _, f := range reportFields(t) {
		v := o.at("properties", f.key)
		if v == nil {
			v = s.value(f.Type, f.optional)
		}
		if has, want := s.kind(v), kindOf(f.Type); has != "" && want != "" && has != want {
			s.wrong = append(s.wrong, fmt.Errorf("%s.%s is of kind %s, and not %s any more: mend the schema", t.Name(), f.key, want, has))
		}
		if f.about != "" {
			v.set("description", fmt.Sprintf("%q", f.about))
		} else if f.StructField.Tag.Get("json") != "v" {
			v.remove("description")
		}
		for _, name := range []string{s.name + "." + f.key, owner(t, f.StructField) + "." + f.key} {
			setWords(v, words[name])
		}
		s.below(v, f.Type)
		properties.set(f.key, v)
		if !f.optional {
			required = append(required, quoted(f.key)...)
		}
	}
	o.set("properties", properties)
	if _, ok := t.FieldByName("Only"); ok && o.at("else") != nil { // the report may be about some tables
		o = o.at("else")
	}
	o.set("required", required)
}

// owner is the struct that a field stands in: t, or one that is embedded in it.
func owner(t reflect.Type, f reflect.StructField) string {
	if len(f.Index) > 1 {
		return t.FieldByIndex(f.Index[:1]).Type.Name()
	}
	return t.Name()
}

// below brings the struct up to date that a value is, or a list of.
func (s *schema) below(v *object, t reflect.Type) {
	t = elem(t)
	name := refOf(v)
	if t.Kind() != reflect.Struct || name == "" {
		return
	}
	if s.defs.at(name) == nil {
		s.defs.set(name, parsedObject(`{"type": "object", "properties": {}, "additionalProperties": false}`))
	}
	if o := s.defs.at(name); o.at("properties") != nil { // another is no object: a person says what it is
		s.object(o, t)
	}
}

func elem(t reflect.Type) reflect.Type {
	for slices.Contains([]reflect.Kind{reflect.Pointer, reflect.Slice, reflect.Array}, t.Kind()) {
		t = t.Elem()
	}
	return t
}

// refOf gives the definition that a schema refers to, itself, for its elements, or for what is not null; "" = none.
func refOf(v any) string {
	switch v := v.(type) {
	case []any:
		for _, inner := range v {
			if name := refOf(inner); name != "" {
				return name
			}
		}
	case *object:
		if ref, ok := v.values["$ref"].(string); ok {
			name, _ := strings.CutPrefix(strings.Trim(ref, `"`), "#/$defs/")
			return strings.TrimPrefix(name, "urn:") // of another file: no definition here
		}
		if name := refOf(v.values["items"]); name != "" {
			return name
		}
		return refOf(v.values["anyOf"])
	}
	return ""
}

// setWords sets the words that a value, or each of a list, may be.
func setWords(v *object, list []string) {
	if items := v.at("items"); items != nil {
		v = items
	}
	switch {
	case len(list) == 0:
	case len(list) == 1 && v.values["enum"] == nil:
		v.set("const", quoted(list...)[0])
	case v.values["enum"] != nil:
		v.set("enum", quoted(list...))
	}
}

var capital = regexp.MustCompile("(.)([A-Z])")

// value is what the type of a new key says of it.
func (s *schema) value(t reflect.Type, optional bool) *object {
	text := `{"$ref": "#/$defs/count"}`
	switch t.Kind() {
	case reflect.Pointer:
		inner := s.value(t.Elem(), optional)
		if optional {
			return inner
		}
		return parsedObject(`{"anyOf": [{"type": "null"}, ` + layOut(inner, 0, 0) + `]}`)
	case reflect.Slice, reflect.Array:
		text = `{"type": "array", "items": ` + layOut(s.value(t.Elem(), false), 0, 0) + `}`
	case reflect.Struct:
		text = `{"$ref": "#/$defs/` + strings.ToLower(capital.ReplaceAllString(t.Name(), "${1}_${2}")) + `"}`
		if t == reflect.TypeFor[figures.Time]() {
			text = `{"type": "string"}`
		}
	case reflect.Map:
		text = `{"type": "object", "additionalProperties": {"$ref": "#/$defs/count"}}`
	case reflect.Bool:
		text = `{"type": "boolean"}`
		if optional {
			text = `{"const": true}`
		}
	case reflect.String:
		text = `{"type": "string"}`
	case reflect.Float32, reflect.Float64:
		text = `{"$ref": "#/$defs/number"}`
	}
	return parsedObject(text)
}

// kind is what of JSON a schema allows; "" = it says nothing, or several.
func (s *schema) kind(v *object) string {
	if some, ok := v.values["anyOf"].([]any); ok { // null, or this
		return s.kind(some[len(some)-1].(*object))
	}
	if v.values["$ref"] != nil {
		if v = s.defs.at(refOf(v)); v == nil {
			return ""
		}
	}
	one, _ := v.values["type"].(string)
	if list, ok := v.values["enum"].([]any); ok && len(list) > 0 {
		one, _ = list[0].(string)
	}
	if word, ok := v.values["const"].(string); ok {
		one = word
	}
	for _, kind := range [][2]string{{`"object"`, "object"}, {`"array"`, "array"}, {`"integer"`, "number"}, {`"number"`, "number"}, {`"boolean"`, "boolean"}, {"true", "boolean"}, {"false", "boolean"}, {`"`, "string"}} {
		if strings.HasPrefix(one, kind[0]) {
			return kind[1]
		}
	}
	return map[bool]string{true: "number"}[one != "" && strings.IndexByte("-0123456789", one[0]) >= 0]
}

// kindOf is what of JSON a Go type becomes; "" = it says itself.
func kindOf(t reflect.Type) string {
	if t.Kind() == reflect.Pointer {
		return kindOf(t.Elem())
	}
	if _, own := reflect.PointerTo(t).MethodByName("MarshalJSON"); own || t == reflect.TypeFor[figures.Time]() {
		return ""
	}
	switch t.Kind() {
	case reflect.Struct, reflect.Map:
		return "object"
	case reflect.Slice, reflect.Array:
		return "array"
	case reflect.String:
		return "string"
	case reflect.Bool:
		return "boolean"
	}
	return "number"
}
