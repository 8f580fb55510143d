// Package scoreboard turns the records of a capture into the figures of `bcdump match`: who
// played, who killed whom and with what, what was said, who won.
//
// In come the records of one capture, and its summary; out comes figures.Match. What happened is
// what package match says; this package asks it, and adds what players want to know beyond: who
// is ahead, how far away everybody is, which classes were flown. It does so in one pass and in
// memory that does not grow with the capture.
//
// The package must not know how figures are shown. It decodes nothing itself.
package scoreboard
