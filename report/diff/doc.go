// Package diff tells what is different between two captures.
//
// In come two normal forms (figures.Normal), out comes figures.Diff: differences in order, the most
// significant first. Sequences of labelled steps are aligned; counts by value, rates and distributions
// are tested, with the share of false discoveries kept; tables stand side by side.
//
// It must not know the game, nor what its keys and titles mean.
package diff
