#!/usr/bin/env bash
# Makes the captures of testdata/pcaps that `bcdump synth` can make; decode/synth/corpus makes and keeps the others. Bytes of .gz
# depend on the release of the compressor: do not commit those whose content has not changed.
#
#   tools/corpus.sh [folder]     default: testdata/pcaps; bcdump has to be in PATH
set -euo pipefail
cd "${1:-$(dirname "$0")/../testdata/pcaps}"

synth() { bcdump synth "$@"; }
join() { synth --players 2 --trouble late@500ms:2 "$@"; }

synth --seed 44 --players 3 --minutes 0.5 --loss 0.04 --reorder 0.02 -w session-small.pcap
join --minutes 0.05 --trouble password:2 -w join-password.pcap
join --minutes 0.05 --trouble full:2 -w join-full.pcap
join --minutes 0.05 --trouble version:2 -w join-version.pcap
join --minutes 0.05 --trouble files:2 -w join-files.pcap
join --minutes 0.1 --trouble silent-host:2 -w join-silent-host.pcap
join --minutes 0.1 --trouble silent-client:2 -w join-silent-client.pcap
join --minutes 0.1 --trouble lost-fragment:2 -w join-lost-fragment.pcap
join --minutes 0.1 --trouble kick@4s:2 -w match-kicked.pcap
synth --players 3 --minutes 0.12 --trouble late@500ms:3 --trouble leave@3s:1 --trouble late@3500ms:2 --trouble return@4500ms:1 -w match-rejoin.pcap
synth --players 2 --minutes 0.85 --trouble late@1s:2 --trouble timeout@5s:2 | gzip -n > match-timeout.pcap.gz
