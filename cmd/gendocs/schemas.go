package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"

	"bcdump/decode"
	"bcdump/decode/entitystate"
	"bcdump/decode/fields"
	"bcdump/decode/filter"
	"bcdump/decode/match"
	"bcdump/decode/message"
	"bcdump/decode/transport"
	"bcdump/report/check"
	"bcdump/report/diff"
	"bcdump/report/figures"
)

// People and the program write a schema together. People say what a key may hold, and what keys have to do with one
// another. The program puts in what it knows: the keys in their order, whether they may be left out, what they mean, and
// the words of lists. A key that is new, or holds another kind of value, gets what its type allows; people may narrow it.

// words are those that a key may hold, by "Type.key" or "report.key".
var words = map[string][]string{
	"TimelineRow.flags": message.FlagNames(0xFF), "Event.what": figures.EventNames(), "EntityEvent.what": figures.EntityEventNames(),
	"Ending.end": figures.Ends(), "files.end": figures.Ends(), "files.published": figures.PublishedVerdicts(), "files.between": figures.Betweens(),
	"files.is": figures.FileStates(), "files.message": figures.RefusalMessages(), "files.cause": match.RefusalCauses(),
	"check.effect": check.Effects(), "overview.effect": check.Effects(), "overview.outcome": append(figures.Ends(), "exploded"),
	"desync.kind": figures.DesyncKinds(), "DiffSections.only": diff.Sections(), "diff.section": append(diff.Sections(), "session"),
	"ReplayPlayer.end": figures.Ends(), "ReplayShip.end": figures.ShipEnds(), "ReplayLine.kind": figures.LogKinds(),
}

// schema is a file of docs/reference/schema.
type schema struct {
	*object
	name string
	defs *object
	done map[*object]bool
}

// schemaText gives the schema of a name, as it is, with what the program knows.
func schemaText(name, old string) (string, error) {
	d := json.NewDecoder(strings.NewReader(old))
	d.UseNumber()
	root, err := parseJSON(d)
	if err != nil {
		return "", err
	}
	o, ok := root.(*object)
	if !ok {
		return "", fmt.Errorf("a schema is an object")
	}
	s := &schema{object: o, name: name, defs: o.in("$defs"), done: map[*object]bool{}}
	if name == "decode" {
		s.lines()
	} else if err := s.report(); err != nil {
		return "", err
	}
	for _, def := range slices.Clone(s.defs.keys) {
		if s.defs.in(def).has("properties") && !strings.Contains(oneLine(o), `"`+refTo+def+`"`) {
			s.defs.remove(def)
		}
	}
	return layOut(o, "", 0, 0) + "\n", nil
}

const refTo = "#/$defs/"

// report puts in what the structs of a report say.
func (s *schema) report() error {
	i := slices.IndexFunc(reports, func(r report) bool { return r.name == s.name })
	if i < 0 {
		return fmt.Errorf("no report is called %s", s.name)
	}
	for n, t := range reports[i].roots {
		root := s.object
		if len(reports[i].roots) > 1 {
			root = s.at(s.of["oneOf"].([]any)[n])
		}
		s.keysOf(root, t)
	}
	return nil
}

// at gives what a schema refers to: itself, the value that may be null, or what a list holds.
func (s *schema) at(value any) *object {
	for {
		o, _ := value.(*object)
		if o == nil {
			return newObject()
		}
		if name, own := strings.CutPrefix(o.text("$ref"), refTo); own {
			value = s.define(name)
		} else if items, is := o.of["items"]; is {
			value = items
		} else if any, is := o.of["anyOf"].([]any); is {
			value = any[len(any)-1]
		} else {
			return o
		}
	}
}

// keysOf puts in the keys of a struct.
func (s *schema) keysOf(o *object, t reflect.Type) {
	if s.done[o] {
		return
	}
	s.done[o] = true
	var required []any
	old, properties := o.in("properties"), newObject()
	for _, field := range reportFields(t) {
		if !field.optional {
			required = append(required, field.key)
		}
		v, _ := old.of[field.key].(*object)
		if v == nil || !s.allows(v, field.Type) {
			v = s.fresh(field.Type, field.optional)
		}
		owner := t // or a struct that is embedded in it
		if len(field.Index) > 1 {
			owner = t.FieldByIndex(field.Index[:1]).Type
		}
		setWords(v, words[s.name+"."+field.key])
		setWords(v, words[owner.Name()+"."+field.key])
		if field.about != "" {
			v.set("description", field.about)
		} else if field.key != "v" {
			v.remove("description")
		}
		properties.set(field.key, v)
		if inner := elem(field.Type); inner.Kind() == reflect.Struct && s.at(v).has("properties") { // another is no object
			s.keysOf(s.at(v), inner)
		}
	}
	o.set("properties", properties)
	if _, ok := t.FieldByName("Only"); ok && o.has("else") { // the report may be about some tables
		o = o.in("else")
	}
	setRequired(o, required)
}

func setRequired(o *object, required []any) {
	if len(required) == 0 {
		o.remove("required")
		return
	}
	o.set("required", required)
}

// setWords puts in those that a value, or each of a list, may be, if the schema has some.
func setWords[T any](v *object, list []T) {
	if v.has("items") {
		v = v.in("items")
	}
	_, enum := v.of["enum"]
	_, constant := v.of["const"].(string)
	if len(list) == 0 || !enum && !constant {
		return
	}
	if len(list) == 1 && constant {
		v.set("const", list[0])
		return
	}
	v.remove("const")
	v.set("enum", anyOf(list))
}

func anyOf[T any](list []T) (all []any) {
	for _, one := range list {
		all = append(all, one)
	}
	return all
}

func elem(t reflect.Type) reflect.Type {
	for slices.Contains([]reflect.Kind{reflect.Pointer, reflect.Slice, reflect.Array}, t.Kind()) {
		t = t.Elem()
	}
	return t
}

// allows tells whether a schema allows a type, as far as both say what they are.
func (s *schema) allows(o *object, t reflect.Type) bool {
	is, want := s.kind(o), kindOf(t)
	return is == "" || want == "" || is == want
}

// kind is what of JSON a schema allows; "" = it says nothing, or several; "none" = it refers to nothing.
func (s *schema) kind(o *object) string {
	if name, own := strings.CutPrefix(o.text("$ref"), refTo); own {
		if !s.defs.has(name) {
			return "none"
		}
		return s.kind(s.defs.in(name))
	}
	if any, is := o.of["anyOf"].([]any); is {
		return s.kind(any[len(any)-1].(*object))
	}
	value := o.of["const"]
	if list, is := o.of["enum"].([]any); is {
		value = list[0]
	}
	switch value.(type) {
	case string:
		return "string"
	case bool:
		return "boolean"
	case json.Number:
		return "number"
	}
	return strings.Replace(o.text("type"), "integer", "number", 1)
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

// fresh allows what a Go type becomes.
func (s *schema) fresh(t reflect.Type, optional bool) *object {
	kind := kindOf(t)
	switch {
	case t.Kind() == reflect.Pointer && !optional:
		return newObject("anyOf", []any{newObject("type", "null"), s.fresh(t.Elem(), true)})
	case t.Kind() == reflect.Pointer:
		return s.fresh(t.Elem(), true)
	case kind == "array":
		return newObject("type", "array", "items", s.fresh(t.Elem(), true))
	case t.Kind() == reflect.Struct && kind == "object":
		s.define(snake(t.Name()))
		return newObject("$ref", refTo+snake(t.Name()))
	case s.defs.has(snake(t.Name())): // a time, a query
		return newObject("$ref", refTo+snake(t.Name()))
	case kind == "":
		return newObject()
	case slices.Contains([]reflect.Kind{reflect.Int, reflect.Int64, reflect.Uint8, reflect.Uint16, reflect.Uint32}, t.Kind()):
		return newObject("type", "integer")
	}
	return newObject("type", kind)
}

// define gives a definition; a new one is an object.
func (s *schema) define(name string) *object {
	if !s.defs.has(name) {
		s.defs.set(name, closed())
	}
	return s.defs.in(name)
}

// closed allows no keys, as long as nobody puts some in.
func closed() *object {
	return newObject("type", "object", "properties", newObject(), "additionalProperties", false)
}

var capital = regexp.MustCompile("(.)([A-Z])")

func snake(name string) string {
	return strings.ToLower(capital.ReplaceAllString(name, "${1}_${2}"))
}

// lines puts in the keys, names, notes and messages of the lines of decode.
func (s *schema) lines() {
	keys := decode.Schema().Keys()
	s.lineKeys(s.object, "", keys)
	s.lineKeys(s.defs.in("note"), "notes", keys)
	setWords(s.in("properties", "name"), messageNames())
	setWords(s.defs.in("entity_name"), entityNames())
	games, entities := gameLayouts(), append(entityLayouts(), newLayout("entity_ambiguous", "", new(entitystate.Ambiguous)))
	old, _ := s.defs.in("named").of["allOf"].([]any)
	var rules []any
	for _, l := range games {
		rules = append(rules, ruleOf(old, &l))
	}
	for _, rule := range old { // what people add for one name of several
		if rule.(*object).in("then", "properties", "fields").text("$ref") == "" {
			rules = append(rules, rule)
		}
	}
	s.defs.in("named").set("allOf", rules)
	for _, l := range slices.Concat(controlLayouts, games, entities) {
		s.fields(s.define(l.definition), tree(l.fields).inner, strings.HasPrefix(l.definition, "entity_"))
	}
}

// ruleOf gives the rule of a message: what follows from its name.
func ruleOf(old []any, l *layout) *object {
	ref := refTo + l.definition
	rule := newObject()
	for _, o := range old {
		if o := o.(*object); o.in("then", "properties", "fields").text("$ref") == ref {
			rule = o
		}
	}
	name, then := rule.in("if", "properties", "name"), rule.in("then")
	if len(name.keys) == 0 {
		name.set("const", "")
	}
	setWords(name, l.names)
	if then.of["required"] == nil {
		*then = *newObject("required", []any{"fields"}, "properties", newObject("fields", newObject("$ref", ref)))
	}
	if required := always(tree(l.fields).inner); required != nil {
		then.in("if").set("$ref", refTo+"complete")
		setRequired(then.in("then", "properties", "fields"), anyOf(required))
	}
	return rule
}

// lineKeys writes the keys of a line, or of an object in it, into its schema. Filters know these keys.
func (s *schema) lineKeys(o *object, path string, keys []filter.Key) {
	old, properties := o.in("properties"), newObject()
	for _, key := range keys {
		name, ok := strings.CutPrefix("."+key.Path, strings.TrimSuffix("."+path, ".")+".")
		if !ok || strings.Contains(name, ".") {
			continue
		}
		properties.set(name, old.in(name))
		if path == "" && name == "file" { // filters do not know what they decide
			properties.set("context", old.in("context"))
		}
		if key.Kind == filter.Object && old.in(name).has("properties") {
			s.lineKeys(old.in(name), key.Path, keys)
		}
		if name != "name" {
			setWords(old.in(name), key.Values)
		}
	}
	o.set("properties", properties)
}

// fields writes the fields of a message, or of an object in it, into its schema. whole says that no message lacks a field.
func (s *schema) fields(o *object, nodes []*node, whole bool) {
	if s.done[o] {
		return
	}
	s.done[o] = true
	old, properties := o.in("properties"), newObject()
	for i, n := range nodes {
		v, _ := old.of[n.name].(*object)
		if v == nil {
			v = s.freshField(nodes[:i], n)
		}
		properties.set(n.name, v)
		if len(n.inner) > 0 {
			s.fields(s.at(v), n.inner, whole)
		}
	}
	o.set("properties", properties)
	if required := always(nodes); whole && required != nil {
		setRequired(o, anyOf(required))
	}
}

// freshField allows what a field of a message becomes; before are those in front of it.
func (s *schema) freshField(before []*node, n *node) *object {
	switch {
	case n.list:
		return newObject("type", "array", "items", closed())
	case len(n.inner) > 0:
		return closed()
	}
	f := n.field
	of := map[fields.Form]string{
		fields.Hex: "hex" + strings.TrimLeft(strings.Replace(f.Type, "id", "u32", 1), "u"), fields.String: "text", fields.Blob: "bytes", fields.Number: f.Type,
	}[f.Form]
	switch {
	case len(before) > 0 && before[len(before)-1].field.Type == "id" && fields.NameKey(before[len(before)-1].name) == n.name:
		of = "object_name"
	case f.Form == fields.Triple && strings.HasPrefix(f.Type, "cv"):
		of = "vector"
	case f.Form == fields.Number && (f.Type == "f32" || f.Type == "cf16"):
		of = "float"
	}
	if s.defs.has(of) {
		return newObject("$ref", refTo+of)
	}
	return newObject("type", cmp.Or(map[fields.Form]string{fields.Number: "number", fields.Truth: "boolean", fields.Triple: "array", fields.Words: "array"}[f.Form], "string"))
}

// controlLayouts are the layouts of control messages, under the names in docs/reference/decode.md.
var controlLayouts = []layout{
	newLayout("Ack", "", new(transport.Acknowledgement)), newLayout("PeerInfo", "", new(transport.Peer)), newLayout("Boot", "", new(transport.Kick)),
	newLayout("Disconnect", "", new(transport.Leave)), newLayout("ConnectRequest", "", new(transport.ConnectRequest)),
	newLayout("ConnectResponse", "", new(transport.ConnectResponse)),
}

// entityNames lists the names of the messages of the entity-state protocol.
func entityNames() (names []string) {
	for _, spec := range entitystate.Table() {
		names = append(names, spec.Name)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// messageNames lists the names of messages, of both protocols: filters know more of them.
func messageNames() []string {
	names := entityNames()
	for _, spec := range message.Table() {
		names = append(names, spec.Name)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// node is a key of a fields object, or of an object within it.
type node struct {
	name  string
	list  bool         // of objects
	field fields.Field // of keys that hold no object
	inner []*node
}

// always gives the names of those that have no condition.
func always(nodes []*node) (names []string) {
	for _, n := range nodes {
		if len(n.inner) == 0 && n.field.Condition == "" || always(n.inner) != nil {
			names = append(names, n.name)
		}
	}
	return names
}

// tree puts the paths of fields back into objects.
func tree(list []fields.Field) *node {
	root := &node{}
	for _, f := range list {
		n := root
		var path []string
		for word := range strings.SplitSeq(f.Path, ".") {
			i := slices.IndexFunc(n.inner, func(c *node) bool { return c.name == word })
			if i < 0 {
				i, n.inner = len(n.inner), append(n.inner, &node{name: word})
			}
			n = n.inner[i]
			path = append(path, word)
			n.list = n.list || slices.Contains(f.Lists, strings.Join(path, "."))
		}
		n.field = f
	}
	return root
}
