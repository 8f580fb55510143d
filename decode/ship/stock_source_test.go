package ship

import (
	"maps"
	"reflect"
	"slices"
	"testing"

	"bcdump/internal/must"
)

// The stock file passes the checks of all others, and says the same without them.
func TestStockSource(t *testing.T) {
	c := must.Get(parse("ships.json", string(stockFile)))(t)
	stock := newStock()
	if !slices.Equal(stock.Keys(), c.Keys()) || !reflect.DeepEqual(stock.Classes(), c.Classes()) || stock.species != c.species ||
		!maps.Equal(stock.projectiles, c.projectiles) || !maps.Equal(stock.systems, c.systems) {
		t.Error("the stock game is not what ships.json says")
	}
}
