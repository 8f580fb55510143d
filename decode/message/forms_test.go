package message_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"unicode"
	"unicode/utf8"

	"bcdump/decode/fields"
	"bcdump/decode/message"
)

// checkForms demands sound output of every kind from a message, complete or not.
func checkForms(t testing.TB, d *message.Decoded) {
	t.Helper()
	text := fields.AppendJSON(nil, d.Message, limit(d), nil)
	if !json.Valid(text) {
		t.Fatalf("JSON %s", text)
	}
	checkPrintable(t, text)
	checkPrintable(t, fields.AppendText(nil, d.Message, limit(d), nil))
	values := fields.Values(d.Message, limit(d), nil)
	if m, ok := d.Message.(*message.EnterSet); ok && m.Terminated {
		values = append(values, "") // a terminator has no value
	}
	if len(values) != d.Fields {
		t.Errorf("%d values of %d fields", len(values), d.Fields)
	}
	checkKeys(t, d, text)
	named := fields.AppendJSON(nil, d.Message, limit(d), namesAll{})
	if !json.Valid(named) {
		t.Fatalf("JSON %s", named)
	}
	checkKeys(t, d, named)
	checkPrintable(t, fields.AppendText(nil, d.Message, limit(d), namesAll{}))
	if m, ok := d.Message.(message.Remarker); ok && d.Complete() {
		for _, remark := range m.Remarks() {
			checkPrintable(t, []byte(remark))
		}
	}
}

// namesAll has a name for every object.
type namesAll struct{}

func (namesAll) AppendName(b []byte, _ uint32) []byte { return append(b, "some object"...) }

func checkPrintable(t testing.TB, text []byte) {
	t.Helper()
	if !utf8.Valid(text) || bytes.ContainsFunc(text, unicode.IsControl) {
		t.Fatalf("%q", text)
	}
}

// checkKeys demands that no object repeats a key, that none within another is empty
// and that every key is described.
func checkKeys(t testing.TB, d *message.Decoded, text []byte) {
	t.Helper()
	described := describedPaths(d.Spec)
	decoder := json.NewDecoder(bytes.NewReader(text))
	var path []string // "" for a list, "name" while within an object or list of that name
	seen := []map[string]bool{}
	key := ""
	isKey := false
	for {
		token, err := decoder.Token()
		if err != nil {
			return
		}
		switch token {
		case json.Delim('{'):
			seen, path, isKey = append(seen, map[string]bool{}), append(path, key), true
			key = ""
			continue
		case json.Delim('['):
			seen, path, isKey = append(seen, nil), append(path, key), false
			key = ""
			continue
		case json.Delim('}'), json.Delim(']'):
			if keys := seen[len(seen)-1]; keys != nil && len(keys) == 0 && len(seen) > 1 {
				t.Fatalf("an empty object in %s", text)
			}
			seen, path = seen[:len(seen)-1], path[:len(path)-1]
		default:
			if isKey {
				key = token.(string)
				if seen[len(seen)-1][key] {
					t.Fatalf("key %s twice in %s", key, text)
				}
				seen[len(seen)-1][key] = true
				checkDescribed(t, described, append(path[:len(path):len(path)], key))
				isKey = false
				continue
			}
		}
		key = ""
		isKey = len(seen) > 0 && seen[len(seen)-1] != nil
	}
}

func checkDescribed(t testing.TB, described map[string]bool, path []string) {
	t.Helper()
	names := slices.DeleteFunc(slices.Clone(path), func(name string) bool { return name == "" })
	joined := strings.Join(names, ".")
	// Directories within directories are described for the first level only.
	for strings.Contains(joined, "subdirs.tree.subdirs") {
		joined = strings.ReplaceAll(joined, "subdirs.tree.subdirs", "subdirs")
	}
	if !described[joined] {
		t.Fatalf("%s is not described", joined)
	}
}

// describedPaths gives the paths that a message can print: true for those of its
// fields and for those of the objects and lists around them.
func describedPaths(spec *message.Spec) map[string]bool {
	if paths, ok := knownPaths.Load(spec.Opcode); ok {
		return paths.(map[string]bool)
	}
	paths := map[string]bool{}
	for _, f := range fields.Describe(spec.New(), spec.Evidence) {
		if f.Hidden {
			continue
		}
		for path, ok := f.Path, true; ok; {
			paths[path] = true
			end := strings.LastIndexByte(path, '.')
			if ok = end >= 0; ok {
				path = path[:end]
			}
		}
	}
	knownPaths.Store(spec.Opcode, paths)
	return paths
}

var knownPaths sync.Map // from opcode

// What the vectors print and what the descriptions list are the same set.
func TestEveryDescribedFieldOccurs(t *testing.T) {
	printed := map[string]bool{}
	for _, v := range vectors(t) {
		for _, context := range v.contexts(t) {
			context.World.Estimated, context.World.Stale = true, true
			d := new(message.Decoder).DecodeIn(v.payload, context)
			collect(printed, fmt.Sprintf("%T", d.Message), parse(t, fields.AppendJSON(nil, d.Message, limit(&d), namesAll{})))
		}
	}
	for _, spec := range message.Table() {
		if spec.New == nil {
			continue
		}
		for path := range describedPaths(&spec) {
			// Opcodes may share a layout that depends on a class, as events do.
			if !printed[fmt.Sprintf("%T.%s", spec.New(), path)] {
				t.Errorf("no vector of testdata/vectors has %s.%s", spec.Name, path)
			}
		}
	}
}

func collect(printed map[string]bool, path string, value any) {
	printed[path] = true
	switch value := value.(type) {
	case map[string]any:
		for name, inner := range value {
			collect(printed, path+"."+name, inner)
		}
	case []any:
		for _, inner := range value {
			collect(printed, path, inner)
		}
	}
}

func TestDescriptions(t *testing.T) {
	var lines []string
	for _, spec := range message.Table() {
		if spec.New == nil {
			continue
		}
		for _, f := range fields.Describe(spec.New(), spec.Evidence) {
			line := spec.Name + "." + f.Path + " " + f.Type
			if f.Condition != "" {
				line += " (" + f.Condition + ")"
			}
			if f.Hidden {
				line += " hidden"
			}
			lines = append(lines, line)
		}
	}
	for _, want := range []string{
		"Settings.new_name wstr32 (name_changed)",
		"MissionInit.end_time i32 (time_limit not 255)",
		"ChecksumResponse.ref_hash u32 (round 0)",
		"ChecksumResponse.tree.file_count u16 hidden",
		"ChecksumResponse.tree.files.content_hash u32",
		"ChecksumResponse.tree.subdirs.name_hash shown",
		"ChecksumResponse.tree.subdirs.tree.files.name_hash u32",
		"StateUpdate.owner_slot shown (object_id of a player)",
		"MissionInit.system_name shown (system_index 1 to 9)",
		"StateUpdate.has_hash bool (flag 0x01) hidden",
		"StateUpdate.subsys_hash u16 (flag 0x01, has_hash)",
		"StateUpdate.subsystems.raw bytes (flag 0x20, no entry decoded)",
		"StateUpdate.power.percent shown (flag 0x80 without 0x20)",
	} {
		if !slices.Contains(lines, want) {
			t.Errorf("not described: %s", want)
		}
	}
	if slices.ContainsFunc(lines, func(line string) bool { return strings.Contains(line, "subdirs.tree.subdirs") }) {
		t.Error("directories within directories are described more than once")
	}
}

func TestExplanations(t *testing.T) {
	tests := []struct{ vector, key, want string }{
		{"07-start-firing", "class_name", "StartFiringEvent"},
		{"07-start-firing", "event_name", "START_FIRING_NOTIFY"},
		{"07-start-firing", "posted_name", "START_FIRING"}, // what the receiver posts
		{"07-start-firing-host-code", "event_name", "START_FIRING"},
		{"payload-17-leave", "event_name", "NETWORK_DELETE_PLAYER"},
		{"06-unknown-class", "class_name", ""},
		{"06-unknown-class", "event_name", ""},
		{"06-plain-event", "posted_name", ""},
		{"19-torpedo-844", "projectile_name", "Photon"},
		{"19-torpedo-quantum", "projectile_name", "Quantum"},
		{"payload-38-just-over", "reason_text", "over"},
		{"payload-38-starbase-dead", "reason_text", "starbase destroyed"},
	}
	for _, tt := range tests {
		d := message.Decode(vectorNamed(t, tt.vector).payload)
		if got, _ := toJSON(t, &d)[tt.key].(string); got != tt.want {
			t.Errorf("%s: %s is %q, want %q", tt.vector, tt.key, got, tt.want)
		}
	}
}

func TestLines(t *testing.T) {
	tests := []struct{ vector, want string }{
		{"payload-20-round-ff", "round 255  directory Scripts/Multiplayer  filter *.pyc  recursive yes"},
		{"payload-21-round-1", "round 1  directory scripts  1 file in 1 directory  1 as published but for the low byte (Autoexec.pyc)"},
		{"payload-21-round-ff-268", "round 255  directory Scripts/Multiplayer  28 files in 6 directories  28 not on the published list"},
		{"payload-00-settings-33.25", "game time 33.25 s  collision damage yes  friendly fire no  player slot 0  " +
			"map name Multiplayer.Episode.Mission1.Mission1  name changed no"},
		{"payload-2c-it-works", "peer 3: IT WORKS"},
		{"payload-35-multi1", "player limit 8  system index 1  system name Multi1"},
		{"payload-35-time-and-frag-limit", "player limit 8  system index 3  system name Multi3  time limit 15  end time 400  frag limit 10"},
		{"payload-28", ""},
		{"payload-56-akira-client", "0x3FFFFFFF  t 28.19 s  POS FWD UP SPD WPN  at (88.0 -66.0 -73.0)  speed 0.00  " +
			"weapons (power) Shield Generator:100% Sensor Array:100% Impulse Engines:100%"},
		{"host-60-cloak-then-subsystems", "0x40000100  t 82.00 s  SUB CLK  cloak on  subsystems 0-2: all 100%"},
		{"flags-00", "0x40000100  t 90.00 s  heartbeat"},
		{"payload-300-unknown-ship", "0x3FFFFFFF  t 38.91 s  SUB  subsystems from 8: unknown ship, 15 B"},
		{"client-d2-cloak-off", "0x40000100  t 80.00 s  DLT SPD CLK WPN  moved (0.00 1.00 0.00)  speed 5.13  cloak off"},
		{"truncated-in-hash", "object id 0x40000100  owner slot 0  game time 92.00 s  dirty flags 0x9D  " +
			"flags POSITION FORWARD UP SPEED WEAPONS  position (100.00 -50.00 25.50)"},
	}
	for _, tt := range tests {
		v := vectorNamed(t, tt.vector)
		d := v.decode(t)
		if got := string(fields.AppendText(nil, d.Message, limit(&d), nil)); got != tt.want {
			t.Errorf("%s: %s\nwant %s", tt.vector, got, tt.want)
		}
	}
}
