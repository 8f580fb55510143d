package render_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"bcdump/internal/must"
	"bcdump/report/figures"
	"bcdump/report/render"
	"bcdump/report/terminal"
)

// TestManyLeft: 19 connections that ended badly take a line for each way, with names, a count and from how long to how long,
// and fit the screen.
func TestManyLeft(t *testing.T) {
	o := &figures.CaptureOverview{Name: "it.pcap", Dialect: "stock", Perspective: "host", Frames: 1, Next: []string{"bcdump match it.pcap"}}
	add := func(n int, e figures.Ending) {
		for range n {
			i := len(o.Ended)
			o.Ended = append(o.Ended, figures.Story{Player: fmt.Sprint("Player", i), Outcome: e.End, Text: e.Sentence(), Frame: int64(100 + i)})
		}
	}
	add(9, figures.Ending{End: figures.EndTimeout, EndText: "silent for 45 s"})
	add(5, figures.Ending{End: figures.EndDropped, EndText: "still talking"})
	add(1, figures.Ending{End: figures.EndDropped, EndText: "3.00 s after his last datagram"})
	add(2, figures.Ending{End: figures.EndRefused, EndText: "wrong password"})
	add(1, figures.Ending{End: figures.EndKicked})
	add(1, figures.Ending{End: figures.EndTimeout, EndText: "silent for 12 min"})
	var b bytes.Buffer
	must.Do(t, render.WriteCaptureOverview(&b, o, render.Options{Width: 80}))
	text := b.String()
	for _, want := range []string{
		"HOW PLAYERS LEFT\n 10 timed out: silent for 45 s to 12 min · Player0 (frame 100), and 9 more\n", "\n 6 were dropped · Player9 (frame 109), Player10 (frame 110), and 4 more\n",
		"\n 2 were refused: wrong password · Player15 (frame 115), Player16 (frame 116)\n", "\n Player17 was kicked (frame 117)\n", "NO JUDGED RULE IS BROKEN",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	for line := range strings.Lines(text) {
		if terminal.Width(strings.TrimSuffix(line, "\n")) > 80 {
			t.Errorf("too long: %s", line)
		}
	}
}

// TestCrowdRefused: hundreds whom a full host refuses are a few lines and a count for who asks why; who ended otherwise stays.
func TestCrowdRefused(t *testing.T) {
	s := &figures.Stories{Name: "it.pcap"}
	add := func(player string, e figures.Ending) {
		s.Connections = append(s.Connections, figures.Story{Player: player, Outcome: e.End, Text: e.Sentence(), Frame: int64(len(s.Connections))})
	}
	for i := range 300 {
		if add(fmt.Sprint("Crowd", i), figures.Ending{End: figures.EndRefused, EndText: "no free player slot"}); i == 200 {
			add("Ann", figures.Ending{End: figures.EndKicked})
		}
	}
	var b bytes.Buffer
	must.Do(t, render.WriteStories(&b, s, false, render.Options{Width: 120}))
	text := b.String()
	if !strings.Contains(text, "\n and 290 more up to -, each of whom was refused: no free player slot (-o json has them)\n") || !strings.Contains(text, "Ann was kicked") || strings.Count(text, "\n") != 13 {
		t.Errorf("%s", text)
	}
}
