package main

import (
	"fmt"
	"slices"
	"strings"

	"bcdump/decode"
	"bcdump/decode/entitystate"
	"bcdump/decode/filter"
	"bcdump/decode/message"
)

// lineSchema is docs/reference/schema/decode.json. Keys, names and codes come from the tables of the
// program; which line has which keys stands here.
func lineSchema() (string, error) {
	games, entities := gameLayouts(), entityLayouts()
	definitions := slices.Concat(lineRules, []string{
		member("named", all(gameRules(games)...)),
		member("entity_state", entityRules(entities)),
		member("entity_name", oneOf(entityNames()...)),
		member("note", keyObject("notes", decode.Schema().Keys())),
	}, encodings, messageDefinitions(slices.Concat(controlLayouts, games, entities)))
	return layOut(both(
		header("decode", "One line of bcdump decode -o json", "docs/reference/decode.md explains every key. Keys of a line come in the order of properties."),
		object(lineKeys(), has("v", "frame", "time", "src", "dst", "proto")),
		all(
			either(is("proto", "bc"), ref("bc"), either(is("proto", "entity-state"), ref("entity_state"), ref("other"))),
			either(has("notes"), ref("noted"), lacks("trailing"))),
		member("$defs", both(definitions...))))
}

// lineRules say which kind of line has which keys.
var lineRules = []string{
	member("bc", both(about("a transport message, or what could not be read as one"),
		has("dir", "peer", "client", "index", "type", "len"),
		in("name", not(ref("entity_name"))),
		either(is("type", "data"), ref("data"), either(is("type", "unknown"), ref("unreadable"), ref("control"))))),
	member("other", both(about("a GameSpy text, or a datagram of no known protocol"),
		only("fields", "raw", "notes"),
		either(is("proto", "gamespy"), both(has("fields"), in("fields", ref("GameSpy"))), both(has("raw", "notes"), lacks("fields"))))),
	member("unreadable", both(has("raw", "notes"), only("dir", "peer", "client", "player", "index", "type", "len", "raw", "notes"))),
	member("data", dataRules()),
	member("game", both(has("size"), lacks("fragment"), either(has("name"), ref("named"),
		both(about("unknown opcode"), has("raw"), lacks("fields", "trailing"), all(noted(decode.UnknownOpcode)))))),
	member("control", controlRules()),
	member("noted", noteRules()),
	member("complete", both(about("every field was there"), not(noted(decode.Truncated)))),
	member("without_layout", both(about("no layout applies to the payload"),
		noted(decode.OneByteLength, decode.Snapped, decode.UnknownPayload))),
}

func header(name, title, description string) string {
	return fmt.Sprintf(`{"$schema": "https://json-schema.org/draft/2020-12/schema", "$id": "urn:bcdump:%s:v1", "title": %q, "description": %q}`, name, title, description)
}

// encodings are the definitions that fields and keys refer to.
var encodings = []string{
	member("u8", `{"type": "integer", "minimum": 0, "maximum": 255}`),
	member("u16", `{"type": "integer", "minimum": 0, "maximum": 65535}`),
	member("u32", `{"type": "integer", "minimum": 0, "maximum": 4294967295}`),
	member("u8_or_none", `{"type": ["integer", "null"], "minimum": 0, "maximum": 254}`),
	member("i8", `{"type": "integer", "minimum": -128, "maximum": 127}`),
	member("i32", `{"type": "integer", "minimum": -2147483648, "maximum": 2147483647}`),
	member("hex8", `{"type": "string", "pattern": "^0x[0-9A-F]{2}$"}`),
	member("hex16", `{"type": "string", "pattern": "^0x[0-9A-F]{4}$"}`),
	member("hex32", `{"type": "string", "pattern": "^0x[0-9A-F]{8}$"}`),
	member("float", `{"anyOf": [{"type": "number"}, {"enum": ["NaN", "Infinity", "-Infinity"]}]}`),
	member("vector", floats(3)),
	member("text", `{"type": "string"}`),
	member("object_name", `{"type": "string", "minLength": 1}`),
	member("bytes", `{"type": "string", "pattern": "^([0-9a-f]{2})*$"}`),
	member("address", `{"type": "string", "pattern": "^(([0-9.]{7,15}|\\[[0-9a-f:.]{2,45}\\]):[0-9]{1,5}|server)$"}`),
	member("ipv4", `{"type": "string", "pattern": "^[0-9]{1,3}(\\.[0-9]{1,3}){3}$"}`),
	member("ship_key", `{"type": "string", "pattern": "^[a-z][a-z0-9_-]*$"}`),
	member("percent", `{"type": "number", "minimum": 0, "maximum": 100}`),
	member("points", `{"type": "number", "minimum": 0}`),
	member("octets", `{"type": "array", "items": {"$ref": "#/$defs/u8"}}`),
	member("GameSpy", object([]string{
		member("kind", oneOf("unknown", "query", "challenge", "heartbeat", "response", "validate")),
		member("pairs", `{"type": "array", "items": {"type": "array", "minItems": 2, "maxItems": 2, "items": {"type": "string"}}}`),
	}, has("kind", "pairs"))),
}

func floats(n int) string { return arrayOf(n, "float") }

func arrayOf(n int, definition string) string {
	return fmt.Sprintf(`{"type": "array", "minItems": %d, "maxItems": %d, "items": %s}`, n, n, ref(definition))
}

// keySchemas say what a key of a line holds, where its kind does not: by its path, or by
// its last word.
var keySchemas = map[string]string{
	"v":        `{"const": 1, "description": "version of this schema"}`,
	"frame":    `{"type": "integer", "minimum": 1}`,
	"time":     `{"type": "string", "pattern": "` + exactTime + `"}`,
	"file":     ref("text"),
	"peer":     ref("u8"),
	"client":   `{"type": "integer", "minimum": 1}`,
	"player":   `{"type": "string", "minLength": 1}`,
	"index":    ref("u8"),
	"total":    ref("u8"),
	"len":      `{"type": "integer", "minimum": 0}`,
	"seq":      ref("u16"),
	"frames":   `{"type": "array", "minItems": 1, "maxItems": 255, "items": {"type": "integer", "minimum": 1}}`,
	"copy":     `{"type": "integer", "minimum": 2, "maximum": 65535}`,
	"ms":       `{"type": "number"}`,
	"copies":   `{"type": "integer", "minimum": 1, "maximum": 65535}`,
	"size":     `{"type": "integer", "minimum": 1}`,
	"fields":   `{"type": "object"}`,
	"trailing": all(ref("bytes"), `{"minLength": 2}`),
	"notes":    both(`{"type": "array", "minItems": 1}`, member("items", ref("note"))),
	"offset":   `{"type": "integer", "minimum": 0}`,
	"text":     `{"type": "string", "minLength": 1}`,
}

// exactTime is a time as capture files have it, to the microsecond or the nanosecond;
// with an offset from UTC if --local is given.
const exactTime = `^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\\.([0-9]{6}|[0-9]{9})(Z|[+-][0-9]{2}:[0-9]{2})$`

// optional are keys of objects within a line that may be left out. So may those that are
// only ever true.
var optional = []string{"fragment.total", "notes.offset"}

// lineKeys lists the properties of a line in their order.
func lineKeys() (properties []string) {
	keys := decode.Schema().Keys()
	for _, key := range keys {
		if !strings.Contains(key.Path, ".") {
			properties = append(properties, member(key.Path, keySchema(key, keys)))
		}
		if key.Path == "file" { // filters do not know what they decide
			properties = append(properties, member("context", `{"const": true}`))
		}
	}
	return properties
}

func keySchema(key filter.Key, keys []filter.Key) string {
	if special, ok := keySchemas[key.Path[strings.LastIndexByte(key.Path, '.')+1:]]; ok {
		return special
	}
	switch {
	case key.Kind == filter.Object:
		return keyObject(key.Path, keys)
	case key.Path == "name":
		return oneOf(messageNames()...)
	case len(key.Values) > 0:
		return oneOf(key.Values...)
	}
	return map[filter.Kind]string{
		filter.Bool: `{"const": true}`, filter.Hex: ref("hex8"), filter.Bytes: ref("bytes"), filter.Address: ref("address"),
	}[key.Kind]
}

// keyObject is the object that a key holds.
func keyObject(path string, keys []filter.Key) string {
	var properties, required []string
	for _, key := range keys {
		name, ok := strings.CutPrefix(key.Path, path+".")
		if !ok {
			continue
		}
		properties = append(properties, member(name, keySchema(key, keys)))
		if key.Kind != filter.Bool && !slices.Contains(optional, key.Path) {
			required = append(required, name)
		}
	}
	return object(properties, has(required...), keyRules[path])
}

// keyRules are what the keys of an object have to do with one another.
var keyRules = map[string]string{
	"fragment": either(`{"properties": {"index": {"const": 0}}}`, has("total"), lacks("total")),
}

// only allows the keys that every line has, and these.
func only(keys ...string) string {
	keys = append([]string{"v", "file", "context", "frame", "time", "src", "dst", "proto"}, keys...)
	return member("propertyNames", member("enum", quoted(keys...)))
}

// noted is true of lines with a note of one of the codes.
func noted(codes ...decode.Code) string {
	words := make([]string, len(codes))
	for i, c := range codes {
		words[i] = string(c)
	}
	return both(has("notes"), in("notes", member("contains", is("code", words...))))
}

// controlHeader is the header of a control message: type, length, flags, number. One that is no
// longer has no payload.
const controlHeader = 5

func noteRules() string {
	return both(about("what notes call for"), all(
		when(noted(decode.FragmentLost), both(has("frames"), lacks("opcode", "raw"))),
		when(both(noted(decode.UnknownPayload), not(in("len", fmt.Sprintf(`{"maximum": %d}`, controlHeader)))), has("raw")),
		when(both(has("opcode"), not(ref("complete"))), has("raw")),
		when(has("trailing"), noted(decode.Trailing, decode.Truncated))))
}

func dataRules() string {
	part := both(
		only("dir", "peer", "client", "player", "index", "type", "len", "reliable", "ordered", "seq", "fragment", "frames", "copy", "raw", "notes"),
		either(has("fragment"), lacks("frames"), noted(decode.FragmentLost, decode.Snapped, decode.Truncated)))
	return both(about("a game message, a fragment of one, or one that was lost"),
		either(has("reliable"), has("seq"), lacks("seq", "frames")),
		all(either(has("opcode"), ref("game"), part)))
}

func controlRules() string {
	keepalive := only("dir", "peer", "client", "player", "index", "type", "len", "notes")
	return both(
		only("dir", "peer", "client", "player", "index", "type", "len", "reliable", "ordered", "seq", "copy", "answers", "fields", "trailing", "raw", "notes"),
		either(is("type", "ack"),
			both(has("seq"), lacks("reliable", "ordered"), all(in("fields", ref("Ack"))), whenComplete(both(has("fields"), controlFields("Ack")))),
			all(
				when(is("type", "keepalive"), keepalive),
				controlRule("peer_info", ref("PeerInfo"), whenComplete(controlFields("PeerInfo"))),
				controlRule("boot", ref("Boot"), whenComplete(controlFields("Boot"))),
				controlRule("disconnect", ref("Disconnect"), whenComplete(controlFields("Disconnect"))),
				controlRule("connect", member("oneOf", list([]string{ref("ConnectRequest"), ref("ConnectResponse")})), ""))))
}

func controlRule(kind, layout, complete string) string {
	return when(is("type", kind), both(in("fields", layout), when(not(ref("without_layout")), both(has("fields"), complete))))
}

// controlFields has the fields be there that a layout has without a condition.
func controlFields(definition string) string {
	i := slices.IndexFunc(controlLayouts, func(l layout) bool { return l.definition == definition })
	return in("fields", controlLayouts[i].required())
}

func whenComplete(then string) string { return when(ref("complete"), then) }

// gameRules say what the fields of each game message are.
func gameRules(layouts []layout) (rules []string) {
	for _, l := range layouts {
		rule := both(has("fields"), in("fields", ref(l.definition)))
		if complete := both(l.required(), gameRulesWhenComplete[l.definition]); complete != "{}" {
			rule = both(rule, whenComplete(in("fields", complete)))
		}
		rules = append(rules, when(is("name", l.names...), rule))
	}
	return append(rules,
		when(is("name", "ObjectCreate"), in("fields", lacks("team"))),
		when(both(is("name", "ObjectCreateTeam"), all(ref("complete"))), in("fields", has("team"))))
}

func entityRules(layouts []layout) string {
	var rules []string
	for _, l := range layouts[:len(layouts)-1] { // the last one has no name
		rules = append(rules, when(both(has("name"), is("name", l.names...)), in("fields", ref(l.definition))))
	}
	ambiguous := both(about("the type that two revisions use for different messages"), has("notes"),
		`{"properties": {"opcode": {"const": "0x10"}, "fields": {"$ref": "#/$defs/entity_ambiguous"}}}`)
	return both(about("an entity-state message"), has("dir", "len"),
		only("dir", "player", "len", "opcode", "name", "fields", "trailing", "raw", "notes"),
		in("name", ref("entity_name")),
		either(has("fields"),
			both(has("opcode"), either(has("name"), all(rules...), ambiguous)),
			both(has("raw", "notes"), lacks("trailing"))))
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
