// Package must ends a test at an error that it does not expect, in one way. In comes what functions give,
// out come their values. It knows nothing of this program, and only tests may import it.
package must

import "testing"

// Do ends the test if there is an error.
func Do(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// Get gives the value of a function that may fail, and ends the test if it did:
// must.Get(os.Open(path))(t).
func Get[T any](value T, err error) func(testing.TB) T {
	return func(t testing.TB) T {
		t.Helper()
		Do(t, err)
		return value
	}
}
