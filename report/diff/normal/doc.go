// Package normal brings a capture into normal form: what it says without its ids, addresses, times and
// numbers, so that it can be held against another capture.
//
// In come the records of one capture, out comes figures.Normal: sequences of messages in the order of
// their senders, counts by value, rates, distributions, tables and verdicts. What other reports know,
// their figures tell: who is connected (decode/match), links, joins and relays (report/stats), verdicts
// (report/check).
//
// It must not know what is compared with what, nor how.
package normal
