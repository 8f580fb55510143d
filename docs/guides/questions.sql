-- Questions about many captures, for DuckDB:
--
--   bcdump export parquet CAPTURES -w tables
--   duckdb -init questions.sql
--
-- Each question begins with "-- # ". Copy the statements that you need.

SET TimeZone = 'UTC';
CREATE VIEW captures AS FROM read_parquet('tables/captures/*/*.parquet', hive_partitioning = true);
CREATE VIEW messages AS FROM read_parquet('tables/messages/*/*.parquet', hive_partitioning = true);
CREATE VIEW state_updates AS FROM read_parquet('tables/state_updates/*/*.parquet', hive_partitioning = true);
CREATE VIEW subsystems AS FROM read_parquet('tables/subsystems/*/*.parquet', hive_partitioning = true);
CREATE VIEW creations AS FROM read_parquet('tables/creations/*/*.parquet', hive_partitioning = true);
CREATE VIEW weapons AS FROM read_parquet('tables/weapons/*/*.parquet', hive_partitioning = true);
CREATE VIEW kills AS FROM read_parquet('tables/kills/*/*.parquet', hive_partitioning = true);
CREATE VIEW chat AS FROM read_parquet('tables/chat/*/*.parquet', hive_partitioning = true);
CREATE VIEW joins AS FROM read_parquet('tables/joins/*/*.parquet', hive_partitioning = true);
CREATE VIEW checks AS FROM read_parquet('tables/checks/*/*.parquet', hive_partitioning = true);
CREATE VIEW events AS FROM read_parquet('tables/events/*/*.parquet', hive_partitioning = true);
CREATE VIEW links AS FROM read_parquet('tables/links/*/*.parquet', hive_partitioning = true);
CREATE VIEW differences AS FROM read_parquet('tables/differences/*/*.parquet', hive_partitioning = true);
CREATE VIEW views AS FROM read_parquet('tables/views/*/*.parquet', hive_partitioning = true);
CREATE VIEW notes AS FROM read_parquet('tables/notes/*/*.parquet', hive_partitioning = true);
CREATE VIEW entities AS FROM read_parquet('tables/entities/*/*.parquet', hive_partitioning = true);
CREATE VIEW fields AS FROM read_parquet('tables/fields/*/*.parquet', hive_partitioning = true);
-- Ids of objects are used again: a life of a ship begins with the first message that creates it.
CREATE VIEW lives AS
SELECT capture, object_id, line, row_number() OVER (PARTITION BY capture, object_id ORDER BY line) AS life
FROM creations WHERE first;

-- # How often does each ship send updates?
-- Per life of a ship, while its owner sends: a silence of 2 s or more is a pause and no interval.
-- bcdump timeline --summary has the same for one capture. The owner of the first ship of
-- session-small.pcap is away for 8 s, and sends of its next one ten times before it tells of it.
WITH own AS ( -- the first life of a client that comes back may begin before its creation is told
  SELECT *, if(row_number() OVER (PARTITION BY capture, object_id, client ORDER BY line) = 1, 0, line) AS start
  FROM (SELECT l.*, c.client FROM lives l JOIN creations c USING (capture, object_id, line))
), updates AS ( -- what the network delivers twice is counted, and measures nothing
  SELECT u.*, l.life, row_number() OVER (PARTITION BY u.capture, u.object_id, l.life, u.game_time, u.dirty_flags ORDER BY u.line) > 1 AS again
  FROM state_updates u ASOF LEFT JOIN own l
    ON u.capture = l.capture AND u.object_id = l.object_id AND u.client = l.client AND u.line >= l.start
  WHERE u.dir = 'C>S' AND NOT u.relayed
), intervals AS (
  SELECT *, if(again, NULL, epoch(time) - epoch(lag(time) OVER (PARTITION BY capture, object_id, life, again ORDER BY line))) AS seconds
  FROM updates
)
SELECT capture, coalesce(min_by(object, line), printf('0x%08X', object_id)) AS ship, count(*) AS updates,
       round(count(*) FILTER (seconds >= 0 AND seconds < 2) / sum(seconds) FILTER (seconds >= 0 AND seconds < 2), 2) AS per_second
FROM intervals
GROUP BY capture, object_id, life
HAVING count(*) > 1
ORDER BY capture, object_id, life;

-- # Which clients have another version of a file than most, and were they let in?
-- Fields of messages without a table of their own are rows of fields; rows of one message have the
-- same line. bcdump files tells more about the files.
WITH parts AS (
    SELECT f.capture, f.line, m.client, f.name, f.value, regexp_replace(f.path, '[.][^.]*$', '') AS entry,
           min(f.value) FILTER (f.name = 'directory') OVER (PARTITION BY f.capture, f.line) AS directory
    FROM fields f JOIN messages m USING (capture, line)
    WHERE f.title = 'ChecksumResponse' AND NOT m.retransmit
), files AS (
    SELECT capture, client, directory,
           coalesce(min(value) FILTER (name = 'tree.files.name'), min(value) FILTER (name = 'tree.files.name_hash')) AS file,
           min(value) FILTER (name = 'tree.files.content_hash') AS hash
    FROM parts GROUP BY capture, line, client, directory, entry
), usual AS (
    SELECT directory, file, mode(hash) AS usual, count(*) AS clients FROM files GROUP BY directory, file
)
SELECT capture, player, directory, file, hash, usual, clients, ending
FROM files JOIN usual USING (directory, file) LEFT JOIN joins USING (capture, client)
WHERE hash <> usual
ORDER BY capture, client, directory, file;

-- # How long does a side wait until it sends a message again?
-- Copy 2 is the first one that is sent again. bcdump stats --only resends counts them by client.
WITH copies AS (
    SELECT dir, copy, time, lag(time) OVER (
        PARTITION BY capture, client, dir, type, seq, fragment_index ORDER BY line) AS before
    FROM messages WHERE reliable AND NOT joined AND NOT lost
)
SELECT dir, copy, count(*) AS messages,
       round(1000 * quantile_disc(epoch(time) - epoch(before), 0.5)) AS median_ms,
       round(1000 * max(epoch(time) - epoch(before))) AS longest_ms
FROM copies WHERE copy IS NOT NULL
GROUP BY dir, copy ORDER BY dir, copy;

-- # Which combinations of flags do updates have?
-- As bcdump stats --only flags, over all captures. Bytes are those of the transport messages.
SELECT u.dir, printf('0x%02X', u.dirty_flags) AS flags, count(*) AS updates, sum(m.len)::BIGINT AS bytes,
       round(100 * count(*) / sum(count(*)) OVER (PARTITION BY u.dir), 1) AS percent
FROM state_updates u JOIN messages m USING (capture, line)
GROUP BY u.dir, u.dirty_flags
ORDER BY updates DESC, u.dir, flags
LIMIT 10;

-- # What takes the bytes?
-- As bcdump stats --only opcodes. Fragments have no opcode; the message that was joined from them
-- has their bytes.
SELECT dir, name, count(*) AS messages, sum(len)::BIGINT AS bytes,
       round(sum(len) / (SELECT sum(active_s) FROM captures), 1) AS bytes_per_second
FROM messages
WHERE proto = 'bc' AND opcode IS NOT NULL
GROUP BY dir, name
ORDER BY bytes DESC, dir, name
LIMIT 10;

-- # Which weapons kill, and how many shots does that take?
-- Beams count when they start. bcdump match has both for each player.
SELECT kind AS weapon, count(*) AS shots,
       (SELECT count(*) FROM kills WHERE kills.weapon = weapons.kind) AS kills
FROM weapons
WHERE shot
GROUP BY kind
ORDER BY kills DESC, shots DESC;

-- # Which rules are broken, and in how many captures?
-- The verdicts of bcdump check over all captures.
SELECT id, judges, severity, count(*) AS captures, sum(violations)::BIGINT AS violations,
       sum(instances)::BIGINT AS of, string_agg(capture, ', ' ORDER BY capture) AS "in"
FROM checks
WHERE verdict = 'fail'
GROUP BY id, judges, severity
ORDER BY captures DESC, violations DESC, id, judges;

-- # Which part of each ship was worst off in its life?
-- Subsystems as the host tells their condition.
SELECT s.capture, min_by(s.object, s.line) AS ship, round(min(s.percent), 2) AS percent,
       min_by(s.name, (s.percent, s.line, s.subsystem)) AS part
FROM subsystems s ASOF LEFT JOIN lives l
  ON s.capture = l.capture AND s.object_id = l.object_id AND s.line >= l.line
WHERE s.percent < 100
GROUP BY s.capture, s.object_id, l.life
ORDER BY s.capture, s.object_id, l.life;

-- # Who spoke of a round?
-- Each text is there once, however often the host passed it on.
SELECT capture, time, player, text FROM chat
WHERE text ILIKE '%round%'
ORDER BY time;

-- # How long does it take to get into the game?
-- As bcdump stats --only joins: from the connect request to the first ship. The steps of each join
-- are in the column steps.
SELECT capture, count(*) AS joins, count(took_ms) AS came_in, round(median(took_ms)) AS median_ms,
       round(max(took_ms)) AS longest_ms, max_by(longest_wait_for, longest_wait_ms) AS longest_wait_for
FROM joins
GROUP BY capture
ORDER BY capture;

-- # Whose ping was how bad, minute by minute?
-- From a message of the host to the client's Ack, for messages that were sent once: of others nobody
-- knows which copy was answered. Captures taken at a client show less here.
SELECT capture, player, time_bucket(INTERVAL 1 minute, time) AS minute, count(*) AS acks,
       round(median(answers_ms), 1) AS median_ms, round(max(answers_ms), 1) AS worst_ms
FROM messages
WHERE dir = 'C>S' AND answers_copies = 1
GROUP BY ALL
ORDER BY worst_ms DESC, capture, player
LIMIT 5;

-- # Where was a ship, second by second?
-- Ids may be written as in JSON if they are cast; printf('0x%08X', object_id) writes them so.
SELECT date_trunc('second', time) AS second, round(arg_min(world_x, line), 1) AS x,
       round(arg_min(world_y, line), 1) AS y, round(arg_min(world_z, line), 1) AS z, round(arg_min(speed, line), 1) AS speed
FROM state_updates
WHERE capture = 'session-small.pcap' AND object_id = '0x4003FFFF'::UINTEGER AND dir = 'C>S' AND world_x IS NOT NULL
GROUP BY second
ORDER BY second
LIMIT 5;

-- # Which events are sent most?
-- Each copy that the host passes on counts.
SELECT dir, name, coalesce(event, printf('0x%08X', event_code)) AS event, count(*) AS messages
FROM events
GROUP BY ALL
ORDER BY messages DESC, dir, name, event
LIMIT 10;

-- # Which connections sent most again?
-- As bcdump stats --only links.
SELECT capture, client_address, player, reliable, unacked, retransmits, gaps
FROM links
WHERE retransmits > 0
ORDER BY retransmits DESC, capture, client_address
LIMIT 10;

-- # What did players see wrong?
-- As bcdump desync finds it.
SELECT kind, side, count(*) AS times, count(DISTINCT capture) AS captures, round(sum(seconds), 1) AS seconds
FROM differences
GROUP BY kind, side
ORDER BY times DESC, kind, side;

-- # Who waited longest for updates about a ship?
-- Of the time in which the player was told of it, 1 % lay in longer intervals. As bcdump desync has it.
SELECT capture, player, owner, printf('0x%08X', ship_id) AS ship, life, updates, lag_p99_ms
FROM views
WHERE lag_p99_ms IS NOT NULL
ORDER BY lag_p99_ms DESC, capture, player, ship, life
LIMIT 5;

-- # Which notes are there, and in how many captures?
-- Those of bcdump decode.
SELECT code, count(*) AS notes, count(DISTINCT capture) AS captures
FROM notes
GROUP BY code
ORDER BY notes DESC, code;

-- # Of how many entities do States tell?
-- Of the entity-state protocol; each State tells of many.
SELECT capture, coalesce(type_name, type::VARCHAR) AS kind, count(*) AS told, count(DISTINCT id) AS entities
FROM entities
GROUP BY ALL
ORDER BY capture, kind;
