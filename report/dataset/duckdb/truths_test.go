package duckdb

// truths say what other commands answer to the questions of the document, in the same rows. Those
// of decode are counted here from its lines, apart from what makes the rows.
var truths = map[string]truth{
	"How often does each ship send updates?": {"timeline --summary", `
		.[] | .capture as $c | [.timeline.ships[]?] | sort_by([.object_id, .life])[] | .name as $name | .cadence[]?
		| select(.dir == "C>S" and .updates > 1) | [$c, $name, .updates, (.hz | digits(2))]`},

	"Which clients have another version of a file than most, and were they let in?": {"decode files", `
		[.[] | .capture as $c | (.files.clients // [] | map({key: "\(.client)", value: .}) | from_entries) as $clients
			| .decode[] | select(.name == "ChecksumResponse" and (.copy | not)) | .client as $n | .fields.directory as $d
			| .fields.tree.files[] | {$c, $n, $d, file: (.name // .name_hash), hash: .content_hash, player: $clients["\($n)"].player, end: $clients["\($n)"].end}]
		| [group_by([.d, .file])[] | (group_by(.hash) | max_by(length)[0].hash) as $usual | length as $clients
			| .[] | select(.hash != $usual) | . + {$usual, $clients}]
		| sort_by([.c, .n, .d, .file])[] | [.c, .player, .d, .file, .hash, .usual, .clients, .end]`},

	"How long does a side wait until it sends a message again?": {"decode", `
		[.[] | .decode | map(select(.reliable and (.frames | not)))
			| group_by([.client, .dir, .type, .seq, .fragment.index])[]
			| range(1; length) as $i | select(.[$i].copy)
			| {dir: .[$i].dir, copy: .[$i].copy, ms: (.[$i] | ms) - (.[$i - 1] | ms)}] as $waits
		| $waits | group_by([.dir, .copy])[]
		| [.[0].dir, .[0].copy, length, ([.[].ms] | discrete(0.5) | digits(0)), ([.[].ms] | max | digits(0))]`},

	"Which combinations of flags do updates have?": {"stats", `
		[.[].stats.flags[]? | select(.dir != "both")] | group_by([.dir, .dirty_flags])
		| map({dir: .[0].dir, flags: .[0].dirty_flags, count: sum(.count), bytes: sum(.bytes)})
		| (group_by(.dir) | map({key: .[0].dir, value: sum(.count)}) | from_entries) as $of
		| sort_by([-.count, .dir, .flags])[:10][] | [.dir, .flags, .count, .bytes, (100 * .count / $of[.dir] | digits(1))]`},

	"What takes the bytes?": {"stats", `
		([.[].stats.files[]?] | sum(.active)) as $seconds | [.[].stats.opcodes[]? | select((.proto | not) and .dir != "both")] | group_by([.dir, .name])
		| map({dir: .[0].dir, name: .[0].name, count: sum(.count), bytes: sum(.bytes)})
		| sort_by([-.bytes, .dir, .name])[:10][] | [.dir, .name, .count, .bytes, (.bytes / $seconds | digits(1))]`},

	"Which weapons kill, and how many shots does that take?": {"match", `
		[.[].match.kills[]?.weapon] as $kills | [.[].match.players[]?.shots | to_entries[]] | group_by(.key)
		| map(.[0].key as $w | {w: $w, shots: sum(.value), kills: ($kills | map(select(. == $w)) | length)})
		| sort_by([-.kills, -.shots])[] | select(.shots > 0) | [.w, .shots, .kills]`},

	"Which rules are broken, and in how many captures?": {"check", `
		[.[] | .capture as $c | .check.files[]?.rules[] | select(.verdict == "fail") | . + {$c}] | group_by([.id, .judges])
		| map([.[0].id, .[0].judges, .[0].severity, length, sum(.violations), sum(.instances), (map(.c) | join(", "))])
		| sort_by([-.[3], -.[4], .[0], .[1]])[]`},

	"Which part of each ship was worst off in its life?": {"decode timeline", `
		.[] | .capture as $c
		| (.timeline | map(select(.kind == "update") | {key: "\(.frame) \(.index)", value: [.object_id, .life]}) | from_entries) as $life
		| [.decode | to_entries[] | .key as $line | .value | select(.fields.subsystems.items? and .name == "StateUpdate")
			| . as $m | .fields.subsystems.items[] | {line: $line, life: $life["\($m.frame) \($m.index)"], ship: $m.fields.object, percent, name, index}]
		| group_by(.life)[] | min_by([.percent, .line, .index]) as $low
		| select($low.percent < 100) | [$c, .[0].ship, ($low.percent | digits(2)), $low.name]`},

	"Who spoke of a round?": {"match", `
		[.[] | .capture as $c | .match.chat[]? | select(.text | test("round"; "i")) | [$c, .time, .player, .text]] | sort_by(.[1])[]`},

	"How long does it take to get into the game?": {"stats", `
		.[] | select((.stats.joins | length) > 0) | [.stats.joins[].took_ms | values] as $took
		| [.capture, (.stats.joins | length), ($took | length), ($took | median | some(digits(0))), ($took | max | some(digits(0))),
			(.stats.joins | max_by(.longest_wait_ms // 0) | .longest_wait_for)]`},

	"Whose ping was how bad, minute by minute?": {"decode", `
		[.[] | .capture as $c | .decode[] | select(.dir == "C>S" and .answers.copies == 1)
			| {$c, player, minute: (.time[:17] + "00Z"), ms: .answers.ms}] | group_by([.c, .player, .minute])
		| map([.[0].c, .[0].player, .[0].minute, length, (map(.ms) | median | digits(1)), (map(.ms) | max | digits(1))])
		| sort_by([-.[5], .[0], .[1]])[:5][]`},

	"Where was a ship, second by second?": {"decode", `
		[.[] | select(.capture == "session-small.pcap").decode[]
			| select(.fields.object_id? == "0x4003FFFF" and .dir == "C>S" and .fields.world_position)]
		| group_by(.time[:19])[:5][] | .[0] | .fields as $f
		| [.time[:19] + "Z"] + [$f.world_position[] | digits(1)] + [$f.speed // null | if . then digits(1) else . end]`},

	"Which events are sent most?": {"decode", `
		[.[].decode[] | select(.fields.event_code?)] | group_by([.dir, .name, .fields.event_name // .fields.event_code])
		| map([.[0].dir, .[0].name, .[0].fields.event_name // .[0].fields.event_code, length]) | sort_by([-.[3], .[:3]])[:10][]`},

	"Which connections sent most again?": {"stats", `
		[.[] | .capture as $c | .stats.links[]? | select(.retransmits > 0)
			| [$c, .client, (.name | if . == "" then null else . end), .reliable, .unacked, .retransmits, .gaps]]
		| sort_by([-.[5], .[:2]])[:10][]`},

	"What did players see wrong?": {"desync", `
		[.[] | .capture as $c | .desync.findings[]? | . + {$c}] | group_by([.kind, .side])
		| map([.[0].kind, .[0].side, length, (map(.c) | unique | length), (sum(.seconds) | digits(1))]) | sort_by([-.[2], .[:2]])[]`},

	"Who waited longest for updates about a ship?": {"desync", `
		[.[] | .capture as $c | .desync.views[]? | select(.lag_ms.p99 != null) | [$c, .player, .owner, .ship, .life, .updates, .lag_ms.p99]]
		| sort_by([-.[6], .[0], .[1], .[3], .[4]])[:5][]`},

	"Which notes are there, and in how many captures?": {"decode", `
		[.[] | .capture as $c | .decode[].notes[]? | {$c, code}] | group_by(.code)
		| map([.[0].code, length, (map(.c) | unique | length)]) | sort_by([-.[1], .[0]])[]`},

	"Of how many entities do States tell?": {"decode", `
		[.[] | .capture as $c | .decode[].fields.entities[]? | {$c, kind: (.type_name // "\(.type)"), id}] | group_by([.c, .kind])[]
		| [.[0].c, .[0].kind, length, (map(.id) | unique | length)]`},
}

// prelude are functions of the truths.
const prelude = `
	def sum(f): reduce .[] as $x (0; . + ($x | f));
	def digits(n): . * pow(10; n) | round / pow(10; n);
	def some(f): if . == null then null else f end;
	def median: sort | if length == 0 then null elif length % 2 == 1 then .[length / 2 | floor] else (.[length / 2] + .[length / 2 - 1]) / 2 end;
	def discrete(q): sort | .[(length * q | ceil) - 1];
	def ms: .time | (.[17:] | rtrimstr("Z") | tonumber) + 60 * (.[14:16] | tonumber) | . * 1000;
`
