package tally

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"bcdump/decode"
	"bcdump/report/figures"
)

// EntityProtocol is the condition of all entity-state messages.
var EntityProtocol = ProtocolIs(decode.EntityState)

// IsState is the condition of States, which are messages of that protocol.
var IsState = Is("name", "State")

// Queries writes the expressions that count a number again.
type Queries struct {
	Filter string // that the records had to pass
	// Mixed tells that there are entity-state messages too, which have opcodes and
	// directions like those of the game: queries have to tell them apart.
	Mixed bool
	// Copied tells that there are copies of datagrams, which count nowhere.
	Copied bool
}

// The conditions that most queries share.
const (
	OnWire   = `!frames`               // no joined or lost message
	Datagram = `index == 0 && !frames` // the first line of a game datagram: there is one in each
	Repeated = `notes contains "retransmit"`
	Once     = `!(notes contains "retransmit")`
	// Stump is a game datagram of a single byte: it is unreadable, its line holds all of it.
	Stump  = `index == 0 && type == "unknown" && notes contains "truncated"`
	Headed = Datagram + ` && !(type == "unknown" && notes contains "truncated")` // all others
)

// where joins conditions to an expression; empty ones are left out.
func (q *Queries) where(conditions ...string) string {
	var all []string
	if q.Filter != "" {
		all = append(all, "("+q.Filter+")")
	}
	if q.Mixed && !slices.ContainsFunc(conditions, func(c string) bool { return strings.HasPrefix(c, "proto ") }) {
		all = append(all, ProtocolIs(decode.BC))
	}
	if q.Copied {
		all = append(all, "!copy_of")
	}
	for _, c := range conditions {
		if c != "" {
			all = append(all, c)
		}
	}
	return strings.Join(all, " && ")
}

// Is is the condition that a key has a value.
func Is(key, value string) string { return key + ` == "` + value + `"` }

// ProtocolIs is the condition of records of a protocol.
func ProtocolIs(p decode.Protocol) string { return Is("proto", string(p)) }

// Noted is the condition that a line has a note.
func Noted(code decode.Code) string { return `notes contains "` + string(code) + `"` }

// Of is the query that keeps the lines with all conditions.
func (q *Queries) Of(conditions ...string) figures.Query {
	return figures.Query(q.where(conditions...))
}

// OfAll is the same, of all protocols.
func (q *Queries) OfAll(condition string) figures.Query {
	all := Queries{Filter: q.Filter, Copied: q.Copied}
	return all.Of(condition)
}

// Count is the formula for the number of lines.
func (q *Queries) Count(conditions ...string) string { return "count(" + q.where(conditions...) + ")" }

// Sum is the formula for the sum of a key.
func (q *Queries) Sum(key string, conditions ...string) string {
	return "sum(" + key + ", " + q.where(conditions...) + ")"
}

// Times is the formula for bytes of a part that always has n of them.
func (q *Queries) Times(n int, conditions ...string) string {
	return strconv.Itoa(n) + " * " + q.Count(conditions...)
}

// Payload is the formula for the bytes of game datagrams: their messages and headers.
func (q *Queries) Payload(conditions ...string) string {
	lines := append([]string{OnWire}, conditions...)
	firsts := append([]string{Headed}, conditions...)
	return q.Sum("len", lines...) + " + " + q.Times(HeaderBytes, firsts...)
}

// HeaderBytes is the header of a game datagram: peer id and message count.
const HeaderBytes = 2

// DirIs is the condition of a direction; "" for none, and for both.
func DirIs(d decode.Direction) string {
	if d == "" || d == figures.BothDirections {
		return ""
	}
	return Is("dir", string(d))
}

// OpcodeIs is the condition of messages with an opcode.
func OpcodeIs(opcode int) string { return "opcode == " + OpcodeText(opcode) }

// ObjectIs is the condition of messages about an object.
func ObjectIs(object uint32) string { return "fields.object_id == " + ObjectText(object) }

// FramesIn is the condition of lines of these frames, both ends included.
func FramesIn(first, last int64) string {
	if first == last {
		return fmt.Sprintf("frame == %d", first)
	}
	return fmt.Sprintf("frame in %d..%d", first, last)
}
