package browse

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"bcdump/decode"
	"bcdump/decode/filter"
	"bcdump/report/records"
)

const corpus = "../../testdata/pcaps"

// captures are those of the corpus that can be read.
func captures(t *testing.T) (files []string) {
	t.Helper()
	list, err := os.ReadDir(corpus)
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range list {
		ending := filepath.Ext(file.Name())
		if slices.Contains([]string{".pcap", ".pcapng", ".log", ".gz", ".zst"}, ending) {
			files = append(files, filepath.Join(corpus, file.Name()))
		}
	}
	return files
}

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

// pathsOf lists the paths of all that a record has in JSON: groups, lists, elements, values.
func pathsOf(t *testing.T, r *decode.Record) (paths []string) {
	t.Helper()
	d := json.NewDecoder(bytes.NewReader(records.AppendJSON(nil, r, records.JSONOptions{Hex: true})))
	d.UseNumber()
	var value map[string]any
	if err := d.Decode(&value); err != nil {
		t.Fatal(err)
	}
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

// TestBuiltFilters: of every field of every message of the corpus, the filter made from it keeps this
// message or drops it. Fields of which there is none are refused for one of the reasons that are known.
func TestBuiltFilters(t *testing.T) {
	reasons := map[string]int{}
	tried := map[string]bool{}
	for _, file := range captures(t) {
		recordsOf(t, file, func(r *decode.Record) {
			for _, path := range pathsOf(t, r) {
				only, err := onlyThis(r, path, file)
				if tried[only] && err == nil {
					continue // many messages have the same
				}
				if err != nil {
					reasons[reason(path, err)]++
					continue
				}
				tried[only] = true
				if len(tried) > 20_000 { // memory
					clear(tried)
				}
				not, _ := notThis(r, path, file)
				if !keeps(t, only, file, r) || keeps(t, not, file, r) {
					t.Errorf("%s, frame %d: %s or %s is wrong", file, r.Frame, only, not)
				}
			}
		})
	}
	t.Log(reasons)
	for why := range reasons {
		if !slices.Contains(knownReasons, why) {
			t.Errorf("refused %d times: %s", reasons[why], why)
		}
	}
	for _, why := range knownReasons {
		if reasons[why] == 0 {
			t.Errorf("never refused: %s", why)
		}
	}
}

var knownReasons = []string{}

// reason is why a filter was refused, without what is of this message only.
func reason(path string, err error) string {
	text := strings.Replace(err.Error(), path, "X", 1)
	return strings.Map(func(c rune) rune {
		if c >= '0' && c <= '9' {
			return 'N'
		}
		return c
	}, text)
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
	recordsOf(t, corpus+"/session-small.pcap", s.watcher())
	for path, want := range map[string][]filter.Known{} {
		key, _ := decode.Schema().Lookup(path)
		if got := s.values(key); !slices.Equal(got, want) {
			t.Errorf("%s: %q", path, got)
		}
	}
	for _, path := range []string{"player", "client", "fields.object", "fields.object_id", "fields.ship"} {
		key, _ := decode.Schema().Lookup(path)
		t.Log(path, s.values(key))
	}
}
