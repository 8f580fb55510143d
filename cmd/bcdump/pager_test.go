//go:build unix

package main

import (
	"regexp"
	"strings"
	"testing"
)

// TestPager: long output on a terminal goes through the pager of the user, or less; what fits, what goes into a
// pipe, and what a terminal without abilities shows does not.
func TestPager(t *testing.T) {
	t.Parallel()
	m := newTmux(t, 80, 24)
	m.copied("match-relays-nothing.pcap.gz")
	m.line("unset PAGER LESS; export NO_COLOR=1 LESSHISTFILE=-")
	const check = "bcdump check match-relays-nothing.pcap.gz"
	for _, c := range []struct {
		name, line string
		seen       string // what the screen has then
		paged      bool   // by less, which waits for a key
	}{
		{"less", check + " --all", `(?m)^match-relays-nothing.pcap.gz .*(.*\n)*:$`, true},
		{"fits", "bcdump version", `(?m)^bcdump [^\n]*\nstatus \d\nready>`, false},
		{"unwanted", check + " --no-pager", `--all shows(.*\n)*status \d\nready>`, false},
		{"piped", check + " | tail -1", `\S.*\nstatus \d\nready>`, false},
		{"dumb", "TERM=dumb " + check, `--all shows(.*\n)*status \d\nready>`, false},
		{"own", "PAGER='grep -c .' " + check, `(?m)^[0-9]+\nstatus \d\nready>`, false},
		{"shell", "PAGER='grep WHAT | tr A-Z a-z' " + check, `(?m)^what is wrong .*\nstatus \d\nready>`, false},
		{"absent", "PAGER=no-such-program " + check, `--all shows(.*\n)*status \d\nready>`, false},
		{"input", check[:len("bcdump check")] + " - <match-relays-nothing.pcap.gz", `--all shows(.*\n)*status \d\nready>`, false},
		{"wrong", "bcdump check nothing.pcap", `(?m)^bcdump: .*nothing.pcap(.*\n)*status \d\nready>`, false},
	} {
		m.line("clear; " + c.line + "; echo status $?")
		text := strings.TrimRight(m.settled(regexp.MustCompile(c.seen)), " \n")
		if paged := !strings.HasSuffix(text, prompt); paged != c.paged {
			t.Errorf("%s: a pager waits: %v\n%s", c.name, paged, text)
		}
		if c.paged {
			m.press("q")
			m.until(regexp.MustCompile(`status 1\nready>`))
		}
	}
}

func TestPagerLine(t *testing.T) {
	for _, c := range []struct{ pager, term, want string }{
		{"unset", "xterm", "less"}, {"", "xterm", ""}, {"cat", "xterm", ""}, {"more -s", "xterm", "more -s"}, {"unset", "dumb", ""}, {"more", "dumb", ""},
	} {
		got := pagerLine(func(name string) (string, bool) {
			if name == "TERM" {
				return c.term, true
			}
			return strings.Replace(c.pager, "unset", "", 1), c.pager != "unset"
		})
		if got != c.want {
			t.Errorf("PAGER %q, TERM %q: %q, want %q", c.pager, c.term, got, c.want)
		}
	}
}

// TestBrief: stats and check show on a terminal what answers the question, and name what shows the rest; with
// --all, and in a pipe, they show all.
func TestBrief(t *testing.T) {
	slowWithRaces(t)
	const file = "../../testdata/pcaps/match-relays-nothing.pcap.gz"
	shown := func(terminal bool, args ...string) string {
		t.Helper()
		text, status := screenAt(terminal, append(args, "--color", "never", file)...)
		if status != exitOK && status != exitNothing {
			t.Fatalf("%s: status %d", args, status)
		}
		return text
	}
	for command, kept := range map[string]string{"stats": "what is wrong: ", "check": "WHAT IS WRONG"} {
		brief, all, piped := shown(true, command), shown(true, command, "--all"), shown(false, command)
		rest := all
		if head, kept, ok := strings.Cut(all, "\nKEPT "); ok { // check adds the rules that are kept
			_, after, _ := strings.Cut(kept, "\n\n")
			rest = head + "\n" + after
		}
		if rest != piped || all != shown(false, command, "--all") || (rest != all) != (command == "check") {
			t.Errorf("%s --all is not what a pipe gets", command)
		}
		if !strings.Contains(brief, "--all shows") || !strings.Contains(brief, kept) || strings.Count(brief, "\n")*2 > strings.Count(all, "\n") || strings.Contains(all, "--all shows") {
			t.Errorf("%s is not short, %d lines of %d:\n%s", command, strings.Count(brief, "\n"), strings.Count(all, "\n"), brief)
		}
	}
	for _, line := range []string{"stats --only flags", "check --rules *", "check --top 2"} {
		if words := strings.Fields(line); shown(true, words...) != shown(false, words...) {
			t.Errorf("%s names what it wants, and does not get it", line)
		}
	}
}
