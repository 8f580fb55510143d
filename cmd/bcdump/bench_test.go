package main

import (
	"bytes"
	"io"
	"strings"
	"testing"

	"bcdump/report/terminal"
)

// BenchmarkCommands runs what people type most over a battle of 50,000 datagrams, with one worker.
// `make pgo` takes the profile from here that the program is built with.
func BenchmarkCommands(b *testing.B) {
	folder := b.TempDir()
	do := func(b *testing.B, command string) {
		var said bytes.Buffer
		args := strings.ReplaceAll(command, "FOLDER", folder)
		if status := run(strings.Fields(args), streams{out: io.Discard, err: terminal.NewWriter(&said)}); status != exitOK {
			b.Fatal(said.String())
		}
	}
	do(b, "synth --seed 1 --players 4 --datagrams 50000 --gamespy 0.5 -w FOLDER/battle.pcap")
	do(b, "verify --update FOLDER")
	for _, command := range []string{
		"stats -j1", "decode -j1", "decode -j1 -o json", "timeline -j1", "check -j1", "match -j1",
		"stats -j1 -f opcode==0x1C", "verify",
	} {
		b.Run(command, func(b *testing.B) {
			for b.Loop() {
				do(b, command+" FOLDER/battle.pcap")
			}
		})
	}
}
