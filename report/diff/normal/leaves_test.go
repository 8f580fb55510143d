package normal

import (
	"fmt"
	"slices"
	"testing"

	"bcdump/decode/fields"
	"bcdump/decode/message"
)

// leavesOf lists the fields of a message as "path kind value".
func leavesOf(l *leaves, payload []byte) (list []string) {
	d := message.Decode(payload)
	l.of(d.Message, fields.Limit(&d.Decoded), func(f *leaf) {
		list = append(list, fmt.Sprintf("%s %d %s", f.path, f.Kind, f.text))
	})
	return list
}

// TestLeaves goes through messages with texts, ids, booleans, and what is cut.
func TestLeaves(t *testing.T) {
	var l leaves
	chat := message.Append(nil, message.OpcodeChat, &message.Chat{SenderID: 3, Text: []byte("hello")})
	if got := leavesOf(&l, chat); !slices.Equal(got, []string{"sender_id 0 3", "text 6 hello"}) || !l.loose {
		t.Errorf("%q, loose %v", got, l.loose)
	}
	if got := leavesOf(&l, chat[:5]); !slices.Equal(got, []string{"sender_id 0 3"}) {
		t.Errorf("of a cut message: %q", got)
	}
	event := message.Append(nil, message.OpcodePythonEvent, &message.Event{ClassID: 0x8129, EventCode: 0x0080004E, SourceID: 1, TargetID: 0x3FFFFFFF, Lifetime: 9.5})
	want := []string{
		"class_id 1 0x00008129", "class_name 6 ObjectExplodingEvent", "event_code 1 0x0080004E", "event_name 6 OBJECT_EXPLODING",
		"source_id 2 0x00000001", "target_id 2 0x3FFFFFFF", "firing_player 0 0", "lifetime 3 9.50",
	}
	if got := leavesOf(&l, event); !slices.Equal(got, want) || l.loose {
		t.Errorf("%q, loose %v; want %q", got, l.loose, want)
	}
	score := message.Append(nil, message.OpcodeScoreChange, &message.ScoreChange{VictimID: 2, Updates: []message.ScoreUpdate{{PlayerID: 4, Score: 5}, {PlayerID: 6, Score: 7}}})
	got := leavesOf(&l, score)
	if !l.loose || !slices.Contains(got, "updates.player_id 0 6") || !slices.Contains(got, "updates.score 0 7") {
		t.Errorf("%q, loose %v", got, l.loose)
	}
}
