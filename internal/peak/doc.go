// Package peak tells how much memory a program took that has ended. In comes what the system
// says of it, out come bytes. It must not know which program it was, and imports nothing of ours.
package peak
