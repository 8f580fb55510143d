package check

import (
	"fmt"
	"net/netip"
	"slices"
	"strconv"
	"strings"
	"time"

	"bcdump/decode/capture"
	"bcdump/decode/gamespy"
	"bcdump/decode/message"
)

var gamespyRules = []Rule{
	{
		ID: "gamespy-answered", Judges: Server, Severity: Error, Effect: unfound, Evidence: Observed, Source: "GameSpy text", Times: 200 * time.Millisecond, Needs: GameSpy | Uncut | Whole,
		Says:   "The host answers queries for its status.",
		Counts: "each query to a host of the capture, more than 1 s before its end", Broken: "no text comes back within 1 s; one text answers all queries of that second",
		Parts: []Part{{Tolerance: 0.1}}, // nobody sends again what the network, or the capture, loses
		Watch: func(w *watch) {
			w.answered("", func(x *text) (string, bool) { return "", x.kind == gamespy.KindQuery && value(x.pairs, "secure") == "" })
		},
	},
	{
		ID: "gamespy-reply-form", Judges: Server, Severity: Error, Effect: unfound, Evidence: Observed, Source: "GameSpy text", Needs: GameSpy,
		Says:   "An answer has the stock keys in their order, then the players, then final and queryid.",
		Counts: "each answer in one part", Broken: "another order, no queryid N.M at the end, or another game",
		Watch: func(w *watch) {
			w.answers(func(x *text) {
				if value(x.pairs, "validate") == "" && slices.ContainsFunc(x.pairs, func(p gamespy.Pair) bool { return string(p.Key) == "final" }) {
					what := replyFlaw(x.pairs)
					w.judges(Server, w.hostOf(x.src).nobody, what == "", x.at, "%s", what)
				}
			})
		},
	},
	{
		ID: "gamespy-player-count", Judges: Server, Severity: Warning, Effect: figured, Evidence: Observed, Source: "GameSpy text", Times: 2 * time.Second, Needs: GameSpy,
		Says:   "numplayers is how many clients are connected.",
		Counts: "each answer with numplayers, if all clients joined in the capture", Broken: "fewer than are in the game, or more than connected and did not end 50 s before",
		Parts: []Part{{Tolerance: 0.1}},
		Watch: func(w *watch) {
			const guard, late = 2 * time.Second, 50 * time.Second
			w.answers(func(x *text) {
				n, err := strconv.Atoi(value(x.pairs, "numplayers"))
				least, most, at := 0, 0, x.at.Time
				if w.lacksClients(x.src) {
					return
				}
				for _, l := range w.links {
					if l.Server != x.src || at.Before(l.First.Time) {
						continue
					}
					if !l.Joined || err != nil {
						return
					}
					if l.present(at, guard, guard) {
						least++
					}
					if at.Sub(l.end) < late {
						most++
					}
				}
				if err == nil {
					w.judges(Server, w.hostOf(x.src).nobody, n >= least && n <= most, x.at, "numplayers is %d; %d clients are in the game, %d are connected", n, least, most)
				}
			})
		},
	},
	{
		ID: "gamespy-limit", Judges: Server, Severity: Warning, Effect: figured, Evidence: Observed, Source: "GameSpy text", Needs: GameSpy,
		Says:   "The player limit of MissionInit is maxplayers.",
		Counts: "each MissionInit", Broken: "they differ",
		Watch: func(w *watch) {
			most := map[netip.AddrPort]int{}
			w.atEnd(func() {
				for _, x := range w.texts {
					if n, err := strconv.Atoi(value(x.pairs, "maxplayers")); err == nil && x.kind == gamespy.KindResponse {
						most[x.src] = n
					}
				}
			})
			onMessage(w, toClient, func(h *heard, m *message.MissionInit) {
				l, at, limit := h.link, h.at(), int(m.PlayerLimit)
				w.atEnd(func() {
					if n, known := most[l.Server]; known {
						w.judges(Server, l, n == limit, at, "MissionInit has player limit %d, maxplayers is %d", limit, n)
					}
				})
			}, message.OpcodeMissionInit)
		},
	},
	{
		ID: "gamespy-secure", Judges: Server, Severity: Error, Effect: unfound, Evidence: Observed, Source: "GameSpy text", Times: 200 * time.Millisecond, Needs: GameSpy | Whole,
		Says:   "The host answers the challenge of a master server.",
		Counts: "each challenge", Broken: "no right answer within 1 s",
		Watch: func(w *watch) {
			w.answered("validate", func(x *text) (string, bool) {
				challenge := value(x.pairs, "secure")
				return gamespy.Validate(challenge), challenge != ""
			})
		},
	},
}

// answered judges whether a host answers texts that ask for a value of a key, of any if that is "". One answer is enough for
// somebody who asked twice.
func (w *watch) answered(key string, asks func(*text) (want string, ok bool)) {
	const within = time.Second
	w.atEnd(func() {
		for i := range w.texts {
			x := &w.texts[i]
			want, ok := asks(x)
			if !ok {
				continue
			}
			answered := false
			for _, y := range w.texts[i+1:] {
				if answered || y.at.Time.Sub(x.at.Time) > within {
					break
				}
				answered = y.src == x.dst && y.dst == x.src && (key == "" || value(y.pairs, key) == want)
			}
			if answered || w.isHost(x.dst) && w.until.Sub(x.at.Time) > within && w.hasOf(x.dst, x.at.Time, within) {
				w.judges(Server, w.hostOf(x.dst).nobody, answered, x.at, "no answer within 1 s")
			}
		}
	})
}

// answers asks for what hosts answer, at the end.
func (w *watch) answers(f func(*text)) {
	w.atEnd(func() {
		for i := range w.texts {
			if x := &w.texts[i]; x.kind == gamespy.KindResponse && w.isHost(x.src) {
				f(x)
			}
		}
	})
}

// isHost reports whether an address is that of a server of the game that can be heard.
func (t *trial) isHost(a netip.AddrPort) bool {
	return slices.ContainsFunc(t.links, func(l *link) bool { return l.Server == a && !l.Unheard })
}

// hasOf reports whether the capture lacks nothing that a host says for a time after a moment.
func (t *trial) hasOf(host netip.AddrPort, at capture.Time, after time.Duration) bool {
	return !slices.ContainsFunc(t.links, func(l *link) bool { return l.Server == host && !l.certain(Server, at, after) })
}

// value is that of a key of a text; "" = it does not have it.
func value(pairs []gamespy.Pair, key string) string {
	for _, p := range pairs {
		if string(p.Key) == key {
			return string(p.Value)
		}
	}
	return ""
}

// replyKeys are those of an answer, in order, before the players.
var replyKeys = []string{
	"gamename", "gamever", "location", "hostname", "missionscript", "mapname", "numplayers", "maxplayers", "gamemode", "timelimit", "fraglimit", "system", "password",
}

// replyFlaw says what is wrong with an answer; "" = nothing.
func replyFlaw(pairs []gamespy.Pair) string {
	last, player := -1, 0
	for i, p := range pairs {
		key := string(p.Key)
		place := slices.Index(replyKeys, key)
		switch {
		case place >= 0 && (place < last || player > 0):
			return "the key " + key + " is out of order"
		case place >= 0:
			last = place
		case strings.HasPrefix(key, "player_"):
			if key != "player_"+strconv.Itoa(player) {
				return "the key " + key + " is out of order"
			}
			player++
		case key == "final" && i != len(pairs)-2, key == "queryid" && i != len(pairs)-1:
			return "the key " + key + " is not at the end"
		}
	}
	id := value(pairs, "queryid")
	var n, m int
	if _, err := fmt.Sscanf(id, "%d.%d", &n, &m); err != nil {
		return "the queryid is " + strconv.Quote(id)
	}
	if name := value(pairs, "gamename"); name != "" && name != "bcommander" {
		return "the game is " + strconv.Quote(name)
	}
	if version := value(pairs, "gamever"); version != "" && version != "60" {
		return "the version is " + strconv.Quote(version)
	}
	return ""
}
