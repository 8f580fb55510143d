package message

import "bcdump/decode/wire"

// FileTransfer, opcode 0x25, host to client: a file that the client lacks.
//
//	+0   u8     opcode 0x25
//	+1   str16  file_name
//	     bytes  data               to the end of the message
//
// Source: static analysis; never captured.
type FileTransfer struct {
	FileName wire.Text
	Data     []byte
}

// Visit describes the fields in wire order.
func (m *FileTransfer) Visit(v wire.Visitor) {
	v.Str16("file_name", &m.FileName)
	v.Rest("data", &m.Data, 0)
	v.ShowInt("data_size", int64(len(m.Data)))
	v.ShowHash("data_sha256", m.Data)
}
