package render

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"

	"bcdump/report/figures"
	forms "bcdump/report/table"
	"bcdump/report/terminal"
)

// filesTables are the tables of `bcdump files`, in their order.
var filesTables = []tableOf[figures.Files]{
	{"clients", "", ofFiles((*filesPage).showClients), nil, "each client and its answers by round. The same letter means the same files; '?': the host did not go on, 'cut': not whole, '-': no answer"},
	{"answers", "", ofFiles((*filesPage).showAnswers), nil, "each answer that differs, and its files against the published list"},
	{"files", "answers", ofFiles((*filesPage).showFiles), nil, "every file of every answer; only if named"},
	{"differences", "", ofFiles((*filesPage).showDifferences), nil, "each file that is not the same: between clients, from the list, from '--against'"},
	{"refusals", "", ofFiles((*filesPage).showRefusals), nil, "whom the host refused, and what probably led to it"},
	{"transfers", "", ofFiles((*filesPage).showTransfers), nil, "files that hosts sent, and whether the clients acknowledged them"},
}

// FilesTables lists the names of the tables, in their order.
func FilesTables() []string { return namesOf(filesTables) }

// AboutFiles says what each table of files tells.
func AboutFiles() []About { return aboutOf(filesTables) }

// WriteFilesJSON writes the files of a capture as WriteJSON does, or only the tables that were asked for.
func WriteFilesJSON(w io.Writer, f *figures.Files) error {
	return writeOnly(w, f, f.Only, filesTables)
}

// filesPage shows the files of one capture.
type filesPage struct {
	*page
	f       *figures.Files
	answers map[int]*figures.FilesAnswer
	names   map[int]string // of clients, by number
}

func ofFiles(show func(*filesPage)) func(*page, *figures.Files) {
	return func(p *page, f *figures.Files) { show(newFilesPage(p, f)) }
}

func newFilesPage(in *page, f *figures.Files) *filesPage {
	p := &filesPage{page: in, f: f, answers: map[int]*figures.FilesAnswer{}, names: map[int]string{}}
	for i := range f.Answers {
		p.answers[f.Answers[i].Answer] = &f.Answers[i]
	}
	for i := range f.Clients {
		c := &f.Clients[i]
		p.names[c.Client] = called(c.Player, c.Address)
	}
	return p
}

// WriteFiles shows the files of the clients of a capture as tables.
func WriteFiles(w io.Writer, f *figures.Files, o Options) error {
	p := newPage(o)
	p.Day = f.First.Day()
	p.Heading(f.Name, terminal.Style{})
	switch shown := newFilesPage(p, f); {
	case len(f.Clients) > 0:
		shown.verdictLine()
		showTables(p, f, filesTables)
	default:
		p.Say(p.Dim, noAnswers)
		shown.showTransfers()
	}
	if f.Damage != nil {
		p.Say(p.Damage, "The capture is damaged: some answers may be missing.")
	}
	for _, table := range slices.Sorted(maps.Keys(f.Dropped)) {
		p.Heading("", p.Note, "table "+strings.ReplaceAll(table, "_", " ")+" is full: "+counted(f.Dropped[table], "entry", "entries")+" left out")
	}
	return p.write(w)
}

const noAnswers = "No answers to checksum requests in this capture."

// of gives the differences of one kind; the low byte stands apart.
func (p *filesPage) of(between string) (telling, lowByte []*figures.FileDifference) {
	for i := range p.f.Differences {
		switch d := &p.f.Differences[i]; {
		case d.Between != between:
		case d.Is == figures.FileLowByte && between != figures.BetweenClients:
			lowByte = append(lowByte, d)
		default:
			telling = append(telling, d)
		}
	}
	return telling, lowByte
}

// verdictLine says in one line each whether anything differs.
func (p *filesPage) verdictLine() {
	clients := counted(int64(len(p.f.Clients)), "client", "clients")
	if len(p.f.Answers) == 0 {
		p.Say(p.Dim, noAnswers)
	}
	for _, between := range figures.Betweens() {
		if between == figures.BetweenAgainst && p.f.Against == "" || len(p.f.Answers) == 0 {
			continue
		}
		telling, lowByte := p.of(between)
		look, text := p.Note, counted(int64(len(telling)), "file differs", "files differ")+" "+p.than(between)
		switch {
		case between == figures.BetweenClients && len(p.f.Clients) == 1:
			continue
		case len(telling) == 0 && between == figures.BetweenClients:
			look, text = terminal.Style{}, "nothing differs between the clients"
		case len(telling) == 0:
			look, text = terminal.Style{}, "nothing differs "+p.than(between)
		}
		if len(lowByte) > 0 {
			text += fmt.Sprintf(" (but for the low byte of %d)", len(lowByte))
		}
		p.Say(look, text)
	}
	if n := len(p.f.Refusals); n > 0 {
		p.Say(p.page.Damage, fmt.Sprintf("turned away: %d of %s", n, clients))
	}
}

// than says what files are compared with.
func (p *filesPage) than(between string) string {
	switch between {
	case figures.BetweenClients:
		return "between the clients"
	case figures.BetweenPublished:
		return "from the published list"
	}
	return "from " + p.f.Against
}

// rounds lists the rounds that anybody answered.
func (p *filesPage) rounds() (list []int) {
	for i := range p.f.Clients {
		for _, r := range p.f.Clients[i].Rounds {
			if !slices.Contains(list, r.Round) {
				list = append(list, r.Round)
			}
		}
	}
	slices.Sort(list)
	return list
}

func (p *filesPage) showClients() {
	p.Heading("CLIENTS", terminal.Style{}, "answers by round", "the same letter: the same files", "?: not known to be accepted")
	rounds := p.rounds()
	columns := []terminal.Column{{Title: "player", Min: 8}, {Title: "client", Number: true, Drop: 2}, {Title: "server", Drop: 3}}
	for _, r := range rounds {
		columns = append(columns, terminal.Column{Title: strconv.Itoa(r)})
	}
	t := &terminal.Table{Columns: append(columns, terminal.Column{Title: "end", Min: 9, Fold: true})}
	n := p.Shown(len(p.f.Clients))
	for i := range p.f.Clients[:n] {
		c := &p.f.Clients[i]
		cells := []terminal.Cell{styled(called(c.Player, c.Address), p.Name), {Text: strconv.Itoa(c.Client)}, text(p.server(c))}
		for _, r := range rounds {
			cells = append(cells, p.given(c, r))
		}
		t.Add(append(cells, p.end(&c.Ending))...)
	}
	p.table(t)
	p.More(len(p.f.Clients)-n, "more row", "more rows")
}

// server names the server where there are several.
func (p *filesPage) server(c *figures.FilesClient) string {
	if !slices.ContainsFunc(p.f.Clients, func(x figures.FilesClient) bool { return x.Server != c.Server }) {
		return ""
	}
	return c.Server
}

// given is the answer of a client to a round.
func (p *filesPage) given(c *figures.FilesClient, round int) terminal.Cell {
	for _, r := range c.Rounds {
		switch {
		case r.Round != round:
		case r.Answer == nil:
			return styled("cut", p.Note)
		case !r.Accepted:
			return styled(p.answers[*r.Answer].Label+"?", p.Note)
		default:
			return text(p.answers[*r.Answer].Label)
		}
	}
	return styled("-", p.Dim)
}

func (p *filesPage) showAnswers() {
	p.Heading("ANSWERS", terminal.Style{}, "files against the published list")
	rowsOf(p.page, p.f.Answers, "round label directory clients files equal low_byte different missing unlisted", func(a *figures.FilesAnswer, key string, c *terminal.Cell) {
		if key == "directory" {
			c.Text = p.directory(a)
		}
	})
}

// directory names the directory of an answer, and how it is hashed if not as usual.
func (p *filesPage) directory(a *figures.FilesAnswer) string {
	switch {
	case a.Directory == "":
		return a.DirHash
	case a.DirMatch == "last_part":
		return a.Directory + ` (hash of "` + path.Base(a.Directory) + `")`
	}
	return a.Directory
}

// showFiles lists the files of each answer for who asks for them: they are many.
func (p *filesPage) showFiles() {
	if len(p.Only) == 0 {
		return
	}
	for i := range p.f.Answers {
		a := &p.f.Answers[i]
		p.Heading(fmt.Sprintf("FILES OF ROUND %d, ANSWER %s", a.Round, a.Label), terminal.Style{}, counted(int64(len(a.Files)), "file", "files"), p.who([]int{a.Answer}))
		if len(a.Files) == 0 {
			continue
		}
		rowsOf(p.page, a.Files, "name name_hash content_hash published name_from", func(f *figures.FileOfTree, key string, c *terminal.Cell) {
			switch key {
			case "name":
				c.Text = p.fileOf(f.Directory, f.Name, f.NameHash)
			case "published":
				*c = p.shortVerdict(f.Published)
			}
		})
	}
}

// shortVerdict says how a file stands to the published list, as the columns of answers do.
func (p *filesPage) shortVerdict(v string) terminal.Cell {
	cell := p.verdict(v)
	cell.Text = map[string]string{"low_byte": "low byte", "unlisted": "not listed"}[v]
	cell.Text = cmp.Or(cell.Text, v)
	return cell
}

func (p *filesPage) showDifferences() {
	for _, between := range figures.Betweens() {
		telling, lowByte := p.of(between)
		if len(telling) == 0 {
			continue
		}
		p.Heading("DIFFERENCES "+strings.ToUpper(p.kind(between)), terminal.Style{}, counted(int64(len(telling)), "file", "files"))
		rows, n := []differing{}, p.Shown(len(telling))
		for _, d := range telling[:n] {
			rows = append(rows, p.differing(d)...)
		}
		p.Rows(&forms.Table{Rows: rows, Whole: true, Cell: func(row any, key string, c *terminal.Cell) {
			if key == "is" {
				c.Style = row.(*differing).look
			}
		}})
		p.More(len(telling)-n, "more row", "more rows")
		if len(lowByte) > 0 {
			p.Say(p.Dim, counted(int64(len(lowByte)), "other file differs", "other files differ")+" in the low byte only, as files of stock clients do")
		}
	}
}

func (p *filesPage) kind(between string) string {
	if between == figures.BetweenAgainst {
		return "from the files of --against"
	}
	return p.than(between)
}

// fileOf is a path, with the hash in place of a name that is not known.
func (p *filesPage) fileOf(directory, name, hash string) string {
	return path.Join(directory, cmp.Or(name, hash))
}

// state says what is wrong with a file.
func (p *filesPage) state(is string) terminal.Cell {
	if is == figures.FileLowByte {
		return styled("low byte", p.Dim)
	}
	return styled(is, p.Note)
}

// differing is one content of a file that differs; of the file itself the first has it.
type differing struct {
	Round    *int    `json:"round" null:"" drop:"2"`
	File     string  `json:"file" look:"name" cut:"12"`
	Is       string  `json:"is"`
	Expected *string `json:"expected" null:"" drop:"1"`
	Content  *string `json:"content" null:"not there"`
	Clients  string  `json:"clients" cut:"8"`
	look     terminal.Style
}

// differing gives the contents of a file.
func (p *filesPage) differing(d *figures.FileDifference) (rows []differing) {
	is := p.state(d.Is)
	for i, v := range d.Values {
		x := differing{Content: v.ContentHash, Clients: p.who(v.Answers)}
		if i == 0 {
			x.Round, x.File, x.Is, x.Expected, x.look = &d.Round, p.fileOf(d.Directory, d.Name, d.NameHash), is.Text, d.Expected, is.Style
		}
		rows = append(rows, x)
	}
	return rows
}

// who names the clients that gave answers.
func (p *filesPage) who(answers []int) string {
	const most = 4
	var names []string
	for _, n := range answers {
		for _, client := range p.answers[n].Clients {
			names = append(names, p.names[client])
		}
	}
	slices.Sort(names)
	names = slices.Compact(names)
	switch {
	case len(p.names) > 1 && len(names) == len(p.everybody()):
		return "all"
	case len(names) > most:
		return fmt.Sprintf("%s and %d more", strings.Join(names[:most-1], ", "), len(names)-most+1)
	}
	return strings.Join(names, ", ")
}

// everybody is the names of all clients, each once.
func (p *filesPage) everybody() []string {
	return slices.Compact(slices.Sorted(maps.Values(p.names)))
}

func (p *filesPage) showRefusals() {
	if len(p.f.Refusals) == 0 {
		return
	}
	p.Heading("REFUSED", terminal.Style{}, "the probable cause")
	for i := range p.f.Refusals {
		if i > 0 {
			p.Line()
		}
		p.refusal(&p.f.Refusals[i])
	}
}

func (p *filesPage) refusal(r *figures.FilesRefusal) {
	head := fmt.Sprintf("%s  frame %d  %s: %s", p.second(r.Time), r.Frame, called(r.Player, p.names[r.Client]), r.Message)
	if r.File != "" {
		head += " " + r.File
	}
	p.Say(p.Name, head)
	p.Say(p.page.Damage, "  "+r.Text)
	if len(r.Files) == 0 {
		return
	}
	const most = 5
	rowsOf(p.page, r.Files[:min(len(r.Files), most)], "round name is content_hash expected", func(x *figures.RefusedState, key string, c *terminal.Cell) {
		switch key {
		case "name":
			c.Text = p.fileOf(x.Directory, x.Name, x.NameHash)
		case "is":
			*c = p.state(x.Is)
		}
	})
	if more := len(r.Files) - most; more > 0 {
		p.Say(p.Dim, "and "+counted(int64(more), "more file", "more files"))
	}
}

// showTransfers shows what hosts sent.
func (p *filesPage) showTransfers() {
	if len(p.f.Transfers) == 0 {
		return
	}
	p.Heading("TRANSFERS", terminal.Style{}, "files that hosts sent")
	rowsOf(p.page, p.f.Transfers, "time frame player file size parts took_ms", func(x *figures.FilesTransfer, key string, c *terminal.Cell) {
		switch {
		case key != "took_ms":
		case !x.Whole:
			*c = styled("cut", p.Note)
		case x.Took == nil:
			*c = styled("never", p.Note)
		}
	})
}

// WriteInstallation shows the files of an installation as a table for each round.
func WriteInstallation(w io.Writer, x *figures.Installation, o Options) error {
	p := newPage(o)
	counts, files, missing := map[string]int{}, 0, 0
	for i := range x.Rounds {
		r := &x.Rounds[i]
		files, missing = files+len(r.Files), missing+len(r.Missing)
		for _, f := range r.Files {
			counts[f.Published]++
		}
		p.installedRound(r)
	}
	p.Heading("", terminal.Style{}, counted(int64(files), "file", "files")+standing(counts, missing))
	return p.write(w)
}

// standing says how files stand to the published list.
func standing(counts map[string]int, missing int) string {
	var words []string
	for _, v := range figures.PublishedVerdicts() {
		if n := counts[v]; n > 0 {
			words = append(words, fmt.Sprintf("%d %s", n, verdictWords[v]))
		}
	}
	if missing > 0 {
		words = append(words, fmt.Sprintf("%d missing", missing))
	}
	if words == nil {
		return ""
	}
	return ": " + strings.Join(words, ", ")
}

// verdictWords say to people how a file stands to the published list.
var verdictWords = map[string]string{
	"equal": "as published", "low_byte": "as published but for the low byte", "different": "not as published", "unlisted": "not on the published list",
}

func (p *page) installedRound(r *figures.InstalledRound) {
	title := fmt.Sprintf("ROUND %d", r.Round)
	if !r.Found {
		p.Heading(title, p.Note, r.Directory, "no such directory")
		return
	}
	p.Heading(title, terminal.Style{}, r.Directory, "hash "+r.DirHash, "filter "+r.Filter)
	rowsOf(p, r.Files, "name name_hash content_hash size published", func(f *figures.InstalledFile, key string, c *terminal.Cell) {
		switch key {
		case "name":
			c.Text = path.Join(f.Directory, f.Name)
		case "published":
			*c = p.verdict(f.Published)
		}
	})
	for _, name := range r.Missing {
		p.Say(p.Damage, "missing: "+name)
	}
}

// verdict says how a file stands to the published list.
func (p *page) verdict(v string) terminal.Cell {
	look := terminal.Style{}
	switch v {
	case "different":
		look = p.Damage
	case "low_byte", "unlisted":
		look = p.Dim
	}
	return styled(verdictWords[v], look)
}
