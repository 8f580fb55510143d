// Package heavy decides how much work the tests do. In comes the environment variable
// BCDUMP_HEAVY, out come sizes. Without the variable a test takes a sample, so that `go test
// ./...` ends within some minutes; with it (`make test-heavy`, and CI) the same test takes
// everything. It knows nothing of this program, and only tests may import it.
package heavy

import (
	"os"
	"runtime/debug"
	"testing"
)

// Tests keep little: to collect their garbage less often saves a fifth of their time. What the user says by GOGC
// stands above it.
func init() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(400)
	}
}

// Variable is the environment variable that asks for everything; any value but "" does.
const Variable = "BCDUMP_HEAVY"

// On says whether tests are to take everything.
func On() bool { return os.Getenv(Variable) != "" }

// Scale gives the size of a test: light in an ordinary run, full in a heavy one.
func Scale[T any](light, full T) T {
	if On() {
		return full
	}
	return light
}

// Some gives all of a list in a heavy run, and one in so many in an ordinary run.
func Some[T any](all []T, one int) []T { return InTurn(all, 0, one, 1) }

// InTurn gives one in so many of a list: light in an ordinary run, full in a heavy one. Those who take turns get others each.
func InTurn[T any](all []T, turn, light, full int) (some []T) {
	every := Scale(light, full)
	for i, x := range all {
		if (i+turn)%every == 0 {
			some = append(some, x)
		}
	}
	return some
}

// SkipRace skips a test under the race detector, which makes it ten times slower: one that
// runs on one goroutine, or shares nothing between goroutines that no other test shares.
func SkipRace(t testing.TB, why string) {
	t.Helper()
	if Race {
		t.Skip("not under the race detector: " + why)
	}
}
