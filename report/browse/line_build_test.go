package browse

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"bcdump/decode"
	"bcdump/decode/filter"
	"bcdump/decode/synth/hostile"
	"bcdump/internal/heavy"
	"bcdump/internal/must"
	"bcdump/report/facts"
	"bcdump/report/records"
)

// recordsOf gives the records of a capture; none if it is not one.
func recordsOf(t *testing.T, path string, take func(*decode.Record)) {
	t.Helper()
	c, err := decode.OpenFile(path, decode.Options{Jobs: 1})
	if err != nil {
		return
	}
	defer func() { _ = c.Close() }()
	for r := range c.Records() {
		take(r)
	}
}

// factsOf reads a capture.
func factsOf(t *testing.T, c *decode.Capture) *facts.Facts {
	t.Helper()
	f := must.Get(facts.Read(c, facts.Options{}))(t)
	must.Do(t, c.Close())
	return f
}

// pathsOf lists the paths of all that a record has in JSON: groups, lists, elements, values.
func pathsOf(t *testing.T, r *decode.Record) (paths []string) {
	t.Helper()
	d := json.NewDecoder(bytes.NewReader(records.AppendJSON(nil, r, records.JSONOptions{Hex: true})))
	d.UseNumber()
	var value map[string]any
	must.Do(t, d.Decode(&value))
	var walk func(path string, value any)
	walk = func(path string, value any) {
		if paths = append(paths, path); path == "" {
			paths = nil
		}
		switch value := value.(type) {
		case map[string]any:
			for _, key := range slices.Sorted(maps.Keys(value)) {
				walk(strings.TrimPrefix(path+"."+key, "."), value[key])
			}
		case []any:
			for i, element := range value {
				walk(fmt.Sprintf("%s[%d]", path, i), element)
			}
		}
	}
	walk("", value)
	return paths
}

// TestBuiltFilters: of every field of the messages of the corpus, the filter made from it keeps this
// message or drops it. Fields of which there is none are those that are known, for reasons that are.
func TestBuiltFilters(t *testing.T) {
	heavy.SkipRace(t, "all of it is done on one goroutine")
	most := heavy.Scale(1, 100) // of the same field of a kind of message
	count := map[string]int{}
	refused := map[string]bool{}
	titles := map[string]int{}
	for _, file := range captureFiles(t) {
		recordsOf(t, file, func(r *decode.Record) {
			if titles[r.Title()]++; titles[r.Title()] > heavy.Scale(20, 1_000_000) {
				return
			}
			for _, path := range pathsOf(t, r) {
				kind := r.Title() + " " + withoutIndexes.ReplaceAllString(path, "")
				if count[kind]++; count[kind] > most {
					continue
				}
				only, not, err := onlyThis(r, path, file)
				if err != nil {
					refused[refusal(path, err)] = true
					continue
				}
				if !keeps(t, only, file, r) || keeps(t, not, file, r) {
					t.Errorf("%s, frame %d: %s or %s is wrong", file, r.Frame, only, not)
				}
			}
		})
	}
	if len(count) < 500 {
		t.Errorf("%d kinds of fields only", len(count))
	}
	want := refusals
	if heavy.On() {
		want = slices.Sorted(slices.Values(append(slices.Clone(refusals), rareRefusals...)))
	}
	if got := slices.Sorted(maps.Keys(refused)); !slices.Equal(got, want) {
		t.Errorf("refused: %q", got)
	}
}

// refusals is what filters cannot say: whether a list is empty, whether there is no limit, and what is in
// folders of folders of folders, for which there are no keys. rareRefusals are those of single messages.
var refusals = []string{
	"fields.flags holds nothing here that a filter could compare it with",
	"fields.frag_limit holds nothing here that a filter could compare it with",
	"fields.time_limit holds nothing here that a filter could compare it with",
	"filters do not know fields.tree.subdirs.tree.subdirs",
}

var rareRefusals = []string{
	"fields.keys holds nothing here that a filter could compare it with",
	"fields.pairs has N values here; choose one of them",
}

// refusal is why a filter was refused, without numbers.
func refusal(path string, err error) string {
	const deepest = "fields.tree.subdirs.tree.subdirs"
	plain := withoutIndexes.ReplaceAllString(path, "")
	if strings.HasPrefix(plain, deepest) {
		plain = deepest
	}
	return numbers.ReplaceAllString(strings.Replace(err.Error(), path, plain, 1), "N")
}

var withoutIndexes, numbers = regexp.MustCompile(`\[\d+\]`), regexp.MustCompile(`\d+`)

// TestTextsOfBuiltFilters: the shortest text for a value, for a list, for what is there or not.
func TestTextsOfBuiltFilters(t *testing.T) {
	want := map[string][2]string{
		"name":              {`name == "StateUpdate"`, `name != "StateUpdate"`},
		"opcode":            {`opcode == 0x1C`, `opcode != 0x1C`},
		"dst":               {`dst == "10.10.10.102:59838"`, `dst != "10.10.10.102:59838"`},
		"fields":            {`fields`, `!(fields)`},
		"fields.object_id":  {`fields.object_id == 0x3FFFFFFF`, `fields.object_id != 0x3FFFFFFF`},
		"fields.flags[0]":   {`fields.flags[0] == "POSITION"`, `fields.flags[0] != "POSITION"`},
		"fields.position":   {`fields.position[0] == -22.874086 && fields.position[1] == -58.9774 && fields.position[2] == -37.26156`, `!(fields.position[0] == -22.874086 && fields.position[1] == -58.9774 && fields.position[2] == -37.26156)`},
		"fields.subsystems": {`fields.subsystems`, `!(fields.subsystems)`},
	}
	found := false
	recordsOf(t, testCaptures+"/session-small.pcap", func(r *decode.Record) {
		if found || r.Title() != "StateUpdate" {
			return
		}
		found = true
		for path, texts := range want {
			if only, not, err := onlyThis(r, path, ""); err != nil || only != texts[0] || not != texts[1] {
				t.Errorf("%s: %s and %s, %v", path, only, not, err)
			}
		}
		for path, want := range map[string]string{
			"nonsense": "filters do not know nonsense", "true": "filters do not know true", "(frame)": "filters do not know (frame)",
			"a\x1b b": `filters do not know a\x1b b`, "fields.text": "this message has no fields.text", "": "filters do not know ",
		} {
			if _, _, err := onlyThis(r, path, ""); err == nil || err.Error() != want {
				t.Errorf("%q: %v", path, err)
			}
		}
	})
	if !found {
		t.Error("there is no such message")
	}
}

// TestManyElements: a filter does not name what nobody would read.
func TestManyElements(t *testing.T) {
	long, tried := "fields.tree.files.name", 0
	recordsOf(t, testCaptures+"/join-full.pcap", func(r *decode.Record) {
		values, _, err := decode.ValuesAt(r, long, "")
		if err != nil || len(values) <= maxElements {
			return
		}
		tried++
		if _, _, err := onlyThis(r, long, ""); err == nil || err.Error() != fmt.Sprintf("%s has %d values here; choose one of them", long, len(values)) {
			t.Errorf("%v", err)
		}
	})
	if tried == 0 {
		t.Error("no message has so many")
	}
}

func keeps(t *testing.T, expression, file string, r *decode.Record) bool {
	t.Helper()
	f, err := decode.NewFilter(expression)
	if err != nil {
		t.Fatalf("%s: %v", expression, err)
	}
	return f.Matcher(file).Match(r)
}

// TestSeen: what is offered for a key is what the messages of the capture have, in order.
func TestSeen(t *testing.T) {
	s := newSeen()
	s.look(factsOf(t, must.Get(decode.OpenFile(testCaptures+"/session-small.pcap", decode.Options{}))(t)))
	for path, want := range map[string][]filter.Known{
		"player":      {{Value: "Ace"}, {Value: "Cady2"}, {Value: "Kang"}},
		"client":      {{Value: "1", About: "Cady2"}, {Value: "2", About: "Ace"}, {Value: "3", About: "Kang"}, {Value: "4", About: "Cady2"}},
		"fields.ship": {{Value: "akira", About: "Akira"}, {Value: "birdofprey", About: "Bird of Prey"}, {Value: "cardhybrid", About: "CardHybrid"}, {Value: "galaxy", About: "Galaxy"}, {Value: "sovereign", About: "Sovereign"}},
		"fields.object_id": {
			{Value: "0x3FFFFFFF", About: "Cady2's CardHybrid"}, {Value: "0x4003FFFF", About: "Ace's Bird of Prey"}, {Value: "0x40040010", About: "Ace's Galaxy"}, {Value: "0x4007FFFF", About: "Kang's Akira"},
		},
		"fields.target": {
			{Value: "Ace's Bird of Prey", About: "0x4003FFFF"}, {Value: "Ace's Galaxy", About: "0x40040010"}, {Value: "Cady2's CardHybrid", About: "0x3FFFFFFF"},
			{Value: "Cady2's Sovereign", About: "0x3FFFFFFF"}, {Value: "Kang's Akira", About: "0x4007FFFF"},
		},
		"frame": nil, "fields.text": nil, "name": nil,
	} {
		key, ok := decode.Schema().Lookup(path)
		if got := s.values(key); !ok || !slices.Equal(got, want) {
			t.Errorf("%s: %q", path, got)
		}
	}
}

// TestSeenOfFlood: when a capture has object after object, each is looked at once, and not once more with
// each that comes.
func TestSeenOfFlood(t *testing.T) {
	const frames = 3000
	at := slices.IndexFunc(hostile.Kinds, func(k hostile.Kind) bool { return k.Name == "objects" })
	c := must.Get(decode.Open("flood", &hostile.Capture{Next: hostile.Kinds[at].Next, Frames: frames}, decode.Options{Jobs: 1}))(t)
	s, f := newSeen(), factsOf(t, c)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	s.look(f)
	runtime.ReadMemStats(&after)
	if allocated := (after.Mallocs - before.Mallocs) / frames; allocated > 60 || len(s.ids) != maxKnown {
		t.Errorf("%d allocations for each object, %d ids", allocated, len(s.ids))
	}
}

// TestSeenIsBounded: a capture with many players is not offered whole.
func TestSeenIsBounded(t *testing.T) {
	s := newSeen()
	s.look(factsOf(t, must.Get(decode.OpenFile(testCaptures+"/many-clients.pcap.gz", decode.Options{}))(t)))
	key, _ := decode.Schema().Lookup("client")
	if got := s.values(key); len(got) != maxKnown || got[9].Value != "10" {
		t.Errorf("%d clients, %v", len(got), got[:min(len(got), 12)])
	}
}
