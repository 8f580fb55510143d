package records_test

import (
	"strings"
	"testing"
	"time"

	"bcdump/decode/capture"
	"bcdump/report/records"
)

// TestZone: lines with a local clock are the same lines, with another time.
func TestZone(t *testing.T) {
	zone := time.FixedZone("", -5*60*60)
	local, general := records.JSONLines(records.JSONOptions{Zone: zone})(), records.JSONOptions{Zone: zone}
	text := records.Text(records.TextOptions{Zone: zone, Start: capture.Time{Sec: 1771106880}})()
	days := 0
	for r := range oddRecords(t) {
		utc := string(records.AppendJSON(nil, r, records.JSONOptions{}))
		want := strings.Replace(utc, string(r.Time.AppendRFC3339(nil, int(r.Digits))), string(r.Time.AppendRFC3339In(nil, int(r.Digits), zone)), 1)
		if got := string(local(nil, r)); got != want || !strings.Contains(got, `-05:00","src"`) {
			t.Errorf("%s, want %s", got, want)
		}
		if got := string(records.AppendJSON(nil, r, general)); got != want {
			t.Errorf("%s, want %s", got, want)
		}
		r = r.Clone()
		r.Time = capture.Time{Sec: 1771106880 + 7*60*60} // 05:08 UTC on the next day, 00:08 local on the next day
		if strings.Contains(string(text(nil, r)), "  00:08:00.000+1d") {
			days++
		}
		r.Time.Sec -= 60 * 60 // 23:08 local, still on the first day
		if line := string(text(nil, r)); strings.Contains(line, "+1d") || !strings.Contains(line, "  23:08:00.000") {
			t.Error(line)
		}
	}
	if days < 100 {
		t.Errorf("only %d lines of the next day", days)
	}
}
