package collect

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"bcdump/decode"
	"bcdump/report/figures"
)

// queries writes the expressions that count a number again.
type queries struct {
	filter string // that the records had to pass
	// mixed tells that there are entity-state messages too, which have opcodes and
	// directions like those of the game: queries have to tell them apart.
	mixed bool
}

// The conditions that most queries share.
const (
	onWire   = `!frames`               // no joined or lost message
	datagram = `index == 0 && !frames` // the first line of a game datagram: there is one in each
	repeated = `notes contains "retransmit"`
	once     = `!(notes contains "retransmit")`
	// stump is a game datagram of a single byte: it is unreadable, its line holds all of it.
	stump  = `index == 0 && type == "unknown" && notes contains "truncated"`
	headed = datagram + ` && !(type == "unknown" && notes contains "truncated")` // all others
)

// where joins conditions to an expression; empty ones are left out.
func (q *queries) where(conditions ...string) string {
	const and = " && "
	b := make([]byte, 0, 512) // most have room in it
	if q.filter != "" {
		b = append(append(append(b, '('), q.filter...), ")"+and...)
	}
	if q.mixed && !slices.ContainsFunc(conditions, namesProtocol) {
		b = append(append(b, protocolIs(decode.BC)...), and...)
	}
	for _, c := range conditions {
		if c != "" {
			b = append(append(b, c...), and...)
		}
	}
	return string(bytes.TrimSuffix(b, []byte(and)))
}

// is is the condition that a key has a value.
func is(key, value string) string { return key + ` == "` + value + `"` }

func protocolIs(p decode.Protocol) string { return is("proto", string(p)) }

// noted is the condition that a line has a note.
func noted(code decode.Code) string { return `notes contains "` + string(code) + `"` }

func namesProtocol(condition string) bool { return strings.HasPrefix(condition, "proto ") }

// of is the query that keeps the lines with all conditions.
func (q *queries) of(conditions ...string) figures.Query {
	return figures.Query(q.where(conditions...))
}

// ofAll is the same, of all protocols.
func (q *queries) ofAll(condition string) figures.Query {
	all := queries{filter: q.filter}
	return all.of(condition)
}

// count is the formula for the number of lines.
func (q *queries) count(conditions ...string) string { return "count(" + q.where(conditions...) + ")" }

// sum is the formula for the sum of a key.
func (q *queries) sum(key string, conditions ...string) string {
	return "sum(" + key + ", " + q.where(conditions...) + ")"
}

// times is the formula for bytes of a part that always has n of them.
func (q *queries) times(n int, conditions ...string) string {
	return strconv.Itoa(n) + " * " + q.count(conditions...)
}

// payload is the formula for the bytes of game datagrams: their messages and headers.
func (q *queries) payload(conditions ...string) string {
	lines := append([]string{onWire}, conditions...)
	firsts := append([]string{headed}, conditions...)
	return q.sum("len", lines...) + " + " + q.times(headerBytes, firsts...)
}

// headerBytes is the header of a game datagram: peer id and message count.
const headerBytes = 2

// header gives the bytes before the first message of a datagram: headerBytes, or none
// if the datagram is too short to have a header.
func (l *line) header() int {
	if !l.first {
		return 0
	}
	return int(l.Offset)
}

func dirIs(d decode.Direction) string {
	if d == "" {
		return ""
	}
	return is("dir", string(d))
}

func opcodeIs(opcode int) string    { return "opcode == " + opcodeText(opcode) }
func objectIs(object uint32) string { return "fields.object_id == " + objectText(object) }

// framesIn is the condition of lines of these frames, both ends included.
func framesIn(first, last int64) string {
	if first == last {
		return fmt.Sprintf("frame == %d", first)
	}
	return fmt.Sprintf("frame in %d..%d", first, last)
}

// sender is the condition that a link's messages of one direction have.
func (k link) sent(d decode.Direction) string {
	from, to := k.client, k.server
	if d == decode.ToClient {
		from, to = to, from
	}
	return dirIs(d) + " && " + is("src", addressText(from)) + " && " + is("dst", addressText(to))
}

// both is the condition that all messages of a link have.
func (k link) both() string {
	client, server := addressText(k.client), addressText(k.server)
	up := is("src", client) + " && " + is("dst", server)
	down := is("src", server) + " && " + is("dst", client)
	return "(" + up + " || " + down + ")"
}
