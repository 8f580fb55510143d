package main

import (
	"bytes"
	"strings"

	"bcdump/decode/synth"
)

// traceLogs are text logs, sound and damaged.
func traceLogs() []file {
	return []file{
		{name: "trace-log.log", plain: func() []byte { return synth.StockJoin().TraceLog(synth.StockServer) }},
		{name: "trace-log-fragments.log", plain: func() []byte { return synth.StockFragments().TraceLog(synth.StockServer) }},
		{name: "trace-log-text.log", plain: func() []byte { return synth.StockGameSpy().TraceLog(synth.StockServer) }},
		{name: "trace-log-odd.log", plain: oddTraceLog},
		{name: "trace-log-cut.log", plain: func() []byte { return cut(talk().TraceLog(server), 150) }},
	}
}

// oddTraceLog has carriage returns, midnight, a missing record, a call that failed, a row
// that cannot be read, one out of step, and too few bytes.
func oddTraceLog() []byte {
	log := string(talk().TraceLog(server))
	head, rest, _ := strings.Cut(log, "\n\n")
	records := strings.SplitAfter(rest, "\n\n")
	records[0] = strings.Replace(records[0], "[12:", "[23:", 1)
	records[1] = strings.Replace(records[1], "rc=", "rc=-", 1)
	records[3] = strings.Replace(records[3], "0000: ", "0000: x", 1)
	records[4] = strings.Replace(records[4], "0000:", "0010:", 1)
	records[5] = strings.Replace(records[5], "len=", "len=1", 1)
	odd := head + "\n\n" + strings.Join(append(records[:2:2], records[3:]...), "")
	return bytes.ReplaceAll([]byte(odd), []byte("\n"), []byte("\r\n"))
}
