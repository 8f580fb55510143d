package figures

// CaptureOverview is the report of `bcdump FILE` on one capture: what it is, who played, and what to mend first.
type CaptureOverview struct {
	Version     int              `json:"v" about:"version of the format, 1"`
	Name        string           `json:"name" about:"of the capture"`
	Frames      int64            `json:"frames" about:"its size"`
	Duration    Seconds          `json:"duration" about:"its size"`
	Times       string           `json:"times,omitempty" about:"what is wrong with the times, as in stats"`
	Dialect     string           `json:"dialect" about:"of the first server"`
	Perspective string           `json:"perspective" about:"where it was taken"`
	Games       int              `json:"games" about:"how many were played"`
	Players     []OverviewPlayer `json:"players" about:"scores, the best first; of several games, the names alone"`
	Winner      Winner           `json:"winner" about:"who is ahead when the capture ends; of several games, nobody"`
	Exploded    int              `json:"exploded" about:"ships that exploded"`
	// Rates are bytes per second, by direction.
	Rates []OverviewRate `json:"rates" about:"bytes a second, by direction"`
	// Causes are those of broken rules, the heaviest first; Problems are those that no cause explains.
	Causes   []Cause `json:"causes" about:"see [check](check.md)"`
	Problems []Cause `json:"problems" about:"what is wrong that no cause explains, in the same form: see [problems](#problems)"`
	// Ended are the connections that ended otherwise than the player chose, without their steps.
	Ended   []Story          `json:"ended" about:"connections that the player did not end: kicked, dropped, refused, timed out, stuck, or nobody knows"`
	Dropped map[string]int64 `json:"dropped,omitempty" about:"what exceeded a limit, by table, as in check"`
	// NotJudged says why rules are not judged: what another capture could do better.
	NotJudged []string `json:"not_judged" about:"why rules are not judged"`
	Next      []string `json:"next" about:"commands that show more"`
	Damage    *Damage  `json:"damage,omitempty" about:"the first damage, if any"`
	NoGame    string   `json:"no_game,omitempty" about:"what the capture holds instead, if it has no datagram of the game"`
	Copies    *Copies  `json:"copies,omitempty" about:"see [stats](stats.md#copies)"`
	Relayed   string   `json:"relayed,omitempty" about:"which hosts are one, seen before and behind a relay: their games are one"`
	// Broken is how many rules are broken, EntityState the messages of that protocol.
	Broken      int   `json:"-"`
	EntityState int64 `json:"-"`
	GameSpy     int64 `json:"-"` // texts of a capture that has nothing else of the game
	// Entities counts the verdicts on rules of entity-state, if the capture has nothing else; nil = it has.
	Entities *CheckSummary `json:"-"`
	Untimed  bool          `json:"-"` // the capture has no times
	// Savings are what single ways of sending would save, none of which lets datagrams wait: those that are large.
	Savings []Saving `json:"-"`
}

// OverviewPlayer is a player; the score is what the host sent last, null = nothing.
type OverviewPlayer struct {
	Name  string `json:"name"`
	Score *int   `json:"score"`
}

// OverviewRate is the mean of a direction.
type OverviewRate struct {
	Dir  string  `json:"dir"`
	Mean float64 `json:"mean"`
}

// Story is what led to the end of a connection, or of a ship.
type Story struct {
	Version int         `json:"v,omitempty" about:"version of the format, 1"`
	Player  string      `json:"player" about:"whom it is about"`
	Client  int         `json:"client,omitempty" about:"whom it is about"`
	Ship    string      `json:"ship,omitempty" about:"whom it is about"`
	Outcome string      `json:"outcome" about:"how it ended"`
	Time    Time        `json:"time" about:"of the end"`
	Frame   int64       `json:"frame" about:"of the end"`
	Text    string      `json:"text" about:"in words"`
	Steps   []StoryStep `json:"steps,omitempty" about:"what led to it"`
}

// StoryStep is one of a story.
type StoryStep struct {
	Time     Time   `json:"time" about:"when"`
	Frame    int64  `json:"frame" about:"when"`
	Text     string `json:"text" about:"in words"`
	Cause    string `json:"cause,omitempty" about:"the rule or cause that is broken here"`
	Inferred bool   `json:"inferred" about:"not read off the bytes"`
}

// Stories are those of a capture that ended badly.
type Stories struct {
	Version     int     `json:"v" about:"version of the format, 1"`
	Name        string  `json:"name" about:"of the capture"`
	Connections []Story `json:"connections" about:"those that ended badly"`
	Ships       []Story `json:"ships" about:"those that were lost"`
	// Next are commands that tell the first of them step by step.
	Next []string `json:"-"`
}

// Weight is how heavy the heaviest cause is, 0 the most.
func (o *CaptureOverview) Weight() int {
	const none = 100
	if len(o.Causes) == 0 {
		return none
	}
	return o.Causes[0].Weight
}
