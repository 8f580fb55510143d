package message_test

import (
	"fmt"
	"slices"
	"testing"

	"bcdump/decode/fields"
	"bcdump/decode/message"
)

// leavesOf lists the fields of a message as "path kind value".
func leavesOf(l *fields.Leaves, payload []byte) (list []string) {
	d := message.Decode(payload)
	l.Of(d.Message, fields.Limit(&d.Decoded), func(f *fields.Leaf) {
		list = append(list, fmt.Sprintf("%s %d %s", f.Path, f.Kind, f.Value))
	})
	return list
}

// TestLeaves goes through messages with texts, ids, booleans, and what is cut.
func TestLeaves(t *testing.T) {
	var l fields.Leaves
	chat := message.Append(nil, message.OpcodeChat, &message.Chat{SenderID: 3, Text: []byte("hello")})
	if got := leavesOf(&l, chat); !slices.Equal(got, []string{"sender_id 0 3", "text 3 hello"}) || l.Loose != 5 || l.Lists {
		t.Errorf("%q, %d loose bytes, lists %v", got, l.Loose, l.Lists)
	}
	if got := leavesOf(&l, chat[:5]); !slices.Equal(got, []string{"sender_id 0 3"}) {
		t.Errorf("of a cut message: %q", got)
	}
	event := message.Append(nil, message.OpcodePythonEvent, &message.Event{ClassID: 0x8129, EventCode: 0x0080004E, SourceID: 1, TargetID: 0x3FFFFFFF, Lifetime: 9.5})
	want := []string{
		"class_id 0 0x00008129", "class_name 7 ObjectExplodingEvent", "event_code 0 0x0080004E", "event_name 7 OBJECT_EXPLODING",
		"source_id 4 0x00000001", "target_id 4 0x3FFFFFFF", "firing_player 0 0", "lifetime 1 9.50",
	}
	if got := leavesOf(&l, event); !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	score := message.Append(nil, message.OpcodeScoreChange, &message.ScoreChange{VictimID: 2, Updates: []message.ScoreUpdate{{PlayerID: 4, Score: 5}, {PlayerID: 6, Score: 7}}})
	got := leavesOf(&l, score)
	if !l.Lists || !slices.Contains(got, "updates.player_id 0 6") || !slices.Contains(got, "updates.score 0 7") {
		t.Errorf("%q, lists %v", got, l.Lists)
	}
}
