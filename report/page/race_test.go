//go:build race

package page_test

func init() {
	chromium.once.Do(func() {
		chromium.missing = "what a browser shows is not about goroutines: tried without the race detector"
	})
}
