// Package peak reports how much memory a finished program used at its peak. In comes what the
// system says of it, out come bytes. It must not know which program it was, and imports nothing of
// ours.
package peak
