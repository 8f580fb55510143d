//go:build race

package message_test

const raceDetector = true
