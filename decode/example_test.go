package decode_test

import (
	"fmt"

	"bcdump/decode"
	"bcdump/decode/message"
)

// Open a capture, look at its game messages, stop at the first one that came in parts.
func Example() {
	capture, err := decode.OpenFile("../testdata/pcaps/stock-join.pcap", decode.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer func() { _ = capture.Close() }()
	for record := range capture.Records() {
		if !record.IsGame() {
			continue
		}
		fmt.Println(record.Frame, record.Dir, record.Name(), len(record.Payload), "bytes")
		if record.Joined() {
			fmt.Println("joined from frames", record.Frames())
			break
		}
	}
	// Output:
	// 2 S>C ChecksumRequest 22 bytes
	// 6 C>S ChecksumResponse 21 bytes
	// 7 S>C ChecksumRequest 27 bytes
	// 9 C>S ChecksumResponse 17 bytes
	// 11 S>C ChecksumRequest 25 bytes
	// 14 C>S ChecksumResponse 832 bytes
	// joined from frames [12 14 14]
}

// Keep what an expression over the keys of the JSON form is true for, and look at the
// fields of a message.
func ExampleNewFilter() {
	filter, err := decode.NewFilter(`name == "Chat" && dir == "C>S"`)
	if err != nil {
		fmt.Println(err)
		return
	}
	capture, err := decode.OpenFile("../testdata/pcaps/session-small.pcap", decode.Options{Filter: filter})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer func() { _ = capture.Close() }()
	for record := range capture.Records() {
		if chat, ok := record.Content().Message.(*message.Chat); ok {
			fmt.Printf("%s: %s\n", record.Client, chat.Text)
		}
	}
	// Output:
	// Ace: ready?
	// Cady2: I am hit, covering fire please
	// Kang: regroup at the planet
	// Kang: regroup at the planet
	// Kang: regroup at the planet
}
