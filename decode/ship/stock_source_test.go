package ship

import (
	"maps"
	"reflect"
	"slices"
	"testing"
)

// The stock file passes the checks of all others, and says the same without them.
func TestStockSource(t *testing.T) {
	c, err := parse("ships.json", string(stockFile))
	if err != nil {
		t.Fatal(err)
	}
	stock := newStock()
	if !slices.Equal(stock.Keys(), c.Keys()) || !reflect.DeepEqual(stock.Classes(), c.Classes()) || stock.species != c.species ||
		!maps.Equal(stock.projectiles, c.projectiles) || !maps.Equal(stock.systems, c.systems) {
		t.Error("the stock game is not what ships.json says")
	}
}
