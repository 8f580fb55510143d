package render_test

import (
	"strings"
	"testing"

	"bcdump/report/figures"
	"bcdump/report/render"
)

// TestCaptureList: a line has what differs in the path, whole, and what players notice.
func TestCaptureList(t *testing.T) {
	long := "/evenings/of/the/club/"
	cause := func(id, effect string) []figures.Cause { return []figures.Cause{{ID: id, Effect: effect}} }
	all := []*figures.CaptureOverview{
		{Name: long + "monday/a-long-name-of-a-capture.pcap", Causes: cause("transport-retransmit-until-ack", "thrown_out")},
		{Name: long + "monastery/b.pcap"},
	}
	var b strings.Builder
	if err := render.WriteCaptureList(&b, all, render.Options{Width: 80}); err != nil {
		t.Fatal(err)
	}
	want := "/evenings/of/the/club/   2 captures · in the order of check, the worst first\n" +
		"thrown out  1 cause: transport-retransmit…  monday/a-long-name-of-a-capture.pcap\n" +
		"            nothing found                   monastery/b.pcap\n"
	if b.String() != want {
		t.Errorf("list:\n%swant:\n%s", b.String(), want)
	}
	b.Reset()
	all[1].Name = "standard input"
	if err := render.WriteCaptureList(&b, all, render.Options{Width: 80}); err != nil || !strings.HasPrefix(b.String(), "thrown out  1 cause") {
		t.Errorf("captures without a folder in common (%v):\n%s", err, b.String())
	}
}
