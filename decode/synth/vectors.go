package synth

import (
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"time"
)

// Vectors sends the published packets and messages that the tests of transport and message
// have in their folders below root: packets as they are, messages in a numbered message
// each, ten milliseconds apart.
func Vectors(root string) (*Script, error) {
	v := vectors{Script: &Script{Start: stockDay}}
	packets := filepath.Join(root, "transport", "testdata", "vectors.json")
	messages, err := filepath.Glob(filepath.Join(root, "message", "testdata", "vectors", "*.json"))
	if err != nil {
		return nil, err
	}
	for _, path := range append([]string{packets}, messages...) {
		if err := v.file(path, path == packets); err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
	}
	if len(v.Sent) == 0 {
		return nil, fmt.Errorf("no vectors below %s", root)
	}
	return v.Script, nil
}

type vectors struct {
	*Script
	seq uint16
}

// file sends what one file has; of transport only whole packets.
func (v *vectors) file(path string, transport bool) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	var list []struct{ Direction, Layer, Hex string }
	if err := json.Unmarshal(text, &list); err != nil {
		return err
	}
	for _, one := range list {
		plain, err := hex.DecodeString(one.Hex)
		if err != nil {
			return err
		}
		if !transport || one.Layer == "packet" {
			v.send(one.Direction == "C>S", plain, transport)
		}
	}
	return nil
}

func (v *vectors) send(up bool, plain []byte, packet bool) {
	from, to, peer := StockServer, StockClient, byte(Host)
	if up {
		from, to, peer = to, from, Client
	}
	if !packet {
		plain = Datagram(peer, Reliable(v.seq, plain))
		v.seq++
	}
	v.Game(time.Duration(len(v.Sent))*10*time.Millisecond, from, to, plain)
}
