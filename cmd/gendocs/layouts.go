package main

import (
	"reflect"
	"slices"
	"strings"

	"bcdump/decode/fields"
	"bcdump/decode/message"
	"bcdump/decode/transport"
	"bcdump/decode/wire"
)

// layout is a description that one or several messages share.
type layout struct {
	definition string
	names      []string
	fields     []fields.Field // that are printed
}

func newLayout(definition, name string, m wire.Message) layout {
	described := fields.Describe(m, wire.Observed)
	printed := slices.DeleteFunc(described, func(f fields.Field) bool { return f.Hidden })
	return layout{definition, []string{name}, printed}
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
	newLayout("Ack", "", new(transport.Acknowledgement)),
	newLayout("PeerInfo", "", new(transport.Peer)),
	newLayout("Boot", "", new(transport.Kick)),
	newLayout("Disconnect", "", new(transport.Leave)),
	newLayout("ConnectRequest", "", new(transport.ConnectRequest)),
	newLayout("ConnectResponse", "", new(transport.ConnectResponse)),
}

// required has the fields be there that have no condition.
func (l *layout) required() string { return requiredOf(tree(l.fields).inner) }

func requiredOf(nodes []*node) string {
	var names []string
	for _, n := range nodes {
		if n.always() {
			names = append(names, n.name)
		}
	}
	if names == nil {
		return ""
	}
	return has(names...)
}

// node is a key of a fields object, or of an object within it.
type node struct {
	name  string
	list  bool
	field fields.Field // of keys that hold no object
	inner []*node
}

func (n *node) always() bool {
	if len(n.inner) == 0 {
		return n.field.Condition == ""
	}
	return slices.ContainsFunc(n.inner, (*node).always)
}

// tree puts the paths of fields back into objects.
func tree(list []fields.Field) *node {
	root := &node{}
	for _, f := range list {
		n, path := root, ""
		for word := range strings.SplitSeq(f.Path, ".") {
			n, path = n.child(word), strings.TrimPrefix(path+"."+word, ".")
			n.list = slices.Contains(f.Lists, path)
		}
		n.field = f
	}
	return root
}

func (n *node) child(name string) *node {
	for _, c := range n.inner {
		if c.name == name {
			return c
		}
	}
	n.inner = append(n.inner, &node{name: name})
	return n.inner[len(n.inner)-1]
}

// messageDefinitions are those of the fields of messages.
func messageDefinitions(layouts []layout) (definitions []string) {
	for _, l := range layouts {
		w := writer{whole: strings.HasPrefix(l.definition, "entity_")}
		definitions = append(definitions, member(l.definition, w.object(l.definition, tree(l.fields), nil)))
		definitions = append(definitions, w.recursive...)
	}
	return definitions
}

// writer writes the definition of a layout.
type writer struct {
	whole     bool     // what is decoded has all fields: elements that are cut are not read
	recursive []string // definitions of objects that hold themselves
}

func (w *writer) object(path string, n *node, around []string) string {
	properties := make([]string, len(n.inner))
	for i, c := range n.inner {
		properties[i] = member(c.name, w.value(path+"."+c.name, c, append(around, c.name)))
	}
	required := ""
	if w.whole {
		required = requiredOf(n.inner)
	}
	return object(properties, required, objectRules[path])
}

func (w *writer) value(path string, n *node, around []string) string {
	if slices.Contains(around[:len(around)-1], n.name) {
		return ref(n.name)
	}
	if len(n.inner) == 0 {
		return leaf(path, n)
	}
	schema := w.object(path, n, around)
	if strings.Contains(schema, ref(n.name)) {
		w.recursive = append(w.recursive, member(n.name, schema))
		schema = ref(n.name)
	}
	if !n.list {
		return schema
	}
	head, ok := listRules[path]
	if !ok {
		head = `{"type": "array"}`
	}
	return both(head, member("items", schema))
}

func leaf(path string, n *node) string {
	_, inMessage, _ := strings.Cut(path, ".")
	for _, key := range []string{path, inMessage, n.name} {
		if special, ok := valueSchemas[key]; ok {
			return special
		}
	}
	f := n.field
	if f.Type == "shown" && strings.HasSuffix(f.Condition, "object known") {
		return ref("object_name")
	}
	if schema, ok := byEncoding[encoding{f.Type, f.Form}]; ok {
		return schema
	}
	return "?? valueSchemas has to say what " + path + " may be ??" // no JSON: layOut shows it
}

type encoding struct {
	wire string
	form fields.Form
}

// byEncoding says what the printed value of a field is.
var byEncoding = map[encoding]string{
	{"u8", fields.Number}:             ref("u8"),
	{"u8", fields.Hex}:                ref("hex8"),
	{"i8", fields.Number}:             ref("i8"),
	{"u16", fields.Number}:            ref("u16"),
	{"u16", fields.Hex}:               ref("hex16"),
	{"u32", fields.Number}:            ref("u32"),
	{"u32", fields.Hex}:               ref("hex32"),
	{"i32", fields.Number}:            ref("i32"),
	{"id", fields.Hex}:                ref("hex32"),
	{"f32", fields.Number}:            ref("float"),
	{"cf16", fields.Number}:           ref("float"),
	{"cv3", fields.Triple}:            ref("vector"),
	{"cv4", fields.Triple}:            ref("vector"),
	{"cv4 (f32)", fields.Triple}:      ref("vector"),
	{"3 x f32", fields.Triple}:        ref("vector"),
	{"bool", fields.Truth}:            `{"type": "boolean"}`,
	{"str8", fields.String}:           ref("text"),
	{"str16", fields.String}:          ref("text"),
	{"str32", fields.String}:          ref("text"),
	{"str16 or str32", fields.String}: ref("text"),
	{"wstr32", fields.String}:         ref("text"),
	{"wstrz", fields.String}:          ref("text"),
	{"padded", fields.String}:         ref("text"),
	{"ipv4", fields.String}:           ref("ipv4"),
	{"u8 list", fields.Triple}:        ref("octets"),
	{"bytes", fields.Blob}:            ref("bytes"),
	{"shown", fields.Hex}:             ref("hex32"),
	{"shown", fields.String}:          ref("text"),
	{"shown", fields.Triple}:          ref("vector"),
	{"shown", fields.Truth}:           `{"type": "boolean"}`,
	{"shown", fields.Blob}:            ref("bytes"),
}

// valueSchemas say what a field may be where its encoding does not, or less: by its path,
// with or without the message, or by its key.
var valueSchemas = map[string]string{
	"MissionInit.time_limit":  ref("u8_or_none"),
	"MissionInit.frag_limit":  ref("u8_or_none"),
	"ScoreInit.team":          ref("u8_or_none"),
	"MissionInit.system_name": oneOf("Multi1", "Multi2", "Multi3", "Multi4", "Multi5", "Multi6", "Multi7", "Albirea", "Poseidon"),

	"FileTransfer.data_size":   `{"type": "integer", "minimum": 0}`,
	"FileTransfer.data_sha256": `{"type": "string", "pattern": "^[0-9a-f]{64}$"}`,

	"Ack.channel":          oneOf("low", "high"),
	"Boot.reason_text":     oneOf("timed out", "wrong password", "no free player slot", "kicked by the host", "connected already"),
	"Boot.reason_source":   oneOf("static", "observed, meaning static"),
	"ConnectRequest.form":  oneOf("request"),
	"ConnectResponse.form": oneOf("response"),

	"Event.class_name": oneOf("Event", "SubsystemEvent", "BoolEvent", "CharEvent", "ObjPtrEvent", "PlayerListEvent",
		"CollisionEvent", "StartFiringEvent", "ObjectExplodingEvent", "StartWarpEvent"),
	"Event.event_name":  `{"type": "string", "pattern": "^[A-Z0-9_]+$"}`,
	"Event.posted_name": `{"type": "string", "pattern": "^[A-Z0-9_]+$"}`,
	"Event.floats":      floats(4),

	"ObjectCreate.orientation":            floats(4),
	"ObjectCreate.subsystems.reason":      oneOf("unknown ship", "truncated entry"),
	"ObjectCreate.subsystems.items.power": `{"type": "integer", "minimum": 0, "maximum": 128}`,

	"StateUpdate.owner_slot":               `{"type": "integer", "minimum": 0, "maximum": 15}`,
	"StateUpdate.flags":                    uniqueWords(message.FlagNames(0xFF)),
	"StateUpdate.ship_inferred":            `{"const": true}`,
	"StateUpdate.world_position_estimated": `{"const": true}`,
	"StateUpdate.world_position_stale":     `{"const": true}`,
	"StateUpdate.subsystems.dialect":       oneOf("undecided", "stock", "openbc"),
	"StateUpdate.subsystems.reason":        oneOf("unknown ship", "undecided dialect", "start index out of range", "truncated entry"),
	"StateUpdate.power.system":             ref("object_name"),
	"StateUpdate.power.percent":            `{"type": "number", "minimum": 0, "maximum": 125}`,

	"ship":                  ref("ship_key"),
	"subsystems.next_index": ref("u8"),
	"subsystems.items.name": ref("object_name"),
	"index":                 ref("u8"),
	"percent":               ref("percent"),
	"points":                ref("points"),
	"facings":               arrayOf(6, "u8"),
	"facing_points":         arrayOf(6, "points"),
	"main_battery_points":   ref("points"),
	"backup_battery_points": ref("points"),

	"entity_Hello.form":           oneOf("empty", "token"),
	"entity_Input.keys":           uniqueWords([]string{"Up", "Down", "Left", "Right", "Shoot", "Charge"}),
	"entity_Roster.entry_size":    `{"enum": [21, 22]}`,
	"entity_ambiguous.candidates": `{"const": ["Disconnect", "StartMatch"]}`,
	"type_name":                   oneOf("Player", "Enemy", "Bullet", "Powerup"),
}

func uniqueWords(words []string) string {
	return both(`{"type": "array", "uniqueItems": true}`, member("items", oneOf(words...)))
}

// listRules are the heads of lists that are more than arrays.
var listRules = map[string]string{
	"StateUpdate.power":            `{"type": ["array", "null"]}`,
	"StateUpdate.subsystems.items": `{"type": "array", "minItems": 1}`,
}

// objectRules are what fields have to do with one another, in messages that are cut too.
var objectRules = map[string]string{
	"ConnectRequest":  has("form"),
	"ConnectResponse": has("form"),
	"StateUpdate": `{
		"dependentRequired": {"world_position_estimated": ["world_position"], "world_position_stale": ["world_position"]},
		"not": {"required": ["world_position_estimated", "world_position_stale"]}}`,
	"StateUpdate.power": has("index", "value", "percent"),
	"StateUpdate.subsystems": both(has("start_index"), `{"dependentRequired": {"ship": ["dialect"], "dialect": ["ship"]}}`,
		either(has("items"),
			both(about("some entries, at least"), has("ship", "next_index", "bits_ok", "window_ok"),
				`{"properties": {"raw": false, "reason": {"const": "truncated entry"}}}`,
				either(has("reason"), has("rest"), lacks("rest"))),
			both(about("not one"), has("reason", "raw"), lacks("rest", "next_index", "bits_ok", "window_ok"),
				either(is("reason", "unknown ship"), lacks("ship"), has("ship"))))),
	"StateUpdate.subsystems.items": both(has("index", "name", "condition", "percent"), `{"dependentRequired": {
		"main_battery": ["backup_battery"], "backup_battery": ["main_battery"], "facing_points": ["facings"]}}`),
	"ObjectCreate.subsystems": either(has("raw"),
		both(has("reason"), `{"properties": {"items": false, "reason": {"const": "unknown ship"}}}`),
		is("reason", "truncated entry")),
	"ObjectCreate.subsystems.items": both(has("index", "name", "condition", "percent"), `{"dependentRequired": {
		"on": ["power"], "power": ["on"], "main_battery": ["backup_battery"], "backup_battery": ["main_battery"],
		"facing_points": ["facings"], "facings": ["on"]}}`),
	"entity_Hello": exactlyWhen(is("form", "token"), "token", "player_name"),
}

// gameRulesWhenComplete are what the fields of a message that is not cut have to do with
// one another.
var gameRulesWhenComplete = map[string]string{
	"StateUpdate": all(flagged("POSITION", "position"), flagged("DELTA", "delta"), flagged("FORWARD", "forward"),
		flagged("UP", "up"), flagged("SPEED", "speed"), flagged("CLOAK", "cloaked"), flagged("SUBSYSTEMS", "subsystems"),
		flagged("WEAPONS", "power")),
	"ObjectCreate": either(is("class_id", "0x00008008", "0x00008009"),
		both(has("species", "position", "orientation", "velocity", "object_name", "set_name"),
			either(is("class_id", "0x00008008"),
				both(has("subsystems"), lacks("raw", "torpedo", "projectile_name")),
				both(has("torpedo", "raw"), lacks("subsystems", "ship")))),
		lacks("species", "position", "raw", "torpedo", "subsystems")),
	"Event": all(classed("value", "BoolEvent", "CharEvent"), classed("object_ref", "ObjPtrEvent"), classed("peer_id", "PlayerListEvent"),
		classed("contacts force", "CollisionEvent"), classed("target_ref offset", "StartFiringEvent"),
		classed("firing_player lifetime", "ObjectExplodingEvent"), classed("set_name floats", "StartWarpEvent")),
	"Settings":         exactlyWhen(`{"properties": {"name_changed": {"const": true}}}`, "new_name"),
	"ChecksumResponse": exactlyWhen(`{"properties": {"round": {"const": 0}}}`, "ref_hash"),
	"MissionInit":      exactlyWhen(not(`{"properties": {"time_limit": {"type": "null"}}}`), "end_time"),
	"TorpedoFire":      either(has("target_id"), either(has("hit_offset"), lacks("impact"), has("impact")), lacks("hit_offset", "impact")),
	"ScoreChange":      exactlyWhen(not(`{"properties": {"killer_id": {"const": 0}}}`), "killer_kills", "killer_score"),
}

func flagged(flag, key string) string {
	return exactlyWhen(in("flags", member("contains", oneOf(flag))), key)
}

func classed(keys string, classes ...string) string {
	return exactlyWhen(both(has("class_name"), is("class_name", classes...)), strings.Fields(keys)...)
}
