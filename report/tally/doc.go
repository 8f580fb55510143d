// Package tally holds the counting tools that reports share: links, lives and extents of records,
// histograms, intervals of time, tables with a limit, and the queries that reproduce a number.
//
// In come records, times and numbers; out come counts, texts and expressions of the filter
// language. The package must not know what a report is about: it has no section, and decodes
// nothing.
package tally
