package rows

// Capture is a row of the table of captures. Times are nanoseconds since 1970 in UTC.
type Capture struct {
	Name         string  `parquet:"name,dict" about:"name of the capture, as in the folders"`
	File         string  `parquet:"file" about:"file name without its folder"`
	SHA256       string  `parquet:"sha256" about:"of the file as it is, compressed or not, in hex"`
	Bytes        int64   `parquet:"bytes" unit:"bytes" about:"of the file"`
	Format       string  `parquet:"format,dict" about:"pcap, pcapng or text log, and its compression"`
	First        *int64  `parquet:"first,optional,timestamp(nanosecond)" about:"time of the first frame"`
	Last         *int64  `parquet:"last,optional,timestamp(nanosecond)" about:"time of the last frame"`
	LocalTime    bool    `parquet:"local_time" about:"times are not UTC, but of a clock whose zone is not known"`
	Active       float64 `parquet:"active_s" unit:"s" about:"from the first to the last frame, without pauses of more than a minute"`
	Frames       int64   `parquet:"frames" about:"frames read"`
	Lines        int64   `parquet:"lines" about:"records; rows of messages"`
	Game         int64   `parquet:"game_datagrams" about:"datagrams of the game"`
	GameSpy      int64   `parquet:"gamespy_datagrams" about:"datagrams of the GameSpy query protocol"`
	EntityState  int64   `parquet:"entity_state_datagrams" about:"datagrams of the entity-state protocol"`
	Unknown      int64   `parquet:"unknown_datagrams" about:"datagrams of no known protocol"`
	Damages      int64   `parquet:"damages" about:"places where the file is not what its format says; rows are what could be read"`
	Damage       string  `parquet:"damage,optional" about:"the first damage"`
	DamageOffset *int64  `parquet:"damage_offset,optional" unit:"bytes" about:"of the first damage in the decompressed file"`
	DamageFrame  *int64  `parquet:"damage_frame,optional" about:"the last frame before the first damage"`
	Server       string  `parquet:"server,optional" about:"address of the first server"`
	Dialect      string  `parquet:"dialect,dict" about:"of the first server: stock, openbc or undecided"`
	Perspective  string  `parquet:"perspective,dict" about:"where it was taken: host, client, between or unknown"`
	LossToServer float64 `parquet:"loss_c2s" unit:"share" about:"of the messages to the server, missing from the capture"`
	LossToClient float64 `parquet:"loss_s2c" unit:"share" about:"of the messages to the clients, missing from the capture"`
	Dropped      int64   `parquet:"dropped" about:"rows that bounded tables of the reports had no room for"`
	Program      string  `parquet:"program,dict" about:"version of bcdump that wrote the rows"`
	Schema       int32   `parquet:"schema,delta" about:"version of the tables"`
}
