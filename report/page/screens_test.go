package page_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"bcdump/decode/synth/battle"
	"bcdump/decode/synth/edit"
	"bcdump/internal/must"
	"bcdump/report/figures"
)

// screen is a picture of docs/screens.
type screen struct {
	name string
	look
	replay *figures.Replay
	script string // run before it is taken
}

const screens = "../../docs/screens"

// TestScreens takes the pictures of docs/screens: `make screens`. Without that it only demands that
// each is there, and no other.
func TestScreens(t *testing.T) {
	_, raw := record(battle.Options{Players: 4, Duration: 4 * time.Minute, Seed: 12, Loss: 0.01, GameSpy: 0.1})
	r := replayOf(t, "battle.pcap", raw)
	_, shifted := record(battle.Options{Players: 4, Duration: time.Minute, Seed: 12})
	shifted = must.Get(edit.Read(shifted))(t).Of(edit.Elsewhere(2, 20*time.Second, 30))
	fight := `bcdump.state.clock.seek(busiest())`
	var all []screen
	for width, height := range map[int64]int64{360: 740, 800: 1100, 1440: 900, 2560: 1440} {
		for _, dark := range []bool{false, true} {
			name := fmt.Sprintf("report-%d-%s", width, map[bool]string{false: "light", true: "dark"}[dark])
			all = append(all, screen{name, look{width: width, height: height, dark: dark}, r, fight})
		}
	}
	part := func(id string) string { return fmt.Sprintf(`document.querySelector("#%s").scrollIntoView()`, id) }
	all = append(all,
		screen{"report-charts", look{width: 1440, height: 1200}, r, part("charts")},
		screen{"report-protocol", look{width: 1440, height: 1200, dark: true}, r, part("protocol")},
		screen{"report-flat", look{width: 1440, height: 900, hash: "#flat"}, r, fight},
		screen{"report-entity-state", desk, shipped(t, "entity-state.pcap"), ""},
		screen{"report-join-failed", desk, shipped(t, "join-password.pcap"), ""},
	)
	all = append(all, screen{"report-seen", look{width: 1440, height: 900}, replayOf(t, "battle.pcap", shifted), `(bcdump.stage.seeAs(1), bcdump.state.clock.seek(40))`})
	var names []string
	for i := range all {
		names = append(names, filepath.Join(screens, all[i].name+".png"))
		if os.Getenv("UPDATE") != "" {
			all[i].take(t)
		}
	}
	there, err := filepath.Glob(filepath.Join(screens, "report-*.png"))
	slices.Sort(names)
	if err != nil || !slices.Equal(there, names) {
		t.Errorf("pictures %q, want %q (%v)", there, names, err)
	}
}

// busiest is a script that gives a moment with much fire.
const busiest = `function busiest() {
	const { fire, torpedoes } = bcdump.state.report.doc;
	let best = [0, 0];
	for (const f of fire) {
		const n = bcdump.state.world.at(f.t + 0.4).beams.length * 3 + torpedoes.filter((s) => s.t < f.t + 0.4 && s.t > f.t - 1).length;
		if (n > best[0]) best = [n, f.t + 0.4];
	}
	return best[1];
}`

func (s *screen) take(t *testing.T) {
	s.still = true
	p := open(t, s.replay, s.look)
	p.run(chromedp.Evaluate[chromedp.Void](busiest))
	if s.script != "" {
		of[int](p, "("+s.script+", 1)")
	}
	of[int](p, `new Promise((done) => setTimeout(() => done(1), 1200))`)
	picture := must.Get(chromedp.Run(p.ctx, chromedp.CaptureScreenshot()))(t)
	if err := os.WriteFile(filepath.Join(screens, s.name+".png"), picture, 0o644); err != nil { //nolint:gosec // a document
		t.Fatal(err)
	}
}
