package desync

import "time"

// What differs, and from when on it counts.
const (
	// long is from when on it matters that a player sees a ship too late or too long, or is told the wrong condition of
	// it. One loss of a creation or a death costs 2.5 to 3 s.
	long = 5 * time.Second
	// apart is how far two differences lie apart that are two.
	apart = 5 * time.Second
	// silent is a gap between updates that is noticed, if the owner told something of the ship reported times in it;
	// still is one between updates with motion, if the ship moved on by moved units.
	silent   = time.Second
	reported = 5
	still    = 2 * time.Second
	moved    = 2.0
	// around is how far from the end of a ship a message may be missing that told of it.
	around = 10 * time.Second
	// copies is for how long a capture that begins in a session may show copies of what it does not show.
	copies = 3 * time.Second
	// step is by how many seconds of a sender's clock the next update comes at most if none was lost.
	step = 0.15
	// settling is how long a receiver knows a ship before positions are judged.
	settling = time.Second
	// quiet is for how long the host says nothing to a receiver that may be gone: nobody sees anything then.
	quiet = 300 * time.Millisecond
	// wreck is for how long after its end a ship is told of: it explodes for 9.5 s.
	wreck = 9500*time.Millisecond + 5*time.Second
	// off is by how many units a position may differ, and for how many reports and how long it has to.
	off        = 5.0
	offReports = 10
	offFor     = time.Second
	// lately is for how long receivers may be told what an owner reported, and in how many reports they have to be told
	// otherwise. A direction may be off by so many degrees, a speed by so many units a second and a 20th.
	lately     = 2 * time.Second
	reportsOff = 3
	turnedBy   = 8.0
	fasterBy   = 0.2
	// A condition rises by leap of 255 at once, and by repaired in a second, if a crew repairs it. The last facings of the
	// parts of a ship are shields, which rise by themselves. After resent, a creation that was lost has come again.
	leap     = 8
	repaired = 20
	facings  = 6
	resent   = 3 * time.Second
	// differs is by how much of 255 conditions have to.
	differs    = 3
	wrongTold  = 3 // times
	wrongFor   = 2 * time.Second
	othersTold = 2
	staleTold  = 5
	swept      = 500 * time.Millisecond
)
