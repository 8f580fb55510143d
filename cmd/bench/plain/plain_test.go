package main

import (
	"bytes"
	"encoding/json"
	"math"
	"testing"
	"time"

	"bcdump/decode"
	"bcdump/decode/synth/battle"
	"bcdump/decode/synth/recorder"
	"bcdump/report/records"
)

// lineOf is what both programs say about a message.
type lineOf struct {
	Frame, Index, Peer, Len int
	Time, Src, Dst, Type    string
	Seq                     *int
	Opcode                  string
	Frames                  []int // of a joined message, which the plain tool does not know
	Proto                   string
	Fragment                any
	Fields                  struct {
		ObjectID                     string  `json:"object_id"`
		GameTime                     float64 `json:"game_time"`
		SubsysHash                   string  `json:"subsys_hash"`
		Position, Delta, Forward, Up []float64
		Speed                        *float64
		Cloaked                      *bool
		Power                        []power
	}
}

func linesOf(t *testing.T, text []byte) (lines []lineOf) {
	t.Helper()
	decoder := json.NewDecoder(bytes.NewReader(text))
	for decoder.More() {
		var l lineOf
		if err := decoder.Decode(&l); err != nil {
			t.Fatal(err)
		}
		if l.Frames != nil || l.Proto != "" && l.Proto != string(decode.BC) {
			continue
		}
		if l.Fragment != nil {
			l.Opcode = ""
		}
		lines = append(lines, l)
	}
	return lines
}

// TestPlain holds the output against that of bcdump: a peer that does less than it says
// would make every ratio wrong.
func TestPlain(t *testing.T) {
	start := time.Date(2026, 2, 14, 22, 8, 0, 0, time.UTC)
	var raw, text, want bytes.Buffer
	_, err := recorder.Record(&raw, battle.Options{Players: 6, Datagrams: 8000, Seed: 3, Start: start, GameSpy: 1, Noise: 2}, recorder.Options{Start: start})
	if err != nil {
		t.Fatal(err)
	}
	if err := printCapture(bytes.NewReader(raw.Bytes()), &text); err != nil {
		t.Fatal(err)
	}
	c, err := decode.Open("battle", &raw, decode.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Render(&want, records.JSONLines(records.JSONOptions{})); err != nil {
		t.Fatal(err)
	}
	compareLines(t, linesOf(t, text.Bytes()), linesOf(t, want.Bytes()))
}

func compareLines(t *testing.T, got, want []lineOf) {
	t.Helper()
	byPlace := map[[2]int]lineOf{}
	for _, l := range got {
		byPlace[[2]int{l.Frame, l.Index}] = l
	}
	updates := 0
	for _, w := range want {
		g, ok := byPlace[[2]int{w.Frame, w.Index}]
		if !ok {
			t.Fatalf("frame %d, message %d is missing", w.Frame, w.Index)
		}
		if g.Type != w.Type || g.Opcode != w.Opcode || g.Src != w.Src || g.Dst != w.Dst || g.Len != w.Len || g.Peer != w.Peer || (g.Seq == nil) != (w.Seq == nil) {
			t.Fatalf("frame %d, message %d: %+v, want %+v", w.Frame, w.Index, g, w)
		}
		if w.Opcode == "0x1C" {
			updates++
			compareUpdates(t, &g, &w)
		}
	}
	if updates < 1000 || len(byPlace) < len(want) {
		t.Errorf("%d updates, %d lines, want %d", updates, len(byPlace), len(want))
	}
}

func compareUpdates(t *testing.T, g, w *lineOf) {
	t.Helper()
	a, b := &g.Fields, &w.Fields
	if a.ObjectID != b.ObjectID || a.GameTime != b.GameTime || a.SubsysHash != b.SubsysHash ||
		(a.Speed == nil) != (b.Speed == nil) || (a.Cloaked == nil) != (b.Cloaked == nil) || a.Cloaked != nil && *a.Cloaked != *b.Cloaked || len(a.Power) != len(b.Power) {
		t.Fatalf("frame %d: %+v, want %+v", w.Frame, a, b)
	}
	near := func(x, y []float64) bool {
		for i := range y {
			if len(x) != len(y) || math.Abs(x[i]-y[i]) > 1e-4*max(1, math.Abs(y[i])) {
				return false
			}
		}
		return len(x) == len(y)
	}
	if !near(a.Position, b.Position) || !near(a.Delta, b.Delta) || !near(a.Forward, b.Forward) || !near(a.Up, b.Up) ||
		a.Speed != nil && !near([]float64{*a.Speed}, []float64{*b.Speed}) {
		t.Fatalf("frame %d: %+v, want %+v", w.Frame, a, b)
	}
}
