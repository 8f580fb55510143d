package diff_test

import (
	"bytes"
	"fmt"
	"math"
	"net/netip"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"bcdump/decode"
	"bcdump/decode/synth/battle"
	"bcdump/decode/synth/recorder"
	"bcdump/internal/heavy"
	"bcdump/internal/must"
	"bcdump/report/diff"
	"bcdump/report/facts"
	"bcdump/report/figures"
)

// clock is a tap whose clock is off and runs too fast.
type clock struct {
	*recorder.Recorder
	ahead time.Duration
	ppm   float64
	first time.Duration // true time of the first datagram
}

func (c *clock) Datagram(at time.Duration, from, to netip.AddrPort, payload []byte) int64 {
	if c.Frames() == 0 {
		c.first = at
	}
	return c.Recorder.Datagram(at+c.ahead+time.Duration(float64(at)*c.ppm/1e6), from, to, payload)
}

// recordedAt is a battle as a place with such a clock sees it, and what is true.
func recordedAt(t *testing.T, o battle.Options, ahead time.Duration, ppm float64) (*diff.Sights, *clock, *battle.Truth) {
	t.Helper()
	o.Start = start
	var file bytes.Buffer
	r := must.Get(recorder.New(&file, recorder.Options{Start: start, Nanoseconds: true}))(t)
	tap := &clock{Recorder: r, ahead: ahead, ppm: ppm}
	truth, err := battle.Run(o, tap)
	if err == nil {
		err = r.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	c := must.Get(decode.Open("a.pcap", bytes.NewReader(file.Bytes()), decode.Options{}))(t)
	t.Cleanup(func() { _ = c.Close() })
	return must.Get(diff.SightsOf(c, facts.Options{}))(t), tap, truth
}

// One battle captured at two places: what was lost between them, how the clocks stand, and how long
// datagrams took, are those of the generator.
func TestTruthPlaces(t *testing.T) {
	for i := range heavy.Scale(2, 4) {
		o := battle.Options{Players: 1 + i%4, Duration: 90 * time.Second, Seed: uint64(20 + i), NetworkSeed: uint64(5 + i)}
		o.Loss, o.Reorder, o.Duplicate = []float64{0.03, 0, 0.1, 0.01}[i%4], []float64{0, 0.02}[i%2], 0.01
		ahead, ppm := time.Duration(i*i-9)*350*time.Millisecond, float64(25*i-75)
		t.Run(fmt.Sprint(i), func(t *testing.T) { checkPlaces(t, o, 1+i%o.Players, ahead, ppm) })
	}
}

func checkPlaces(t *testing.T, o battle.Options, player int, ahead time.Duration, ppm float64) {
	middle, _, truth := recordedAt(t, o, 0, 0)
	o.At = player
	own, tap, _ := recordedAt(t, o, ahead, ppm)
	d := diff.Session(middle, own)
	s := d.Session
	const way = 7.9 // ms between both places, at least
	slack := 0.3
	offset := float64(ahead)/1e6 + tap.first.Seconds()*ppm/1e3
	if math.Abs(float64(s.Clock.Offset)-offset) > slack || math.Abs(s.Clock.Drift-ppm) > 3 || math.Abs(float64(s.Clock.Uncertain)-way) > slack || s.NearHost != "a" {
		t.Errorf("clock %+v, %s is near the host: true are %.3f ms and %v ppm", s.Clock, s.NearHost, offset, ppm)
	}
	for _, x := range s.Links {
		checkPlacesLink(t, &x, truth, slack)
	}
	var said, want []string
	for _, x := range d.Differences {
		said = append(said, strings.Join(number.FindAllString(strings.ReplaceAll(x.Text, ",", ""), -1), " "))
	}
	for _, x := range s.Links {
		numbers := []any{x.Paired + x.OnlyA + x.OnlyB, x.OnlyA, x.OnlyB}
		if x.Lost != nil && *x.Lost > 0 {
			numbers = append(numbers, *x.Lost)
		}
		if x.OnlyA+x.OnlyB > 0 {
			want = append(want, strings.TrimSpace(fmt.Sprintln(numbers...)))
		}
	}
	slices.Sort(said)
	slices.Sort(want)
	if len(s.Links) == 0 || !slices.Equal(said, want) || d.Equal != (len(want) == 0) {
		t.Errorf("%d links; said is %q, want %q", len(s.Links), said, want)
	}
}

var number = regexp.MustCompile(`\b[0-9]+\b`)

// checkPlacesLink holds one direction against the truth of the place in the middle: what it lacks was lost
// before it on the way up, and behind it on the way down.
func checkPlacesLink(t *testing.T, x *figures.SessionLink, truth *battle.Truth, slack float64) {
	t.Helper()
	for i := range truth.Links {
		k := &truth.Links[i]
		if k.Client != x.ClientA {
			continue
		}
		lost, most := k.Lost.Before.Up, 5+slack // ms of jitter
		if x.Dir == "S>C" {
			lost, most = k.Lost.Behind.Down, slack
		}
		if x.Lost == nil || *x.Lost != lost {
			t.Errorf("%s %s: %+v, %d were lost", x.Name, x.Dir, x, lost)
		}
		if p90 := x.Delay.P90; p90 == nil || float64(*p90) > most || x.Dir == "C>S" && *p90 < 3.5 {
			t.Errorf("%s %s: 90 %% are late by %v ms at most", x.Name, x.Dir, *p90)
		}
		return
	}
	t.Errorf("no link of %s", x.ClientA)
}
