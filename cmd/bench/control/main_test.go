package main

import (
	"testing"

	"bcdump/decode/cipher"
)

// TestWorked: data that nobody deciphered is told from data that somebody did.
func TestWorked(t *testing.T) {
	data := make([]byte, 4096)
	if worked(data) {
		t.Error("what nobody touched looks deciphered")
	}
	cipher.PlainDecipher(data, data)
	if !worked(data) {
		t.Errorf("what was deciphered does not look so: % x ... % x", data[:4], data[len(data)-4:])
	}
}
