package rows

// Event is a row of the table of events.
type Event struct {
	Told         `of:"the message"`
	Opcode       uint8    `parquet:"opcode,delta" about:"of the message"`
	Name         string   `parquet:"name,dict" about:"of the message: PythonEvent, StartFiring, .."`
	ClassID      uint32   `parquet:"class_id,dict" about:"of the event"`
	Class        string   `parquet:"class,optional,dict" about:"name of the class"`
	EventCode    uint32   `parquet:"event_code,dict" about:"what happened"`
	Event        string   `parquet:"event,optional,dict" about:"name of the code"`
	SourceID     uint32   `parquet:"source_id,dict" about:"object; 0 = none"`
	Source       string   `parquet:"source,optional,dict" about:"name of the object"`
	TargetID     uint32   `parquet:"target_id,dict" about:"object; 0 = none"`
	Target       string   `parquet:"target,optional,dict" about:"name of the object"`
	Value        *uint8   `parquet:"value,optional,dict" about:"of a BoolEvent or CharEvent"`
	RefID        *uint32  `parquet:"ref_id,optional" about:"third object: of an ObjPtrEvent, or the target of a StartFiringEvent"`
	Ref          string   `parquet:"ref,optional,dict" about:"name of the third object"`
	PeerID       *uint8   `parquet:"peer_id,optional,dict" about:"of an event of the list of players"`
	Contacts     *int32   `parquet:"contacts,optional" about:"points of a collision; they are in fields"`
	Force        *float32 `parquet:"force,optional" about:"of a collision"`
	FiringPlayer *int32   `parquet:"firing_player,optional" about:"peer id of the killer of what explodes; 0 = nobody"`
	Lifetime     *float32 `parquet:"lifetime,optional" unit:"s" about:"of an explosion"`
	SetName      string   `parquet:"set_name,optional,dict" about:"where a warp leads"`
}

// Weapon is a row of the table of weapons.
type Weapon struct {
	Told           `of:"the message"`
	Shot           bool     `parquet:"shot" about:"bcdump match counts it as a shot: the first message that tells of it"`
	Opcode         uint8    `parquet:"opcode,delta" about:"of the message"`
	Name           string   `parquet:"name,dict" about:"of the message"`
	Action         string   `parquet:"action,dict" about:"start or stop of a beam, fire"`
	Kind           string   `parquet:"kind,dict" about:"phaser, tractor, torpedo or pulse"`
	WeaponID       uint32   `parquet:"weapon_id,dict" about:"object that fires: a part of a ship, or the ship"`
	Weapon         string   `parquet:"weapon,optional,dict" about:"its name"`
	ShipID         uint32   `parquet:"ship_id,dict" about:"ship that fires, as far as it is known; else weapon_id"`
	Ship           string   `parquet:"ship,optional,dict" about:"its name"`
	TargetID       *uint32  `parquet:"target_id,optional" about:"object that it is fired at"`
	Target         string   `parquet:"target,optional,dict" about:"its name"`
	Projectile     *uint8   `parquet:"projectile,optional,dict" about:"number of the projectile of a torpedo, kind of a pulse"`
	ProjectileName string   `parquet:"projectile_name,optional,dict" about:"name of the projectile of a torpedo"`
	DirectionX     *float32 `parquet:"direction_x,optional,dict" about:"unit vector of a torpedo or pulse"`
	DirectionY     *float32 `parquet:"direction_y,optional,dict" about:"see direction_x"`
	DirectionZ     *float32 `parquet:"direction_z,optional,dict" about:"see direction_x"`
}

// Kill is a row of the table of kills.
type Kill struct {
	Place      `of:"the first message that tells it"`
	Server     string   `parquet:"server,dict" about:"address of the server"`
	VictimID   uint32   `parquet:"victim_id" about:"ship that exploded"`
	VictimShip string   `parquet:"victim_ship,optional,dict" about:"its class"`
	Victim     string   `parquet:"victim,optional,dict" about:"player whom it belonged to"`
	KillerID   uint32   `parquet:"killer_id,optional" about:"ship of the killer"`
	KillerShip string   `parquet:"killer_ship,optional,dict" about:"its class"`
	Killer     string   `parquet:"killer,optional,dict" about:"player who did it"`
	Cause      string   `parquet:"cause,dict" about:"weapon, self_destruct, collision or unknown"`
	Weapon     string   `parquet:"weapon,optional,dict" about:"that fired last; inferred, no message names it"`
	Told       bool     `parquet:"told" about:"messages tell the cause, and not only what came shortly before"`
	ShotFrame  int64    `parquet:"shot_frame,optional" about:"frame of the message by which weapon and cause are known"`
	ShotIndex  *uint8   `parquet:"shot_index,optional,dict" about:"its place within its datagram"`
	ShotMS     *float64 `parquet:"shot_ms,optional" unit:"ms" about:"from that message to the kill"`
	OtherID    uint32   `parquet:"other_id,optional" about:"object that the ship collided with"`
	Lifetime   float32  `parquet:"lifetime" unit:"s" about:"of the explosion"`
}

// Chat is a row of the table of chat.
type Chat struct {
	Place  `of:"the first message that has it"`
	Server string `parquet:"server,dict" about:"address of the server"`
	Player string `parquet:"player,optional,dict" about:"who said it"`
	PeerID int32  `parquet:"peer_id,delta" about:"of the sender, as the message says"`
	Team   bool   `parquet:"team" about:"only the team was to hear it"`
	Text   string `parquet:"text" about:"what was said"`
}
