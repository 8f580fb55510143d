package check

import (
	"fmt"
	"net/netip"
	"slices"
	"strconv"
	"strings"
	"time"

	"bcdump/decode"
	"bcdump/decode/gamespy"
	"bcdump/decode/match"
	"bcdump/decode/message"
)

var gamespyRules = []Rule{
	{
		ID: "gamespy-answered", Judges: Server, Severity: Error, Effect: unfound, Evidence: Observed, Source: "GameSpy text", Times: 200 * time.Millisecond, Needs: GameSpy,
		Says:   "The host answers queries for its status.",
		Counts: "each query to a host of the capture, more than 1 s before its end", Broken: "no text comes back within 1 s; one text answers all queries of that second",
		Watch: queriesAnswered,
	},
	{
		ID: "gamespy-reply-form", Judges: Server, Severity: Error, Effect: unfound, Evidence: Observed, Source: "GameSpy text", Needs: GameSpy,
		Says:   "An answer has the stock keys in their order, then the players, then final and queryid.",
		Counts: "each answer in one part", Broken: "another order, no queryid N.M at the end, or another game",
		Watch: replyForm,
	},
	{
		ID: "gamespy-player-count", Judges: Server, Severity: Warning, Effect: figured, Evidence: Observed, Source: "GameSpy text", Times: 2 * time.Second, Needs: GameSpy,
		Says:   "numplayers is how many clients are connected.",
		Counts: "each answer with numplayers, if all clients joined in the capture", Broken: "fewer than are in the game, or more than connected and did not end 50 s before",
		Parts: []Part{{Tolerance: 0.1}},
		Watch: playerCount,
	},
	{
		ID: "gamespy-limit", Judges: Server, Severity: Warning, Effect: figured, Evidence: Observed, Source: "GameSpy text", Needs: GameSpy,
		Says:   "The player limit of MissionInit is maxplayers.",
		Counts: "each MissionInit", Broken: "they differ",
		Watch: gamespyLimit,
	},
	{
		ID: "gamespy-secure", Judges: Server, Severity: Error, Effect: unfound, Evidence: Observed, Source: "GameSpy text", Times: 200 * time.Millisecond, Needs: GameSpy,
		Says:   "The host answers the challenge of a master server.",
		Counts: "each challenge", Broken: "no right answer within 1 s",
		Watch: gamespySecure,
	},
}

// replyWithin is how soon a text is answered.
const replyWithin = time.Second

// onText asks for GameSpy texts.
func (w *watch) onText(f func(r *decode.Record, pairs []gamespy.Pair, kind gamespy.Kind)) {
	w.ask.gamespy = append(w.ask.gamespy, f)
}

// isHost reports whether an address is that of a server of the game.
func (t *trial) isHost(a netip.AddrPort) bool {
	return slices.ContainsFunc(t.links, func(l *link) bool { return l.Server == a })
}

// textAt is the moment of a text, which is alone in its datagram.
func textAt(r *decode.Record) match.Event {
	at := match.EventOf(r)
	at.Index = -1
	return at
}

// waiting are texts to hosts that want an answer.
type waiting struct {
	from, to netip.AddrPort
	at       match.Event
	answer   string // "" = any
	open     bool
}

func queriesAnswered(w *watch) {
	answered := w.questions("")
	w.onText(func(r *decode.Record, pairs []gamespy.Pair, kind gamespy.Kind) {
		if kind == gamespy.KindQuery && value(pairs, "secure") == "" {
			answered(r, "")
		}
	})
}

// questions follows texts that want an answer, with what it has to hold.
func (w *watch) questions(key string) func(r *decode.Record, want string) {
	var open []*waiting
	w.onText(func(r *decode.Record, pairs []gamespy.Pair, _ gamespy.Kind) {
		for _, x := range open {
			if x.open && x.from == r.Dst && x.to == r.Src && r.Steady().Sub(x.at.Time) <= replyWithin && (key == "" || value(pairs, key) == x.answer) {
				x.open = false // one answer is enough for somebody who asked twice
				w.keeps(Server, nil)
			}
		}
	})
	return func(r *decode.Record, want string) {
		x := &waiting{from: r.Src, to: r.Dst, at: textAt(r), answer: want, open: true}
		open = append(open, x)
		w.at(r.Steady().Add(replyWithin), func() {
			open = slices.DeleteFunc(open, func(y *waiting) bool { return y == x })
			if x.open && w.isHost(x.to) && w.until.Sub(x.at.Time) > replyWithin {
				w.breaks(Server, nil, x.at, "no answer within 1 s")
			}
		})
	}
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

func replyForm(w *watch) {
	w.onText(func(r *decode.Record, pairs []gamespy.Pair, kind gamespy.Kind) {
		if kind != gamespy.KindResponse || !w.isHost(r.Src) || value(pairs, "validate") != "" || !slices.ContainsFunc(pairs, func(p gamespy.Pair) bool { return string(p.Key) == "final" }) {
			return
		}
		what := replyFlaw(pairs)
		w.judges(Server, nil, what == "", textAt(r), "%s", what)
	})
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

func playerCount(w *watch) {
	const guard, late = 2 * time.Second, 50 * time.Second
	w.onText(func(r *decode.Record, pairs []gamespy.Pair, kind gamespy.Kind) {
		n, err := strconv.Atoi(value(pairs, "numplayers"))
		if err != nil || kind != gamespy.KindResponse || !w.isHost(r.Src) {
			return
		}
		server, at := r.Src, textAt(r)
		w.at(r.Steady().Add(guard), func() {
			least, most := 0, 0
			for _, l := range w.links {
				if l.Server != server {
					continue
				}
				if !l.Joined {
					return
				}
				if l.present(at.Time, guard, guard) {
					least++
				}
				if !at.Time.Before(l.First.Time) && at.Time.Sub(l.end) < late {
					most++
				}
			}
			w.judges(Server, nil, n >= least && n <= most, at, "numplayers is %d; %d clients are in the game, %d are connected", n, least, most)
		})
	})
}

func gamespyLimit(w *watch) {
	type told struct {
		link  *link
		at    match.Event
		limit int
	}
	var all []told
	most := map[netip.AddrPort]int{}
	w.onText(func(r *decode.Record, pairs []gamespy.Pair, kind gamespy.Kind) {
		if n, err := strconv.Atoi(value(pairs, "maxplayers")); err == nil && kind == gamespy.KindResponse {
			most[r.Src] = n
		}
	})
	onMessage(w, toClient, func(h *heard, m *message.MissionInit) {
		all = append(all, told{h.link, h.at(), int(m.PlayerLimit)})
	}, message.OpcodeMissionInit)
	w.atEnd(func() {
		for _, x := range all {
			if n, known := most[x.link.Server]; known {
				w.judges(Server, x.link, n == x.limit, x.at, "MissionInit has player limit %d, maxplayers is %d", x.limit, n)
			}
		}
	})
}

func gamespySecure(w *watch) {
	answered := w.questions("validate")
	w.onText(func(r *decode.Record, pairs []gamespy.Pair, _ gamespy.Kind) {
		if challenge := value(pairs, "secure"); challenge != "" {
			answered(r, gamespy.Validate(challenge))
		}
	})
}
