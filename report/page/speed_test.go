package page_test

import (
	"testing"
	"time"

	"bcdump/decode/synth/battle"
)

// TestSpeed: opening, playing and seeking are fast enough, drawn in software. The machine may be busy
// with other things: the best of some tries counts.
func TestSpeed(t *testing.T) {
	if testing.Short() {
		t.Skip("takes time")
	}
	_, raw := record(battle.Options{Players: 8, Duration: 3 * time.Minute, Seed: 3})
	p := open(t, replayOf(t, "eight.pcap", raw), desk)
	p.best("first picture, ms", 1000, 3, `new Promise((done) => {
		const paint = performance.getEntriesByName("first-contentful-paint")[0];
		done(Math.max(paint ? paint.startTime : 0, performance.getEntriesByName("ready")[0].startTime));
	})`)
	p.best("seek, ms", 100, 5, `(() => {
		const { state, stage } = bcdump;
		let worst = 0;
		for (let i = 1; i <= 20; i++) {
			const began = performance.now();
			state.clock.seek(state.clock.length * i / 21);
			stage.dirty = true;
			stage.render(0.02);
			worst = Math.max(worst, performance.now() - began);
		}
		return worst;
	})()`)
	p.best("frame, ms", 1000./30, 5, `new Promise((done) => {
		const { state, stage } = bcdump;
		state.clock.seek(60);
		state.clock.play(true);
		setTimeout(() => {
			const [from, began] = [stage.frames, performance.now()];
			setTimeout(() => {
				state.clock.play(false);
				done((performance.now() - began) / (stage.frames - from));
			}, 2000);
		}, 500);
	})`)
	p.quiet()
}

// best measures until it is good enough, or often enough to be sure that it is not.
func (p *tab) best(what string, limit float64, tries int, script string) {
	p.Helper()
	least := 0.0
	for i := range tries {
		if got := of[float64](p, script); i == 0 || got < least {
			least = got
		}
		if least <= limit {
			p.Logf("%s: %.1f (at most %.1f)", what, least, limit)
			return
		}
	}
	p.Errorf("%s: %.1f, want at most %.1f", what, least, limit)
}
