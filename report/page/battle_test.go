package page_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"bcdump/decode"
	"bcdump/decode/synth/battle"
	"bcdump/decode/synth/recorder"
	"bcdump/internal/must"
	"bcdump/report/facts"
	"bcdump/report/figures"
	"bcdump/report/replay"
)

// fought is a battle of four players for a minute and a half, with its truth. Everything that the
// page shows is in it.
var fought = sync.OnceValues(func() (*battle.Truth, []byte) {
	return record(battle.Options{Players: 4, Duration: 90 * time.Second, Seed: 5, Loss: 0.01, GameSpy: 0.2})
})

func record(o battle.Options) (*battle.Truth, []byte) {
	o.Start = time.Date(2026, 2, 14, 22, 8, 0, 0, time.UTC)
	var file bytes.Buffer
	truth, err := recorder.Record(&file, o, recorder.Options{Start: o.Start})
	if err != nil {
		panic(err)
	}
	return truth, file.Bytes()
}

// replayOf reads a capture.
func replayOf(t testing.TB, name string, raw []byte) *figures.Replay {
	t.Helper()
	return must.Get(read(name, raw))(t)
}

func read(name string, raw []byte) (*figures.Replay, error) {
	c, err := decode.Open(name, bytes.NewReader(raw), decode.Options{})
	if err != nil {
		return nil, err
	}
	defer func() { _ = c.Close() }()
	f, err := facts.Read(c, facts.Options{})
	if err != nil {
		return nil, err
	}
	return replay.Of(f, replay.Options{Program: "bcdump test"}), nil
}

// battleOf gives what was read of it once: whoever changes it has to read it again.
func battleOf(t testing.TB) (*battle.Truth, *figures.Replay) {
	t.Helper()
	r := must.Get(battleRead())(t)
	truth, _ := fought()
	return truth, r
}

var battleRead = sync.OnceValues(func() (*figures.Replay, error) {
	_, raw := fought()
	return read("battle.pcap", raw)
})

// shipped reads a capture of testdata/pcaps.
func shipped(t testing.TB, name string) *figures.Replay {
	t.Helper()
	return must.Get(readShipped(name))(t)
}

func readShipped(name string) (*figures.Replay, error) {
	raw, err := os.ReadFile(filepath.Join("..", "..", "testdata", "pcaps", name))
	if err != nil {
		return nil, err
	}
	return read(name, raw)
}

// shippedNames lists captures that hold traffic, or are meant to look as if.
func shippedNames(t testing.TB) (names []string) {
	t.Helper()
	for _, f := range must.Get(os.ReadDir(filepath.Join("..", "..", "testdata", "pcaps")))(t) {
		if name := f.Name(); !strings.HasSuffix(name, ".golden") && name != "TESTLIST" {
			names = append(names, name)
		}
	}
	return names
}
