package main

import (
	"bytes"
	"strings"
	"time"

	"bcdump/decode/synth/battle"
	"bcdump/decode/synth/recorder"
)

// matches are short battles in which something goes wrong with the players, not with
// the bytes: joins that fail, players who vanish or come back, copies that are missing.
func matches() []file {
	return []file{
		joinFile("password", 3), joinFile("full", 3), joinFile("version", 3), joinFile("files", 3),
		joinFile("silent-host", 6), joinFile("silent-client", 6), joinFile("lost-fragment", 6),
		matchFile("match-kicked.pcap", battle.Options{Players: 2, Duration: 6 * time.Second}, nil, "late@500ms:2", "kick@4s:2"),
		matchFile("match-rejoin.pcap", battle.Options{Players: 3, Duration: 7200 * time.Millisecond}, nil, "late@500ms:3", "leave@3s:1", "late@3500ms:2", "return@4500ms:1"),
		matchFile("match-timeout.pcap.gz", battle.Options{Players: 2, Duration: 51 * time.Second}, nil, "late@1s:2", "timeout@5s:2"),
		matchFile("match-forgets-torpedoes.pcap.gz", battle.Options{Players: 3, Duration: 21 * time.Second, Seed: 12}, []string{"TorpedoFire:2"}, "late@2s:3"),
		matchFile("match-relays-nothing.pcap.gz", battle.Options{Players: 3, Duration: 21 * time.Second, Seed: 7}, []string{"all"}, "late@2s:3"),
	}
}

// joinFile is a match in which the join of the second of two players fails.
func joinFile(trouble string, seconds time.Duration) file {
	o := battle.Options{Players: 2, Duration: seconds * time.Second}
	return matchFile("join-"+trouble+".pcap", o, nil, "late@500ms:2", trouble+":2")
}

// matchFile is a battle with values of --forget and --trouble.
func matchFile(name string, o battle.Options, forget []string, troubles ...string) file {
	f := file{name: name, plain: func() []byte { return record(o, forget, troubles) }}
	if strings.HasSuffix(name, ".gz") {
		f.compress = gzipped
	}
	return f
}

// record plays a battle. Only wrong options fail, and those are here.
func record(o battle.Options, forget, troubles []string) []byte {
	o.Start = time.Date(2026, 2, 14, 22, 8, 0, 0, time.UTC)
	if o.Seed == 0 {
		o.Seed = 1
	}
	for _, text := range forget {
		o.Forget = append(o.Forget, must(battle.ParseForgets(text)))
	}
	for _, text := range troubles {
		o.Troubles = append(o.Troubles, must(battle.ParseTrouble(text)))
	}
	var b bytes.Buffer
	must(recorder.Record(&b, o, recorder.Options{}))
	return b.Bytes()
}

func must[T any](x T, err error) T {
	if err != nil {
		panic(err)
	}
	return x
}
