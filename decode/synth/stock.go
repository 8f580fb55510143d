package synth

import (
	"net/netip"
	"time"

	"bcdump/decode/filehash"
	"bcdump/decode/message"
)

// What stock software says, as far as bytes of it are published. "Observed" below
// means that every byte of the datagram or message was printed from a real session,
// deciphered; "put together" means observed messages in a datagram of our making.
// docs/dev/testing.md tells it file by file.

// StockServer and StockClient are the ends of the stock conversations. The address
// of the client and the server's port are observed, the rest is not.
var (
	StockServer  = netip.MustParseAddrPort("10.10.10.1:22101")
	StockClient  = netip.MustParseAddrPort("10.10.10.239:59405")
	StockSecond  = netip.MustParseAddrPort("10.10.10.240:60271")
	stockDay     = time.Date(2026, 2, 14, 22, 8, 0, 0, time.UTC)
	stockRound   = 21 * time.Millisecond // one way and back
	stockSpacing = 670 * time.Millisecond
)

// Observed bytes of one join. The four texts of the requests stand in them in
// clear.
const (
	stockConnect   = "FF 01 030FC000000A0A0AEF5F0A00000000"
	stockAccept    = "01 02 0306C0000002 321B80000020000800736372697074732F07004170702E70796320"
	stockPeerInfo  = "0016C00100020A0A0AEF430061006400790032000000"
	stockAnswer0   = "02 01 321A800000210043E20C7E2FCBAF4D010077B63E3768A7A0F800"
	stockRequest1  = "01 02 01000000 322080010020010800736372697074732F0C004175746F657865632E70796320"
	stockAnswer1   = "02 01 3216800100 21012FCBAF4D0100A1E601854900931700"
	stockRequest2  = "01 01 321E80020020020D00736372697074732F736869707305002A2E70796321"
	stockRequest3  = "01 03 0102000101 0102000102 322180030020031000736372697074732F6D61696E6D656E7505002A2E70796320"
	stockAnswer3   = "02 02 01030000 322E800300 21035D47093404008B6646587C7409899DD27043C1BB58B8A29FDDE9ADD08C2C231D4DB5A730B12D00"
	stockRequestFF = "01 02 01030000 322480040020FF1300536372697074732F4D756C7469706C6179657205002A2E70796321"
	stockAnswerFF  = `21FF3FD1948709002D71112C8F73CE8685C0A46782A7615929A72508C733FFAC378D1FCB319C5BA54807AF443EFA19DAE930411F
		715057F5E58ADEC5740EDC097BF253FCF2AD198DA29FDDE97D1F456F01A52BC883020086262E71C73D39B2A29FDDE9808DA79B04BC3A
		D68808A27D585138ED72DAE8F216040038D95B413A08A7DE6C514002E98E33C18B815963CB53475CA29FDDE9FF89534D00040037B0EA
		889EF382E6E7CD32EA658B141E94E2FEA6FD042641A29FDDE9FF89554D0004001564FCA4CFE48A8F34F0F358187AD535DD3E4213EFC9
		064AA29FDDE9FF89574D0005001C4BF66DB154B3A33D4F0B9D0B6A13660B23277B8367C470E243D467976B0628A29FDDE9FF895B4D00`
	stockWelcome = "01 04 01040000 320680050028" +
		"3233800600000020BF41610025004D756C7469706C617965722E457069736F64652E4D697373696F6E312E4D697373696F6E31 320680070001"
	stockNewPlayer = "02 01 32078005002A20"
	stockMission   = "01 03 01050000 320A800800350801FFFF 3217800900 1766080000F1008000000000009107000002"
	stockCreate    = "3274800600" + StockAkira
	stockUpdate    = "1CFFFFFF3F0080E1419D0000B042000084C2000092C22137FB0B684630BB5E000001CC02CC04CC"
	stockOwnUpdate = "01 01 321C001CFFFFFF3F00A01B422008FF60FFFFFFFFFFFFFFFFFFFFFFFF"
	stockLeave     = "02 03 050AC00200020A0A0AEF 01270000 01280000"
	stockLeaveAck  = "01 01 01020002"

	// StockAkira is the observed message that creates an Akira for "Cady2".
	StockAkira = `03000208800000FFFFFF3F010000B042000084C2000092C2F54A6F3FFE8C963E84E34B3E38784E3C00000000000000054361647932
		064D756C746931FFFF64FFFFFFFFFFFFFF64FFFFFFFFFFFF64FFFFFFFFFFFFFFFFFF646001FFFFFF64FFFFFFFFFFFFFF6400FF64FFFFFF6401FF`
)

// StockAnswer2 is the answer to round 2: 832 bytes, of which the first 19 and bytes 403 and 404
// are observed, and have come out here as well but for byte 404. The rest is put together of the
// published list: 51 files, then one directory of 51 files.
func StockAnswer2() []byte {
	const directory, below = "scripts/ships", "Hardpoints"
	m := message.ChecksumResponse{Round: 2, DirectoryHash: filehash.Name(directory), Tree: message.FileTree{
		Files: publishedFiles(directory),
		Subdirectories: []message.Subdirectory{
			{NameHash: filehash.Name(below), Tree: message.FileTree{Files: publishedFiles(directory + "/" + below)}},
		},
	}}
	b := message.Append(nil, message.OpcodeChecksumResponse, &m)
	b[404] = 0x63 // the low byte of the hash of a content
	return b
}

func publishedFiles(directory string) (list []message.FileHash) {
	for _, f := range filehash.Published() {
		if f.Directory == directory {
			list = append(list, message.FileHash{NameHash: filehash.Name(f.Name), ContentHash: f.Content})
		}
	}
	return list
}

// StockAnswer is the answer of a stock installation to a round of checksums: 0 to 3,
// and 255 for the last.
func StockAnswer(round uint8) []byte {
	switch round {
	case 0:
		return Hex(stockAnswer0)[7:]
	case 1:
		return Hex(stockAnswer1)[7:]
	case 2:
		return StockAnswer2()
	case 3:
		return Hex(stockAnswer3)[11:]
	}
	return Hex(stockAnswerFF)
}

// talk writes a conversation between two ends, a fixed time apart.
type talk struct {
	script         *Script
	server, client netip.AddrPort
	now            time.Duration
}

// up and down send a plaintext datagram given in hexadecimal to the server and to
// the client.
func (t *talk) up(plain string)   { t.upBytes(Hex(plain)) }
func (t *talk) down(plain string) { t.downBytes(Hex(plain)) }

func (t *talk) upBytes(plain []byte) {
	t.script.Game(t.now, t.client, t.server, plain)
	t.now += stockRound
}

func (t *talk) downBytes(plain []byte) {
	t.script.Game(t.now, t.server, t.client, plain)
	t.now += stockRound
}

// StockJoin is a join of stock software from the first packet to the first state
// updates, and the leave.
func StockJoin() *Script {
	t := &talk{script: &Script{Start: stockDay}, server: StockServer, client: StockClient}
	t.connect()
	t.checksums()
	t.enter()
	t.leave()
	return t.script
}

func (t *talk) connect() {
	t.up(stockConnect)
	t.down(stockAccept)
	t.up("02 03 01000002 01000000" + stockPeerInfo) // put together
	t.down("01 02 01010002" + stockPeerInfo)        // put together
	t.up("02 01 01010002")                          // put together
}

func (t *talk) checksums() {
	t.up(stockAnswer0)
	t.down(stockRequest1)
	t.up("02 01 01010000") // put together
	t.up(stockAnswer1)
	t.down("01 01 01010000") // put together
	t.down(stockRequest2)
	t.now += 264 * time.Millisecond // the client reads a directory
	t.round2()
	t.up(stockAnswer3)
	t.down(stockRequestFF)
	t.up("02 01 01040000") // put together
	t.upBytes(Datagram(Client, Reliable(4, Hex(stockAnswerFF))))
}

// round2 is the answer in three parts: the sizes, the packing and the Acks are
// observed.
func (t *talk) round2() {
	parts := Parts(2, StockAnswer2())
	t.upBytes(Datagram(Client, AckHigh(2), parts[0]))
	t.down("01 01 0102000100") // put together
	t.upBytes(Datagram(Client, parts[1], parts[2]))
	t.down(stockRequest3)
}

func (t *talk) enter() {
	t.down(stockWelcome)
	t.up("02 03 01050000 01060000 01070000") // put together
	t.now += 180 * time.Millisecond
	t.up(stockNewPlayer)
	t.down(stockMission)
	t.up("02 02 01080000 01090000") // put together
	t.now += 4 * time.Second
	t.upBytes(Datagram(Client, Hex(stockCreate), Unreliable(Hex(stockUpdate)))) // put together
	t.down("01 01 01060000")                                                    // put together
	t.now += 10 * time.Second
	t.down(stockOwnUpdate)
}

// leave ends the session. The two old Acks belong to messages of the play that is
// left out; the repeats of the last Ack, 0.67 s apart, are observed.
func (t *talk) leave() {
	t.now += 30 * time.Second
	t.up(stockLeave)
	for range 7 {
		t.down(stockLeaveAck)
		t.now += stockSpacing - stockRound
	}
}

// StockFragments is the middle of a join, as a capture that starts late has it: the
// request of round 2, its answer in three parts in two datagrams, the next request.
func StockFragments() *Script {
	t := &talk{script: &Script{Start: stockDay}, server: StockServer, client: StockClient}
	t.down(stockRequest2)
	t.round2()
	t.up(stockAnswer3)
	return t.script
}

// StockMessages is one datagram for each published packet of play: a second player
// who joins, chat, weapons, a collision. Between them the published sessions went
// on, so numbers are missing.
func StockMessages() *Script {
	t := &talk{script: &Script{Start: stockDay}, server: StockServer, client: StockClient}
	second := &talk{script: t.script, server: StockServer, client: StockSecond, now: 5 * time.Second}
	second.down(StockSecondJoin)
	second.up("03 01 321F8007 0015248100005000800000000000FFFF034001277711B89D472544")
	second.up("03 01 3214802B002C030000000800495420574F524B53")
	t.now = 6 * time.Second
	t.up("02 01 321E800700 0728810000D800800000000000050000400000000000000000")
	t.up("02 01 3216800900 0801010000DA0080000000000005000040")
	t.up("02 01 3217800D00 190D0000400201DF8711FFFF03400088D85C")
	t.down("01 01 3213800F00 29FFFFFF3F1D7A0C95611B57E278")
	t.down("01 01 3213801000 29FFFFFF3FE67C06F0610350E278")
	t.down("01 01 321A808A00 2C040000000E00746F7270732061726520736C6F77")
	t.up("02 02 321380DB00 1A7700004002750ED20368000840 321380DC00 1A78000040027509D20368000840")
	return t.script
}

// StockSecondJoin is the observed datagram that a second player gets when it enters.
const StockSecondJoin = `01 05 01050000 320A800800350801FFFF 321680090037020000000000000000000000000000003274800A00
	03000208800000FFFFFF3F015A349442262F09C25BF43CC2C202663FD96D9F3E37F9E43DB5BF933ECA544DF2FBA34005436164793206
	4D756C746931FFFF64FFFFFFFFFFFFFF64FFFFFFFFFFFF64FFFFFFFFFFFFFFFFFF646001FFFFFF64FFFFFFFFFFFFFF6400FF64FFFFFF6401FF
	3217800B001766080000F1008000000000009107000003`

// StockGameSpy is the plain text traffic beside the game: query, response and
// heartbeat are observed; so are the challenge and its answer, which were seen
// over TCP.
func StockGameSpy() *Script {
	s := &Script{Start: stockDay}
	asker := netip.MustParseAddrPort("10.10.10.77:1055")
	master := netip.MustParseAddrPort("198.51.100.9:27900")
	s.Text(0, asker, StockServer, `\status\`)
	s.Text(2*time.Millisecond, StockServer, asker, `\gamename\bcommander\gamever\60\location\1\hostname\My Game23`+
		`\missionscript\Multiplayer.Episode.Mission1.Mission1\mapname\DM\numplayers\0\maxplayers\8\gamemode\openplaying`+
		`\timelimit\-1\fraglimit\-2\system\Multi1\password\0\player_0\Dedicated Server\final\\queryid\2.1`)
	s.Text(time.Second, StockServer, master, `\heartbeat\0\gamename\bcommander\statechanged\1`)
	s.Text(1100*time.Millisecond, master, StockServer, `\basic\\secure\LRPOPQ`)
	s.Text(1102*time.Millisecond, StockServer, master, `\gamename\bcommander\gamever\1.6\location\0\validate\hMwdTNWS\final\\queryid\1.1\`)
	return s
}
