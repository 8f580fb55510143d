package tables_test

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"time"

	"bcdump/report/figures"
	"bcdump/report/internal/reporttest"
)

// example is a report with something in every table, built to figures of a real game: two players, fifteen minutes, with a
// pause, and a minute without traffic from the clients. All but the buckets lies in testdata/example.json.
func example() *figures.Stats {
	var s figures.Stats
	text, err := os.ReadFile(filepath.Join("testdata", "example.json"))
	if err == nil {
		err = json.Unmarshal(text, &s)
	}
	if err != nil {
		panic(err)
	}
	b := &s.Bandwidth
	start := time.Date(2026, 2, 9, 22, 8, 8, 0, time.UTC)
	for i := range 950 {
		if i > 300 && i < 365 {
			continue
		}
		at := reporttest.At(start.Add(time.Duration(i) * time.Second).Format(time.RFC3339))
		bucket := func(dir string, bytes int64) {
			b.Buckets = append(b.Buckets, figures.Bucket{
				T: at, Split: figures.Split{Dir: dir}, Proto: "bc", Datagrams: bytes / 300, Bytes: bytes,
				ByOpcode: map[string]int64{"0x1C": bytes / 2, "header": bytes / 3}, Query: `x`,
			})
		}
		if i < 500 || i > 560 {
			bucket("C>S", 14_000+int64(6_000*math.Sin(float64(i)/60)))
		}
		bucket("S>C", 42_000+int64(30_000*math.Sin(float64(i)/97)))
	}
	for i := range 40 {
		b.Buckets = append(b.Buckets, figures.Bucket{
			T: reporttest.At(start.Add(time.Duration(i) * time.Second).Format(time.RFC3339)), Split: figures.Split{Dir: "S>C"}, Proto: "entity-state",
			Datagrams: 60, Bytes: 54_000 + 7_000*int64(i%2), Query: `x`,
		})
	}
	return &s
}
