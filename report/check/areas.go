package check

import "bcdump/report/figures"

// area is a group of rules: a file.
type area struct {
	name  string
	rules []Rule
}

// areas are all rules, in the order in which they are reported.
var areas = [...]area{
	{"transport", transportRules},
	{"join: transport", joinTransportRules},
	{"checksums", checksumRules},
	{"join: game", joinGameRules},
	{"who sends what", senderRules},
	{"objects", objectRules},
	{"updates", updateRules},
	{"relay", relayRules},
	{"events and weapons", eventRules},
	{"collisions", collisionRules},
	{"death, score, end of the game", deathRules},
	{"chat and leaving", chatRules},
	{"GameSpy", gamespyRules},
	{figures.EntityArea, entityRules},
}
