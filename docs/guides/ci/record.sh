#!/bin/sh
# record.sh CAPTURE records what the server and its clients say to each other.
set -eu
port=22101
rm -f "$1" "$1.log"
./server --port "$port" &               # yours: the server
server=$!
sudo tcpdump -i lo -U -Z "$(id -un)" -w "$1" udp port "$port" 2>"$1.log" &
recorder=$!
trap 'kill "$server" || true; sudo kill "$recorder" && wait "$recorder" || true' EXIT
for _ in 1 2 3 4 5 6 7 8 9 10; do       # what is sent before tcpdump listens is not recorded
  grep -qs 'listening on' "$1.log" && break
  sleep 1
done
grep 'listening on' "$1.log" || { cat "$1.log"; exit 1; }
./play "127.0.0.1:$port"                # yours: the clients, until they have left
sleep 2                                 # for what is still on its way
