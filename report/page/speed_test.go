package page_test

import (
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"bcdump/decode/synth/battle"
	"bcdump/internal/heavy"
)

// TestSpeed: opening, playing and seeking are fast enough, drawn in software, with 8 ships. The machine
// may be busy with other things, or slow: a loop tells how slow it is at the moment, and the best of some tries
// counts.
func TestSpeed(t *testing.T) {
	if !heavy.On() {
		t.Skip("draws for a while")
	}
	_, raw := record(battle.Options{Players: 8, Duration: 3 * time.Minute, Seed: 3})
	html := []byte(written(t, replayOf(t, "eight.pcap", raw)))
	p := openHTML(t, html, desk)
	p.best("first picture, ms", 1000, 4, func() float64 {
		p.run(chromedp.Reload())
		p.wait(`document.documentElement.classList.contains("ready")`)
		return of[float64](p, `performance.getEntriesByName("picture")[0].startTime`)
	})
	p.best("seek, ms", 100, 5, func() float64 {
		return of[float64](p, `(() => {
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
	})
	p.best("frame, ms", 1000./30, 8, func() float64 {
		return of[float64](p, `new Promise((done) => {
			const { state, stage } = bcdump;
			state.clock.seek(60);
			state.clock.play(true);
			setTimeout(() => {
				const [from, began] = [stage.frames, performance.now()];
				setTimeout(() => {
					state.clock.play(false);
					done((performance.now() - began) / Math.max(1, stage.frames - from));
				}, 1500);
			}, 500);
		})`)
	})
	p.quiet()
}

// slower is how much longer the browser takes just now for a loop that an idle machine does in 50 ms.
func (p *tab) slower() float64 {
	p.Helper()
	took := of[float64](p, `(() => {
		const began = performance.now();
		let sum = 0;
		for (let i = 0; i < 5e7; i++) sum = (sum + i * i) | 0;
		return performance.now() - began + (sum & 0);
	})()`)
	return max(1, took/50)
}

// best measures until it is good enough, or often enough to be sure that it is not.
func (p *tab) best(what string, limit float64, tries int, measure func() float64) {
	p.Helper()
	least := 0.0
	for i := range tries {
		before := p.slower()
		got := measure()
		got /= max(before, p.slower())
		if i == 0 || got < least {
			least = got
		}
		if least <= limit {
			p.Logf("%s: %.1f (at most %.1f)", what, least, limit)
			return
		}
	}
	p.Errorf("%s: %.1f, want at most %.1f", what, least, limit)
}
