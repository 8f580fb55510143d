package records

import (
	"fmt"
	"net/netip"

	"bcdump/decode"
	"bcdump/decode/capture"
	"bcdump/decode/message"
	"bcdump/report/terminal"
)

// SummaryText says what was read and what was left out, a line per kind; kinds
// that did not occur have none.
func SummaryText(name string, s *decode.Summary) string {
	var b []byte
	say := func(format string, args ...any) {
		b = terminal.AppendLine(b, terminal.Span{Text: fmt.Sprintf(format, args...)})
	}
	say("%s: %d frames, %s to %s", name, s.Frames,
		s.Clock.First.AppendRFC3339(nil, int(max(s.Digits, 6))), s.Clock.Last.AppendRFC3339(nil, int(max(s.Digits, 6))))
	line := func(n int64, what string) {
		if n > 0 {
			say("%9d  %s", n, what)
		}
	}
	line(s.Datagrams.BC, "game datagrams")
	line(s.Datagrams.EntityState, "entity-state messages")
	line(s.Datagrams.GameSpy, "GameSpy texts")
	line(s.Datagrams.Unknown, "datagrams of no known protocol")
	line(s.Datagrams.Empty, "empty datagrams")
	line(s.Datagrams.Copies, "copies of datagrams, captured more than once")
	line(s.Skipped[capture.NotUDP], "frames that are not UDP")
	line(s.Skipped[capture.Fragment], "IP fragments")
	line(s.Skipped[capture.Bad], "frames with broken headers")
	line(s.Skipped[capture.OtherLink], "frames of an unsupported link type")
	line(s.Joined.Joined, "datagrams joined from IP fragments")
	line(s.Joined.Evicted+s.Joined.TimedOut+s.Joined.Conflicts+s.Joined.Limited+int64(s.Joined.Pending), "fragmented datagrams never completed")
	for i := range s.Joined.Lacking {
		say("%9s  %s", "", LackingText(&s.Joined.Lacking[i]))
	}
	line(int64(s.Links.Links), "links")
	line(int64(s.Links.FragmentsJoined), "messages joined from fragments")
	line(int64(s.Links.FragmentsLost), "messages with lost fragments")
	line(int64(s.Links.LinksEvicted)+s.Forgotten, "links, names or objects forgotten: too many at once")
	line(s.Records, "records")
	for _, server := range s.Servers {
		say("%9s  server %s: %s", "", decode.AppendAddress(nil, server.Address), dialectText(&server))
	}
	return string(b)
}

// LackingText says what is there of a datagram that lacks IP fragments.
func LackingText(x *capture.Lacking) string {
	frames, of := fmt.Sprintf("frame %d", x.First), ""
	if x.Last != x.First {
		frames = fmt.Sprintf("frames %d to %d", x.First, x.Last)
	}
	if x.Length >= 0 {
		of = fmt.Sprintf(" of %d", x.Length)
	}
	end := func(a netip.AddrPort) []byte {
		if a.Port() == 0 { // the fragment that names it is missing
			return []byte(a.Addr().String())
		}
		return decode.AppendAddress(nil, a)
	}
	return fmt.Sprintf("%s: %d%s bytes of a datagram from %s to %s", frames, x.Bytes, of, end(x.Src), end(x.Dst))
}

// dialectText names the dialect of a server and what speaks for it.
func dialectText(s *decode.ServerSummary) string {
	switch {
	case s.OnlyStock+s.OnlyOpenBC == 0:
		return fmt.Sprintf("%v dialect, no block fits only one", s.Dialect)
	case s.Dialect == message.Stock && s.OnlyOpenBC == 0:
		return fmt.Sprintf("stock dialect, %d blocks fit only this", s.OnlyStock)
	case s.Dialect == message.OpenBC && s.OnlyStock == 0:
		return fmt.Sprintf("openbc dialect, %d blocks fit only this", s.OnlyOpenBC)
	}
	return fmt.Sprintf("%v dialect, %d blocks fit only stock, %d only openbc", s.Dialect, s.OnlyStock, s.OnlyOpenBC)
}

// Summary gives a renderer of what the line of a record says behind its columns: details and notes,
// without colours and line feed.
func Summary() decode.Renderer {
	t := fastText{textLine: newTextLine(TextOptions{})}
	return func(b []byte, r *decode.Record) []byte {
		t.Open(b)
		b = t.Close(t.notes(t.details(b, r), r))
		return b[:len(b)-1]
	}
}
