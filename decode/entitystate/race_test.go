//go:build race

package entitystate_test

const raceDetector = true
