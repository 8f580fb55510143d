// Package timeline turns facts into the figures of `bcdump timeline`: rows with the reported state of
// each ship and entity, and a summary of each life. It does so in one pass.
//
// In come the rows of a capture, all of them or part by part, in memory that does not grow, and its
// summary; out come rows of report/figures as they happen, and figures.Timeline and figures.Overview
// in the end. With each number comes the query that counts it again.
//
// The package must not know how figures are shown. It decodes nothing itself.
package timeline
