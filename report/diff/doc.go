// Package diff tells what is different between two captures.
//
// In come the facts of two captures. Of each it makes looks: values that are counted, numbers that are measured, without ids,
// addresses and times, and what the rules of report/check say. Two of these are compared, with the share of false discoveries
// kept; out comes figures.Diff, the most significant difference first. Two captures of one session are paired datagram by
// datagram instead.
//
// It must not know how differences are shown.
package diff
