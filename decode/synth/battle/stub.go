package battle

var updateBreaks, relayBreaks, eventBreaks, deathBreaks, chatBreaks, textBreaks map[string]func(*fault)
