package records_test

// goldens are the lines of kinds, without what most of them begin with.
var goldens = map[string]struct{ text, json string }{
	"state update": {
		`C>S  Kirk             StateUpdate         0x3FFFFFFF  t 12.50 s  POS FWD UP SPD WPN  at (1.0 -2.5 0.0)  speed -6.30  weapons (power) 1:100% 4:50%`,
		`"proto":"bc","dir":"C>S","peer":2,"client":3,"player":"Kirk","index":0,"type":"data","len":42,"reliable":true,"seq":5,"opcode":"0x1C","name":"StateUpdate","size":37,"fields":{"object_id":"0x3FFFFFFF","owner_slot":0,"game_time":12.5,"dirty_flags":"0x9D","flags":["POSITION","FORWARD","UP","SPEED","WEAPONS"],"position":[1,-2.5,0.001],"subsys_hash":"0xFB37","forward":[1,0,0],"up":[0,0,-1],"speed":-6.298901,"power":[{"index":1,"value":204,"percent":100},{"index":4,"value":102,"percent":50}]}}`,
	},
	"state update from the host": {
		`S>C  Kirk             StateUpdate         0x3FFFFFFF  t 12.50 s  POS FWD UP SPD WPN  at (1.0 -2.5 0.0)  speed -6.30  weapons (power) 1:100% 4:50%`,
		`{"v":1,"frame":7,"time":"2026-02-14T12:00:00.000789Z","src":"10.0.0.1:22101","dst":"10.0.0.2:1024","proto":"bc","dir":"S>C","peer":1,"client":3,"player":"Kirk","index":0,"type":"data","len":42,"reliable":true,"seq":5,"opcode":"0x1C","name":"StateUpdate","size":37,"fields":{"object_id":"0x3FFFFFFF","owner_slot":0,"game_time":12.5,"dirty_flags":"0x9D","flags":["POSITION","FORWARD","UP","SPEED","WEAPONS"],"position":[1,-2.5,0.001],"subsys_hash":"0xFB37","forward":[1,0,0],"up":[0,0,-1],"speed":-6.298901,"power":[{"index":1,"value":204,"percent":100},{"index":4,"value":102,"percent":50}]}}`,
	},
	"no numbers": {
		`C>S  Kirk             StateUpdate         0x00000000  t NaN s  POS  at (+Inf -Inf -0.0)`,
		`"proto":"bc","dir":"C>S","peer":2,"client":3,"player":"Kirk","index":0,"type":"data","len":28,"reliable":true,"seq":5,"opcode":"0x1C","name":"StateUpdate","size":23,"fields":{"object_id":"0x00000000","game_time":"NaN","dirty_flags":"0x01","flags":["POSITION"],"position":["Infinity","-Infinity",-0]}}`,
	},
	"cut state update": {
		`C>S  Kirk             StateUpdate         object id 0x3FFFFFFF  owner slot 0  game time 12.50 s  dirty flags 0x9D  flags POSITION FORWARD UP SPEED WEAPONS  ! position: 3 x f32 needs 12 bytes, 6 left`,
		`"proto":"bc","dir":"C>S","peer":2,"client":3,"player":"Kirk","index":0,"type":"data","len":19,"opcode":"0x1C","name":"StateUpdate","size":16,"fields":{"object_id":"0x3FFFFFFF","owner_slot":0,"game_time":12.5,"dirty_flags":"0x9D","flags":["POSITION","FORWARD","UP","SPEED","WEAPONS"]},"trailing":"0000803f0000","raw":"1cffffff3f000048419d0000803f0000","notes":[{"code":"truncated","offset":10,"text":"position: 3 x f32 needs 12 bytes, 6 left"}]}`,
	},
	"chat": {
		`C>S  Kirk             Chat                peer 2: hello, Jörg`,
		`"proto":"bc","dir":"C>S","peer":2,"client":3,"player":"Kirk","index":0,"type":"data","len":23,"reliable":true,"seq":5,"opcode":"0x2C","name":"Chat","size":18,"fields":{"sender_id":2,"text":"hello, Jörg"}}`,
	},
	"trailing": {
		`C>S  Kirk             GameInit              ! 2 B after the last field`,
		`"proto":"bc","dir":"C>S","peer":2,"client":3,"player":"Kirk","index":0,"type":"data","len":8,"reliable":true,"seq":6,"opcode":"0x01","name":"GameInit","size":3,"fields":{},"trailing":"0102","notes":[{"code":"trailing","offset":1,"text":"2 B after the last field"}]}`,
	},
	"unknown opcode": {
		`C>S  Kirk             opcode 0xEE         17 B  ee 01 02 03 04 05 06 07 08 09 0a 0b 0c 0d 0e 0f …  ! unknown opcode 0xEE`,
		`"proto":"bc","dir":"C>S","peer":2,"client":3,"player":"Kirk","index":0,"type":"data","len":22,"reliable":true,"seq":7,"opcode":"0xEE","size":17,"raw":"ee0102030405060708090a0b0c0d0e0f10","notes":[{"code":"unknown_opcode","offset":0,"text":"unknown opcode 0xEE"}]}`,
	},
	"no opcode": {
		`C>S  Kirk             Data                  ! a Data message without an opcode`,
		`"proto":"bc","dir":"C>S","peer":2,"client":3,"player":"Kirk","index":0,"type":"data","len":5,"reliable":true,"seq":7,"notes":[{"code":"truncated","offset":0,"text":"a Data message without an opcode"}]}`,
	},
	"keepalive": {
		`C>S  Kirk             Keepalive`,
		`"proto":"bc","dir":"C>S","peer":2,"client":3,"player":"Kirk","index":0,"type":"keepalive","len":1}`,
	},
	"ack": {
		`C>S  Kirk             Ack                 seq 9 part 2 of the control channel  again`,
		`"proto":"bc","dir":"C>S","peer":2,"client":3,"player":"Kirk","index":0,"type":"ack","len":5,"seq":9,"fields":{"flags":"0x03","channel":"low","fragment_index":1},"notes":[{"code":"repeat_ack","text":"sequence number 9 was acknowledged before"}]}`,
	},
	"connect": {
		`C>S  Kirk             Connect             form request  address 10.0.0.2  token 0x00C0FFEE`,
		`"proto":"bc","dir":"C>S","peer":2,"client":3,"player":"Kirk","index":0,"type":"connect","len":15,"reliable":true,"ordered":true,"seq":0,"fields":{"form":"request","address":"10.0.0.2","token":"0x00C0FFEE","password":""}}`,
	},
	"peer info": {
		`C>S  Kirk             PeerInfo            peer id 2  address 0.0.0.0  name 世😀`,
		`"proto":"bc","dir":"C>S","peer":2,"client":3,"player":"Kirk","index":0,"type":"peer_info","len":18,"reliable":true,"ordered":true,"seq":1,"fields":{"peer_id":2,"address":"0.0.0.0","name":"世😀"}}`,
	},
	"boot": {
		`C>S  Kirk             Boot                reason 4: kicked by the host (observed, meaning static)  the receiver`,
		`"proto":"bc","dir":"C>S","peer":2,"client":3,"player":"Kirk","index":0,"type":"boot","len":7,"reliable":true,"ordered":true,"seq":1,"fields":{"reason":4,"reason_text":"kicked by the host","reason_source":"observed, meaning static","peer_id":255}}`,
	},
	"disconnect": {
		`C>S  Kirk             Disconnect          peer id 2  address 0.0.0.0`,
		`"proto":"bc","dir":"C>S","peer":2,"client":3,"player":"Kirk","index":0,"type":"disconnect","len":10,"reliable":true,"ordered":true,"seq":1,"fields":{"peer_id":2,"address":"0.0.0.0"}}`,
	},
	"third-party connect": {
		`C>S  Kirk             Connect             2 B  01 02  ! one-byte length field: third-party software  ! unknown layout: 2 B of connect`,
		`"proto":"bc","dir":"C>S","peer":2,"client":3,"player":"Kirk","index":0,"type":"connect","len":4,"raw":"0102","notes":[{"code":"one_byte_length","offset":1,"text":"one-byte length field: third-party software"},{"code":"unknown_payload","offset":2,"text":"unknown layout: 2 B of connect"}]}`,
	},
	"retransmit": {
		`C>S  Kirk           ↻ Chat                peer 2: again  sent again`,
		`"proto":"bc","dir":"C>S","peer":2,"client":3,"player":"Kirk","index":0,"type":"data","len":17,"reliable":true,"seq":5,"opcode":"0x2C","name":"Chat","size":12,"fields":{"sender_id":2,"text":"again"},"notes":[{"code":"retransmit","text":"retransmission of sequence number 5"}]}`,
	},
	"gap": {
		`C>S  Kirk             ChecksumComplete      ! sequence number 4 is missing before 5`,
		`"proto":"bc","dir":"C>S","peer":2,"client":3,"player":"Kirk","index":0,"type":"data","len":6,"reliable":true,"seq":5,"opcode":"0x28","name":"ChecksumComplete","size":1,"fields":{},"notes":[{"code":"gap","text":"sequence number 4 is missing before 5"}]}`,
	},
	"part": {
		`C>S  Kirk             · part 1 of 3       seq 8, 3 B`,
		`"proto":"bc","dir":"C>S","peer":2,"client":3,"player":"Kirk","index":0,"type":"data","len":10,"reliable":true,"seq":8,"fragment":{"index":0,"total":3}}`,
	},
	"later part": {
		`C>S  Kirk             · part 3            seq 8, 2 B`,
		`"proto":"bc","dir":"C>S","peer":2,"client":3,"player":"Kirk","index":0,"type":"data","len":8,"reliable":true,"seq":8,"fragment":{"index":2}}`,
	},
	"joined": {
		`C>S  Kirk             Chat                peer 1: long  joined from frames [5 7 6], 11 B`,
		`"proto":"bc","dir":"C>S","peer":2,"client":3,"player":"Kirk","index":0,"type":"data","len":17,"reliable":true,"seq":8,"frames":[5,7,6],"opcode":"0x2C","name":"Chat","size":11,"fields":{"sender_id":1,"text":"long"}}`,
	},
	"lost": {
		`C>S  Kirk             lost message        seq 9, 40 B seen in frames [6]  ! the capture ends; parts [1] of 3 were seen`,
		`{"v":1,"frame":7,"time":"2026-02-14T12:00:00.000789000Z","src":"10.0.0.2:1024","dst":"10.0.0.1:22101","proto":"bc","dir":"C>S","peer":2,"client":3,"player":"Kirk","index":0,"type":"data","len":40,"reliable":true,"seq":9,"frames":[6],"notes":[{"code":"fragment_lost","text":"the capture ends; parts [1] of 3 were seen"}]}`,
	},
	"cut by the capture": {
		`C>S  Kirk             Data                2 B  2c 01  ! captured 7 of 30 bytes of the message`,
		`"proto":"bc","dir":"C>S","peer":2,"client":3,"player":"Kirk","index":0,"type":"data","len":30,"reliable":true,"seq":9,"raw":"2c01","notes":[{"code":"snapped","offset":7,"text":"captured 7 of 30 bytes of the message"}]}`,
	},
	"unreadable": {
		`C>S  Kirk             unreadable          3 B  77 01 02  ! byte 9 of the datagram: unknown transport type 0x77`,
		`"proto":"bc","dir":"C>S","peer":2,"client":3,"player":"Kirk","index":1,"type":"unknown","len":3,"raw":"770102","notes":[{"code":"unknown_type","offset":0,"text":"byte 9 of the datagram: unknown transport type 0x77"}]}`,
	},
	"GameSpy": {
		`                      GameSpy response    10.0.0.2:1024 → 10.0.0.1:22101  gamename=bcommander  hostname=Jörg  queryid=1.1`,
		`"proto":"gamespy","fields":{"kind":"response","pairs":[["gamename","bcommander"],["hostname","Jörg"],["queryid","1.1"]]}}`,
	},
	"State": {
		`S>C  10.0.0.1:22101   State               2 entities: 1 Player, 1 Enemy`,
		`"proto":"entity-state","dir":"S>C","len":56,"opcode":"0x04","name":"State","fields":{"count":2,"entities":[{"id":1,"type":1,"type_name":"Player","x":50,"y":100,"vx":0,"vy":0,"rgba":"0x55AAFFFF"},{"id":2,"type":2,"type_name":"Enemy","x":200,"y":150.25,"vx":-60,"vy":0,"rgba":"0xFFFFFFFF"}],"client_accepts":true}}`,
	},
	"State that lies": {
		`S>C  10.0.0.1:22101   State               count 600  entities 1  ! count 600, but only 1 is complete  ! count 600: servers send at most 512  ! entity 0, id 7: unknown type 9  ! entity 0, id 7: at (NaN 0), velocity (0 0)`,
		`"proto":"entity-state","dir":"S>C","len":31,"opcode":"0x04","name":"State","fields":{"count":600,"entities":[{"id":7,"type":9,"x":"NaN","y":0,"vx":0,"vy":0,"rgba":"0x00000000"}],"client_accepts":false},"raw":"1b000401580207000000090000c07f00000000000000000000000000000000","notes":[{"code":"truncated","offset":4,"text":"count 600, but only 1 is complete"},{"code":"count_over_512","offset":4,"text":"count 600: servers send at most 512"},{"code":"unknown_entity_type","offset":6,"text":"entity 0, id 7: unknown type 9"},{"code":"non_finite","offset":6,"text":"entity 0, id 7: at (NaN 0), velocity (0 0)"}]}`,
	},
	"Input of a player": {
		`C>S  Alice            Input               sequence 42  bits 0x18  keys Right Shoot`,
		`"proto":"entity-state","dir":"C>S","player":"Alice","len":9,"opcode":"0x03","name":"Input","fields":{"sequence":42,"bits":"0x18","keys":["Right","Shoot"]}}`,
	},
	"entity-state type": {
		`C>S  10.0.0.2:1024    type 42             4 B  00 00 2a 01  ! unknown type 42`,
		`"proto":"entity-state","dir":"C>S","len":4,"opcode":"0x2A","raw":"00002a01","notes":[{"code":"unknown_type","offset":2,"text":"unknown type 42"}]}`,
	},
	"entity-state without header": {
		`C>S  10.0.0.2:1024    unreadable          2 B  01 02  ! a header needs 4 bytes, only 2 left`,
		`"proto":"entity-state","dir":"C>S","len":2,"raw":"0102","notes":[{"code":"truncated","offset":0,"text":"a header needs 4 bytes, only 2 left"}]}`,
	},
	"unknown": {
		`                      unknown             10.0.0.2:1024 → 10.0.0.1:22101  12 B  6e 6f 20 67 61 6d 65 20 68 65 72 65  ! not a game datagram`,
		`"proto":"unknown","raw":"6e6f2067616d652068657265","notes":[{"code":"unrecognised","text":"not a game datagram"}]}`,
	},
	"empty": {
		`                      unknown             10.0.0.2:1024 → 10.0.0.1:22101    ! a datagram without payload`,
		`"proto":"unknown","raw":"","notes":[{"code":"empty","text":"a datagram without payload"}]}`,
	},
	"new client": {
		`C>S  10.0.0.2:1024    Connect             form request  address 0.0.0.0  token 0x00000000`,
		`"proto":"bc","dir":"C>S","peer":255,"client":3,"index":0,"type":"connect","len":15,"reliable":true,"ordered":true,"seq":0,"fields":{"form":"request","address":"0.0.0.0","token":"0x00000000","password":""}}`,
	},
	"client without a name": {
		`C>S  10.0.0.2:1024    GameInit`,
		`"proto":"bc","dir":"C>S","peer":2,"client":3,"index":0,"type":"data","len":6,"reliable":true,"seq":5,"opcode":"0x01","name":"GameInit","size":1,"fields":{}}`,
	},
}
