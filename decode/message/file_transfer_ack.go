package message

import "bcdump/decode/wire"

// FileTransferAck, opcode 0x27: the receiver of FileTransfer has written the file.
//
//	+0   u8     opcode 0x27, nothing more
//
// Source: static analysis; never captured.
type FileTransferAck struct{}

// Visit describes the fields in wire order: there are none.
func (m *FileTransferAck) Visit(wire.Visitor) {}
