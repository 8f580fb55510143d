package page_test

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"bcdump/decode"
	"bcdump/decode/capture"
	"bcdump/decode/message"
	"bcdump/decode/synth/battle"
	"bcdump/decode/synth/edit"
	"bcdump/internal/heavy"
	"bcdump/internal/must"
	"bcdump/report/figures"
	"bcdump/report/internal/reporttest"
)

// TestNumbers: what the page counts is what is in the data, and in the battle.
func TestNumbers(t *testing.T) {
	truth, r := battleOf(t)
	p := battlePage(t)
	kinds, damage := map[string]int{}, 0
	for i := range r.Log {
		kinds[r.Log[i].Kind]++
	}
	for i := range r.Players {
		damage += int(math.Round(r.Players[i].Damage))
	}
	for script, want := range map[string]int{
		`document.querySelectorAll(".players li").length`:      len(r.Players),
		`document.querySelectorAll(".labels .tag").length`:     len(r.Ships),
		`document.querySelectorAll(".lines li").length`:        len(r.Log),
		`document.querySelectorAll(".lines li.kill").length`:   kinds[figures.LogKill],
		`document.querySelectorAll(".lines li.chat").length`:   len(truth.Chat),
		`document.querySelectorAll(".lines li.join").length`:   len(truth.Presence),
		`document.querySelectorAll("#scores tbody tr").length`: len(r.Players),
		`bcdump.state.report.doc.fire.length`:                  len(r.Fire),
		`bcdump.state.report.doc.torpedoes.length`:             len(r.Torpedoes),
		`document.querySelectorAll(".joins tbody tr").length`:  len(r.Stats.Joins),
		`[...document.querySelectorAll("#scores [data-head='Damage told']")].reduce((sum, n) => sum + Number(n.textContent.replaceAll("\u202f", "")), 0)`: damage,
	} {
		if got := of[int](p, script); got != want || want == 0 {
			t.Errorf("%s = %d, want %d", script, got, want)
		}
	}
	if got := kinds[figures.LogKill] + kinds[figures.LogDeath]; got != len(truth.Kills) {
		t.Errorf("%d deaths in the log, want %d", got, len(truth.Kills))
	}
	p.silent(r)
	p.quiet()
}

// silent: the tables that stand where no script runs say what the page says; there, who has most points stands first.
func (p *tab) silent(r *figures.Replay) {
	p.Helper()
	found := of[[]string](p, `(() => {
		const page = new DOMParser().parseFromString(document.querySelector("noscript").textContent, "text/html");
		const rows = (table) => [...table.tBodies[0].rows].map((tr) => Object.fromEntries([...tr.cells].map((td, i) => [table.tHead.rows[0].cells[i].textContent, td.textContent.replaceAll("\u202f", "")])));
		const [scores, log] = [...page.querySelectorAll("table")].map(rows);
		const shown = rows(document.querySelector("#scores table"));
		const wrong = scores.flatMap((row, i) => Object.keys(row).filter((key) => {
			const other = shown.find((x) => x.Player === i + 1 + row.Player)[key] ?? "";
			return key !== "Player" && (Number.isNaN(Number(other)) ? "" : String(Math.round(other))) !== row[key];
		}).map((key) => row.Player + ": " + key + " " + row[key]));
		if (shown.some((row, i) => i && !(Number(row.Score) <= Number(shown[i - 1].Score)) && row.Score !== "–")) wrong.push("the order of scores");
		const lines = [...document.querySelectorAll(".lines li")].map((li) => li.querySelector("time").textContent + li.querySelector(".said").textContent + (li.querySelector(".frame")?.textContent ?? "#0"));
		return [...wrong, ...log.filter((row, i) => row.Time + row["What happened"] + "#" + row.Frame !== lines[i]).map((row) => JSON.stringify(row)), [...page.querySelectorAll("caption")].map((n) => n.textContent) + ": " + scores.length + ", " + log.length];
	})()`)
	if want := []string{fmt.Sprintf("Scores,Log: %d, %d", len(r.Players), len(r.Log))}; !slices.Equal(found, want) {
		p.Errorf("without a script stands %q, want %q", found, want)
	}
}

var (
	command  = regexp.MustCompile(`^bcdump decode -f '(.*)' battle\.pcap( \| wc -l)?$`)
	figure   = regexp.MustCompile(`(?:^| )(?:([0-9]+)|([0-9.]+) (k?M?B)|(–))$`)
	framesIn = regexp.MustCompile(`^frame in \[([^]]*)\]`)
)

// TestQueries: each number is what the query beside it gives.
func TestQueries(t *testing.T) {
	_, raw := fought()
	p := battlePage(t)
	var claims []reporttest.Claim
	var sizes, rounded []float64 // what stands there, and how far it may be off
	for _, x := range of[[]struct{ Where, Text, Query string }](p, `[...document.querySelectorAll("#scores .query, #protocol .query")].map((node) => {
		node.dispatchEvent(new FocusEvent("focusin", { bubbles: true }));
		const where = node.closest("table")?.caption?.textContent ?? node.closest("figure").querySelector("h3").textContent;
		return { where: where + ", " + (node.closest("td")?.dataset.head ?? ""), text: node.textContent.replaceAll("\u202f", ""), query: document.querySelector("#tip code").textContent };
	})`) {
		n, filter := figure.FindStringSubmatch(x.Text), command.FindStringSubmatch(x.Query)
		if n == nil || filter == nil && strings.HasPrefix(x.Query, "bcdump ") {
			continue // a time, a name, a frame to browse
		}
		size, _ := strconv.ParseFloat(n[1]+n[2], 64)
		size *= map[string]float64{"kB": 1e3, "MB": 1e6}[n[3]] + map[string]float64{"": 1, "B": 1}[n[3]]
		formula := x.Query
		if filter != nil {
			formula = "count(" + filter[1] + ")"
		}
		switch where := strings.TrimPrefix(x.Where, "What each player did, as far as the messages tell, "); {
		case slices.Contains([]string{"Kills", "Deaths", "Phasers"}, where): // are told by several messages of a frame
			if list := framesIn.FindStringSubmatch(filter[1]); len(list) < 2 || len(strings.Split(list[1], ", ")) != int(size) {
				t.Errorf("%s: %s, and the query is %s", where, x.Text, x.Query)
			}
		case slices.Contains([]string{"Score", "Damage told"}, where), n[3] != "" && filter != nil: // of these it shows the messages
		default:
			claims, sizes = append(claims, reporttest.Claim{Where: x.Where, Formula: formula}), append(sizes, size)
			rounded = append(rounded, map[bool]float64{true: size / 200}[n[3] != "" && n[3] != "B"])
		}
	}
	for i, n := range reporttest.Answers(t, claims, reporttest.Open(t, "battle.pcap", raw, decode.Options{})) {
		if math.Abs(float64(n)-sizes[i]) > rounded[i] {
			t.Errorf("%s: %v, the query gives %d: %s", claims[i].Where, sizes[i], n, claims[i].Formula)
		}
	}
	if len(claims) < 300 {
		t.Errorf("only %d numbers", len(claims))
	}
	p.quiet()
}

// TestPlaces: at moments with an update, ships are where it says, and their parts are as it says.
func TestPlaces(t *testing.T) {
	_, r := battleOf(t)
	p := battlePage(t)
	random := rand.New(rand.NewPCG(1, 2)) //nolint:gosec // a test
	for range 50 {
		i := random.IntN(len(r.Ships))
		s := &r.Ships[i]
		times, x, y, z := numbers(s.T), numbers(s.X), numbers(s.Y), numbers(s.Z)
		if len(times) == 0 {
			continue
		}
		row := random.IntN(len(times))
		if row+1 < len(times) && times[row+1] == times[row] {
			continue
		}
		got := of[[]float64](p, fmt.Sprintf(`bcdump.state.world.position(%d, %v).at`, i, times[row]))
		for axis, want := range []float64{x[row], y[row], z[row]} {
			if math.Abs(got[axis]-want) > 1e-6 {
				t.Errorf("ship %d at %v s: axis %d is %v, want %v", i, times[row], axis, got[axis], want)
			}
		}
		p.parts(i, s, times[row])
	}
	p.quiet()
}

func (p *tab) parts(i int, s *figures.ReplayShip, t float64) {
	p.Helper()
	got := of[[]float64](p, fmt.Sprintf(`bcdump.state.report.doc.ships[%d].parts.map((part) => bcdump.state.reading(part, %v)?.value ?? -1)`, i, t))
	for k := range s.Parts {
		times, values := numbers(s.Parts[k].T), numbers(s.Parts[k].V)
		row := -1
		for row+1 < len(times) && times[row+1] <= t {
			row++
		}
		want := -1.0
		if row >= 0 {
			want = values[row]
		}
		if math.Abs(got[k]-want) > 1e-6 {
			p.Errorf("%s of ship %d at %v s: %v, want %v", s.Parts[k].Name, i, t, got[k], want)
		}
	}
}

// TestMoments: at any moment the panel says how fast a ship was told to fly last, the list of players, the picture and the charts
// say of hull and shields what the panel says, and the log is where the battle is.
func TestMoments(t *testing.T) {
	_, r := battleOf(t)
	_, raw := fought()
	p := battlePage(t)
	of[int](p, `((choice) => { choice.value = "1"; choice.dispatchEvent(new Event("change")); document.querySelector("#charts").scrollIntoView(); return 1; })(document.querySelector(".log select"))`) // everything
	p.wait(`document.querySelector("#chart-hull canvas")`)
	told := map[string][][2]float64{} // when each ship said how fast it is
	for x := range must.Get(decode.Open("battle.pcap", bytes.NewReader(raw), decode.Options{}))(t).Records() {
		if m, ok := x.Content().Message.(*message.StateUpdate); ok && x.Dir == decode.ToServer && m.DirtyFlags&message.FlagSpeed != 0 {
			id := fmt.Sprintf("0x%08X", m.ObjectID)
			told[id] = append(told[id], [2]float64{x.Time.Sub(r.Start.Time).Seconds(), m.Speed.Float64()})
		}
	}
	random, compared := rand.New(rand.NewPCG(3, 4)), 0 //nolint:gosec // a test
	for range heavy.Scale(20, 60) {
		i := random.IntN(len(r.Ships))
		s := &r.Ships[i]
		at := float64(s.From) + random.Float64()*float64(s.Until-s.From)
		got := of[map[string]string](p, fmt.Sprintf(`(() => {
			const { state, stage } = bcdump;
			state.choosePlayer(%d), state.clock.seek(%v), stage.render(1);
			const text = (where, root = document) => root.querySelector(where)?.textContent ?? "";
			const row = document.querySelectorAll(".players li")[%[1]d];
			const chart = (id) => [...document.querySelectorAll("#chart-" + id + " .series li")].find((n) => text(".toggle span", n) === state.report.doc.players[%[1]d].name)?.querySelector("output").textContent ?? "";
			const facings = [...document.querySelectorAll(".shields text.value, .shields .bars .value")].map((n) => n.textContent).filter((s) => !s.startsWith("hull"));
			const shields = String(facings.reduce((sum, s) => sum + Number.parseFloat(s), 0) / 6);
			const levels = [...document.querySelectorAll(".ship .told .parts:not(.power) li")].filter((n) => {
				const v = Number.parseFloat(text(".value", n));
				const level = Number.isNaN(v) ? "unknown" : v > 50 ? "good" : v > 20 ? "worn" : "bad";
				return !n.classList.contains(level) && v !== 50 && v !== 20 || Math.abs(Number.parseFloat(n.querySelector(".track").style.getPropertyValue("--v")) - (v || 0)) > 1;
			});
			return { speed: [...document.querySelectorAll(".ship .facts div")].find((n) => text("dt", n) === "Speed").querySelector("dd").textContent, hull: text(".shields text.value").replace(/hull|%%/g, "").trim(),
				shields, ownHull: text(".gauge.hull", row).replace(/hull|%%/g, "").trim(), tagHull: (document.querySelector(".labels .tag.chosen:not([hidden]) .mini")?.style.getPropertyValue("--hull") ?? "").replace("%%", ""), ownShields: text(".gauge.shields", row).replace(/shields|%%/g, "").trim(), chartHull: chart("hull").replace(" %%", ""), chartShields: chart("shields").replace(" %%", ""),
				class: text(".status", row).replace(" · cloaked", ""), title: text(".ship-card h3"), line: text(".lines li.now .said"),
				levels: levels.map((n) => n.textContent + " " + n.className).join(), past: String(document.querySelectorAll(".lines li.past").length) };
		})()`, s.Player, at))
		if got["levels"] != "" {
			t.Errorf("%s at %v s: bars do not show %s", s.Name, at, got["levels"])
		}
		speed := math.NaN()
		for _, x := range told[s.ID] {
			if x[0] <= at && x[0] >= float64(s.From) {
				speed = x[1]
			}
		}
		if n, err := strconv.ParseFloat(got["speed"], 64); (err != nil) != math.IsNaN(speed) || math.Abs(n-speed) > 0.06 {
			t.Errorf("%s at %v s: speed %s, want %v", s.Name, at, got["speed"], speed)
		}
		for _, pair := range [][2]string{{"hull", "ownHull"}, {"hull", "chartHull"}, {"tagHull", "hull"}, {"shields", "ownShields"}, {"shields", "chartShields"}} {
			a, err := strconv.ParseFloat(got[pair[0]], 64)
			b, _ := strconv.ParseFloat(got[pair[1]], 64)
			if err == nil && !math.IsNaN(a) && math.Abs(a-b) > 1 {
				t.Errorf("%s at %v s: %s is %s, %s %s", s.Name, at, pair[0], got[pair[0]], pair[1], got[pair[1]])
			}
			compared += map[bool]int{true: 1}[err == nil && !math.IsNaN(a)]
		}
		if n, _ := slices.BinarySearchFunc(r.Log, at, func(l figures.ReplayLine, at float64) int { return cmp.Compare(float64(l.T), at) }); got["past"] != fmt.Sprint(n) || n > 0 && got["line"] != r.Log[n-1].Text {
			t.Errorf("%v s: the log is at %q, %s lines are past, want %q, %d", at, got["line"], got["past"], r.Log[max(n-1, 0)].Text, n)
		}
		if want := r.Players[s.Player].Name + " · " + s.Class; got["class"] != s.Class || got["title"] != want {
			t.Errorf("%s at %v s is %q, and %q", s.Name, at, got["class"], got["title"])
		}
	}
	if compared < 60 {
		t.Errorf("only %d values", compared)
	}
	p.quiet()
}

// TestWaits: each step of a join took as long as from the message of the step before to its own.
func TestWaits(t *testing.T) {
	_, r := battleOf(t)
	_, raw := fought()
	p := battlePage(t)
	times := map[int64]capture.Time{}
	for x := range must.Get(decode.Open("battle.pcap", bytes.NewReader(raw), decode.Options{}))(t).Records() {
		times[x.Frame] = x.Time
	}
	heads := of[[]string](p, `[...document.querySelectorAll(".joins thead th")].map((n) => n.textContent)`)
	rows := of[[][]string](p, `[...document.querySelectorAll(".joins tbody tr")].map((tr) => [...tr.cells].map((n) => n.textContent))`)
	compared := 0
	for i, join := range r.Stats.Joins {
		waits, before := map[string]time.Duration{}, capture.Time{}
		for k, step := range join.Steps {
			at := times[step.Frame]
			if k > 0 {
				waits[step.Step] += at.Sub(before)
			}
			before = at
		}
		for k := 2; k < len(heads)-2; k++ {
			said, err := time.ParseDuration(strings.ReplaceAll(rows[i][k], " ", ""))
			if want, ok := waits[heads[k]]; !ok || err != nil || (said-want).Abs() > max(time.Millisecond, said/100) {
				t.Errorf("%s waits %s for %s, want %v", join.Name, rows[i][k], heads[k], want)
			}
			compared++
		}
	}
	steps := map[string]bool{}
	for _, step := range r.Stats.Joins[0].Steps {
		steps[step.Step] = true
	}
	if want := fmt.Sprintf("All %d have the %d steps", len(r.Stats.Joins), len(steps)); compared < 20 || !strings.Contains(of[string](p, `document.querySelector(".joins p").textContent`), want) {
		t.Errorf("only %d waits, or not: %s", compared, want)
	}
	p.quiet()
}

// TestTimes: the time bar and the charts show the times that they were told to, and playing ends where the capture does.
func TestTimes(t *testing.T) {
	p := battlePage(t)
	press := `[...document.querySelectorAll("#charts .zoom button")].find((n) => n.textContent === %q).click()`
	length := int(of[float64](p, `bcdump.state.clock.length`))
	for _, x := range []struct{ do, where, want string }{
		{`bcdump.state.clock.seek(45)`, ".timebar .now", fmt.Sprintf("0:45.0 / 1:%02d", length-60)},
		{`bcdump.state.clock.seek(-1)`, ".timebar .now", fmt.Sprintf("0:00.0 / 1:%02d", length-60)},
		{`bcdump.state.clock.seek(45)`, "#charts .zoom output", fmt.Sprintf("0:00 – 1:%02d; drag in a chart to zoom", length-60)},
		{fmt.Sprintf(press, "One minute around the replay"), "#charts .zoom output", "0:15 – 1:15; drag in a chart to zoom"},
		{fmt.Sprintf(press, "Nearer"), "#charts .zoom output", "0:30 – 1:00; drag in a chart to zoom"},
		{fmt.Sprintf(press, "Farther"), "#charts .zoom output", "0:15 – 1:15; drag in a chart to zoom"},
		{`bcdump.state.clock.seek(5), ` + fmt.Sprintf(press, "One minute around the replay"), "#charts .zoom output", "0:00 – 1:00; drag in a chart to zoom"},
		{fmt.Sprintf(press, "Whole capture"), "#charts .zoom output", fmt.Sprintf("0:00 – 1:%02d; drag in a chart to zoom", length-60)},
		{`bcdump.state.clock.setSpeed(4), bcdump.state.clock.play(true), bcdump.state.clock.advance(0.5)`, ".timebar .play", "Pause"},
		{`bcdump.state.clock.play(false), bcdump.state.clock.setSpeed(1)`, ".timebar .play", "Play"},
		{`bcdump.state.clock.seek(bcdump.state.clock.length), bcdump.state.clock.play(true)`, ".timebar .play", "Pause"}, // from the beginning
		{`bcdump.state.clock.advance(1000)`, ".timebar .play", "Play"},
	} {
		if got := of[string](p, fmt.Sprintf(`(%s, document.querySelector(%q).textContent)`, x.do, x.where)); got != x.want {
			t.Errorf("%s: %q, want %q", x.do, got, x.want)
		}
	}
	p.quiet()
}

// TestLegends: each line of a chart has the colour of its entry, and is gone while the entry is off.
func TestLegends(t *testing.T) {
	p := battlePage(t)
	of[int](p, `(document.querySelector("#charts").scrollIntoView(), 1)`)
	p.wait(`document.querySelectorAll("#charts canvas").length === document.querySelectorAll("#charts .chart").length`)
	for _, found := range of[[]string](p, `(async () => {
		const wrong = [];
		for (const chart of document.querySelectorAll("#charts .chart")) {
			const pixels = async (tint) => {
				await new Promise((then) => setTimeout(then)); // it is drawn when there is time
				const from = chart.querySelector("canvas");
				const copy = new OffscreenCanvas(from.width, from.height).getContext("2d", { willReadFrequently: true });
				copy.drawImage(from, 0, 0);
				const { data } = copy.getImageData(0, 0, from.width, from.height);
				let n = 0;
				for (let i = 0; i < data.length; i += 4) n += data[i] + "," + data[i + 1] + "," + data[i + 2] === tint;
				return n;
			};
			for (const toggle of [...chart.querySelectorAll(".toggle")].slice(0, 2)) {
				const tint = getComputedStyle(toggle.querySelector(".swatch")).backgroundColor.match(/\d+/g).slice(0, 3).join();
				const counts = [await pixels(tint), (toggle.click(), await pixels(tint)), (toggle.click(), await pixels(tint))];
				if (!counts[0] || counts[1] || counts[2] !== counts[0]) wrong.push(chart.id + " " + toggle.textContent + ", pixels on, off, on: " + counts);
			}
		}
		return wrong;
	})()`) {
		t.Error(found)
	}
	p.quiet()
}

// TestSeenBy: seen by a player who was told that ships are elsewhere, they are there, and as far from where they are.
func TestSeenBy(t *testing.T) {
	const other, off = 1, 30.0
	_, raw := record(battle.Options{Players: 4, Duration: time.Minute, Seed: 12})
	r := replayOf(t, "battle.pcap", must.Get(edit.Read(raw))(t).Of(edit.Elsewhere(other+1, 20*time.Second, off)))
	p := open(t, r, fromAbove)
	told := map[bool]int{}
	for viewer := range r.Players {
		for _, distance := range of[[]float64](p, fmt.Sprintf(`(() => {
			const { state, stage } = bcdump;
			stage.seeAs(%d);
			return state.world.at(40).ships.filter((s) => s.real && state.report.doc.ships[s.index].player !== %[1]d).map((s) => Math.hypot(...s.at.map((v, i) => v - s.real[i])));
		})()`, viewer)) {
			want := map[bool]float64{true: off}[viewer == other]
			if told[viewer == other]++; math.Abs(distance-want) > 1.5 {
				t.Errorf("%s sees a ship %v units from where it is, want %v", r.Players[viewer].Name, distance, want)
			}
		}
	}
	rows := of[[][]string](p, `[...document.querySelectorAll("#seen tbody")[1].rows].map((tr) => [...tr.cells].map((c) => c.textContent))`)
	saw := slices.DeleteFunc(slices.Clone(r.Log), func(l figures.ReplayLine) bool { return l.Kind != figures.LogSaw })
	if !slices.EqualFunc(rows, saw, func(row []string, l figures.ReplayLine) bool { return row[1] == l.Text }) || len(saw) == 0 || told[true] < 2 || told[false] < 3 {
		t.Errorf("the table says %q, the log %v; %v ships", rows, saw, told)
	}
	p.quiet()
}

func numbers(c *figures.Column) []float64 { return slices.Collect(c.All()) }

// TestStands: between updates a ship flies on a line for a second at most, then it stands, hollow.
func TestStands(t *testing.T) {
	r := &figures.Replay{Format: figures.ReplayFormat, Length: 10, Players: []figures.ReplayPlayer{{Name: "Ace"}}, Ships: []figures.ReplayShip{{ID: "0x3FFFFFFF", Until: 10, End: figures.ShipAtEnd}}}
	s := &r.Ships[0]
	s.T, s.X, s.Y, s.Z = places(column(1000, 1, 2, 5)), column(100, 0, 10, 40), column(100, 0, 0, 0), column(100, 0, 0, 0)
	for _, empty := range []**figures.Column{&s.Runs, &s.DT, &s.FX, &s.FY, &s.FZ, &s.UX, &s.UY, &s.UZ, &s.ST, &s.Speed, &s.CT, &s.Cloak} {
		*empty = figures.NewColumn(1)
	}
	s.Runs, s.Cycle = column(1000, 1, 2), new(figures.Seconds)
	*s.Cycle = 0.5
	s.Parts = []figures.ReplayPart{{Name: "Hull", Kind: "hull", T: column(100, 1), V: column(1, 80)}}
	p := open(t, r, fromAbove)
	for at, want := range map[float64]string{0.9: "null", 1: "80 true", 2.4: "80 true", 2.6: "80 false"} {
		script := fmt.Sprintf(`(() => { const r = bcdump.state.reading(bcdump.state.report.doc.ships[0].parts[0], %v); return r ? r.value + " " + r.fresh : "null"; })()`, at)
		if got := of[string](p, script); got != want {
			t.Errorf("hull at %v s: %s, want %s", at, got, want)
		}
	}
	for at, want := range map[float64]string{0.9: "null", 1: "0 false", 1.5: "5 false", 2: "10 false", 2.9: "10 false", 3.1: "10 true", 4.9: "10 true", 5: "40 false", 6.5: "40 true", 10.1: "null"} {
		script := fmt.Sprintf(`(() => { const s = bcdump.state.world.ship(0, %v); return s ? s.at[0] + " " + s.hollow : "null"; })()`, at)
		if got := of[string](p, script); got != want {
			t.Errorf("at %v s: %s, want %s", at, got, want)
		}
	}
	if got := of[string](p, `(bcdump.state.choosePlayer(-1), bcdump.state.chooseShip(0), bcdump.state.clock.seek(0.5), document.querySelector(".shields .value").textContent)`); got != "hull unknown" {
		t.Errorf("before the first block the panel says %q", got)
	}
	p.quiet()
}

// places is a column of all numbers of another one.
func places(of *figures.Column) *figures.Column {
	c := figures.NewColumnOf(of)
	for i := range of.Len() {
		c.AddSteps(int64(i))
	}
	return c
}

func column(scale float64, numbers ...float64) *figures.Column {
	c := figures.NewColumn(scale)
	for _, n := range numbers {
		c.Add(n)
	}
	return c
}

// TestCorpus: no capture makes the page complain or ask for anything. Most in a heavy run only, and
// without WebGL, which takes longer to start in software than all else. Captures that give the same page but for some digits
// are shown once: they differ in what is around the game.
func TestCorpus(t *testing.T) {
	shown, digits := map[string]bool{}, regexp.MustCompile(`[0-9]`)
	names := shippedNames(t)
	some := []string{"cut-behind-file-header.pcap", "session-small.pcap", "entity-state.pcap", "mixed-protocols.pcap", "join-password.pcap", "stock-gamespy.pcap", "trace-log.log", "many-clients.pcap.gz"}
	for _, name := range heavy.Scale(some[1:3], names) {
		if !slices.Contains(names, name) {
			t.Errorf("no %s", name)
			continue
		}
		t.Run(name, func(t *testing.T) {
			r, err := readShipped(name)
			if err != nil {
				t.Skip("no capture: ", err)
			}
			data := digits.ReplaceAllString(strings.ReplaceAll(string(must.Get(json.Marshal(r))(t)), name, ""), "0")
			if shown[data] {
				t.Skip("was shown")
			}
			shown[data] = true
			l := look{width: 1000, height: 700}
			if !slices.Contains(some, name) {
				l.hash = "#flat"
			}
			p := open(t, r, l)
			of[bool](p, `(bcdump.state.clock.seek(bcdump.state.clock.length / 2), true)`)
			p.wait(`!bcdump.stage || bcdump.stage.frames > 0`)
			for _, wrong := range of[[]string](p, `[...document.querySelectorAll("td")].map((n) => n.textContent).filter((text) => {
				const said = text.match(/^([\d.]+) (k?M?)B\/s, ([\d.]+) (k?M?)bit\/s$/);
				const size = (n, unit) => Number(n) * { "": 1, k: 1e3, M: 1e6 }[unit];
				return said ? Math.abs(size(said[3], said[4]) / size(said[1], said[2]) - 8) > 0.1 : text.includes("bit/s");
			})`) {
				t.Errorf("%q is not the same twice", wrong)
			}
			p.quiet()
		})
	}
}

// TestFlat: without WebGL the replay is drawn from above: all ships, or one that is followed, in the middle.
func TestFlat(t *testing.T) {
	p := battlePage(t)
	p.wait(`bcdump.stage.flat && bcdump.stage.frames > 0`)
	// What is drawn is read from a copy, which is there to be read often.
	drawn := `(() => { const c = bcdump.stage.drawing.canvas; const copy = new OffscreenCanvas(c.width, c.height).getContext("2d", { willReadFrequently: true }); copy.drawImage(c, 0, 0); const d = copy.getImageData(0, 0, c.width, c.height).data; const seen = new Set(); for (let i = 0; i < d.length; i += 4) seen.add(d[i] << 16 | d[i + 1] << 8 | d[i + 2]); return seen.size; })()`
	p.wait(drawn + " >= 20") // colours: the first frame may come before the data
	got := of[[]float64](p, `(async () => {
		const { state, stage } = bcdump;
		const press = (label) => [...document.querySelectorAll(".modes button")].find((n) => n.textContent === label).click();
		const pressed = () => document.querySelector(".modes [aria-pressed=true]").textContent;
		state.clock.seek(45), state.choosePlayer(3), press("Follow");
		await new Promise((then) => setTimeout(then, 200));
		const box = (n) => n.getBoundingClientRect();
		const [tag, all] = [box(document.querySelector(".labels .tag.chosen:not([hidden])")), box(stage.node)];
		const following = pressed() === "Follow";
		press("Map");
		await new Promise((then) => setTimeout(then, 200));
		return [following && pressed() === "Map" ? Math.abs(tag.left + tag.width / 2 - all.left - all.width / 2) : -1, document.querySelectorAll(".labels .tag:not([hidden])").length, state.world.at(45).ships.length];
	})()`)
	if got[0] < 0 || got[0] > 60 || got[1] != got[2] || got[2] < 2 {
		t.Errorf("the name of the ship is %v pixels from the middle, %v of %v ships have names", got[0], got[1], got[2])
	}
	p.quiet()
}

// TestNothingCut: at 400 pixels each text of the tables is seen whole, and what bars and rings mean is said.
func TestNothingCut(t *testing.T) {
	_, r := battleOf(t)
	p := open(t, r, look{width: 400, height: 900, hash: "#flat"})
	of[bool](p, `(bcdump.state.choosePlayer(-1), bcdump.state.chooseShip(0), true)`)
	for _, cut := range of[[]string](p, `[...document.querySelectorAll("#scores th, #scores td, #protocol th, #protocol td, #protocol caption, .ship-card *")]
		.filter((n) => !n.classList.contains("offscreen") && n.scrollWidth > n.clientWidth && n.clientWidth > 0 && getComputedStyle(n).display !== "inline")
		.map((n) => n.tagName + " " + n.className + " " + n.textContent.slice(0, 60) + " " + n.scrollWidth + " > " + n.clientWidth)`) {
		t.Error(cut)
	}
	for part, want := range map[string]int{".ship-card .key": 5, ".players + .legend .key": 4, ".joins .key": 3} {
		if got := of[int](p, fmt.Sprintf("document.querySelectorAll(%q).length", part)); got != want {
			t.Errorf("%d of %s, want %d", got, part, want)
		}
	}
	p.quiet()
}

// TestSections: what each player saw and what could be saved have sections of their own, rules that are kept are folded,
// and the page opens four seconds before the first kill, on a player who has a ship then, not on whoever has most points without one.
func TestSections(t *testing.T) {
	_, raw := fought()
	r := replayOf(t, "battle.pcap", raw)
	most := 1000
	r.Players = append(r.Players, figures.ReplayPlayer{Name: "Gone", Kills: 9, Score: &most})
	p := open(t, r, look{width: 1440, height: 900, still: true})
	if got, want := of[[]string](p, `[...document.querySelectorAll("main > section")].map((s) => s.id)`), []string{"replay", "scores", "seen", "charts", "savings", "protocol"}; !slices.Equal(got, want) {
		t.Errorf("sections %v, want %v", got, want)
	}
	var seen [][]string
	for i := range r.Players[:len(r.Players)-1] {
		ships, seconds := 0, 0.0
		for _, s := range r.Sights {
			if s.Player == i {
				ships, seconds = ships+1, seconds+float64(s.Until-s.From)
			}
		}
		seen = append(seen, []string{r.Players[i].Name, fmt.Sprint(ships), fmt.Sprintf("%d:%02d", int(seconds)/60, int(seconds)%60), "–"})
	}
	if rows := of[[][]string](p, `[...document.querySelector("#seen tbody").rows].map((tr) => [...tr.cells].map((c) => c.textContent))`); !slices.EqualFunc(rows, seen, slices.Equal) {
		t.Errorf("players saw %q, want %q", rows, seen)
	}
	first := slices.IndexFunc(r.Log, func(l figures.ReplayLine) bool { return l.Kind == figures.LogKill })
	if at := of[float64](p, `bcdump.state.clock.t`); math.Abs(at-float64(r.Log[first].T)+4) > 1e-3 {
		t.Errorf("the page opens at %v s, the first kill is at %v s", at, r.Log[first].T)
	}
	if !of[bool](p, `bcdump.state.choice.player >= 0 && bcdump.state.shipAt(bcdump.state.choice.player, bcdump.state.clock.t) >= 0`) {
		t.Error("the page opens on a player without a ship")
	}
	if n := of[int](p, `[...document.querySelectorAll("#protocol .tag-pass")].filter((s) => !s.closest("tr").classList.contains("more")).length`); n != 0 {
		t.Errorf("%d rules that are kept are not folded", n)
	}
	p.quiet()
}

// TestNothingOverlaps: in the cards beside the replay, what stands in one row ends above the next.
func TestNothingOverlaps(t *testing.T) {
	_, r := battleOf(t)
	p := open(t, r, look{width: 1440, height: 900, still: true})
	for _, found := range of[[]string](p, `[...document.querySelectorAll(".side .card")].flatMap((card) => [...card.children].slice(1).flatMap((next, i) =>
		[card.children[i], ...card.children[i].children].filter((n) => n.getBoundingClientRect().bottom > next.getBoundingClientRect().top + 1)
			.map((n) => n.tagName + " " + n.textContent.slice(0, 30) + " over " + next.className)))`) {
		t.Error(found)
	}
	if n := of[int](p, `document.querySelectorAll(".side .card").length`); n != 2 {
		t.Errorf("%d cards", n)
	}
	p.quiet()
}
