package main

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"bcdump/decode/synth/battle"
	"bcdump/decode/synth/recorder"
	"bcdump/report/terminal"
)

// BenchmarkCommands runs what people type most over a battle of 50,000 datagrams, with one worker.
// `make pgo` takes the profile from here that the program is built with.
func BenchmarkCommands(b *testing.B) {
	folder := b.TempDir()
	capture := filepath.Join(folder, "battle.pcap")
	writeBattle(b, capture)
	do := func(b *testing.B, command string) {
		var said bytes.Buffer
		args := strings.ReplaceAll(command, "FOLDER", folder)
		if status := run(strings.Fields(args), streams{out: io.Discard, err: terminal.NewWriter(&said)}); status != exitOK {
			b.Fatal(said.String())
		}
	}
	do(b, "verify --update FOLDER")
	for _, command := range []string{
		"stats -j1", "decode -j1", "decode -j1 -o json", "timeline -j1", "check -j1", "match -j1",
		"stats -j1 -f opcode==0x1C", "verify",
	} {
		b.Run(command, func(b *testing.B) {
			what := command + " " + capture
			if command == "verify" {
				what = command + " " + folder
			}
			for b.Loop() {
				do(b, what)
			}
		})
	}
}

func writeBattle(b *testing.B, path string) {
	b.Helper()
	start := time.Unix(1_771_070_400, 0).UTC()
	var raw bytes.Buffer
	o := battle.Options{Players: 4, Datagrams: 50_000, Seed: 1, GameSpy: 0.5, Start: start}
	if _, err := recorder.Record(&raw, o, recorder.Options{Start: start}); err != nil {
		b.Fatal(err)
	}
	if err := os.WriteFile(path, raw.Bytes(), 0o600); err != nil {
		b.Fatal(err)
	}
}
