package main

import (
	"fmt"
	"html"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"bcdump/decode"
	"bcdump/internal/must"
	"bcdump/report/browse"
	"bcdump/report/facts"
)

// recorded is one step of a recording: what is pressed, what it is for, and for how many seconds one
// looks at what comes of it.
type recorded struct {
	keys    string // names of keys, with blanks between them; 'text' is typed
	about   string
	seconds float64
}

// browsing is what docs/screens/browse.svg shows, on battle.pcap.
var browsing = []recorded{
	{"", "the messages of a capture; of the chosen one the fields and the bytes", 3},
	{"f 'name == \"TorpedoFire\"'", "a filter, in the language of decode --filter; Tab completes", 3},
	{"enter", "what it keeps", 2.5},
	{"j j", "down to the third", 1.5},
	{"tab down down down", "into its fields: the bytes of the chosen one are marked", 3},
	{"tab right", "into its bytes: the field that owns the chosen one is marked", 2.5},
	{"tab o", "what belongs to it: its Ack, copies, parts", 3},
	{"?", "all keys", 3},
}

// pressed are the keys of recordings that are no characters.
var pressed = map[string]tea.Key{
	"enter": {Code: tea.KeyEnter}, "tab": {Code: tea.KeyTab}, "down": {Code: tea.KeyDown}, "right": {Code: tea.KeyRight},
	"esc": {Code: tea.KeyEscape},
}

// player drives browse without a terminal. What goes on in the background is done before the next key.
type player struct {
	*browse.Model
}

func (b *player) give(msg tea.Msg) {
	switch msg := msg.(type) {
	case nil:
	case tea.BatchMsg:
		for _, cmd := range msg {
			b.do(cmd)
		}
	default:
		_, cmd := b.Update(msg)
		b.do(cmd)
	}
}

func (b *player) do(cmd tea.Cmd) {
	if cmd != nil {
		b.give(cmd())
	}
}

func (b *player) press(keys string) {
	for keys != "" {
		if typed, ok := strings.CutPrefix(keys, "'"); ok {
			end := strings.LastIndex(typed, "'")
			for _, c := range typed[:end] {
				b.give(tea.KeyPressMsg{Code: c, Text: string(c)})
			}
			keys = strings.TrimSpace(typed[end+1:])
			continue
		}
		key, rest, _ := strings.Cut(keys, " ")
		k, ok := pressed[key]
		if !ok {
			k = tea.Key{Code: rune(key[0]), Text: key}
		}
		b.give(tea.KeyPressMsg(k))
		keys = rest
	}
}

// playBack plays a recording, and gives the screen after each step.
func playBack(t *testing.T, path string, width, height int, steps []recorded) (screens []string) {
	t.Helper()
	stop := make(chan struct{})
	x := must.Get(decode.OpenFile(path, decode.Options{Jobs: 1, Copies: true, NoLedger: true, Interrupt: stop}))(t)
	b := &player{browse.New(browse.Options{Open: func() (*decode.Capture, facts.Options, error) { return x, facts.Options{}, nil }, Name: path, Color: true})}
	defer func() {
		close(stop)
		b.Stop()
		if err := x.Close(); err != nil {
			t.Error(err)
		}
	}()
	b.give(tea.WindowSizeMsg{Width: width, Height: height})
	b.do(b.Init())
	for _, step := range steps {
		b.press(step.keys)
		screens = append(screens, b.View().Content)
	}
	return screens
}

// recording draws the steps one after the other, again and again, each with what was pressed below it.
// What shows no animations shows the first.
func recording(screens []string, steps []recorded, columns int) string {
	lines := strings.Count(screens[0], "\n") + 1
	width, height := 2*svgMargin+int(float64(columns)*svgCharWidth+1), 2*svgMargin+(lines+2)*svgLineHeight
	var b strings.Builder
	svgHead(&b, width, height)
	total := 0.0
	for _, step := range steps {
		total += step.seconds
	}
	begin := 0.0
	for i, screen := range screens {
		end := begin + steps[i].seconds
		recordedStep(&b, i, 100*begin/total, 100*end/total, total)
		for n, line := range strings.Split(screen, "\n") {
			svgLine(&b, line, svgMargin+(n+1)*svgLineHeight-5)
		}
		caption := steps[i].about
		if steps[i].keys != "" {
			caption = strings.ReplaceAll(steps[i].keys, "'", "") + "  —  " + caption
		}
		fmt.Fprintf(&b, `<text x="%d" y="%d" fill="%s">%s</text>`+"\n</g>\n", svgMargin, svgMargin+(lines+2)*svgLineHeight-5, svgColors["33"], html.EscapeString(caption))
		begin = end
	}
	b.WriteString("</g>\n</svg>\n")
	return b.String()
}

// recordedStep begins the group of a step, which is seen from one per cent of the time to another.
func recordedStep(b *strings.Builder, n int, from, to, seconds float64) {
	other := "hidden"
	if n == 0 {
		other = "visible"
	}
	fmt.Fprintf(b, "<style>@keyframes step%d { 0%% { visibility: hidden } %.2f%% { visibility: visible } %.2f%% { visibility: hidden } }\n", n, from, to)
	fmt.Fprintf(b, "#step%d { visibility: %s; animation: step%[1]d %.1[3]fs step-end infinite }</style>\n", n, other, seconds)
	fmt.Fprintf(b, `<g id="step%d">`+"\n", n)
}
