// Package synth writes captures: the reverse of package decode.
//
// In come conversations, as plaintext game datagrams, GameSpy texts or any bytes;
// out come UDP datagrams in IP packets in link frames in pcap or pcapng files. Every
// layer can be had alone, so that a test can make any one of them wrong. Nothing
// depends on the clock or on chance: the same call writes the same bytes.
//
// The package must not know how captures are read: it imports neither
// decode/capture nor the front door, so that a mistake in either shows when the one
// reads what the other wrote.
package synth
