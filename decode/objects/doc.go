// Package objects tracks the objects of a server: which exist, of which class, and who owns them.
//
// In come objects and the names of players, as others found them in messages. Out come
// snapshots: a [Directory] never changes, so who has one may ask it at any later time, from
// any goroutine, for what was known at its moment.
//
// The package must not know bytes, messages or links, nor when an object is to be filed.
package objects
