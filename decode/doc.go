// Package decode is the front door: give it a capture, get its messages in frame
// order.
//
//	capture, err := decode.OpenFile("battle.pcap", decode.Options{})
//	if err != nil {
//		return err
//	}
//	defer capture.Close()
//	for record := range capture.Records() {
//		fmt.Println(record.Frame, record.Name())
//	}
//
// In comes a capture file; out come [Record] values, one per transport message,
// GameSpy text, or datagram that no protocol claims. Session knowledge lives here:
// which links carry the game and who is at their ends.
//
// The package must not know how records are printed.
package decode
