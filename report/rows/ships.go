package rows

// StateUpdate is a row of the table of state updates.
type StateUpdate struct {
	Told           `of:"the message"`
	ObjectID       uint32   `parquet:"object_id,dict" about:"the ship"`
	Object         string   `parquet:"object,optional,dict" about:"name of the ship: Cady2's Akira"`
	OwnerSlot      *uint32  `parquet:"owner_slot,optional,dict" about:"slot of the player whom the object belongs to by its id"`
	Ship           string   `parquet:"ship,optional,dict" about:"class of the ship, as in bcdump ships"`
	ShipInferred   bool     `parquet:"ship_inferred" about:"the class was inferred, its creation was not seen"`
	GameTime       float32  `parquet:"game_time" unit:"s" about:"clock of the sender"`
	DirtyFlags     uint32   `parquet:"dirty_flags,delta" about:"the flags as one number; the next eight columns are its bits"`
	HasPosition    bool     `parquet:"has_position" about:"flag 0x01"`
	HasDelta       bool     `parquet:"has_delta" about:"flag 0x02"`
	HasForward     bool     `parquet:"has_forward" about:"flag 0x04"`
	HasUp          bool     `parquet:"has_up" about:"flag 0x08"`
	HasSpeed       bool     `parquet:"has_speed" about:"flag 0x10"`
	HasSubsystems  bool     `parquet:"has_subsystems" about:"flag 0x20: see the table subsystems"`
	HasCloak       bool     `parquet:"has_cloak" about:"flag 0x40"`
	HasWeapons     bool     `parquet:"has_weapons" about:"flag 0x80: power settings, see the table subsystems"`
	PositionX      *float32 `parquet:"position_x,optional" unit:"game units" about:"position, full precision"`
	PositionY      *float32 `parquet:"position_y,optional" unit:"game units" about:"see position_x"`
	PositionZ      *float32 `parquet:"position_z,optional" unit:"game units" about:"see position_x"`
	SubsysHash     *uint32  `parquet:"subsys_hash,optional" about:"hash of subsystems behind a position"`
	DeltaX         *float32 `parquet:"delta_x,optional" unit:"game units" about:"offset from the last position"`
	DeltaY         *float32 `parquet:"delta_y,optional" unit:"game units" about:"see delta_x"`
	DeltaZ         *float32 `parquet:"delta_z,optional" unit:"game units" about:"see delta_x"`
	ForwardX       *float32 `parquet:"forward_x,optional,dict" about:"unit vector to the bow"`
	ForwardY       *float32 `parquet:"forward_y,optional,dict" about:"see forward_x"`
	ForwardZ       *float32 `parquet:"forward_z,optional,dict" about:"see forward_x"`
	UpX            *float32 `parquet:"up_x,optional,dict" about:"unit vector upwards"`
	UpY            *float32 `parquet:"up_y,optional,dict" about:"see up_x"`
	UpZ            *float32 `parquet:"up_z,optional,dict" about:"see up_x"`
	Speed          *float32 `parquet:"speed,optional" unit:"game units a second" about:"negative = reverse"`
	Cloaked        *bool    `parquet:"cloaked,optional" about:"the cloak is on"`
	WorldX         *float32 `parquet:"world_x,optional" unit:"game units" about:"where the ship is: the last position and the delta"`
	WorldY         *float32 `parquet:"world_y,optional" unit:"game units" about:"see world_x"`
	WorldZ         *float32 `parquet:"world_z,optional" unit:"game units" about:"see world_x"`
	WorldEstimated bool     `parquet:"world_estimated" about:"world_x to world_z rest on the creation of the ship"`
	WorldStale     bool     `parquet:"world_stale" about:"the last full position is more than two seconds old"`
	BlockStart     *uint32  `parquet:"block_start,optional,dict" about:"index of the first subsystem of the block"`
	BlockReason    string   `parquet:"block_reason,optional,dict" about:"why not all of the block could be read"`
}

// Subsystem is a row of the table of subsystems.
type Subsystem struct {
	Place         `of:"the update"`
	Dir           string   `parquet:"dir,optional,dict" about:"C>S or S>C"`
	Client        uint32   `parquet:"client,optional,dict" about:"number of the link in the capture"`
	Player        string   `parquet:"player,optional,dict" about:"name of the client at one end"`
	Receiver      string   `parquet:"receiver,optional,dict" about:"name of the client that it was sent to; null = to the host, or nobody knows the name"`
	Relayed       bool     `parquet:"relayed" about:"a copy of what a client sent"`
	ObjectID      uint32   `parquet:"object_id,dict" about:"the ship"`
	Object        string   `parquet:"object,optional,dict" about:"name of the ship"`
	Ship          string   `parquet:"ship,optional,dict" about:"class of the ship"`
	Subsystem     uint32   `parquet:"subsystem,delta" about:"index in the list of the class"`
	Name          string   `parquet:"name,optional,dict" about:"of the subsystem"`
	Condition     *uint32  `parquet:"condition,optional,dict" unit:"1/255" about:"as sent; null = the row is a power setting of flag 0x80, else an entry of flag 0x20"`
	Percent       *float32 `parquet:"percent,optional,dict" unit:"%" about:"condition of its maximum"`
	Points        *float32 `parquet:"points,optional,dict" unit:"points" about:"condition in points, where the maximum is known"`
	Power         *float32 `parquet:"power,optional,dict" unit:"%" about:"wanted power, of normal power"`
	MainBattery   *uint32  `parquet:"main_battery,optional,dict" unit:"1/255" about:"of a reactor"`
	BackupBattery *uint32  `parquet:"backup_battery,optional,dict" unit:"1/255" about:"of a reactor"`
	Children      []uint32 `parquet:"children,list" unit:"1/255" about:"condition of each part, in the order of bcdump ships"`
	Facings       []uint32 `parquet:"facings,list" unit:"1/255" about:"of a shield: front, rear, top, bottom, left, right"`
}

// Creation is a row of the table of creations.
type Creation struct {
	Told         `of:"the message"`
	First        bool     `parquet:"first" about:"it is the first that tells of this life of the object"`
	Opcode       uint32   `parquet:"opcode,delta" about:"0x02, or 0x03 with a team"`
	ObjectID     uint32   `parquet:"object_id,dict" about:"the object"`
	OwnerSlot    uint32   `parquet:"owner_slot,delta" about:"slot of the player; as the message says"`
	Team         *uint32  `parquet:"team,optional,dict" about:"opcode 0x03 only"`
	ClassID      uint32   `parquet:"class_id,dict" about:"0x8008 ship, 0x8009 torpedo"`
	Species      *uint32  `parquet:"species,optional,dict" about:"number of the ship class"`
	Ship         string   `parquet:"ship,optional,dict" about:"class of the ship, as in bcdump ships"`
	ObjectName   string   `parquet:"object_name,optional,dict" about:"name of the player"`
	SetName      string   `parquet:"set_name,optional,dict" about:"star system"`
	PositionX    *float32 `parquet:"position_x,optional" unit:"game units" about:"where it is created"`
	PositionY    *float32 `parquet:"position_y,optional" unit:"game units" about:"see position_x"`
	PositionZ    *float32 `parquet:"position_z,optional" unit:"game units" about:"see position_x"`
	OrientationW *float32 `parquet:"orientation_w,optional" about:"quaternion; forward is +Y"`
	OrientationX *float32 `parquet:"orientation_x,optional" about:"see orientation_w"`
	OrientationY *float32 `parquet:"orientation_y,optional" about:"see orientation_w"`
	OrientationZ *float32 `parquet:"orientation_z,optional" about:"see orientation_w"`
	Complete     bool     `parquet:"complete" about:"it was read to its last field; else columns behind the cut are null"`
}

// Entity is a row of the table of entities.
type Entity struct {
	Line     int64   `parquet:"line,delta" about:"of the State"`
	Frame    int64   `parquet:"frame,delta" about:"of the State"`
	Time     int64   `parquet:"time,delta,timestamp(nanosecond)" about:"of the State"`
	Client   uint32  `parquet:"client,optional,dict" about:"number of the link in the capture"`
	ID       uint32  `parquet:"id,dict" about:"of the entity"`
	Type     uint32  `parquet:"type,delta" about:"1 player, 2 enemy, 3 bullet, 4 powerup"`
	TypeName string  `parquet:"type_name,optional,dict" about:"name of the type"`
	X        float32 `parquet:"x" unit:"px" about:"from the left"`
	Y        float32 `parquet:"y" unit:"px" about:"from the top"`
	VX       float32 `parquet:"vx" unit:"px/s" about:"velocity to the right"`
	VY       float32 `parquet:"vy" unit:"px/s" about:"velocity downwards"`
	RGBA     uint32  `parquet:"rgba,dict" about:"colour, 0xRRGGBBAA"`
}

// Event is a row of the table of events.
type Event struct {
	Told         `of:"the message"`
	Opcode       uint32   `parquet:"opcode,delta" about:"of the message"`
	Name         string   `parquet:"name,dict" about:"of the message: PythonEvent, StartFiring, .."`
	ClassID      uint32   `parquet:"class_id,dict" about:"of the event"`
	Class        string   `parquet:"class,optional,dict" about:"name of the class"`
	EventCode    uint32   `parquet:"event_code,dict" about:"what happened"`
	Event        string   `parquet:"event,optional,dict" about:"name of the code"`
	SourceID     uint32   `parquet:"source_id,dict" about:"object; 0 = none"`
	Source       string   `parquet:"source,optional,dict" about:"name of the object"`
	TargetID     uint32   `parquet:"target_id,dict" about:"object; 0 = none"`
	Target       string   `parquet:"target,optional,dict" about:"name of the object"`
	Value        *uint32  `parquet:"value,optional,dict" about:"of a BoolEvent or CharEvent"`
	RefID        *uint32  `parquet:"ref_id,optional" about:"third object: of an ObjPtrEvent, or the target of a StartFiringEvent"`
	Ref          string   `parquet:"ref,optional,dict" about:"name of the third object"`
	PeerID       *uint32  `parquet:"peer_id,optional,dict" about:"of an event of the list of players"`
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
	Opcode         uint32   `parquet:"opcode,delta" about:"of the message"`
	Name           string   `parquet:"name,dict" about:"of the message"`
	Action         string   `parquet:"action,dict" about:"start or stop of a beam, fire"`
	Kind           string   `parquet:"kind,dict" about:"phaser, tractor, torpedo or pulse"`
	WeaponID       uint32   `parquet:"weapon_id,dict" about:"object that fires: a part of a ship, or the ship"`
	Weapon         string   `parquet:"weapon,optional,dict" about:"its name"`
	ShipID         uint32   `parquet:"ship_id,dict" about:"ship that fires, as far as it is known; else weapon_id"`
	Ship           string   `parquet:"ship,optional,dict" about:"its name"`
	TargetID       *uint32  `parquet:"target_id,optional" about:"object that it is fired at"`
	Target         string   `parquet:"target,optional,dict" about:"its name"`
	Projectile     *uint32  `parquet:"projectile,optional,dict" about:"number of the projectile of a torpedo, kind of a pulse"`
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
	ShotIndex  *uint32  `parquet:"shot_index,optional,dict" about:"its place within its datagram"`
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
