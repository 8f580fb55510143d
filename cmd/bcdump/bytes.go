package main

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net/netip"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"bcdump/decode"
	"bcdump/decode/capture"
	"bcdump/decode/message"
	"bcdump/decode/synth"
	"bcdump/report/records"
	"bcdump/report/terminal"
)

// bytesFlags are the flags of `decode --bytes`.
type bytesFlags struct {
	hexText, dir string
	bare         int // where the message begins in the datagram that was made around it; 0 = none was
}

func (f *bytesFlags) add(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.hexText, "bytes", "", "decode and explain `HEX` in place of captures: a game message, or a datagram, enciphered or plain; - reads it from standard input")
	addChoice(cmd, &f.dir, "dir", "", "with --bytes: who sent the message", "", string(decode.ToServer), string(decode.ToClient))
}

// given is what bytes turned out to be, as a capture.
type given struct {
	what    string
	content []byte // of the capture
	bare    int
	options decode.Options
}

// decodeBytes decodes bytes that were given on the command line.
func (o *decodeRun) decodeBytes(cmd *cobra.Command) (err error) {
	switch {
	case o.packets != "" || o.context != nil || o.from > 0:
		return errors.New("--bytes are no capture: leave out -w NAME.pcap, --context and --from")
	case !cmd.Flags().Changed("explain") && !o.hex:
		o.explain = o.output == "text"
	}
	payload, err := o.payload()
	if err != nil {
		return err
	}
	o.bareShip(payload)
	if err := o.over(nil); err != nil {
		return err
	}
	o.options.NoLedger = !o.ledger
	x := o.recognise(payload)
	o.bare, o.options = x.bare, x.options
	c, err := decode.Open("--bytes", bytes.NewReader(x.content), o.options)
	if err != nil {
		return err
	}
	return o.into(func(out io.Writer) (int, error) {
		if o.output == "csv" {
			if err := o.writeHeader(out); err != nil {
				return exitOK, err
			}
		}
		if o.output == "text" && !o.quiet {
			title := terminal.AppendLine(nil, terminal.Span{Text: x.what})
			if _, err := fmt.Fprintf(out, "%s\n%s", title, records.TextHeader(o.text(capture.Time{}, 0), "UTC")); err != nil {
				return exitOK, err
			}
		}
		return exitOK, errors.Join(o.render(c, capture.Time{}, out), o.sayLedger(c))
	})
}

// payload reads the bytes: pairs of hexadecimal digits, and what people write between and before them.
func (o *decodeRun) payload() ([]byte, error) {
	text := o.hexText
	if text == "-" {
		all, err := io.ReadAll(io.LimitReader(o.streams.in, 1<<20))
		if err != nil {
			return nil, fmt.Errorf("--bytes: %w", err)
		}
		text = string(all)
	}
	digits := strings.NewReplacer("0x", "", "0X", "", `\x`, "").Replace(text)
	digits = strings.Map(func(r rune) rune {
		if strings.ContainsRune(" \t\r\n,;:-|", r) {
			return -1
		}
		return r
	}, digits)
	payload, err := hex.DecodeString(digits)
	var odd hex.InvalidByteError
	switch {
	case errors.As(err, &odd):
		return nil, fmt.Errorf("--bytes: %q is no hexadecimal digit; expected bytes such as 1c ff ff ff 3f", rune(odd))
	case err != nil:
		return nil, fmt.Errorf("--bytes: %d digits are no whole bytes", len(digits))
	case len(payload) == 0:
		return nil, errors.New("--bytes: there are no bytes")
	case len(payload) > 0xFFFF-60:
		return nil, fmt.Errorf("--bytes: %d bytes are more than a datagram has", len(payload))
	}
	return payload, nil
}

// bareShip gives --ship CLASS the id of the ship that a message is about, which follows the opcode of an update.
func (o *decodeRun) bareShip(payload []byte) {
	at := slices.IndexFunc(payload, func(b byte) bool { return b == message.OpcodeStateUpdate })
	for i, word := range o.decoding["ship"] {
		if !strings.Contains(word, "=") && at >= 0 && len(payload) >= at+5 {
			o.decoding["ship"][i] = fmt.Sprintf("0x%08X=%s", binary.LittleEndian.Uint32(payload[at+1:]), word)
		}
	}
}

// recognise says what bytes are. What decode recognises by itself comes first, then a message that can be decoded to its end,
// then what passes as a datagram, or as a transport message, if it is said to be one; a message that cannot be is the rest.
func (o *decodeRun) recognise(payload []byte) given {
	forced := o.options
	forced.Protocol, forced.Ports = decode.BC, nil
	peer := byte(synth.Client)
	spec := message.Lookup(payload[0])
	if o.dir == string(decode.ToClient) || o.dir == "" && spec != nil && spec.Direction == message.ToClient {
		peer = synth.Host
	}
	size := func(what string) string { return fmt.Sprintf("%s of %d bytes", what, len(payload)) }
	datagram := func(what string, payload []byte, o decode.Options) given {
		return given{what: size(what), content: captured(payload), options: o}
	}
	said := size("a game message") + ", " + string(decode.ToServer)
	if peer == synth.Host {
		said = size("a game message") + ", " + string(decode.ToClient)
	}
	if o.dir == "" {
		said += " (--dir says who sent it)"
	}
	wrapped := given{what: said, content: captured(synth.Encipher(synth.Datagram(peer, synth.Unreliable(payload)))), bare: 2 + len(synth.Unreliable(nil)), options: forced}
	if x := datagram("a datagram", payload, o.options); x.read(false) {
		return x
	}
	if decoded := new(message.Decoder).Decode(payload); decoded.Complete() && len(decoded.Trailing) == 0 {
		return wrapped
	}
	if x := datagram("a datagram", payload, forced); x.read(true) {
		return x
	}
	if x := datagram("a transport message", synth.Encipher(synth.Datagram(peer, payload)), forced); x.read(true) {
		x.bare = 2
		return x
	}
	return wrapped
}

// read reports whether all of it can be read, and if strictly, whether it holds a message of the game.
func (x *given) read(strictly bool) bool {
	c, err := decode.Open("", bytes.NewReader(x.content), x.options)
	if err != nil {
		return false
	}
	any := false
	for r := range c.Records() {
		if r.Proto == decode.Unknown || r.Undecoded() {
			return false
		}
		any = any || !strictly || r.Proto != decode.BC || !r.Unread
	}
	return any
}

// captured is a capture of one datagram. Its first byte says who sent it, if it is of the game.
func captured(payload []byte) []byte {
	client, host := netip.MustParseAddrPort("10.0.0.2:22102"), netip.MustParseAddrPort("10.0.0.1:22101")
	if payload[0] == synth.Host {
		client, host = host, client
	}
	script := synth.Script{Start: time.Unix(0, 0)}
	script.Raw(0, client, host, payload)
	return script.Pcap(synth.Ethernet())
}
