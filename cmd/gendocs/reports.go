package main

import (
	"fmt"
	"maps"
	"reflect"
	"regexp"
	"slices"
	"strings"

	"bcdump/decode/message"
	"bcdump/report/figures"
)

// report is a schema of structs of report/figures. Keys, their order and which may be left
// out come from the structs; so does what a key holds, but for what a Go type cannot say.
type report struct {
	names   map[string]string // definitions that are not called like their type
	facts   map[string]string // what a key holds, by "Type.key" or key; of lists their elements
	rules   map[string]string // what keys of a type have to do with one another
	defined []string          // types whose definition is written
	written []string          // definitions
}

// statsSchema is docs/stats.schema.json.
func statsSchema() (string, error) {
	r := report{facts: statsFacts}
	stats := r.object(reflect.TypeFor[figures.Stats]())
	return layOut(both(
		header("stats", "The object of bcdump stats -o json", "docs/stats.md explains every key. Keys come in the order of properties."),
		stats, member("$defs", both(append(r.written, statsDefinitions...)...))))
}

// timelineSchema is docs/timeline.schema.json.
func timelineSchema() (string, error) {
	r := report{facts: timelineFacts, rules: timelineRules, names: map[string]string{
		"TimelineRow": "row", "Timeline": "summary", "ShipLife": "ship", "PowerUse": "use", "EntityLife": "entity",
	}}
	lines := []string{
		r.define(reflect.TypeFor[figures.TimelineRow]()), r.define(reflect.TypeFor[figures.EntityRow]()),
		r.define(reflect.TypeFor[figures.Timeline]()),
	}
	return layOut(both(
		header("timeline", "bcdump timeline -o json", "docs/timeline.md explains every key. Keys come in the order of properties. Each line is a row; with --summary the only line is a summary."),
		member("oneOf", list(lines)), member("$defs", both(append(r.written, timelineDefinitions...)...))))
}

// define writes the definition of a struct, once, and refers to it.
func (r *report) define(t reflect.Type) string {
	name, ok := r.names[t.Name()]
	if !ok {
		name = snake(t.Name())
	}
	if !slices.Contains(r.defined, name) {
		r.defined = append(r.defined, name)
		schema := r.object(t)
		r.written = append(r.written, member(name, schema))
	}
	return ref(name)
}

var capital = regexp.MustCompile("(.)([A-Z])")

func snake(name string) string {
	return strings.ToLower(capital.ReplaceAllString(name, "${1}_${2}"))
}

func (r *report) object(t reflect.Type) string {
	var properties, required []string
	for _, f := range reflect.VisibleFields(t) {
		key, option, _ := strings.Cut(f.Tag.Get("json"), ",")
		if key == "" {
			continue // its fields follow
		}
		properties = append(properties, member(key, r.value(owner(t, f), key, f.Type, option != "")))
		if option == "" {
			required = append(required, key)
		}
	}
	return object(properties, has(required...), r.rules[t.Name()])
}

// owner is the struct that a field stands in: t, or one that is embedded in it.
func owner(t reflect.Type, f reflect.StructField) string {
	if len(f.Index) > 1 {
		return t.FieldByIndex(f.Index[:1]).Type.Name()
	}
	return t.Name()
}

func (r *report) value(owner, key string, t reflect.Type, optional bool) string {
	switch t.Kind() {
	case reflect.Pointer:
		inner := r.value(owner, key, t.Elem(), optional)
		if optional {
			return inner
		}
		return nullable(inner)
	case reflect.Slice:
		head, ok := r.facts["list "+owner+"."+key]
		if !ok {
			head = `{"type": "array"}`
		}
		return both(head, member("items", r.value(owner, key, t.Elem(), false)))
	case reflect.Array:
		return both(fmt.Sprintf(`{"type": "array", "minItems": %d, "maxItems": %[1]d}`, t.Len()), member("items", r.value(owner, key, t.Elem(), false)))
	}
	return r.single(owner, key, t, optional)
}

// single is the schema of what is no list.
func (r *report) single(owner, key string, t reflect.Type, optional bool) string {
	for _, name := range []string{owner + "." + key, key + " " + t.Kind().String(), t.Name()} {
		if fact, ok := r.facts[name]; ok {
			return fact
		}
	}
	switch t.Kind() {
	case reflect.Struct:
		return r.define(t)
	case reflect.Map:
		return `{"type": "object", "additionalProperties": {"$ref": "#/$defs/count"}}`
	case reflect.Bool:
		if optional {
			return `{"const": true}`
		}
		return `{"type": "boolean"}`
	case reflect.String:
		return `{"type": "string"}`
	case reflect.Float32, reflect.Float64:
		return ref("number")
	}
	return ref("count")
}

// Facts that hold for all reports. A number is not negative unless its key is here.
var (
	anyNumber  = `{"type": "number"}`
	anyInteger = `{"type": "integer"}`
	reports    = map[string]string{
		"v int": `{"const": 1}`, "dir string": ref("direction"), "Query": ref("query"), "Queries": ref("queries"),
		"first string": ref("time"), "last string": ref("time"), "born string": ref("time"), "died string": ref("time"), "time string": ref("time"),
		"duration float64": anyNumber, "score int64": anyInteger, "lives int": anyInteger, "lives int64": anyInteger,
		"from int64": anyInteger, "to int64": anyInteger,
	}
	definitions = []string{
		member("count", `{"type": "integer", "minimum": 0}`),
		member("number", `{"type": "number", "minimum": 0}`),
		member("direction", oneOf("C>S", "S>C")),
		member("query", `{"type": "string", "description": "an expression for bcdump decode --filter; \"\" in rows called rest"}`),
	}
)

var statsDefinitions = append([]string{
	member("share", `{"type": "number", "minimum": 0, "maximum": 1}`),
	member("time", `{"type": "string", "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]+)?Z$"}`),
	member("flags_byte", `{"type": "string", "pattern": "^(0x[0-9A-F]{2}|rest)$"}`),
	member("object_id", `{"type": "string", "pattern": "^(0x[0-9A-F]{8}|rest)$"}`),
	member("queries", `{"type": "object", "additionalProperties": {"type": "string", "pattern": "^((([0-9]+ \\* )?count|sum)\\(.*\\)( [+-] |$))+$"}}`),
}, definitions...)

var statsFacts = with(reports, map[string]string{
	"t string": ref("time"), "peak_at string": ref("time"), "start string": ref("time"), "end string": ref("time"),
	"share float64": ref("share"), "explained float64": ref("share"),
	"object_id string": ref("object_id"), "opcode string": ref("flags_byte"), "dirty_flags string": ref("flags_byte"),
	"after_ms float64": anyNumber,
	"Latency.p50":      anyNumber, "Latency.p90": anyNumber, "Latency.max": anyNumber,
	"Rate.proto": oneOf("entity-state"), "EntityFlow.revision": oneOf("early", "late", "unsettled"),
	"EntityKind.type":    `{"type": "integer", "minimum": -1, "maximum": 255}`,
	"EntityMatch.reason": anyInteger, "ship_id int": anyInteger,
	"EntityPlayer.color": `{"type": "string", "pattern": "^(#[0-9A-F]{8})?$"}`,
	"EntityChange.what":  oneOf("lives", "score"),
})

var timelineDefinitions = append([]string{
	member("u8", `{"type": "integer", "minimum": 0, "maximum": 255}`),
	member("positive", `{"type": "integer", "minimum": 1}`),
	member("color", `{"type": "string", "pattern": "^#[0-9A-F]{8}$"}`),
	member("percent", `{"type": "number", "minimum": 0, "maximum": 100}`),
	member("id", `{"type": "string", "pattern": "^0x[0-9A-F]{8}$"}`),
	member("address", `{"type": "string", "pattern": "^(server|.+:[0-9]+)$"}`),
	member("time", `{"type": "string", "pattern": "`+exactTime+`"}`),
}, definitions...)

var timelineFacts = with(reports, map[string]string{
	"zero_at string": ref("time"), "vanished string": ref("time"),
	"object_id string": ref("id"), "other_id string": ref("id"), "receiver string": ref("address"), "server string": ref("address"),
	"kind string": oneOf(figures.KindUpdate, figures.KindEvent), "EntityRow.proto": oneOf("entity-state"),
	"index int": ref("u8"), "type int": ref("u8"), "starts int": ref("u8"),
	"list Round.starts": `{"type": "array", "maxItems": 32}`, "list PowerUse.settings": `{"type": "array", "maxItems": 64}`,
	"list State.power": `{"type": ["array", "null"]}`,
	"life int":         ref("positive"), "TimelineRow.frame": ref("positive"), "EntityRow.frame": ref("positive"), "EntityLife.states": ref("positive"),
	"color string":      ref("color"),
	"game_time float32": anyNumber, "amount float32": anyNumber, "speed float32": anyNumber, "world_position float32": anyNumber, "forward float32": anyNumber,
	"x float32": anyNumber, "y float32": anyNumber, "vx float32": anyNumber, "vy float32": anyNumber,
	"span float64": anyNumber, "offset float64": anyNumber, "drift_ppm float64": anyNumber,
	"hull float64": ref("percent"), "shields float64": ref("percent"), "Part.percent": ref("percent"), "PowerTime.percent": anyNumber,
	"Setting.percent":         `{"type": "number", "minimum": 0, "maximum": 255}`,
	"TimelineRow.dirty_flags": `{"type": "string", "pattern": "^0x[0-9A-F]{2}$"}`,
	"TimelineRow.flags":       oneOf(message.FlagNames(0xFF)...),
	"State.fresh": oneOf(figures.FreshPosition, figures.FreshSpeed, figures.FreshForward, figures.FreshCloak, figures.FreshHull,
		figures.FreshShields, figures.FreshParts, figures.FreshPower),
	"Event.what": oneOf(figures.EventNames()...), "EntityEvent.what": oneOf(figures.EntityEventNames()...),
	"Round.dialect":    oneOf("undecided", "stock", "openbc"),
	"Timeline.dropped": object(counts("ships", "sections", "receivers", "power", "entities", "servers")),
})

var timelineRules = map[string]string{
	"TimelineRow": either(is("kind", figures.KindEvent),
		both(has("event"), lacks("dirty_flags", "flags", "late")),
		lacks("event")),
	"EntityRow": either(is("kind", figures.KindEvent),
		both(has("event"), `{"properties": {"x": {"type": "null"}, "speed": {"type": "null"}, "color": false}}`),
		both(has("color"), lacks("event"))),
}

func counts(keys ...string) (properties []string) {
	for _, key := range keys {
		properties = append(properties, member(key, ref("count")))
	}
	return properties
}

// with is both tables in one.
func with(a, b map[string]string) map[string]string {
	c := maps.Clone(a)
	maps.Copy(c, b)
	return c
}
