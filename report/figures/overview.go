package figures

// CaptureOverview is the report of `bcdump FILE` on one capture: what it is, who played, and what to mend first.
type CaptureOverview struct {
	Version     int              `json:"v"`
	Name        string           `json:"name"`
	Frames      int64            `json:"frames"`
	Duration    Seconds          `json:"duration"`    // seconds
	Dialect     string           `json:"dialect"`     // see CheckFile
	Perspective string           `json:"perspective"` // see CheckFile
	Players     []OverviewPlayer `json:"players"`     // who were in the game, the best first
	Winner      Winner           `json:"winner"`      // who is ahead when the capture ends
	Exploded    int              `json:"exploded"`    // ships
	// Rates are bytes per second, by direction.
	Rates []OverviewRate `json:"rates"`
	// Causes are those of broken rules, the heaviest first; Problems are those that no cause explains.
	Causes   []Cause   `json:"causes"`
	Problems []Problem `json:"problems"`
	// Saw is what players saw else than the owner of a ship or all others, the most harmful first; see Desync.
	Saw []OverviewSaw `json:"saw"`
	// NotJudged says why rules are not judged: what another capture could do better.
	NotJudged []string `json:"not_judged"`
	Next      []string `json:"next"` // commands that say more
	Damage    *Damage  `json:"damage,omitempty"`
	// Broken is how many rules are broken; Ended are the connections that ended badly, EntityState the messages of
	// that protocol.
	Broken      int     `json:"-"`
	Ended       []Story `json:"-"`
	EntityState int64   `json:"-"`
}

// OverviewPlayer is a player; the score is what the host sent last, null = nothing.
type OverviewPlayer struct {
	Name  string `json:"name"`
	Score *int   `json:"score"`
}

// OverviewSaw is what a player saw else, and the frame with which that begins.
type OverviewSaw struct {
	Kind   string `json:"kind"`
	Player string `json:"player"`
	Frame  int64  `json:"frame"`
	Text   string `json:"text"`
}

// OverviewRate is the mean of a direction.
type OverviewRate struct {
	Dir  string  `json:"dir"`
	Mean float64 `json:"mean"`
}

// Story is what led to the end of a connection, or of a ship.
type Story struct {
	Version int         `json:"v,omitempty"`
	Player  string      `json:"player"`
	Client  int         `json:"client,omitempty"` // number of the link; 0 = of a ship
	Ship    string      `json:"ship,omitempty"`   // of the end of a ship
	Outcome string      `json:"outcome"`          // see Ends; "exploded" of a ship
	Time    Time        `json:"time"`
	Frame   int64       `json:"frame"`
	Text    string      `json:"text"`
	Steps   []StoryStep `json:"steps,omitempty"` // the oldest first, what is inferred last
}

// StoryStep is one of a story.
type StoryStep struct {
	Time     Time   `json:"time"`
	Frame    int64  `json:"frame"`
	Text     string `json:"text"`
	Cause    string `json:"cause,omitempty"`
	Inferred bool   `json:"inferred"` // and not read off the bytes
}

// Stories are those of a capture that ended badly.
type Stories struct {
	Version     int     `json:"v"`
	Name        string  `json:"name"`
	Connections []Story `json:"connections"`
	Ships       []Story `json:"ships"`
}

// Weight is how heavy the heaviest cause is, 0 the most.
func (o *CaptureOverview) Weight() int {
	const none = 100
	if len(o.Causes) == 0 {
		return none
	}
	return o.Causes[0].Weight
}
