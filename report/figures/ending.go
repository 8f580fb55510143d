package figures

import "cmp"

// Connection is who is connected to which server.
type Connection struct {
	Player  string `json:"player" look:"name" cut:"8" or:"address" about:"name; '\"\"' if it is not known"`
	Client  int    `json:"client" drop:"1" about:"number of the link, as the key 'client' of [decode](decode.md) has it"`
	Address string `json:"address" drop:"3" about:"of the client"`
	Server  string `json:"server" drop:"4" about:"address of the host"`
}

// Ending is how a connection ended.
type Ending struct {
	End      string `json:"end" title:"outcome" fold:"9" about:"[how it ended](#how-connections-end)"`
	EndFrame int64  `json:"end_frame" unit:"#" zero:"-" about:"of the message that ended it; for a timeout, the client's last one"`
	EndText  string `json:"end_text" about:"further details"`
	Moved    bool   `json:"-"` // it is none: the client goes on from another address, as the text says
}

// Ends of connections, in the same words in all commands.
const (
	//row:ends `stayed` | in the game when the capture ended
	EndStayed = "stayed"
	//row:ends `left` | the client sent a Disconnect
	EndLeft = "left"
	//row:ends `dropped` | the host gave it up though it still sent
	EndDropped = "dropped"
	//row:ends `timeout` | silent for 5 s, and the host told the others; or for 25 s, while the host spoke on
	EndTimeout = "timeout"
	//row:ends `kicked` | Boot by the host
	EndKicked = "kicked"
	//row:ends `refused` | not let in: version, file, password, full, already connected
	EndRefused = "refused"
	//row:ends `stuck` | the join hung, and neither side ended it
	EndStuck = "stuck"
	//row:ends `capture_ended` | joining when the capture ended
	EndCaptureEnded = "capture_ended"
	//row:ends `unknown` | not in the capture; a text says what is known
	EndUnknown = "unknown"
)

// endings are the ends in words: in a table, and of somebody.
var endings = []struct {
	end, short, verb string
	told             bool // it is to be told to who asks what became of the players
}{
	{end: EndStayed, verb: "stayed"}, {end: EndLeft, verb: "left"},
	{end: EndDropped, verb: "was dropped", told: true},
	{end: EndTimeout, short: "timed out", verb: "timed out", told: true},
	{end: EndKicked, verb: "was kicked", told: true},
	{end: EndRefused, verb: "was refused", told: true},
	{end: EndStuck, verb: "got stuck", told: true},
	{end: EndCaptureEnded, short: "the capture ended", verb: "was joining when the capture ended"},
	{end: EndUnknown, verb: "has gone, it is unknown how", told: true},
}

// Ends lists how a connection may end.
func Ends() (ends []string) {
	for _, e := range endings {
		ends = append(ends, e.end)
	}
	return ends
}

// Words says how a connection ended, as tables have it: "left", "refused: his scripts/App.pyc differs (..)". Every
// report has these words, or those of Sentence.
func (e *Ending) Words() string {
	if e.Moved {
		return e.EndText
	}
	short, _, _ := endWords(e.End)
	return short + behind(e.EndText)
}

// Sentence says it of somebody: "was refused: his scripts/App.pyc differs (..)".
func (e *Ending) Sentence() string {
	if e.Moved {
		return e.EndText
	}
	_, verb, _ := endWords(e.End)
	return verb + behind(e.EndText)
}

// Notable reports whether it is an end that nobody chose, or nobody knows: who asks what became of the players is told.
func (e *Ending) Notable() bool {
	_, _, told := endWords(e.End)
	return told && !e.Moved
}

func behind(text string) string {
	if text == "" {
		return ""
	}
	return ": " + text
}

func endWords(end string) (short, verb string, told bool) {
	for _, e := range endings {
		if e.end == end {
			return cmp.Or(e.short, end), e.verb, e.told
		}
	}
	return end, end, false
}
