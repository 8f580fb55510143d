package message_test

import (
	"bytes"
	"fmt"
	"os"
	"testing"

	"bcdump/decode/fields"
	"bcdump/decode/message"
)

func FuzzDecodeSettings(f *testing.F)           { fuzzMessage(f, 0x00) }
func FuzzDecodeGameInit(f *testing.F)           { fuzzMessage(f, 0x01) }
func FuzzDecodeBootPlayer(f *testing.F)         { fuzzMessage(f, 0x04) }
func FuzzDecodePythonEvent(f *testing.F)        { fuzzMessage(f, 0x06) }
func FuzzDecodeStartFiring(f *testing.F)        { fuzzMessage(f, 0x07) }
func FuzzDecodeStopFiring(f *testing.F)         { fuzzMessage(f, 0x08) }
func FuzzDecodeStopFiringAtTarget(f *testing.F) { fuzzMessage(f, 0x09) }
func FuzzDecodeSubsystemStatus(f *testing.F)    { fuzzMessage(f, 0x0A) }
func FuzzDecodeAddToRepairList(f *testing.F)    { fuzzMessage(f, 0x0B) }
func FuzzDecodeClientEvent(f *testing.F)        { fuzzMessage(f, 0x0C) }
func FuzzDecodePythonEvent2(f *testing.F)       { fuzzMessage(f, 0x0D) }
func FuzzDecodeStartCloak(f *testing.F)         { fuzzMessage(f, 0x0E) }
func FuzzDecodeStopCloak(f *testing.F)          { fuzzMessage(f, 0x0F) }
func FuzzDecodeStartWarp(f *testing.F)          { fuzzMessage(f, 0x10) }
func FuzzDecodeRepairListPriority(f *testing.F) { fuzzMessage(f, 0x11) }
func FuzzDecodeSetPhaserLevel(f *testing.F)     { fuzzMessage(f, 0x12) }
func FuzzDecodeHostMsg(f *testing.F)            { fuzzMessage(f, 0x13) }
func FuzzDecodeDestroyObject(f *testing.F)      { fuzzMessage(f, 0x14) }
func FuzzDecodeCollisionEffect(f *testing.F)    { fuzzMessage(f, 0x15) }
func FuzzDecodeCollisionSetting(f *testing.F)   { fuzzMessage(f, 0x16) }
func FuzzDecodePlayerListEvent(f *testing.F)    { fuzzMessage(f, 0x17) }
func FuzzDecodePlayerLeftText(f *testing.F)     { fuzzMessage(f, 0x18) }
func FuzzDecodeTorpedoFire(f *testing.F)        { fuzzMessage(f, 0x19) }
func FuzzDecodeBeamFire(f *testing.F)           { fuzzMessage(f, 0x1A) }
func FuzzDecodeTorpedoTypeChange(f *testing.F)  { fuzzMessage(f, 0x1B) }
func FuzzDecodeStateUpdate(f *testing.F)        { fuzzMessage(f, 0x1C) }
func FuzzDecodeObjectNotFound(f *testing.F)     { fuzzMessage(f, 0x1D) }
func FuzzDecodeRequestObject(f *testing.F)      { fuzzMessage(f, 0x1E) }
func FuzzDecodeEnterSet(f *testing.F)           { fuzzMessage(f, 0x1F) }
func FuzzDecodeChecksumRequest(f *testing.F)    { fuzzMessage(f, 0x20) }
func FuzzDecodeChecksumResponse(f *testing.F)   { fuzzMessage(f, 0x21) }
func FuzzDecodeSystemChecksumFail(f *testing.F) { fuzzMessage(f, 0x22) }
func FuzzDecodeVersionDifferent(f *testing.F)   { fuzzMessage(f, 0x23) }
func FuzzDecodeFileTransfer(f *testing.F)       { fuzzMessage(f, 0x25) }
func FuzzDecodeFileTransferAck(f *testing.F)    { fuzzMessage(f, 0x27) }
func FuzzDecodeChecksumComplete(f *testing.F)   { fuzzMessage(f, 0x28) }
func FuzzDecodeExplosion(f *testing.F)          { fuzzMessage(f, 0x29) }
func FuzzDecodeNewPlayerInGame(f *testing.F)    { fuzzMessage(f, 0x2A) }
func FuzzDecodeChat(f *testing.F)               { fuzzMessage(f, 0x2C) }
func FuzzDecodeTeamChat(f *testing.F)           { fuzzMessage(f, 0x2D) }
func FuzzDecodeMissionInit(f *testing.F)        { fuzzMessage(f, 0x35) }
func FuzzDecodeScoreChange(f *testing.F)        { fuzzMessage(f, 0x36) }
func FuzzDecodeScore(f *testing.F)              { fuzzMessage(f, 0x37) }
func FuzzDecodeEndGame(f *testing.F)            { fuzzMessage(f, 0x38) }
func FuzzDecodeRestartGame(f *testing.F)        { fuzzMessage(f, 0x39) }
func FuzzDecodeScoreInit(f *testing.F)          { fuzzMessage(f, 0x3F) }
func FuzzDecodeTeamScore(f *testing.F)          { fuzzMessage(f, 0x40) }
func FuzzDecodeTeamSelect(f *testing.F)         { fuzzMessage(f, 0x41) }

// fuzzMessage fuzzes what stands behind the opcode.
func fuzzMessage(f *testing.F, opcode byte) {
	for _, v := range vectors(f) {
		if v.payload[0] == opcode {
			f.Add(v.payload[1:])
		}
	}
	var kept message.Decoder
	f.Fuzz(func(t *testing.T, body []byte) {
		payload := append([]byte{opcode}, body...)
		d, spans := new(message.Decoder).Trace(payload, message.Context{})
		checkAny(t, &d, spans, payload)
		want := fields.AppendJSON(nil, d.Message, limit(&d))
		again := kept.Decode(payload)
		if got := fields.AppendJSON(nil, again.Message, limit(&again)); !bytes.Equal(got, want) {
			t.Errorf("a decoder used again gives %s\nwant %s", got, want)
		}
	})
}

func TestEveryLayoutIsFuzzed(t *testing.T) {
	source, err := os.ReadFile("fuzz_test.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, spec := range message.Table() {
		if spec.New == nil {
			continue
		}
		want := fmt.Sprintf("func FuzzDecode%s(f *testing.F)", spec.Name)
		if !bytes.Contains(source, []byte(want)) || !bytes.Contains(source, fmt.Appendf(nil, "fuzzMessage(f, 0x%02X)", spec.Opcode)) {
			t.Errorf("missing: %s { fuzzMessage(f, 0x%02X) }", want, spec.Opcode)
		}
	}
}
