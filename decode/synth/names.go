package synth

// Names are those of players in invented games.
var Names = []string{
	"Cady2", "Ace", "Kang", "Picard", "Worf", "Data", "Sulu", "Riker",
	"Martok", "Tomalak", "Dukat", "Korris", "Saavik", "Shelby", "Gowron", "Zarek",
}
