package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// capture is one file to measure on.
type capture struct {
	datagrams int
	form      string // a name of forms
	path      string
	bytes     int64
}

// Forms of captures of more players: of what is measured with the tables, and of all else.
const (
	ofTables = "of the tables"
	crowded  = "crowded"
)

// forms are the usual battle, the same in other containers, and crowded ones; with what
// bcdump synth is told and what the file name ends with.
var forms = []struct {
	name, suffix string
	args         []string
}{
	{"pcap", ".pcap", nil},
	{"pcapng", ".pcapng", []string{"--format", "pcapng"}},
	{"gzip", ".pcap.gz", []string{"--compress", "gzip"}},
	{"zstd", ".pcap.zst", []string{"--compress", "zstd"}},
	{ofTables, "-but-8-players.pcap", []string{"--players", "8"}},
	{crowded, "-but-16-players.pcap", []string{"--players", "16"}},
}

// What shapes the captures beside their size. It stands in the name of the file, so that one
// which was made otherwise is never taken for them.
const players, seed = "4", "1"

// nameOf is the name of a capture's file.
func nameOf(datagrams int, suffix string) string {
	return strconv.Itoa(datagrams) + "-players-" + players + "-seed-" + seed + suffix
}

// makeCaptures writes the captures that are not there yet.
func makeCaptures(o *options) ([]capture, error) {
	if err := os.MkdirAll(o.folder, 0o755); err != nil {
		return nil, err
	}
	var made []capture
	for _, n := range o.sizes {
		for _, form := range forms {
			if form.name != "pcap" && n != o.formsSize() || o.tables != (form.name == ofTables) {
				continue
			}
			c := capture{datagrams: n, form: form.name, path: filepath.Join(o.folder, nameOf(n, form.suffix))}
			if err := c.make(o.bcdump, form.args); err != nil {
				return nil, err
			}
			made = append(made, c)
		}
	}
	return made, nil
}

// make writes the capture under another name first, so that one which was not finished is
// never measured.
func (c *capture) make(bcdump string, args []string) error {
	if info, err := os.Stat(c.path); err == nil {
		c.bytes = info.Size()
		return nil
	}
	fmt.Fprintln(os.Stderr, "writing", c.path)
	unfinished := c.path + ".unfinished"
	args = append([]string{"synth", "--seed", seed, "--players", players, "--datagrams", strconv.Itoa(c.datagrams), "-w", unfinished}, args...)
	if out, err := exec.Command(bcdump, args...).CombinedOutput(); err != nil {
		return fmt.Errorf("%s %v: %w: %s", bcdump, args, err, out)
	}
	if err := os.Rename(unfinished, c.path); err != nil {
		return err
	}
	info, err := os.Stat(c.path)
	if err != nil {
		return err
	}
	c.bytes = info.Size()
	return nil
}

// makeGoldens stores what the captures decode to now, beside them, for verify to compare.
func makeGoldens(list []command) error {
	for _, c := range list {
		if !strings.HasPrefix(c.name, verify) {
			continue
		}
		args := append(slices.Clone(c.args[1:]), "--update")
		if out, err := exec.Command(c.args[0], args...).CombinedOutput(); err != nil {
			return fmt.Errorf("%s %v: %w: %s", c.args[0], args, err, out)
		}
	}
	return nil
}
