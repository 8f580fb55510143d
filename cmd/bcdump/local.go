package main

import (
	"time"

	"github.com/spf13/cobra"

	"bcdump/decode/capture"
)

// localFlag says that times are shown as a clock on the wall shows them.
type localFlag struct{ local bool }

func (f *localFlag) addLocal(cmd *cobra.Command) {
	cmd.Flags().BoolVar(&f.local, "local", false, "show times in the time zone of this machine, or of TZ (default: UTC)")
}

// zone is that in which times are shown; nil = UTC.
func (f *localFlag) zone() *time.Location {
	if f.local {
		return time.Local
	}
	return nil
}

// offset names the clock at a time: "UTC+01:00".
func offset(at capture.Time, zone *time.Location) string {
	return "UTC" + time.Unix(at.Sec, 0).In(zone).Format("-07:00")
}

// shortZone names the clock at a time in at most five letters: "CET".
func shortZone(at capture.Time, zone *time.Location) string {
	if zone == nil {
		return "UTC"
	}
	if name := time.Unix(at.Sec, 0).In(zone).Format("MST"); len(name) <= len("local") {
		return name
	}
	return "local"
}
