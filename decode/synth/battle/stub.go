package battle

var joinBreaks, checksumBreaks, gameJoinBreaks, senderBreaks, objectBreaks, updateBreaks, relayBreaks, eventBreaks, deathBreaks, chatBreaks, textBreaks map[string]func(*fault)
