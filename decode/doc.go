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
// GameSpy text, entity-state message, or datagram that no protocol claims. The package only puts
// its rooms together: package record says what a record is, query filters them, and below
// internal are the stages that make them.
//
// The package must not know how records are printed.
package decode
