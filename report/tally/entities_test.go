package tally_test

import (
	"fmt"
	"testing"
	"time"

	"bcdump/decode"
	"bcdump/decode/entitystate"
	"bcdump/decode/synth"
	"bcdump/report/internal/reporttest"
	"bcdump/report/tally"
)

// TestEntityLives has an id that is missing for a moment, one that comes back much later,
// one that changes its type, and one that a State has twice.
func TestEntityLives(t *testing.T) {
	s := &synth.Script{Start: reporttest.Start}
	one := synth.Entity{ID: 1, Type: synth.PlayerEntity}
	enemy := func(id uint32) synth.Entity { return synth.Entity{ID: id, Type: synth.EnemyEntity} }
	for i := range 120 {
		entities := []synth.Entity{one}
		if i > 90 {
			entities = append(entities, one) // a damaged one: it breaks a rule
		}
		if i < 10 || i > 20 {
			entities = append(entities, enemy(2)) // away for 0.18 s
		}
		if i < 10 || i > 80 {
			entities = append(entities, enemy(3)) // away for more than a second
		}
		four := enemy(4)
		if i > 50 {
			four.Type = synth.BulletEntity
		}
		s.Raw(time.Duration(i)*time.Second/60, synth.EntityServer, reporttest.Cady, synth.EntityState(append(entities, four)))
	}
	var lives tally.EntityLives[struct{}]
	told := map[string]int{}
	tell := func(what string) func(*tally.EntityLife[struct{}]) {
		return func(l *tally.EntityLife[struct{}]) { told[fmt.Sprint(what, " ", l.ID, " ", l.Kind)]++ }
	}
	for r := range reporttest.Open(t, "ids", s.Pcap(synth.Ethernet()), decode.Options{}).Records() {
		if m, ok := r.Content().Message.(*entitystate.State); ok {
			lives.State(r, m, tally.EntityEvents[struct{}]{Born: tell("born"), Died: tell("died"), Back: tell("back")})
		}
	}
	lives.End(tell("died"), tell("stays"))
	want := "map[back 2 2:1 born 1 1:1 born 2 2:1 born 3 2:2 born 4 2:1 born 4 3:1 died 3 2:1 died 4 2:1 stays 1 1:1 stays 2 2:1 stays 3 2:1 stays 4 3:1]"
	if got := fmt.Sprint(told); got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
}

// A State that comes behind a newer one tells nothing: nobody comes back, and nobody is gone. On a server whose velocities are
// the wrong way round only the first States are taken for late.
func TestLateStates(t *testing.T) {
	for vx, want := range map[float32]int{60: 1, -60: 9} {
		s := &synth.Script{Start: reporttest.Start}
		for i := range 60 {
			entities := []synth.Entity{{ID: 1, Type: synth.EnemyEntity, X: float32(i), VX: vx}, {ID: 2, Type: synth.EnemyEntity, X: float32(i), VX: vx}}
			if i >= 30 {
				entities = entities[:1]
			}
			at := time.Duration(i) * time.Second / 60
			if i == 28 && vx > 0 {
				at += 100 * time.Millisecond
			}
			s.Raw(at, synth.EntityServer, reporttest.Cady, synth.EntityState(entities))
		}
		var lives tally.EntityLives[struct{}]
		late, died := 0, 0
		for r := range reporttest.Open(t, "late", s.Pcap(synth.Ethernet()), decode.Options{}).Records() {
			m := r.Content().Message.(*entitystate.State)
			late += tally.BoolInt(lives.Late(m, r.Steady()))
			lives.State(r, m, tally.EntityEvents[struct{}]{
				Born: func(*tally.EntityLife[struct{}]) {}, Died: func(*tally.EntityLife[struct{}]) { died++ },
				Back: func(l *tally.EntityLife[struct{}]) { t.Errorf("%v: %d is back", vx, l.ID) },
			})
		}
		if lives.End(func(*tally.EntityLife[struct{}]) { died++ }, func(*tally.EntityLife[struct{}]) {}); late != want || died != 1 {
			t.Errorf("%v: %d States are late, %d entities gone", vx, late, died)
		}
	}
}
