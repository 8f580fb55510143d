package main

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"bcdump/decode"
	"bcdump/decode/entitystate"
	"bcdump/decode/fields"
	"bcdump/decode/filter"
	"bcdump/decode/message"
	"bcdump/decode/transport"
	"bcdump/decode/wire"
)

// lines is the schema of the lines of decode: its keys, names, notes and messages. Which line has which keys is
// written there by hand.
func (s *schema) lines() (string, error) {
	keys := decode.Schema().Keys()
	s.keys(s.root, "", keys)
	s.keys(s.defs.at("note"), "notes", keys)
	games, entities := gameLayouts(), entityLayouts()
	names := messageNames()
	setWords(s.root.at("properties", "name"), names)
	s.defs.at("entity_name").set("enum", quoted(entityNames()...))
	s.rules(s.defs.at("named"), games)
	for _, l := range slices.Concat(controlLayouts, games, entities) {
		if s.defs.at(l.definition) == nil {
			s.defs.set(l.definition, parsedObject(`{"type": "object", "properties": {}, "additionalProperties": false}`))
		}
		s.fields(s.defs.at(l.definition), l.definition, tree(l.fields).inner, strings.HasPrefix(l.definition, "entity_"))
		if text := layOut(s.root, 0, 0); !strings.Contains(text, `"#/$defs/`+l.definition+`"`) {
			return "", fmt.Errorf("no rule refers to #/$defs/%s: write one beside those of the other messages", l.definition)
		}
	}
	return s.text()
}

// keys brings the keys of a line, or of an object in it, up to date. One that has to be there stays so.
func (s *schema) keys(o *object, path string, keys []filter.Key) {
	properties, required := &object{values: map[string]any{}}, []any{}
	was, _ := o.values["required"].([]any)
	for _, key := range keys {
		name, ok := strings.CutPrefix("."+key.Path, strings.TrimSuffix("."+path, ".")+".")
		if !ok || strings.Contains(name, ".") {
			continue
		}
		v := o.at("properties", name)
		if v == nil {
			v = parsedObject(cmp.Or(map[filter.Kind]string{
				filter.Bool: `{"const": true}`, filter.Hex: `{"$ref": "#/$defs/hex8"}`, filter.Bytes: `{"$ref": "#/$defs/bytes"}`,
				filter.Address: `{"$ref": "#/$defs/address"}`, filter.Text: `{"type": "string", "minLength": 1}`, filter.Number: `{"type": "integer"}`,
				filter.Object: `{"type": "object", "properties": {}, "additionalProperties": false}`,
			}[key.Kind], "{}"))
			if path != "" && key.Kind != filter.Bool {
				was = append(was, quoted(name)...)
			}
		}
		if key.Kind == filter.Object && v.at("properties") != nil {
			s.keys(v, key.Path, keys)
		}
		if name != "name" {
			setWords(v, key.Values)
		}
		properties.set(name, v)
		if context := o.at("properties", "context"); name == "file" && context != nil { // filters do not know what they decide
			properties.set("context", context)
		}
		if slices.Contains(was, any(fmt.Sprintf("%q", name))) {
			required = append(required, quoted(name)...)
		}
	}
	o.set("properties", properties)
	o.set("required", required)
}

// rules says which fields a message of a name has, and which of them unless it is cut.
func (s *schema) rules(named *object, layouts []layout) {
	old, _ := named.values["allOf"].([]any)
	var rules []any
	for _, l := range layouts {
		i := slices.IndexFunc(old, func(rule any) bool {
			return refOf(rule.(*object).at("then", "properties").values["fields"]) == l.definition
		})
		rule := parsedObject(`{"if": {"properties": {"name": {"enum": []}}}, "then": {"required": ["fields"], "properties": {"fields": {"$ref": "#/$defs/` + l.definition + `"}}}}`)
		if i >= 0 {
			rule, old = old[i].(*object), slices.Delete(slices.Clone(old), i, i+1)
		}
		name := rule.at("if", "properties", "name")
		name.remove("const")
		name.remove("enum")
		if name.set("enum", quoted(l.names...)); len(l.names) == 1 {
			name.remove("enum")
			name.set("const", quoted(l.names...)[0])
		}
		if required := always(tree(l.fields).inner); required != nil {
			if rule.at("then", "then") == nil {
				rule.at("then").set("if", parsedObject(`{"$ref": "#/$defs/complete"}`))
				rule.at("then").set("then", parsedObject(`{"properties": {"fields": {}}}`))
			}
			rule.at("then", "then", "properties", "fields").set("required", required)
		}
		rules = append(rules, rule)
	}
	named.set("allOf", append(rules, old...))
}

// fields brings the fields of a message, or of an object in it, up to date. What is decoded whole has all of them.
func (s *schema) fields(o *object, path string, nodes []*node, whole bool) {
	if s.done[o] {
		return
	}
	s.done[o] = true
	properties := &object{values: map[string]any{}}
	for _, n := range nodes {
		v := o.at("properties", n.name)
		if v == nil {
			v = parsedObject(leaf(n))
		}
		if len(n.inner) > 0 {
			inner := v
			if v.at("items") != nil {
				inner = v.at("items")
			}
			if name := refOf(inner); name != "" {
				inner = s.defs.at(name)
			}
			s.fields(inner, path+"."+n.name, n.inner, whole)
		}
		properties.set(n.name, v)
	}
	o.set("properties", properties)
	if required := always(nodes); whole && required != nil {
		o.set("required", required)
	}
}

// leaf is what the type of a new field says of it.
func leaf(n *node) string {
	f := n.field
	object := `{"type": "object", "properties": {}, "additionalProperties": false}`
	switch {
	case len(n.inner) > 0 && n.list:
		return `{"type": "array", "items": ` + object + `}`
	case len(n.inner) > 0:
		return object
	case f.Form == fields.Truth:
		return `{"type": "boolean"}`
	}
	name := map[fields.Form]string{fields.Triple: "vector", fields.String: "text", fields.Blob: "bytes", fields.Hex: "hex32", fields.Number: f.Type}[f.Form]
	switch {
	case f.Type == "f32" || f.Type == "cf16":
		name = "float"
	case f.Form == fields.Hex && (f.Type == "u8" || f.Type == "u16"):
		name = "hex" + f.Type[1:]
	case f.Type == "u8 list":
		name = "octets"
	case f.Type == "ipv4":
		name = "ipv4"
	}
	return `{"$ref": "#/$defs/` + name + `"}`
}

// layout is a description that one or several messages share.
type layout struct {
	definition string
	names      []string
	fields     []fields.Field // that are printed
}

func newLayout(definition, name string, m wire.Message) layout {
	described := fields.Describe(m, wire.Observed)
	return layout{definition, []string{name}, slices.DeleteFunc(described, func(f fields.Field) bool { return f.Hidden })}
}

func addLayout(layouts []layout, definition, name string, m wire.Message) []layout {
	for i := range layouts {
		if layouts[i].definition == definition {
			layouts[i].names = append(layouts[i].names, name)
			return layouts
		}
	}
	return append(layouts, newLayout(definition, name, m))
}

func typeName(m wire.Message) string { return reflect.TypeOf(m).Elem().Name() }

// controlLayouts are the layouts of control messages, under the names in docs/reference/decode.md.
var controlLayouts = []layout{
	newLayout("Ack", "", new(transport.Acknowledgement)), newLayout("PeerInfo", "", new(transport.Peer)), newLayout("Boot", "", new(transport.Kick)),
	newLayout("Disconnect", "", new(transport.Leave)), newLayout("ConnectRequest", "", new(transport.ConnectRequest)),
	newLayout("ConnectResponse", "", new(transport.ConnectResponse)),
}

// gameLayouts groups the rows of the opcode table by layout, in their order.
func gameLayouts() (layouts []layout) {
	for _, spec := range message.Table() {
		if spec.New != nil {
			layouts = addLayout(layouts, typeName(spec.New()), spec.Name, spec.New())
		}
	}
	return layouts
}

func entityLayouts() (layouts []layout) {
	for _, spec := range entitystate.Table() {
		if !slices.ContainsFunc(layouts, func(l layout) bool { return l.names[0] == spec.Name }) {
			layouts = addLayout(layouts, "entity_"+spec.Name, spec.Name, spec.New())
		}
	}
	return addLayout(layouts, "entity_ambiguous", "", new(entitystate.Ambiguous))
}

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
	list  bool
	field fields.Field // of keys that hold no object
	inner []*node
}

// always gives the names of those that have no condition.
func always(nodes []*node) (names []any) {
	for _, n := range nodes {
		if len(n.inner) == 0 && n.field.Condition == "" || always(n.inner) != nil {
			names = append(names, quoted(n.name)...)
		}
	}
	return names
}

// tree puts the paths of fields back into objects.
func tree(list []fields.Field) *node {
	root := &node{}
	for _, f := range list {
		n, path := root, ""
		for word := range strings.SplitSeq(f.Path, ".") {
			path = strings.TrimPrefix(path+"."+word, ".")
			i := slices.IndexFunc(n.inner, func(c *node) bool { return c.name == word })
			if i < 0 {
				i, n.inner = len(n.inner), append(n.inner, &node{name: word})
			}
			n = n.inner[i]
			n.list = slices.Contains(f.Lists, path)
		}
		n.field = f
	}
	return root
}
