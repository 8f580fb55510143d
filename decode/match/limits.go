package match

import "time"

const (
	// maxConnections bounds the connections of all captures, and maxPlayers the players. See Room for these and those below.
	//limit:maxConnections Figures | connections, with their joins; one more for each 128 frames | those that the host speaks to have twice the room; the others are counted | TestBoundedTables, TestFloodedHost
	maxConnections = 1024
	maxWaiting     = 256 // that there is no room for, and that the host may speak to yet
	maxPlayers     = 1024
	// maxShips bounds the lives of ships that are kept; the oldest makes room.
	//limit:maxShips Figures | lives of ships in the account of the match; one more for each 128 frames | the oldest is dropped; it stays counted | TestManyShips
	maxShips = 4096
	// mostReports is how many reports of one run may keep something of each ship.
	mostReports = 6
	// maxGames bounds the servers of a capture whose game is followed, and how often hosts start anew.
	//limit:maxGames Figures | servers whose match is followed, and games of hosts that start anew | the match of further ones is ignored | TestFloods
	maxGames = 256
	// maxMembers bounds the clients that are in one game at the same time; the game has 16
	// slots.
	//limit:maxMembers Figures | clients in a game whose match is followed | not expected to get copies | —
	maxMembers = 64
	// maxSteps bounds the steps of one join; a whole one has 19.
	maxSteps = 32
	maxKills = 4096
	maxChat  = 4096
	//limit:maxVolleys Figures | shots fired at once that a match lists, and kills and chat texts; one more for each 128 frames | counted | TestFloods
	maxVolleys = 4096
	// maxText bounds the characters of a chat text, of a refusal, of the name of a map. Stock software cuts
	// chat at 249.
	//limit:maxText Figures | characters of a chat text, a refusal, the name of a map | the rest is left out: "…" | TestFloods
	maxText = 256
	// maxPending bounds the messages of clients whose copies are waited for.
	//limit:maxPending Figures | messages of clients whose copies are still expected | judged early | —
	maxPending = 8192
	fewPending = 64 // for how many there is room at first
	// remakesAfter is after how many updates without a copy a host counts as one that makes them anew.
	remakesAfter = 256
	// maxMissing is how many missing copies of an opcode are named.
	//limit:maxMissing Figures | missing copies of an opcode that are listed | only counted | TestRelays
	maxMissing = 20
	// maxShots is how many of those who fired at a ship are remembered.
	maxShots = 8
)

// Room is for how many of something there is room up to a frame, if there is for so many in a short capture: what is kept of
// an evening grows with its frames, as the capture does. Of eight players that shoot each other all the time each ship takes
// 2,000, each connection to a host that throws out whoever plays for a minute as many, and each salvo 600.
func Room(most int, frame int64) int { return most + int(frame/framesEach) }

const framesEach = 128

const (
	// relayWithin is for how long the host may still pass a message on.
	relayWithin = 10 * time.Second
	// joiningFor is how long after its entry a client counts as joining, and leavingFor how long
	// before its end as leaving: host and capture may disagree about the moment.
	joiningFor = time.Second
	leavingFor = 3 * time.Second
	// goneAfter is how long a client says nothing before it counts as gone when the capture ends.
	// A client that has nothing to say sends a keepalive after 5 s.
	goneAfter = 10 * time.Second
	// lagsBy is how far the clock of a host that starts anew is off the one before at least. One that runs on drifts by less, and is
	// told some seconds late if the message is sent again.
	lagsBy = 30 * time.Second
	// keepaliveAfter is after what silence a client sends a keepalive: one that is silent for longer does not talk.
	keepaliveAfter = 5 * time.Second
	// givenUpAfter is how long the host says nothing to a client in the game before it has given it up.
	givenUpAfter = 2 * time.Second
	// droppedAfter is after which silence a host drops a client: 45 s in stock software, 30 s in
	// others.
	droppedAfter = 25 * time.Second
	// destroyedWithin is how long after a request for it a ship is destroyed at most.
	destroyedWithin = 6 * time.Second
	// collisionWithin is how long before its end a ship that dies of a collision reports it at most.
	collisionWithin = 2 * time.Second
	// rammingWithin is how long before the end of a ship that another one rams the collision is reported:
	// some hosts name the other ship as the killer then, as they do after the work of weapons.
	rammingWithin = 100 * time.Millisecond
	// scoreWithin is how long after a kill the host says how it counts.
	scoreWithin = time.Second
	// beamFlight is how long before a kill a beam or a pulse that did it was fired at most, torpedoFlight how
	// long a torpedo may be on its way, and salvoLength how far its first torpedoes lie apart.
	beamFlight    = 100 * time.Millisecond
	torpedoFlight = 4 * time.Second
	salvoLength   = 300 * time.Millisecond
	// shotWithin is how long before a kill the shot that did it was fired at most.
	shotWithin = 15 * time.Second

	// chatCopiesWithin is how long the copies of a chat text for several clients may lie apart.
	chatCopiesWithin = 5 * time.Second
)
