package duckdb

import (
	"database/sql"
	"io/fs"
	"path/filepath"
	"testing"
)

// TestOneShip: a question about one ship reads a small part of the tables, since it needs few
// columns; one about a ship that a capture does not have reads next to nothing of it.
func TestOneShip(t *testing.T) {
	if BytesRead() == 0 {
		t.Skip("this system does not tell what is read")
	}
	p, folder := bcdump(), t.TempDir()
	capture, tables := filepath.Join(folder, "battle.pcap"), filepath.Join(folder, "tables")
	p.run(t, "synth", "--datagrams", "100000", "--players", "8", "--seed", "1", "-w", capture)
	p.run(t, "export", "parquet", "-q", "-w", tables, capture)
	all := folderBytes(t, tables)
	for _, tt := range []struct {
		ship  string
		there bool
		most  float64 // share of the bytes of all tables
	}{{"Cady2's Sovereign", true, 1. / 20}, {"Nobody's Akira", false, 1. / 50}} {
		read, updates := readFor(t, tables, tt.ship)
		if updates > 0 != tt.there {
			t.Errorf("%d updates of %s", updates, tt.ship)
		}
		share := float64(read) / float64(all)
		if share > tt.most {
			t.Errorf("the speed of %s reads %.4f of the tables, expected %.4f at most", tt.ship, share, tt.most)
		}
		t.Logf("the speed of %s in %d updates: %d of %d bytes, %.4f", tt.ship, updates, read, all, share)
	}
}

// readFor asks for the speed of a ship, and counts the bytes that are read for it.
func readFor(t *testing.T, tables, ship string) (read, updates int64) {
	t.Helper()
	db, err := Open("")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	before, mean := BytesRead(), sql.NullFloat64{}
	row := db.QueryRow("SELECT count(*), avg(speed) FROM read_parquet(?, hive_partitioning = true) WHERE object = ?",
		tables+"/state_updates/*/*.parquet", ship)
	if err := row.Scan(&updates, &mean); err != nil {
		t.Fatal(err)
	}
	return BytesRead() - before, updates
}

func folderBytes(t *testing.T, folder string) (n int64) {
	t.Helper()
	err := filepath.WalkDir(folder, func(_ string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		info, err := entry.Info()
		if err == nil {
			n += info.Size()
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return n
}
