package message_test

import (
	"testing"

	"bcdump/decode/message"
)

// crew knows players beside objects.
type crew struct{ names }

func (crew) Player(peer uint8) string { return map[uint8]string{2: "Cady2", 3: "Ace"}[peer] }

// TestPlayersOfLines: lines of text name players; who is not known keeps the number, and what is the
// id of an object is shown as one.
func TestPlayersOfLines(t *testing.T) {
	known := message.Context{Names: crew{names{0x3FFFFFFF: "Cady2's Akira"}}}
	score := message.ScoreChange{
		KillerID: 3, KillerKills: 2, KillerScore: 682, VictimID: 2, VictimDeaths: 1,
		Updates: []message.ScoreUpdate{{PlayerID: 3, Score: 682}, {}, {PlayerID: 4, Score: -5}},
	}
	score.SetContext(known)
	line(t, &score, "killer Ace (kills 2, score 682)  victim Cady2 (deaths 1)  new scores Ace 682, player 4 -5")
	score = message.ScoreChange{VictimID: 300, VictimDeaths: 1}
	line(t, &score, "killer nobody  victim 0x0000012C (deaths 1)")
	for id, want := range map[int32]string{
		0: "nobody", 2: "Cady2", 7: "player 7", 0x3FFFFFFF: "Cady2's Akira", 0x40000001: "0x40000001", -1: "0xFFFFFFFF",
	} {
		end := message.Event{ClassID: 0x8129, EventCode: 0x0080004E, FiringPlayer: id, Lifetime: 9.5}
		end.SetContext(known)
		line(t, &end, "OBJECT_EXPLODING  none → none  fired by "+want+"  lifetime 9.5 s")
	}
}

func line(t *testing.T, m interface{ AppendLine([]byte) []byte }, want string) {
	t.Helper()
	if got := string(m.AppendLine(nil)); got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
