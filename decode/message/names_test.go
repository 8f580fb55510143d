package message_test

import (
	"strings"
	"testing"

	"bcdump/decode/fields"
	"bcdump/decode/message"
)

// names gives names to some objects.
type names map[uint32]string

func (n names) Name(id uint32) string                 { return n[id] }
func (n names) AppendName(b []byte, id uint32) []byte { return append(b, n[id]...) }

func TestNamesOfObjects(t *testing.T) {
	known := names{0x3FFFFFFF: `Cady2's "Akira"`, 0x40000005: "Phasers of Cady2's Akira"}
	tests := []struct{ vector, want string }{
		{"07-start-firing", `"target_id":"0x40000005","target":"Phasers of Cady2's Akira","target_ref":"0x00000000",`},
		{"08-stop-firing", `"target_id":"0x40000005","target":"Phasers of Cady2's Akira"}`},
		{"payload-56-akira-client", `{"object_id":"0x3FFFFFFF","object":"Cady2's \"Akira\"","owner_slot":0,`},
		{"03-akira-cady2-spawn", `"object_id":"0x3FFFFFFF","object":"Cady2's \"Akira\"","species":1,`},
	}
	for _, tt := range tests {
		v := vectorNamed(t, tt.vector)
		d := v.decode(t)
		if got := string(fields.AppendJSON(nil, d.Message, limit(&d), known)); !strings.Contains(got, tt.want) {
			t.Errorf("%s: %s\nwants %s", tt.vector, got, tt.want)
		}
		// Without names, and with none that is known, nothing is added.
		plain := string(appendJSON(&d))
		if got := string(fields.AppendJSON(nil, d.Message, limit(&d), names{})); got != plain {
			t.Errorf("%s: %s\nwant %s", tt.vector, got, plain)
		}
	}
}

// The name stands behind its id, under the key of the id without "_id".
func TestEveryIDHasAName(t *testing.T) {
	known := names{}
	for _, id := range []uint32{1, 2, 3} {
		known[id] = "object " + string(rune('0'+id))
	}
	event := message.Append(nil, 0x0B, &message.Event{ClassID: 0x10C, SourceID: 1, TargetID: 2, ObjectRef: 3})
	d := message.Decode(event)
	const want = `"source_id":"0x00000001","source":"object 1","target_id":"0x00000002","target":"object 2",` +
		`"object_ref":"0x00000003","object_ref_name":"object 3"}`
	if got := string(fields.AppendJSON(nil, d.Message, fields.All, known)); !strings.HasSuffix(got, want) {
		t.Errorf("%s\nwants %s", got, want)
	}
	// A cut message has the names of the ids that were there.
	for n := 10; n < len(event); n++ {
		d := message.Decode(event[:n])
		got := string(fields.AppendJSON(nil, d.Message, limit(&d), known))
		for i, name := range []string{"object 1", "object 2", "object 3"} {
			if there := n >= 13+4*i; strings.Contains(got, name) != there {
				t.Errorf("%d bytes: %s", n, got)
			}
		}
	}
	// No message may have a field of its own under the key of a name.
	for _, spec := range message.Table() {
		if spec.New == nil {
			continue
		}
		rows := map[string]string{}
		for _, f := range fields.Describe(spec.New(), spec.Evidence) {
			if other, ok := rows[f.Path]; ok && (other == "id") != (f.Type == "id") {
				t.Errorf("%s: %s is a name and a field", spec.Name, f.Path)
			}
			rows[f.Path] = f.Type
		}
	}
	for field, key := range map[string]string{"target_id": "target", "object_ref": "object_ref_name", "id": "id_name"} {
		if got := fields.NameKey(field); got != key {
			t.Errorf("%s: %s, want %s", field, got, key)
		}
	}
}

func TestNamesOnLines(t *testing.T) {
	known := names{0x3FFFFFFF: "Cady2's Akira", 0x40000005: "Phasers of Cady2's Akira"}
	tests := []struct{ vector, want string }{
		{"payload-56-akira-client", "Cady2's Akira  t 28.19 s  "},
		{"08-stop-firing", "STOP_FIRING_NOTIFY  none → Phasers of Cady2's Akira"},
	}
	for _, tt := range tests {
		v := vectorNamed(t, tt.vector)
		context := v.context(t)
		context.Names = known
		d := new(message.Decoder).DecodeIn(v.payload, context)
		if got := string(fields.AppendText(nil, d.Message, limit(&d), known)); !strings.Contains(got, tt.want) {
			t.Errorf("%s: %s\nwants %s", tt.vector, got, tt.want)
		}
	}
	// 0 and all ones are no objects, and an id without a name is shown.
	event := message.Append(nil, 0x0B, &message.Event{ClassID: 0x10C, SourceID: 0, TargetID: 0xFFFFFFFF, ObjectRef: 0x40000006})
	d := new(message.Decoder).DecodeIn(event, message.Context{Names: known})
	if got := string(fields.AppendText(nil, d.Message, fields.All, nil)); !strings.Contains(got, "none → any  object 0x40000006") {
		t.Error(got)
	}
}

// Where the ship is comes from the context and is printed.
func TestWorldPosition(t *testing.T) {
	v := vectorNamed(t, "delta-world-y")
	context := v.context(t)
	d := new(message.Decoder).DecodeIn(v.payload, context)
	if got := string(fields.AppendText(nil, d.Message, fields.All, nil)); !strings.Contains(got, "at (100.0 139.0 25.5)") {
		t.Error(got)
	}
	if got := string(appendJSON(&d)); strings.Contains(got, "estimated") || strings.Contains(got, "stale") || strings.Contains(got, "inferred") {
		t.Error(got)
	}
	context.World.Estimated, context.World.Stale, context.Inferred = true, true, true
	d = new(message.Decoder).DecodeIn(v.payload, context)
	got := toJSON(t, &d)
	for _, key := range []string{"world_position_estimated", "world_position_stale", "ship_inferred"} {
		if got[key] != true {
			t.Errorf("%s is %v", key, got[key])
		}
	}
	d = message.Decode(v.payload)
	if _, ok := toJSON(t, &d)["world_position"]; ok {
		t.Error("a world position from nowhere")
	}
}
