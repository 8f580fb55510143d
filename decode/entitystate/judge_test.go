package entitystate_test

import (
	"encoding/binary"
	"math"
	"math/rand/v2"
	"testing"

	"bcdump/decode/entitystate"
)

func TestJudge(t *testing.T) {
	grades := map[string]entitystate.Grade{
		"state-empty": entitystate.Weak, "state-one-player": entitystate.Strong, "state-three-types": entitystate.Strong,
		"state-powerup-type-4": entitystate.Strong, "state-two-entities": entitystate.Strong, "state-bullet-semi-transparent": entitystate.Strong,
		"hello-empty": entitystate.Weak, "hello-ack": entitystate.Weak, "disconnect": entitystate.Weak, "return-to-menu": entitystate.Weak,
		"roster-empty": entitystate.Weak, "type-13-lobby-config": entitystate.Weak, "type-15-game-over": entitystate.Weak,
		"type-15-lobby-config": entitystate.Weak, "type-14-start-match": entitystate.Weak, "type-16-ambiguous": entitystate.Weak,
		"type-17-game-over": entitystate.Weak, "type-17-return-to-menu": entitystate.Weak,
	}
	for _, v := range vectors(t) {
		want, ok := grades[v.Name]
		if !ok && len(v.Issues) == 0 && !v.Stream {
			want = entitystate.Typed
		}
		got, _ := entitystate.Judge(v.datagram, 0)
		if got != want {
			t.Errorf("%s: grade %d, want %d", v.Name, got, want)
		}
	}
}

// What a State must not have, each alone.
func TestJudgeState(t *testing.T) {
	for name, spoil := range map[string]func([]byte){
		"version": func(b []byte) { b[3] = 2 },
		"type":    func(b []byte) { b[2] = 99 },
		"size":    func(b []byte) { b[0]++ },
		"count":   func(b []byte) { b[4]++ },
		"entity":  func(b []byte) { b[10] = 5 },
		"none":    func(b []byte) { b[10] = 0 },
		"NaN":     func(b []byte) { binary.LittleEndian.PutUint32(b[11:], math.Float32bits(float32(math.NaN()))) },
		"Inf":     func(b []byte) { binary.LittleEndian.PutUint32(b[23:], math.Float32bits(float32(math.Inf(-1)))) },
		"same id": func(b []byte) { copy(b[6:10], b[31:35]) },
	} {
		b := stateOf(3)
		if g, spec := entitystate.Judge(b, 0); g != entitystate.Strong || spec.Name != "State" {
			t.Errorf("grade %d, %+v", g, spec)
		}
		if spoil(b); !refused(b) {
			t.Errorf("%s: passes", name)
		}
	}
	if refused(stateOf(512)) || !refused(stateOf(513)) {
		t.Error("512 entities are the limit")
	}
	unordered := stateOf(3)
	copy(unordered[6:10], []byte{9, 0, 0, 0})
	if refused(unordered) {
		t.Error("ids need no order")
	}
	// The first fragment of a large State, and its header alone.
	large := stateOf(512)
	if g, _ := entitystate.Judge(large[:1472], len(large)-1472); g != entitystate.Strong {
		t.Errorf("first fragment: %d", g)
	}
	if g, _ := entitystate.Judge(large[:6], len(large)-6); g != entitystate.Typed {
		t.Errorf("nothing of the entities: %d", g)
	}
}

func refused(b []byte) bool {
	g, _ := entitystate.Judge(b, 0)
	return g == entitystate.Refused
}

func TestScore(t *testing.T) {
	const w, y, s, x = entitystate.Weak, entitystate.Typed, entitystate.Strong, entitystate.Refused
	type seen struct {
		grade entitystate.Grade
		kind  uint8
	}
	tests := []struct {
		name string
		flow []seen
		want bool
	}{
		{"nothing", nil, false},
		{"one State", []seen{{s, 4}}, false},
		{"two States", []seen{{s, 4}, {s, 4}}, true},
		{"headers only", []seen{{w, 2}, {w, 1}, {w, 12}, {w, 14}, {w, 17}, {w, 2}}, false},
		{"one type, often", []seen{{y, 3}, {y, 3}, {y, 3}, {y, 3}, {y, 3}, {y, 3}}, false},
		{"four types", []seen{{y, 3}, {y, 1}, {y, 10}, {y, 11}}, true},
		{"three types and headers", []seen{{y, 1}, {w, 2}, {y, 9}, {y, 3}}, true},
		{"two types and headers", []seen{{y, 1}, {w, 2}, {y, 10}, {w, 12}}, false},
		{"a Hello, its answer and a Roster", []seen{{y, 1}, {w, 2}, {y, 9}}, true},
		{"Rosters only", []seen{{y, 9}, {y, 9}, {y, 9}}, false},
		{"a State and two types", []seen{{s, 4}, {y, 3}, {y, 11}}, true},
		{"a State and headers", []seen{{s, 4}, {w, 2}, {w, 1}}, false},
		{"types, and one that breaks a rule", []seen{{y, 3}, {y, 1}, {x, 0}, {y, 10}, {y, 11}}, false},
		{"States, and one that breaks a rule", []seen{{s, 4}, {x, 0}, {s, 4}}, true},
	}
	for _, tt := range tests {
		var score entitystate.Score
		for _, d := range tt.flow {
			score.Add(d.grade, d.kind)
		}
		if score.Decided() != tt.want {
			t.Errorf("%s: decided %v", tt.name, score.Decided())
		}
	}
}

// A million random datagrams of one flow never make it this protocol, even if half of
// them have its version where it belongs.
func TestRandomDatagrams(t *testing.T) {
	if testing.Short() {
		t.Skip("a million datagrams")
	}
	random := rand.New(rand.NewPCG(4, 4242))
	var room [256]byte
	var score entitystate.Score
	var none entitystate.Spec
	var passed [4]int
	for n := range 1_000_000 {
		b := room[:random.IntN(len(room))]
		for i := range b {
			b[i] = byte(random.Uint32())
		}
		if n%2 == 0 && len(b) > 3 {
			b[3] = 1
		}
		grade, spec := entitystate.Judge(b, 0)
		passed[grade]++
		if spec == nil {
			spec = &none
		}
		score.Add(grade, spec.Type)
		if score.Decided() {
			t.Fatalf("datagram %d decides: %x", n, b)
		}
	}
	t.Logf("passed by grade: %v", passed)
	if passed[entitystate.Strong] > 0 || passed[entitystate.Typed] > 5 {
		t.Errorf("passed by grade: %v", passed)
	}
}
