package rows

import (
	"iter"
	"reflect"
	"strings"

	"bcdump/decode/match"
	"bcdump/report/figures"
	"bcdump/report/stats/tables"
	"bcdump/report/table"
	"bcdump/report/tally"
)

// reports are what the reports found of a capture.
type reports struct {
	connections []*match.Connection
	stats       figures.Stats
	check       *figures.CheckFile
	desync      *figures.Desync
}

// accounts are the tables of figures: which rows they have, and which of their keys are columns, as [table.Flat] has it.
var accounts = []struct {
	name, about, keys string
	rows              func(*reports) any
}{
	{
		"joins", "A connection of a client: how it came into the game and how it ended, as 'bcdump stats' has it.",
		`client=link? client_address=client server player=name? peer_id? frame=first_frame time=first_time complete state entered_frame? entered
		took_ms longest_wait_ms longest_wait_for? waiting_for? resent_c2s resent_s2c hangs ending? boot? outcome? outcome_frame=frame? outcome_time=time steps`,
		func(r *reports) any { return joins(r) },
	},
	{
		"links", "The traffic between a client and a server, as 'bcdump stats' has it.",
		`client_address=client server peer_id=peer? player=name? first last datagrams bytes bytes_c2s bytes_s2c rtt_dir=rtt_ms_dir rtt_count=rtt_ms_count
		rtt_p50_ms=rtt_ms_p50 rtt_p90_ms=rtt_ms_p90 rtt_max_ms=rtt_ms_max reliable acked unacked retransmits repeated_acks gaps out_of_order`,
		func(r *reports) any { return r.stats.Links },
	},
	{
		"checks", "The verdict of 'bcdump check' on a rule, for one of those whom it judges.",
		"id area judges severity evidence verdict reason instances violations tolerance frames=first_frames",
		func(r *reports) any { return verdicts(r.check.Rules) },
	},
	{
		"differences", "A time in which a player saw something else than the owner of a ship or all others, as 'bcdump desync' has it.",
		"kind side client player owner? ship_id? life? frame=from_frame time=from_time seconds told? others? text",
		func(r *reports) any { return differences(r.desync.Findings) },
	},
	{
		"views", "What a player was told of a life of another one's ship, as 'bcdump desync' has it.",
		`client player owner? ship_id life class? time=from_time updates lag_p50_ms=lag_ms_p50 lag_p99_ms=lag_ms_p99 lag_max_ms=lag_ms_max age_p50_ms=age_ms_p50
		drift_p50 drift_p99 drift_max drift_frame drift_carried_p50 judged_s=seconds_judged ghost_s=seconds_ghost unseen_s=seconds_unseen`,
		func(r *reports) any { return views(r.desync.Views) },
	},
}

// StatsPrefix begins the names of the tables of stats.
const StatsPrefix = "stats_"

// flat gives the tables of figures, those of stats if somebody asks, and their rows, a slice of structs.
func (r *reports) flat(stats bool) iter.Seq2[Table, any] {
	return func(yield func(Table, any) bool) {
		for _, t := range accounts {
			if !yield(Table{Name: t.name, About: t.about}, table.Flat(t.rows(r), t.keys)) {
				return
			}
		}
		if !stats {
			return
		}
		for section, list := range tables.Each(&r.stats) {
			about := "A row of 'bcdump stats -o csv --only " + section.Name + "': " + strings.ReplaceAll(strings.Split(section.About, ". ")[0], "](#", "](stats.md#") + "."
			if !yield(Table{Name: StatsPrefix + section.Name, About: about}, table.Flat(list, "")) {
				return
			}
		}
	}
}

// AllTables lists the tables of figures behind the others, those of stats if somebody asks.
func AllTables(stats bool) []Table {
	all := Tables()
	for t, list := range (&reports{check: &figures.CheckFile{}, desync: &figures.Desync{}}).flat(stats) {
		t.Row = reflect.Zero(reflect.TypeOf(list).Elem()).Interface()
		all = append(all, t)
	}
	return all
}

// join is a join, and what the account of the match has beyond it.
type join struct {
	figures.Join
	Link         uint32       `json:"link" about:"number of the link in the capture"`
	PeerID       int          `json:"peer_id" about:"of the client"`
	FirstFrame   int64        `json:"first_frame" about:"first frame of the connection"`
	First        figures.Time `json:"first_time" about:"of that frame"`
	Complete     bool         `json:"complete" about:"its connect request is in the capture"`
	EnteredFrame int64        `json:"entered_frame" about:"frame by which it was in the game"`
	Entered      figures.Time `json:"entered" about:"time of that frame"`
}

func joins(r *reports) (rows []join) {
	for _, j := range r.stats.Joins {
		c := r.connections[j.Number-1]
		rows = append(rows, join{j, c.Link, int(c.PeerID), c.First.Frame, tally.TimeOf(c.First), c.Joined, c.Entered.Frame, tally.TimeOf(c.Entered)})
	}
	return rows
}

// verdict is one, and the frames of its first violations.
type verdict struct {
	figures.CheckRule
	Area   string  `json:"area" about:"of the rule"`
	Broken []int64 `json:"first_frames" about:"of the first violations"`
}

func verdicts(rules []figures.CheckRule) (rows []verdict) {
	for _, x := range rules {
		row := verdict{CheckRule: x, Area: x.Area}
		for _, f := range x.Frames {
			row.Broken = append(row.Broken, f.Frame)
		}
		rows = append(rows, row)
	}
	return rows
}

// difference and view name their ship by its number.
type difference struct {
	figures.DesyncFinding
	ShipID uint32 `json:"ship_id" about:"the ship"`
}

type view struct {
	figures.DesyncView
	ShipID uint32 `json:"ship_id" about:"the ship"`
}

func differences(findings []figures.DesyncFinding) (rows []difference) {
	for _, f := range findings {
		rows = append(rows, difference{f, f.Object})
	}
	return rows
}

func views(seen []figures.DesyncView) (rows []view) {
	for _, v := range seen {
		rows = append(rows, view{v, v.Object})
	}
	return rows
}
