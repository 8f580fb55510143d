// Package timeline turns the records of captures into the figures of `bcdump timeline`: rows with
// the reported state of each ship and entity, and a summary of each life. It does so in one pass
// and in memory that does not grow with the captures.
//
// In come the records of a capture, one after the other, and its summary; out come rows of
// report/figures as they happen, and figures.Timeline and figures.Overview in the end. With
// each number comes the query that counts it again.
//
// The package must not know how figures are shown. It decodes nothing itself.
package timeline
