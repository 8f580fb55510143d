#!/bin/sh
# Takes the picture of docs/guides/wireshark.md: Wireshark's own window, with a battle and the plugin, on a
# display that nobody sees. Needs wireshark, Xvfb, xdotool and ImageMagick:
#   apt-get install wireshark xvfb xdotool imagemagick
# Usage: tools/wireshark-screen.sh [docs/screens/wireshark.png]
set -eu

picture=${1:-docs/screens/wireshark.png}
folder=$(mktemp -d)
chmod 700 "$folder"
display=:${DISPLAY_NUMBER:-97}
trap 'kill $(cat "$folder"/*.pid) 2>/dev/null || true; rm -rf "$folder"' EXIT

go build -o "$folder/bcdump" ./cmd/bcdump
"$folder/bcdump" synth --players 3 --minutes 2 --seed 7 -w "$folder/battle.pcap"
"$folder/bcdump" export wireshark "$folder/battle.pcap" -w "$folder/battle.pcapng"
export HOME="$folder" XDG_CONFIG_HOME="$folder/.config" XDG_RUNTIME_DIR="$folder" TZ=UTC
unset WIRESHARK_PLUGIN_DIR
"$folder/bcdump" export wireshark --plugin --install >/dev/null

mkdir -p "$folder/.config/wireshark"
cat >"$folder/.config/wireshark/preferences" <<'END'
gui.ask_unsaved: FALSE
gui.update.enabled: FALSE
gui.layout_type: 2
gui.column.format: "No.", "%m", "Time", "%t", "Dir", "%Cus:bc.dir:0:R", "Player", "%Cus:bc.player:0:R", "Protocol", "%p", "Length", "%L", "Info", "%i"
nameres.network_name: TRUE
END
printf 'privs.warn_if_elevated: FALSE\nprivs.warn_if_no_npf: FALSE\n' >"$folder/.config/wireshark/recent_common"
cat >"$folder/.config/wireshark/recent" <<'END'
gui.geometry_main_maximized: FALSE
gui.geometry_main_width: 1440
gui.geometry_main_height: 900
gui.geometry_main_x: 0
gui.geometry_main_y: 0
gui.toolbar_main_show: FALSE
gui.geometry_main_upper_pane: 250
END

Xvfb "$display" -screen 0 1440x900x24 >/dev/null 2>&1 &
echo $! >"$folder/xvfb.pid"
export DISPLAY="$display"
sleep 2
wireshark -r "$folder/battle.pcapng" -Y "bc.StateUpdate.speed > 5 || bc.Chat || bc.TorpedoFire || bc.BeamFire || bc.notes.code == \"retransmit\"" >"$folder/log" 2>&1 &
echo $! >"$folder/wireshark.pid"
window=
for _ in $(seq 60); do
  window=$(xdotool search --onlyvisible --name 'battle.pcapng' 2>/dev/null | head -1) && [ -n "$window" ] && break
  sleep 1
done
[ -n "$window" ]
xdotool windowmove "$window" 0 0 windowsize "$window" 1440 900
sleep "${WAIT:-6}"

# More room for the tree; the third packet; all of its tree; the bytes of its position.
at() { xdotool mousemove "$1" "$2"; sleep 0.3; }
at 700 487; xdotool mousedown 1; at 700 400; at 700 248; xdotool mouseup 1; sleep 1
at 700 109; xdotool click 1; sleep 2
at 200 363; xdotool click 1; sleep 1
xdotool key --clearmodifiers shift+Right; sleep 2
at 100 805; xdotool click 1; sleep 1

import -window root "$folder/screen.png"
convert "$folder/screen.png" -colors 64 -define png:compression-level=9 "$picture"
ls -l "$picture"
