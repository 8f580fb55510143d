package main

import (
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"bcdump/decode/message"
	"bcdump/report/check"
	"bcdump/report/diff"
	"bcdump/report/figures"
)

// report is a schema of structs of report/figures. Keys, their order and which may be left
// out come from the structs; so does what a key holds, but for what a Go type cannot say.
type report struct {
	name, title string
	doc, also   string            // what of docs explains the keys, and what else there is to say
	roots       []reflect.Type    // what a line or the document is: one of them
	facts       map[string]string // what a key holds, by "Type.key" or key; of lists their elements
	lists       map[string]string // the heads of lists that are more than arrays, by "Type.key"
	rules       map[string]string // what keys of a type have to do with one another
	names       map[string]string // definitions that are not called like their type
	definitions []string          // what facts refer to
	defined     []string          // types whose definition is written
	written     []string          // definitions
}

func roots(values ...any) (types []reflect.Type) {
	for _, v := range values {
		types = append(types, reflect.TypeOf(v))
	}
	return types
}

// reports are the schemas, docs/reference/schema/NAME.json each.
var reports = []report{
	{name: "stats", title: "The object of bcdump stats -o json", doc: "stats",
		roots: roots(figures.Stats{}), facts: statsFacts, definitions: statsDefinitions},
	{name: "timeline", title: "bcdump timeline -o json",
		doc: "timeline", also: " Each line is a row; with --summary the only line is a summary.",
		roots: roots(figures.TimelineRow{}, figures.EntityRow{}, figures.Timeline{}), facts: timelineFacts, lists: timelineLists,
		rules: timelineRules, definitions: timelineDefinitions,
		names: map[string]string{"TimelineRow": "row", "Timeline": "summary", "ShipLife": "ship", "PowerUse": "use", "EntityLife": "entity"}},
	{name: "match", title: "A line of bcdump match -o json: the match of one capture", doc: "match",
		roots: roots(figures.Match{}), facts: matchFacts, rules: matchRules, definitions: matchDefinitions,
		names: map[string]string{"MatchGame": "game", "MatchPlayer": "player", "MatchRound": "round", "ChatLine": "chat_line"}},
	{name: "check", title: "bcdump check -o json", doc: "rules",
		roots: roots(figures.Check{}), facts: checkFacts, rules: checkRules, definitions: checkDefinitions,
		names: map[string]string{"CheckFile": "capture", "CheckRule": "rule", "CheckFrame": "violation", "CheckSummary": "summary", "CheckLoss": "loss"}},
	{name: "overview", title: "A line of bcdump FILE -o json: the overview of one capture", doc: "overview",
		roots: roots(figures.CaptureOverview{}), facts: overviewFacts, definitions: overviewDefinitions,
		names: map[string]string{"CaptureOverview": "overview", "OverviewPlayer": "player", "OverviewRate": "rate"}},
	{name: "why", title: "A line of bcdump why -o json: a story, or without PLAYER all that ended badly", doc: "overview",
		roots: roots(figures.Story{}, figures.Stories{}), facts: overviewFacts, definitions: overviewDefinitions,
		names: map[string]string{"StoryStep": "step"}},
	{name: "desync", title: "A line of bcdump desync -o json: what each player saw; with --every, a view at a moment", doc: "desync",
		roots: roots(figures.Desync{}, figures.DesyncRow{}), facts: desyncFacts, definitions: desyncDefinitions,
		names: map[string]string{"Desync": "capture", "DesyncRow": "row", "DesyncFinding": "finding", "DesyncMoment": "moment", "DesyncEntry": "entry",
			"DesyncView": "view", "DesyncSpread": "spread", "DesyncSeconds": "seconds"}},
	{name: "diff", title: "bcdump diff -o json", doc: "diff",
		roots: roots(figures.Diff{}), facts: diffFacts, definitions: diffDefinitions,
		names: map[string]string{"DiffFile": "capture", "DiffCount": "compared", "DiffField": "field", "DiffTable": "table", "DiffRow": "row",
			"SessionLink": "link", "SessionClock": "clock"}},
	{name: "report", title: "A line of bcdump report -o json: what the page of one capture shows", doc: "report",
		roots: roots(figures.Replay{}), facts: replayFacts, lists: map[string]string{"Replay.summary": `{"type": "array", "minItems": 1, "maxItems": 5}`},
		definitions: replayDefinitions,
		names: map[string]string{"ReplayPlayer": "player", "ReplayShip": "ship", "ReplayPart": "part", "ReplayFire": "beam", "ReplayTorpedo": "torpedo",
			"ReplayLine": "line", "ReplaySeries": "series", "ReplayEntity": "entity", "ReplaySight": "sight"}},
	{name: "files", title: "A line of bcdump files -o json: the files of the clients of one capture", doc: "files",
		roots: roots(figures.Files{}), facts: filesFacts, definitions: filesDefinitions,
		names: map[string]string{"FilesClient": "client", "FilesRound": "round", "FilesAnswer": "answer", "FileOfTree": "file", "FileDifference": "difference",
			"FileValue": "value", "FilesRefusal": "refusal", "FilesTransfer": "transfer", "RefusedState": "refused_file"}},
	{name: "hash", title: "bcdump hash -o json", doc: "files",
		roots: roots(figures.NameHashes{}, figures.Installation{}), facts: filesFacts, definitions: hashDefinitions,
		names: map[string]string{"NameHashes": "texts", "NameHash": "text", "InstalledRound": "round", "InstalledFile": "file", "FileProblem": "problem"}},
}

// schema writes the schema.
func (r report) schema(string, string) (string, error) {
	var lines []string
	body := ""
	if len(r.roots) == 1 {
		body = r.object(r.roots[0])
	} else {
		for _, t := range r.roots {
			lines = append(lines, r.define(t))
		}
		body = member("oneOf", list(lines))
	}
	what := "every key"
	if r.doc == "rules" {
		what = "verdicts and rules"
	}
	about := fmt.Sprintf("docs/reference/%s.md explains %s. Keys come in the order of properties.%s", r.doc, what, r.also)
	return layOut(both(header(r.name, r.title, about), body, member("$defs", both(append(r.written, r.definitions...)...))))
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
	for _, f := range reportFields(t) {
		value := r.value(owner(t, f.StructField), f.key, f.Type, f.optional)
		if f.about != "" {
			value = both(value, member("description", strconv.Quote(f.about)))
		}
		properties = append(properties, member(f.key, value))
		if !f.optional {
			required = append(required, f.key)
		}
	}
	complete := has(required...)
	if _, ok := t.FieldByName("Only"); ok { // the report may be about some tables
		complete = either(has("only"), has("v"), complete)
	}
	return object(properties, complete, r.rules[t.Name()])
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
		if fact, ok := r.facts["*"+t.Elem().Name()]; ok { // it is always there
			return fact
		}
		inner := r.value(owner, key, t.Elem(), optional)
		if optional {
			return inner
		}
		return nullable(inner)
	case reflect.Slice:
		head, ok := r.lists[owner+"."+key]
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
	for _, name := range []string{owner + "." + key, key, t.Name()} {
		if fact, ok := r.facts[name]; ok {
			return fact
		}
	}
	if t == reflect.TypeFor[figures.Time]() {
		return `{"type": "string"}`
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

// facts says of many keys, which are divided by spaces, what they hold.
func facts(rows ...[2]string) map[string]string {
	table := map[string]string{}
	for _, row := range rows {
		for key := range strings.FieldsSeq(row[1]) {
			table[key] = row[0]
		}
	}
	return table
}

const (
	anyNumber  = `{"type": "number"}` // others are not negative
	anyInteger = `{"type": "integer"}`
)

// Facts and definitions of all reports.
var (
	sharedFacts = [][2]string{
		{`{"const": 1}`, "v"},
		{ref("direction"), "dir"},
		{ref("time"), "first last born died time"},
		{anyNumber, "duration"},
		{anyInteger, "lives from to"},
		{ref("query"), "Query"},
		{ref("queries"), "Queries"},
	}
	sharedDefinitions = []string{
		member("count", `{"type": "integer", "minimum": 0}`),
		member("number", `{"type": "number", "minimum": 0}`),
		member("direction", oneOf("C>S", "S>C")),
		member("query", `{"type": "string", "description": "an expression for bcdump decode --filter; \"\" in rows called rest"}`),
	}
)

var statsFacts = facts(append(sharedFacts, [][2]string{
	{ref("time"), "t peak_at start end"},
	{ref("share"), "share explained"},
	{ref("object_id"), "object_id"},
	{ref("byte"), "opcode dirty_flags"},
	{oneOf("C>S", "S>C", "both"), "Resend.dir Saving.dir Split.dir Usage.dir UpdateSizes.dir"},
	{`{"type": "string", "pattern": "^(0x[0-9A-F]{2}|all)$"}`, "UpdateSizes.dirty_flags"},
	{oneOf("owner", "others", "host", "clients"), "Cycle.receiver"},
	{anyNumber, "saved"},
	{oneOf("30 Hz", "deltas", "16-bit numbers", "interest", "all four"), "saving"},
	{`{"type": "integer", "minimum": 0, "maximum": 255}`, "EntityFlicker.type"},
	{oneOf("undecided", "stock", "openbc"), "dialect"},
	{anyNumber, "after_ms Latency.p50 Latency.p90 Latency.max"},
	{anyInteger, "score ship_id EntityMatch.reason Resend.count"},
	{oneOf("entity-state"), "Rate.proto"},
	{oneOf("early", "late", "unsettled"), "revision"},
	{oneOf("lives", "score"), "EntityChange.what"},
	{`{"type": "string"}`, "MissingCopy.from MissingCopy.to"},
	{oneOf("unknown", "host alone", "other clients", "all clients", "team", "made anew"), "Relay.to"},
	{`{"type": "integer", "minimum": -1, "maximum": 255}`, "EntityKind.type owner_slot"},
	{`{"type": "string", "pattern": "^(#[0-9A-F]{8})?$"}`, "color"},
}...)...)

var statsDefinitions = append([]string{
	member("share", `{"type": "number", "minimum": 0, "maximum": 1}`),
	member("time", `{"type": "string", "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]+)?Z$"}`),
	member("byte", `{"type": "string", "pattern": "^(0x[0-9A-F]{2}|rest)$"}`),
	member("object_id", `{"type": "string", "pattern": "^(0x[0-9A-F]{8}|rest)$"}`),
	member("queries", `{"type": "object", "additionalProperties": {"type": "string", "pattern": "^((([0-9]+ \\* )?count|sum)\\(.*\\)( [+-] |$))+$"}}`),
}, sharedDefinitions...)

var timelineFacts = facts(append(sharedFacts, [][2]string{
	{ref("time"), "zero_at EntityLife.vanished"},
	{ref("id"), "object_id other_id"},
	{ref("address"), "receiver server"},
	{ref("u8"), "index type starts"},
	{ref("positive"), "life TimelineRow.frame EntityRow.frame EntityLife.states"},
	{ref("color"), "color"},
	{ref("percent"), "hull shields Part.percent"},
	{anyNumber, "game_time amount world_position State.speed forward up x y vx vy span Clock.offset drift_ppm PowerTime.percent"},
	{`{"type": "number", "minimum": 0, "maximum": 255}`, "Setting.percent"},
	{`{"type": "string", "pattern": "^0x[0-9A-F]{2}$"}`, "dirty_flags"},
	{anyInteger, "score"},
	{oneOf(figures.KindUpdate, figures.KindEvent), "kind"},
	{oneOf("entity-state"), "proto"},
	{oneOf("undecided", "stock", "openbc"), "dialect"},
	{oneOf(message.FlagNames(0xFF)...), "flags"},
	{oneOf(figures.FreshPosition, figures.FreshSpeed, figures.FreshForward, figures.FreshCloak, figures.FreshHull,
		figures.FreshShields, figures.FreshParts, figures.FreshPower), "fresh"},
	{oneOf(figures.EventNames()...), "Event.what"},
	{oneOf(figures.EntityEventNames()...), "EntityEvent.what"},
	{object(counts("ships", "sections", "receivers", "power", "refresh", "entities", "servers", "clients")), "dropped"},
	{oneOf("position", "delta", "forward", "up", "speed", "subsystems", "cloak", "weapons"), "field"},
}...)...)

// timelineLists are the heads of lists that are more than arrays.
var timelineLists = map[string]string{
	"Round.starts":      `{"type": "array", "maxItems": 32}`,
	"PowerUse.settings": `{"type": "array", "maxItems": 64}`,
	"State.power":       `{"type": ["array", "null"]}`,
}

var timelineDefinitions = append([]string{
	member("u8", `{"type": "integer", "minimum": 0, "maximum": 255}`),
	member("positive", `{"type": "integer", "minimum": 1}`),
	member("color", `{"type": "string", "pattern": "^#[0-9A-F]{8}$"}`),
	member("percent", `{"type": "number", "minimum": 0, "maximum": 100}`),
	member("id", `{"type": "string", "pattern": "^0x[0-9A-F]{8}$"}`),
	member("address", `{"type": "string", "pattern": "^(server|.+:[0-9]+)$"}`),
	member("time", `{"type": "string", "pattern": "`+exactTime+`"}`),
}, sharedDefinitions...)

var matchFacts = facts(append(sharedFacts, [][2]string{
	{`{"type": "string", "pattern": "^(` + strings.Trim(exactTime, "^$") + `)?$"}`, "Match.first Match.last"},
	{ref("time"), "joined left Presence.entered told last_heard restarted MatchGame.from MatchGame.to"},
	{ref("id"), "object_id killer_object_id"},
	{ref("address"), "address server"},
	{ref("optional_address"), "ChatLine.address MatchPlayer.address"},
	{ref("positive"), "MatchRound.frame Standing.frame Kill.frame ChatLine.frame Connection.client MatchPlayer.client hit_frame joined_frame entered_frame notice_frame told_frame last_heard_frame"},
	{anyInteger, "MatchRound.reason Standing.kills Standing.deaths Standing.points TeamScore.kills TeamScore.score value ChatLine.peer"},
	{oneOf("undecided", "stock", "openbc", ""), "dialect"},
	{oneOf("", figures.ByTeamScore, figures.ByScore, figures.ByKills), "by"},
	{oneOf(figures.Ends()...), "Ending.end"},
	{oneOf("phaser", "pulse", "torpedo", "tractor"), "weapon"},
	{oneOf(figures.CauseWeapon, figures.CauseSelfDestruct, figures.CauseCollision, figures.CauseUnknown), "cause"},
	{oneOf(figures.CertaintyTold, figures.CertaintyInferred), "certainty"},
	{oneOf("", figures.ForVersion, figures.ForFiles, figures.ForPassword, figures.ForFull, figures.ForAddress), "refused_for"},
	{oneOf("", "host", "client", "player"), "waits_for"},
	{`{"type": "object", "additionalProperties": {"type": "string"}}`, "ship_names"},
	{object(counts("connections", "players", "ships", "kills", "chat")), "dropped"},
}...)...)

var matchDefinitions = append([]string{
	member("positive", `{"type": "integer", "minimum": 1}`),
	member("id", `{"type": "string", "pattern": "^0x[0-9A-F]{8}$"}`),
	member("address", `{"type": "string", "pattern": "^(server|.+:[0-9]+)$"}`),
	member("optional_address", `{"type": "string", "pattern": "^(|server|.+:[0-9]+)$"}`),
	member("time", `{"type": "string", "pattern": "`+exactTime+`"}`),
}, sharedDefinitions...)

// filesFacts are those of the reports about files.
var filesFacts = facts(append(slices.Clone(sharedFacts), [][2]string{
	{`{"type": "string", "pattern": "^(` + strings.Trim(exactTime, "^$") + `)?$"}`, "Files.first Files.last"},
	{ref("time"), "time"},
	{ref("address"), "address server"},
	{ref("positive"), "FilesRound.frame FilesRefusal.frame FilesTransfer.frame FilesTransfer.ack_frame client answer FileValue.answers FilesAnswer.clients"},
	{ref("hash"), "version_hash dir_hash name_hash content_hash expected NameHash.hash"},
	{`{"type": "integer", "minimum": 0, "maximum": 255}`, "round"},
	{`{"type": "string", "pattern": "^[A-Z]+$"}`, "label"},
	{oneOf(figures.Ends()...), "end"},
	{oneOf("", "path", "last_part", "none"), "dir_match"},
	{anyNumber, "took_ms"},
	{oneOf("", "published list", "the request", "a guess"), "name_from"},
	{oneOf(figures.PublishedVerdicts()...), "published"},
	{oneOf(figures.Betweens()...), "between"},
	{oneOf(figures.FileStates()...), "is"},
	{oneOf(figures.RefusalMessages()...), "message"},
	{oneOf(figures.RefusalCauses()...), "cause"},
	{oneOf("", "accepted", figures.BetweenAgainst, figures.BetweenPublished), "reference"},
	{object(counts("connections", "rounds", "answers", "differences", "refused_files")), "dropped"},
}...)...)

var checkFacts = facts(append(slices.Clone(sharedFacts), [][2]string{
	{oneOf("host", "client", "between", "unknown"), "perspective"},
	{oneOf("server", "client"), "judges side"},
	{oneOf(check.Effects()...), "effect"},
	{oneOf("error", "warning", "info"), "severity"},
	{oneOf("observed", "two sources", "one source"), "evidence"},
	{oneOf(figures.Passed, figures.Failed, figures.NotJudged), "verdict"},
	{ref("share"), "tolerance C>S S>C"},
	{ref("positive"), "CheckFrame.frame times"},
}...)...)

var overviewFacts = facts(append(slices.Clone(sharedFacts), [][2]string{
	{oneOf("host", "client", "between", "unknown"), "perspective"},
	{oneOf("undecided", "stock", "openbc"), "dialect"},
	{oneOf("server", "client"), "side"},
	{oneOf(check.Effects()...), "effect"},
	{oneOf("error", "warning"), "severity"},
	{oneOf("C>S", "S>C"), "dir"},
	{oneOf(append(figures.Ends(), "exploded")...), "outcome"},
	{anyInteger, "score"},
}...)...)

var desyncFacts = facts([][2]string{
	{`{"const": 1}`, "v"},
	{ref("time"), "time"},
	{oneOf(figures.DesyncSent, figures.DesyncArrived, figures.DesyncOne), "basis"},
	{oneOf(figures.DesyncKinds()...), "kind"},
	{oneOf(figures.DesyncServer, figures.DesyncClient), "side"},
	{`{"type": "string", "pattern": "^(0x[0-9A-F]{8})?$"}`, "ship"},
	{`{"type": "integer", "minimum": 0, "maximum": 255}`, "DesyncEntry.told DesyncEntry.others"},
	{`{"type": "integer", "minimum": -1}`, "index"},
	{anyNumber, "x y z"},
}...)

var desyncDefinitions = []string{
	member("count", `{"type": "integer", "minimum": 0}`),
	member("number", `{"type": "number", "minimum": 0}`),
	member("time", `{"type": "string", "pattern": "`+exactTime+`"}`),
}

var diffFacts = facts(append(slices.Clone(sharedFacts), [][2]string{
	{oneOf(diff.Sections()...), "only"},
	{oneOf(append(diff.Sections(), "session")...), "section"},
	{oneOf("", "a", "b"), "near_host"},
	{oneOf("undecided", "stock", "openbc"), "dialect"},
	{anyNumber, "offset_ms drift_ppm"},
	{ref("positive"), "first_a first_b"},
	{ref("positive"), "rank"},
	{`{"type": "number", "minimum": 0, "maximum": 1}`, "effect chance"},
	{`{"type": "string", "minLength": 1}`, "text Difference.key"},
	{`{"type": "string", "pattern": "^([0-9a-f]{2})*$"}`, "bytes_a bytes_b"},
}...)...)

var diffDefinitions = append([]string{
	member("positive", `{"type": "integer", "minimum": 1}`),
	member("time", `{"type": "string", "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]+)?Z$"}`),
}, sharedDefinitions...)

var replayFacts = facts(append(slices.Clone(sharedFacts), [][2]string{
	{`{"const": ` + strconv.Itoa(figures.ReplayFormat) + `}`, "format"},
	{`{"type": "string", "pattern": "^(` + strings.Trim(exactTime, "^$") + `)?$"}`, "start"},
	{ref("seconds"), "length from until t"},
	{oneOf("", "at the host", "at a client", "between them"), "captured"},
	{oneOf("", "undecided", "stock", "openbc"), "dialect"},
	{oneOf("", "bc", "entitystate", "mixed"), "protocol"},
	{`{"$ref": "urn:bcdump:match:v1"}`, "Match"},
	{`{"$ref": "urn:bcdump:stats:v1"}`, "Stats"},
	{`{"$ref": "urn:bcdump:check:v1"}`, "Check"},
	{ref("column"), "*Column"},
	{ref("place"), "ReplayShip.player ship target ReplayLine.player ReplaySeries.player ReplaySight.player"},
	{`{"type": "string", "pattern": "^0x[0-9A-F]{8}$"}`, "ReplayShip.id"},
	{`{"type": "string", "pattern": "^[0-9]+$"}`, "ReplayEntity.id"},
	{ref("positive"), "life thinned frame"},
	{anyInteger, "score"},
	{anyNumber, "direction ReplayPlayer.damage"},
	{oneOf(figures.Ends()...), "ReplayPlayer.end"},
	{oneOf(figures.ShipEnds()...), "ReplayShip.end"},
	{oneOf("hull", "shield", "weapon", "engine", "system"), "ReplayPart.kind"},
	{oneOf("phaser", "tractor"), "ReplayFire.kind"},
	{oneOf("torpedo", "pulse"), "ReplayTorpedo.kind"},
	{oneOf(figures.LogKinds()...), "ReplayLine.kind"},
	{oneOf("bandwidth", "updates", "hull", "shields", "rtt", "repeats"), "group"},
	{oneOf("B/s", "1/s", "%", "ms"), "unit"},
	{object(counts("changes", "ships", "fire", "torpedoes", "log", "entities", "links")), "dropped"},
}...)...)

var replayDefinitions = []string{
	member("count", `{"type": "integer", "minimum": 0}`),
	member("positive", `{"type": "integer", "minimum": 1}`),
	member("number", `{"type": "number", "minimum": 0}`),
	member("seconds", `{"type": "number", "minimum": 0, "description": "since the first frame"}`),
	member("place", `{"type": "integer", "minimum": -1, "description": "in the list of players, or of ships; -1 = none, or not known"}`),
	member("column", `{"type": "array", "items": {"type": "number"}}`),
	member("query", `{"type": "string", "minLength": 1}`),
}

var checkDefinitions = []string{
	member("count", `{"type": "integer", "minimum": 0}`),
	member("positive", `{"type": "integer", "minimum": 1}`),
	member("share", `{"type": "number", "minimum": 0, "maximum": 1}`),
	member("query", `{"type": "string", "minLength": 1}`),
}

// overviewDefinitions: a problem may have no query.
var overviewDefinitions = append(slices.Clone(checkDefinitions[:3]), member("query", `{"type": "string"}`),
	member("time", `{"type": "string", "pattern": "`+exactTime+`"}`), member("number", `{"type": "number"}`), member("integer", `{"type": "integer"}`))

// checkRules: who is not judged says why, and what fails names a frame.
var checkRules = map[string]string{
	"CheckRule": either(is("verdict", figures.NotJudged), has("reason"), lacks("reason")),
}

var filesDefinitions = []string{
	member("count", `{"type": "integer", "minimum": 0}`),
	member("positive", `{"type": "integer", "minimum": 1}`),
	member("hash", `{"type": "string", "pattern": "^0x[0-9A-F]{8}$"}`),
	member("address", `{"type": "string", "pattern": "^(server|.+:[0-9]+)$"}`),
	member("time", `{"type": "string", "pattern": "`+exactTime+`"}`),
}

var hashDefinitions = []string{
	member("count", `{"type": "integer", "minimum": 0}`),
	member("hash", `{"type": "string", "pattern": "^0x[0-9A-F]{8}$"}`),
}

// matchRules say what keys have to do with one another.
var matchRules = map[string]string{
	"Kill": either(is("cause", figures.CauseUnknown, figures.CauseSelfDestruct),
		`{"properties": {"weapon": {"type": "null"}, "killer": {"type": "null"}}}`,
		either(is("cause", figures.CauseCollision), `{"properties": {"weapon": {"type": "null"}}}`, `{"properties": {"collided_with": {"const": ""}}}`)),
}

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
