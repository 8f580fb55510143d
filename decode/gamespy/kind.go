package gamespy

import "strings"

// Kind says what a text is for. Its String is the name that reports print.
type Kind uint8

// The kinds of text, told by the first key and, where that is not enough, by the
// presence of another.
const (
	KindUnknown   Kind = iota // the first key is none of those below, or there is none
	KindQuery                 // asks a server: status, basic, info, rules, players, packets, echo
	KindChallenge             // a master's challenge: secure, alone or after basic
	KindHeartbeat             // a server announces itself to a master: heartbeat
	KindResponse              // a server's answer: gamename, in a text with queryid
	KindValidate              // answers a challenge: gamename, in a text with validate
)

var kindNames = [...]string{
	KindUnknown:   "unknown",
	KindQuery:     "query",
	KindChallenge: "challenge",
	KindHeartbeat: "heartbeat",
	KindResponse:  "response",
	KindValidate:  "validate",
}

// String returns the kind's lower-case name, "unknown" for a value that is no kind.
func (k Kind) String() string {
	if int(k) >= len(kindNames) {
		k = KindUnknown
	}
	return kindNames[k]
}

// kindOf tells the kind of a parsed text.
//
// A text with queryid whose first key is not a known one counts as a response: the
// later parts of a long answer begin with whatever key the first part had no room
// for, and only answers to a query open with a key outside the fixed lists.
func kindOf(pairs []Pair) Kind {
	if len(pairs) == 0 {
		return KindUnknown
	}
	switch string(pairs[0].Key) {
	case "basic":
		if len(pairs) > 1 && string(pairs[1].Key) == "secure" {
			return KindChallenge
		}
		return KindQuery
	case "status", "info", "rules", "players", "packets", "echo":
		return KindQuery
	case "secure":
		return KindChallenge
	case "heartbeat":
		return KindHeartbeat
	case "gamename":
		if hasKey(pairs, "validate") {
			return KindValidate
		}
	}
	if hasKey(pairs, "queryid") {
		return KindResponse
	}
	return KindUnknown
}

func hasKey(pairs []Pair, key string) bool {
	for _, p := range pairs {
		if string(p.Key) == key {
			return true
		}
	}
	return false
}

// player begins the keys of players, each with a number behind.
const player = "player_"

// known are the keys of queries, challenges, heartbeats, and of answers, of which any may be the
// first one of a later part.
var known = [...]string{
	"status", "basic", "info", "rules", "players", "packets", "echo",
	"secure", "heartbeat", "validate", "final", "queryid",
	"gamename", "gamever", "location", "hostname", "missionscript", "mapname", "numplayers", "maxplayers",
	"gamemode", "timelimit", "fraglimit", "system", "password", player,
}

// isKnown reports whether a key is one of the protocol; of one that is cut, whether it begins
// like one.
func isKnown(key []byte, cut bool) bool {
	const longest = 32 // of all keys, and then some
	if len(key) > longest {
		return false
	}
	text := string(key)
	for _, k := range known {
		switch {
		case cut && text != "" && strings.HasPrefix(k, text),
			k != player && text == k,
			k == player && len(text) > len(k) && strings.HasPrefix(text, k):
			return true
		}
	}
	return false
}
