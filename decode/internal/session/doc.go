// Package session is the ordered stage: it takes the datagrams of a capture one by one and turns
// them into records.
//
// In come batches whose datagrams are deciphered and walked; out go the same batches with
// records that say who speaks, which link, what the sequence numbers mean, and what earlier
// messages tell about this one. State that is needed for that lives here: links, flows, the
// servers with their objects and dialects. Every table is bounded.
//
// Most messages take the fast path (fast_path.go): updates and Acks with nothing special about
// them, on links and of ships that were met before. All others take the general path, which is
// the truth: tests take captures both ways and compare.
//
// The package must not know how batches are filled, how many workers there are, or what becomes
// of records. It decodes only payloads that tell something about others.
package session
