// Package match turns the account of a match into the figures of `bcdump match`: who played,
// who killed whom and with what, what was said, who won.
//
// In come a capture, or the account and the summary of one that was read; out comes figures.Match.
// What happened is what package match says; this package asks it, and adds what players want to
// know beyond: who is ahead, how far away everybody is, which classes were flown.
//
// The package must not know how figures are shown. It decodes nothing itself.
package match
