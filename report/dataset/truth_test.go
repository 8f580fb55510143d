package dataset_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/parquet-go/parquet-go"

	"bcdump/decode"
	"bcdump/decode/fields"
	"bcdump/internal/heavy"
	"bcdump/internal/must"
	"bcdump/report/dataset"
	"bcdump/report/records"
	"bcdump/report/rows"
)

const corpus = "../../testdata/pcaps"

// source is a file of the corpus, or another one.
func source(t testing.TB, path string) *dataset.Source {
	info := must.Get(os.Stat(path))(t)
	return &dataset.Source{
		Name: filepath.Base(path), File: filepath.Base(path),
		Sum:  func() (string, int64, error) { return "sum of " + filepath.Base(path), info.Size(), nil },
		Open: func() (*decode.Capture, error) { return decode.OpenFile(path, decode.Options{Jobs: 1}) },
	}
}

// captures lists those of the corpus; every eighth in an ordinary run.
func captures(t testing.TB) (paths []string) {
	t.Helper()
	files, err := os.ReadDir(corpus)
	if err != nil || len(files) < 100 {
		t.Fatal(len(files), err)
	}
	for _, f := range files {
		path := filepath.Join(corpus, f.Name())
		if c, err := decode.OpenFile(path, decode.Options{Jobs: 1}); err == nil {
			_ = c.Close()
			paths = append(paths, path)
		}
	}
	step := heavy.Scale(8, 1)
	var some []string
	for i := 0; i < len(paths); i += step {
		some = append(some, paths[i])
	}
	return some
}

// read reads a table of a capture back.
func read[T any](t testing.TB, folder, table, capture string) []T {
	t.Helper()
	list, err := parquet.ReadFile[T](filepath.Join(folder, dataset.FileName(table, capture)))
	if err != nil {
		t.Fatal(table, capture, err)
	}
	return list
}

// said is what decode -o json prints of a record.
type said struct {
	text     string
	keys     map[string]any
	complete bool // the message was read to its last field
	ack      bool
}

// lines decodes a capture as decode -o json does.
func lines(t testing.TB, path string) (all []said) {
	t.Helper()
	c := must.Get(decode.OpenFile(path, decode.Options{Jobs: 1}))(t)
	defer func() { _ = c.Close() }()
	for r := range c.Records() {
		if r.CopyOf != 0 {
			continue // copies made on the way to the file have no rows
		}
		s := said{text: string(records.AppendJSON(nil, r, records.JSONOptions{})), complete: r.Content().Complete()}
		s.keys, s.ack = parse(t, s.text), r.Proto == decode.BC && r.TypeName() == "ack"
		all = append(all, s)
	}
	return all
}

func parse(t testing.TB, text string) (keys map[string]any) {
	t.Helper()
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	if err := d.Decode(&keys); err != nil {
		t.Fatal(text, err)
	}
	return keys
}

// TestTablesAreJSON holds the rows of every table that is told message by message against the lines
// of decode -o json, key by key.
func TestTablesAreJSON(t *testing.T) {
	heavy.SkipRace(t, "TestSameBytes exports with as many workers")
	seen := map[string]int{}
	for _, path := range captures(t) {
		folder, name := t.TempDir(), filepath.Base(path)
		if _, err := dataset.Export(dataset.Folder(folder), source(t, path), dataset.Options{}); err != nil {
			t.Fatal(path, err)
		}
		compare(t, folder, name, lines(t, path), seen)
	}
	t.Log(seen)
	for _, table := range []string{"messages", "state_updates", "subsystems", "events", "weapons", "creations", "fields", "entities", "notes"} {
		if seen[table] == 0 {
			t.Errorf("no row of %s was looked at", table)
		}
	}
}

// compare compares the tables of a capture with its lines.
func compare(t *testing.T, folder, name string, all []said, seen map[string]int) {
	t.Helper()
	messages := read[rows.Message](t, folder, "messages", name)
	if len(messages) != len(all) {
		t.Fatalf("%s: %d messages, %d lines", name, len(messages), len(all))
	}
	want := map[string]map[int64]any{}
	put := func(table string, line int, value any) {
		if want[table] == nil {
			want[table] = map[int64]any{}
		}
		want[table][int64(line)] = value
	}
	for i := range all {
		row := &messages[i]
		if row.Line != int64(i+1) {
			t.Fatalf("%s: line %d stands in place %d", name, row.Line, i+1)
		}
		if diff := cmp.Diff(wantMessage(t, &all[i]), asMessage(row)); diff != "" {
			t.Fatalf("%s line %d: messages differ from JSON (-json +parquet):\n%s%s", name, i+1, diff, all[i].text)
		}
		expect(&all[i], i+1, put)
	}
	got := map[string]map[int64]any{
		"state_updates": updates(read[rows.StateUpdate](t, folder, "state_updates", name)),
		"subsystems":    subsystems(read[rows.Subsystem](t, folder, "subsystems", name)),
		"fields":        fieldRows(read[rows.Field](t, folder, "fields", name)),
		"notes":         notes(read[rows.Note](t, folder, "notes", name)),
		"entities":      entities(read[rows.Entity](t, folder, "entities", name)),
		"events":        linesOf(read[rows.Event](t, folder, "events", name), func(e *rows.Event) int64 { return e.Line }),
		"weapons":       linesOf(read[rows.Weapon](t, folder, "weapons", name), func(e *rows.Weapon) int64 { return e.Line }),
		"creations":     linesOf(read[rows.Creation](t, folder, "creations", name), func(e *rows.Creation) int64 { return e.Line }),
	}
	seen["messages"] += len(messages)
	for table, lines := range got {
		seen[table] += len(lines)
		for _, line := range slices.Sorted(maps.Keys(lines)) {
			if diff := cmp.Diff(want[table][line], lines[line]); diff != "" {
				t.Fatalf("%s line %d: %s differ from JSON (-json +parquet):\n%s%s", name, line, table, diff, all[line-1].text)
			}
		}
		for line := range want[table] {
			if _, there := lines[line]; !there {
				t.Fatalf("%s line %d has no row in %s: %s", name, line, table, all[line-1].text)
			}
		}
	}
}

// wantMessage gives what a row of messages has of a line.
func wantMessage(t *testing.T, s *said) map[string]any {
	t.Helper()
	m := maps.Clone(s.keys)
	for _, key := range []string{"v", "raw", "fields"} {
		delete(m, key)
	}
	if text, ok := m["trailing"].(string); ok {
		m["trailing"] = json.Number(strconv.Itoa(len(text) / 2))
	}
	m["time"] = clamp(must.Get(time.Parse(time.RFC3339Nano, m["time"].(string)))(t))
	codes := []any{}
	for _, n := range list(m["notes"]) {
		if code := n.(map[string]any)["code"]; !slices.Contains(codes, code) {
			codes = append(codes, code)
		}
	}
	m["notes"] = codes
	if f, ok := s.keys["fields"].(map[string]any); ok && s.ack {
		m["ack_flags"], m["ack_fragment"] = f["flags"], f["fragment_index"]
	}
	return dropNil(m)
}

// clamp is a time as 64 bits of nanoseconds hold it.
func clamp(at time.Time) json.Number {
	first, last := time.Unix(0, -1<<63), time.Unix(0, 1<<63-1)
	switch {
	case at.Before(first):
		at = first
	case at.After(last):
		at = last
	}
	return json.Number(strconv.FormatInt(at.UnixNano(), 10))
}

func list(v any) []any {
	l, _ := v.([]any)
	return l
}

func dropNil(m map[string]any) map[string]any {
	maps.DeleteFunc(m, func(_ string, v any) bool { return v == nil })
	return m
}

func num[N int | int32 | int64 | uint32](n N) json.Number {
	return json.Number(fmt.Sprint(n))
}

func hex(n uint64, digits int) string { return string(fields.AppendHex(nil, n, digits)) }

func ms(v float64) json.Number { return json.Number(strconv.FormatFloat(v, 'f', -1, 64)) }

// asMessage gives the keys of a row.
func asMessage(r *rows.Message) map[string]any {
	codes := []any{}
	for _, code := range r.Notes {
		codes = append(codes, code)
	}
	m := map[string]any{"frame": num(r.Frame), "time": num(r.Time), "src": r.Src, "dst": r.Dst, "proto": r.Proto, "notes": codes}
	put := func(there bool, key string, value any) {
		if there {
			m[key] = value
		}
	}
	game := r.Proto == "bc"
	put(r.Dir != "", "dir", r.Dir)
	put(game, "peer", num(r.Peer))
	put(r.Client > 0, "client", num(r.Client))
	put(r.Player != "", "player", r.Player)
	put(game, "index", num(r.Index))
	put(game, "type", r.Type)
	put(game || r.Dir != "", "len", num(r.Len))
	put(r.Reliable, "reliable", true)
	put(r.Ordered, "ordered", true)
	if r.Seq != nil {
		m["seq"] = num(*r.Seq)
	}
	if r.AckFlags != nil {
		m["ack_flags"] = hex(uint64(*r.AckFlags), 2)
		if r.FragmentIndex != nil {
			m["ack_fragment"] = num(*r.FragmentIndex)
		}
	} else if r.FragmentIndex != nil {
		part := map[string]any{"index": num(*r.FragmentIndex)}
		if r.FragmentTotal != nil {
			part["total"] = num(*r.FragmentTotal)
		}
		m["fragment"] = part
	}
	if r.Joined || r.Lost {
		frames := []any{}
		for _, f := range r.Frames {
			frames = append(frames, num(f))
		}
		m["frames"] = frames
	}
	put(r.Copy > 0, "copy", num(r.Copy))
	if r.AnswersFrame > 0 {
		m["answers"] = map[string]any{"frame": num(r.AnswersFrame), "index": num(*r.AnswersIndex), "ms": ms(*r.AnswersMS), "copies": num(r.AnswersCopies)}
	}
	if r.Opcode != nil {
		m["opcode"] = hex(uint64(*r.Opcode), 2)
		put(game, "size", num(r.Size))
	}
	put(r.Name != "", "name", r.Name)
	if r.RelayFrame > 0 {
		relay := map[string]any{"frame": num(r.RelayFrame), "index": num(*r.RelayIndex), "ms": ms(*r.RelayMS)}
		if r.Echo {
			relay["echo"] = true
		}
		if r.Surplus {
			relay["surplus"] = true
		}
		m["relay_of"] = relay
	}
	put(r.Trailing > 0, "trailing", num(r.Trailing))
	return m
}

// expect says what the other tables are to have of a line.
func expect(s *said, line int, put func(string, int, any)) {
	if notes := list(s.keys["notes"]); len(notes) > 0 {
		put("notes", line, any(notes))
	}
	f, ok := s.keys["fields"].(map[string]any)
	if !ok || s.ack {
		return
	}
	name := s.keys["name"]
	switch {
	case name == "StateUpdate" && s.complete:
		expectUpdate(f, line, put)
		return
	case name == "State" && s.keys["proto"] == "entity-state":
		if l := list(f["entities"]); len(l) > 0 {
			put("entities", line, any(l))
		}
		return
	}
	if opcode, _ := s.keys["opcode"].(string); s.keys["proto"] == "bc" && s.complete {
		switch {
		case f["event_code"] != nil:
			put("events", line, 1)
		case opcode == "0x02" || opcode == "0x03":
			put("creations", line, 1)
		}
		if slices.Contains([]string{"0x07", "0x08", "0x09", "0x19", "0x1A"}, opcode) {
			put("weapons", line, 1)
		}
	} else if f["object_id"] != nil && (opcode == "0x02" || opcode == "0x03") {
		put("creations", line, 1)
	}
	flat := map[string]string{}
	if pairs, ok := f["pairs"]; ok && s.keys["proto"] == "gamespy" {
		for _, p := range list(pairs) {
			flat[p.([]any)[0].(string)] = p.([]any)[1].(string)
		}
	} else {
		flatten("", f, flat)
	}
	if len(flat) > 0 {
		put("fields", line, flat)
	}
}

func flatten(path string, v any, flat map[string]string) {
	switch v := v.(type) {
	case map[string]any:
		for key, inner := range v {
			flatten(strings.TrimPrefix(path+"."+key, "."), inner, flat)
		}
	case []any:
		for i, inner := range v {
			flatten(fmt.Sprintf("%s[%d]", path, i), inner, flat)
		}
	case nil:
		flat[path] = ""
	default:
		flat[path] = fmt.Sprint(v)
	}
}

func expectUpdate(f map[string]any, line int, put func(string, int, any)) {
	f = maps.Clone(f)
	var entries []any
	if block, ok := f["subsystems"].(map[string]any); ok {
		for _, item := range list(block["items"]) {
			item := maps.Clone(item.(map[string]any))
			for _, left := range []string{"facing_points", "main_battery_points", "backup_battery_points"} {
				delete(item, left) // which follow from the class of the ship
			}
			entries = append(entries, item)
		}
		f["subsystems"] = dropNil(map[string]any{"start_index": block["start_index"], "reason": block["reason"]})
		f["ship"] = block["ship"]
	}
	for _, p := range list(f["power"]) {
		p := p.(map[string]any)
		entries = append(entries, dropNil(map[string]any{"index": p["index"], "name": p["system"], "power": p["percent"]}))
	}
	delete(f, "power")
	delete(f, "flags")
	put("state_updates", line, dropNil(f))
	if len(entries) > 0 {
		put("subsystems", line, any(entries))
	}
}

// float is the value of a float as JSON has it.
func float(v float32) any {
	text := string(fields.AppendFloat(nil, v))
	if text[0] == '"' {
		return strings.Trim(text, `"`)
	}
	return json.Number(text)
}

func vector(x, y, z *float32) any {
	if x == nil {
		return nil
	}
	return []any{float(*x), float(*y), float(*z)}
}

func updates(all []rows.StateUpdate) map[int64]any {
	got := map[int64]any{}
	for i := range all {
		u := &all[i]
		m := map[string]any{
			"object_id": hex(uint64(u.ObjectID), 8), "game_time": float(u.GameTime), "dirty_flags": hex(uint64(u.DirtyFlags), 2),
			"position": vector(u.PositionX, u.PositionY, u.PositionZ), "delta": vector(u.DeltaX, u.DeltaY, u.DeltaZ),
			"forward": vector(u.ForwardX, u.ForwardY, u.ForwardZ), "up": vector(u.UpX, u.UpY, u.UpZ), "world_position": vector(u.WorldX, u.WorldY, u.WorldZ),
		}
		put := func(there bool, key string, value any) {
			if there {
				m[key] = value
			}
		}
		put(u.Object != "", "object", u.Object)
		put(u.ShipInferred, "ship_inferred", true)
		put(u.WorldEstimated, "world_position_estimated", true)
		put(u.WorldStale, "world_position_stale", true)
		if u.OwnerSlot != nil {
			m["owner_slot"] = num(*u.OwnerSlot)
		}
		if u.SubsysHash != nil {
			m["subsys_hash"] = hex(uint64(*u.SubsysHash), 4)
		}
		if u.Speed != nil {
			m["speed"] = float(*u.Speed)
		}
		if u.Cloaked != nil {
			m["cloaked"] = *u.Cloaked
		}
		if u.BlockStart != nil {
			block := map[string]any{"start_index": num(*u.BlockStart)}
			if u.BlockReason != "" {
				block["reason"] = u.BlockReason
			}
			m["subsystems"] = block
			put(u.Ship != "" && u.BlockReason != "unknown ship", "ship", u.Ship)
		}
		got[u.Line] = dropNil(m)
	}
	return got
}

func subsystems(all []rows.Subsystem) map[int64]any {
	got := map[int64]any{}
	for i := range all {
		s := &all[i]
		m := map[string]any{"index": num(s.Subsystem)}
		if s.Name != "" {
			m["name"] = s.Name
		}
		for key, b := range map[string]*uint32{"condition": s.Condition, "main_battery": s.MainBattery, "backup_battery": s.BackupBattery} {
			if b != nil {
				m[key] = num(*b)
			}
		}
		for key, f := range map[string]*float32{"percent": s.Percent, "points": s.Points, "power": s.Power} {
			if f != nil {
				m[key] = float(*f)
			}
		}
		for key, l := range map[string][]uint32{"children": s.Children, "facings": s.Facings} {
			if len(l) > 0 {
				m[key] = numbers(l)
			}
		}
		got[s.Line] = append(list(got[s.Line]), any(m))
	}
	return got
}

func numbers(l []uint32) (all []any) {
	for _, n := range l {
		all = append(all, num(n))
	}
	return all
}

func fieldRows(all []rows.Field) map[int64]any {
	got := map[int64]any{}
	for i := range all {
		f := &all[i]
		if got[f.Line] == nil {
			got[f.Line] = map[string]string{}
		}
		got[f.Line].(map[string]string)[f.Path] = f.Value
	}
	return got
}

func notes(all []rows.Note) map[int64]any {
	got := map[int64]any{}
	for i := range all {
		n := &all[i]
		m := map[string]any{"code": n.Code, "text": n.Text}
		if n.Offset != nil {
			m["offset"] = num(*n.Offset)
		}
		got[n.Line] = append(list(got[n.Line]), any(m))
	}
	return got
}

func entities(all []rows.Entity) map[int64]any {
	got := map[int64]any{}
	for i := range all {
		e := &all[i]
		m := map[string]any{
			"id": num(e.ID), "type": num(e.Type), "x": float(e.X), "y": float(e.Y), "vx": float(e.VX), "vy": float(e.VY), "rgba": hex(uint64(e.RGBA), 8),
		}
		if e.TypeName != "" {
			m["type_name"] = e.TypeName
		}
		got[e.Line] = append(list(got[e.Line]), any(m))
	}
	return got
}

// linesOf counts the rows of each line.
func linesOf[T any](all []T, line func(*T) int64) map[int64]any {
	got := map[int64]any{}
	for i := range all {
		n, _ := got[line(&all[i])].(int)
		got[line(&all[i])] = n + 1
	}
	return got
}
