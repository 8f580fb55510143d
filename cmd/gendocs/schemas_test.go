package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"bcdump/decode"
	"bcdump/decode/entitystate"
	"bcdump/decode/fields"
	"bcdump/decode/filter"
	"bcdump/decode/match"
	"bcdump/decode/message"
	"bcdump/decode/transport"
	"bcdump/internal/must"
	"bcdump/report/check"
	"bcdump/report/diff"
	"bcdump/report/figures"
)

// A schema is a file that people write: what a key may hold, and what keys have to do with one another. What the program
// knows has to stand in it: the keys in their order, whether they may be left out, what they are, and the words of lists.

// words are those that a key may hold, by "Type.key" or "report.key".
var words = map[string][]string{
	"TimelineRow.flags": message.FlagNames(0xFF), "Event.what": figures.EventNames(), "EntityEvent.what": figures.EntityEventNames(),
	"Ending.end": figures.Ends(), "files.end": figures.Ends(), "files.published": figures.PublishedVerdicts(), "files.between": figures.Betweens(),
	"files.is": figures.FileStates(), "files.message": figures.RefusalMessages(), "files.cause": match.RefusalCauses(),
	"check.effect": check.Effects(), "overview.effect": check.Effects(), "overview.outcome": append(figures.Ends(), "exploded"),
	"desync.kind": figures.DesyncKinds(), "DiffSections.only": diff.Sections(), "diff.section": append(diff.Sections(), "session"),
	"ReplayPlayer.end": figures.Ends(), "ReplayShip.end": figures.ShipEnds(), "ReplayLine.kind": figures.LogKinds(),
}

// schema is one, or a part of one.
type schema struct {
	Ref                      string `json:"$ref"`
	Description              string
	Type, Const              any
	Enum                     []any
	Properties               properties
	Required                 []string
	Items, If, Then, Else    *schema
	AnyOf, OneOf, AllOf, Any []*schema
	Defs                     map[string]*schema `json:"$defs"`
}

// UnmarshalJSON takes true and false, which are schemas too.
func (s *schema) UnmarshalJSON(text []byte) error {
	type plain schema
	if text[0] != '{' {
		return nil
	}
	return json.Unmarshal(text, (*plain)(s))
}

// properties are the keys of an object in their order.
type properties struct {
	keys []string
	of   map[string]*schema
}

func (p *properties) UnmarshalJSON(text []byte) error {
	if err := json.Unmarshal(text, &p.of); err != nil {
		return err
	}
	d := json.NewDecoder(bytes.NewReader(text))
	_, _ = d.Token()
	for d.More() {
		key, _ := d.Token()
		if p.keys = append(p.keys, key.(string)); d.Decode(new(json.RawMessage)) != nil || slices.Index(p.keys, key.(string)) < len(p.keys)-1 {
			return fmt.Errorf("%v stands twice", key)
		}
	}
	return nil
}

// file is the schema of a name, and what it does not say as the program does.
type file struct {
	*schema
	name   string
	done   map[*schema]bool
	faults []string
}

func schemaOf(name, text string) (*file, error) {
	f := &file{schema: new(schema), name: name, done: map[*schema]bool{}}
	err := json.Unmarshal([]byte(text), f.schema)
	return f, err
}

// is compares the schema with the types of the program.
func (f *file) is(where string, schema, program any) {
	if diff := cmp.Diff(program, schema); diff != "" {
		f.faults = append(f.faults, where+" is not as the program has it: "+diff)
	}
}

// at gives what a schema refers to: itself, the value that may be null, or what a list holds.
func (f *file) at(s *schema) *schema {
	for s != nil {
		name, own := strings.CutPrefix(s.Ref, "#/$defs/")
		switch {
		case own:
			s = f.Defs[name]
		case s.Items != nil:
			s = s.Items
		case len(s.AnyOf) > 0:
			s = s.AnyOf[len(s.AnyOf)-1]
		default:
			return s
		}
	}
	return &schema{}
}

// object holds the keys of a struct against the schema.
func (f *file) object(s *schema, t reflect.Type) {
	if f.done[s] {
		return
	}
	f.done[s] = true
	var keys, required []string
	for _, field := range reportFields(t) {
		keys = append(keys, field.key)
		if !field.optional {
			required = append(required, field.key)
		}
		where := f.name + ": " + t.Name() + "." + field.key
		v := s.Properties.of[field.key]
		if v == nil {
			continue // said below
		}
		if field.about != "" || field.StructField.Tag.Get("json") != "v" {
			f.is("the description of "+where, v.Description, field.about)
		}
		if is, want := f.kind(v), kindOf(field.Type); is != "" && want != "" {
			f.is("the kind of "+where, is, want)
		}
		owner := t // or a struct that is embedded in it
		if len(field.Index) > 1 {
			owner = t.FieldByIndex(field.Index[:1]).Type
		}
		for _, list := range [][]string{words[f.name+"."+field.key], words[owner.Name()+"."+field.key]} {
			f.words(where, v, list)
		}
		if inner := elem(field.Type); inner.Kind() == reflect.Struct && f.at(v).Properties.keys != nil { // another is no object
			f.object(f.at(v), inner)
		}
	}
	f.is("the keys of "+f.name+": "+t.Name(), s.Properties.keys, keys)
	if _, ok := t.FieldByName("Only"); ok && s.Else != nil { // the report may be about some tables
		s = s.Else
	}
	f.is("what must be in "+f.name+": "+t.Name(), s.Required, required)
}

func elem(t reflect.Type) reflect.Type {
	for slices.Contains([]reflect.Kind{reflect.Pointer, reflect.Slice, reflect.Array}, t.Kind()) {
		t = t.Elem()
	}
	return t
}

// words holds those that a value, or each of a list, may be against those of the program, if both have some.
func (f *file) words(where string, v *schema, list []string) {
	if v.Items != nil {
		v = v.Items
	}
	var has []string
	for _, word := range v.Enum {
		text, _ := word.(string)
		has = append(has, text)
	}
	if text, ok := v.Const.(string); ok {
		has = []string{text}
	}
	if len(list) > 0 && has != nil {
		f.is("the words of "+where, has, list)
	}
}

// kind is what of JSON a schema allows; "" = it says nothing, or several.
func (f *file) kind(s *schema) string {
	for s != nil && s.Items == nil && (s.Ref != "" || len(s.AnyOf) > 0) {
		if name, own := strings.CutPrefix(s.Ref, "#/$defs/"); own {
			s = f.Defs[name]
		} else if len(s.AnyOf) > 0 {
			s = s.AnyOf[len(s.AnyOf)-1]
		} else {
			return "" // of another file
		}
	}
	if s == nil {
		return ""
	}
	value := s.Const
	if len(s.Enum) > 0 {
		value = s.Enum[0]
	}
	switch value.(type) {
	case string:
		return "string"
	case bool:
		return "boolean"
	case float64:
		return "number"
	}
	text, _ := s.Type.(string)
	return strings.Replace(text, "integer", "number", 1)
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

// faultsOf holds a schema against the program.
func faultsOf(name, text string) ([]string, error) {
	f, err := schemaOf(name, text)
	if err != nil {
		return nil, err
	}
	for name, s := range f.Defs {
		if s.Properties.keys != nil && !strings.Contains(text, `"#/$defs/`+name+`"`) {
			f.faults = append(f.faults, "nothing refers to "+name)
		}
	}
	if name == "decode" {
		f.lines()
		return f.faults, nil
	}
	i := slices.IndexFunc(reports, func(r report) bool { return r.name == name })
	if i < 0 {
		return nil, fmt.Errorf("no report is called %s", name)
	}
	for n, t := range reports[i].roots {
		root := f.schema
		if len(reports[i].roots) > 1 {
			root = f.at(f.OneOf[n])
		}
		f.object(root, t)
	}
	return f.faults, nil
}

// lines holds the schema of the lines of decode against the keys, names, notes and messages that the program knows.
func (f *file) lines() {
	keys := decode.Schema().Keys()
	f.lineKeys(f.schema, "", keys)
	f.lineKeys(f.Defs["note"], "notes", keys)
	f.words("name", f.Properties.of["name"], messageNames())
	f.words("entity_name", f.Defs["entity_name"], entityNames())
	games, entities := gameLayouts(), append(entityLayouts(), newLayout("entity_ambiguous", "", new(entitystate.Ambiguous)))
	rules := f.Defs["named"].AllOf
	for i, l := range games {
		if i >= len(rules) || rules[i].Then.Properties.of["fields"] == nil {
			f.faults = append(f.faults, "decode: no rule for "+l.definition)
			return
		}
		then := rules[i].Then
		f.is("the order of rules", strings.TrimPrefix(then.Properties.of["fields"].Ref, "#/$defs/"), l.definition)
		f.words("the rule for "+l.definition, rules[i].If.Properties.of["name"], l.names)
		if required := always(tree(l.fields).inner); required != nil {
			var has []string
			if then.Then != nil {
				has = then.Then.Properties.of["fields"].Required
			}
			f.is("what must be in "+l.definition, has, required)
		}
	}
	for _, l := range slices.Concat(controlLayouts, games, entities) {
		if f.Defs[l.definition] == nil {
			f.faults = append(f.faults, "decode: no definition "+l.definition)
			continue
		}
		f.fields(f.Defs[l.definition], l.definition, tree(l.fields).inner, strings.HasPrefix(l.definition, "entity_"))
	}
}

// lineKeys holds the keys of a line, or of an object in it, against those of filters.
func (f *file) lineKeys(s *schema, path string, keys []filter.Key) {
	var names []string
	for _, key := range keys {
		name, ok := strings.CutPrefix("."+key.Path, strings.TrimSuffix("."+path, ".")+".")
		if !ok || strings.Contains(name, ".") {
			continue
		}
		names = append(names, name)
		if path == "" && name == "file" { // filters do not know what they decide
			names = append(names, "context")
		}
		v := s.Properties.of[name]
		if v == nil {
			continue
		}
		if key.Kind == filter.Object && v.Properties.keys != nil {
			f.lineKeys(v, key.Path, keys)
		}
		if name != "name" {
			f.words("decode: "+key.Path, v, key.Values)
		}
	}
	f.is("the keys of decode: "+path, s.Properties.keys, names)
}

// fields holds those of a message, or of an object in it, against the schema. What is decoded whole has all of them.
func (f *file) fields(s *schema, path string, nodes []*node, whole bool) {
	if f.done[s] {
		return
	}
	f.done[s] = true
	var names []string
	for _, n := range nodes {
		names = append(names, n.name)
		if len(n.inner) > 0 {
			f.fields(f.at(s.Properties.of[n.name]), path+"."+n.name, n.inner, whole)
		}
	}
	f.is("the fields of "+path, s.Properties.keys, names)
	if required := always(nodes); whole && required != nil {
		f.is("what must be in "+path, s.Required, required)
	}
}

// controlLayouts are the layouts of control messages, under the names in docs/reference/decode.md.
var controlLayouts = []layout{
	newLayout("Ack", "", new(transport.Acknowledgement)), newLayout("PeerInfo", "", new(transport.Peer)), newLayout("Boot", "", new(transport.Kick)),
	newLayout("Disconnect", "", new(transport.Leave)), newLayout("ConnectRequest", "", new(transport.ConnectRequest)),
	newLayout("ConnectResponse", "", new(transport.ConnectResponse)),
}

// entityNames lists those of the entity-state protocol.
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
		for word := range strings.SplitSeq(f.Path, ".") {
			i := slices.IndexFunc(n.inner, func(c *node) bool { return c.name == word })
			if i < 0 {
				i, n.inner = len(n.inner), append(n.inner, &node{name: word})
			}
			n = n.inner[i]
		}
		n.field = f
	}
	return root
}

// TestSchemas holds every schema against the program, and finds what is taken out of one or put in.
func TestSchemas(t *testing.T) {
	paths := must.Get(filepath.Glob(filepath.Join(root, "docs", "reference", "schema", "*.json")))(t)
	if len(paths) != len(reports)+1 {
		t.Errorf("%d schemas", len(paths))
	}
	texts := map[string]string{}
	for _, path := range paths {
		name := strings.TrimSuffix(filepath.Base(path), ".json")
		texts[name] = string(must.Get(os.ReadFile(path))(t))
		for _, fault := range must.Get(faultsOf(name, texts[name]))(t) {
			t.Error(fault)
		}
	}
	for _, c := range []struct{ name, was, is, fault string }{
		{"match", `"map": {"type": "string",`, `"gone": {"type": "string",`, "the keys of match: Match"},
		{"match", `"map": {"type": "string",`, `"map": {"type": "array",`, "the kind of match: Match.map"},
		{"match", `"description": "of the capture"`, `"description": "gone"`, "the description of match: Match.name"},
		{"match", `"slot", `, `"gone", `, "what must be in match: MatchPlayer"},
		{"files", `"enum": ["equal", `, `"enum": ["gone", `, "the words of files: FileOfTree.published"},
		{"decode", "    \"opcode\": {\"$ref\": \"#/$defs/hex8\"},\n", "", "the keys of decode"},
		{"decode", `"TeamScore", "TeamSelect",`, `"gone",`, "the words of name"},
		{"decode", `{"const": "TeamSelect"}`, `{"const": "gone"}`, "the words of the rule for TeamSelect"},
		{"decode", `"required": ["player_id", "team"]`, `"required": ["gone"]`, "what must be in TeamSelect"},
		{"decode", `"player_id": {"$ref": "#/$defs/i32"},`, `"gone": {"$ref": "#/$defs/u8"},`, "the fields of "},
	} {
		changed := strings.Replace(texts[c.name], c.was, c.is, 1)
		faults, err := faultsOf(c.name, changed)
		if err != nil || changed == texts[c.name] || len(faults) != 1 || !strings.HasPrefix(faults[0], c.fault) {
			t.Errorf("%s: %s: %q, %v", c.name, c.was, faults, err)
		}
	}
}
