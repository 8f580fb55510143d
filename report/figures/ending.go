package figures

import "cmp"

// Connection is who is connected to which server.
type Connection struct {
	Player  string `json:"player" about:"name; '\"\"' if it is not known"`
	Client  int    `json:"client" about:"number of the link, as the key 'client' of [decode](decode.md) has it"`
	Address string `json:"address" about:"of the client"`
	Server  string `json:"server" about:"address of the host"`
}

// Ending is how a connection ended.
type Ending struct {
	End      string `json:"end" about:"[how it ended](#how-connections-end)"`
	EndFrame int64  `json:"end_frame" about:"of the message that ended it; for a timeout, the client's last one"`
	EndText  string `json:"end_text" about:"further details"`
}

// Ends of connections, in the same words in all commands.
const (
	EndStayed       = "stayed"
	EndLeft         = "left"
	EndDropped      = "dropped"
	EndTimeout      = "timeout"
	EndKicked       = "kicked"
	EndRefused      = "refused"
	EndStuck        = "stuck"
	EndCaptureEnded = "capture_ended"
	EndUnknown      = "unknown"
)

// endings are the ends in words.
var endings = []struct {
	end, short, verb, more string
	bad                    bool
}{
	{end: EndStayed}, {end: EndLeft},
	{end: EndDropped, verb: "was dropped", more: " by the host while still talking", bad: true},
	{end: EndTimeout, short: "timed out", more: ": it fell silent", bad: true},
	{end: EndKicked, verb: "was kicked", bad: true},
	{end: EndRefused, verb: "was refused", bad: true},
	{end: EndStuck, verb: "got stuck", more: " and never got into the game", bad: true},
	{end: EndCaptureEnded, short: "the capture ended", verb: "was joining when the capture ended"},
	{end: EndUnknown, verb: "has gone, it is unknown how"},
}

// Ends lists how a connection may end.
func Ends() (ends []string) {
	for _, e := range endings {
		ends = append(ends, e.end)
	}
	return ends
}

// EndText is the end of a connection in a word or two, EndVerb says it of somebody, and EndStory says more; bad is
// an end that nobody wants.
func EndText(end string) string {
	short, _, _, _ := ending(end)
	return short
}

// EndVerb says in a verb what became of the client: "left", "timed out".
func EndVerb(end string) string {
	_, verb, _, _ := ending(end)
	return verb
}

// EndStory says it in a clause, and whether it is an end that nobody wanted.
func EndStory(end string) (says string, bad bool) {
	_, verb, more, bad := ending(end)
	return verb + more, bad
}

func ending(end string) (short, verb, more string, bad bool) {
	for _, e := range endings {
		if e.end == end {
			short = cmp.Or(e.short, end)
			return short, cmp.Or(e.verb, short), e.more, e.bad
		}
	}
	return end, end, "", false
}
