package battle

import (
	"math/rand/v2"
	"net/netip"
)

// Host is the address of the host.
func (o *Options) Host() netip.AddrPort { return o.address(1, gamePort) }

// gamePort is the host's.
const gamePort = 22101

// address is that of the machine with a number.
func (o *Options) address(machine int, port uint16) netip.AddrPort {
	if o.IPv6 {
		a := netip.MustParseAddr("2001:db8::").As16()
		a[14], a[15] = o.site().third, byte(machine)
		if !o.independent() {
			a[14] = 0
		}
		return netip.AddrPortFrom(netip.AddrFrom16(a), port)
	}
	return netip.AddrPortFrom(netip.AddrFrom4(o.machineIPv4(machine)), port)
}

// machineIPv4 is the address that the machine with a number has.
func (o *Options) machineIPv4(machine int) [4]byte {
	p := o.site()
	return [4]byte{10, p.second, p.third, byte(machine)}
}

// site is where a network is.
type site struct {
	second, third byte // of its addresses
	turn          int  // of the players' machines
	port          int  // of the first client
}

// site depends on the seed of the network.
func (o *Options) site() site {
	if !o.independent() {
		return site{second: 10, third: 10, port: 10253}
	}
	r := rand.New(rand.NewPCG(o.NetworkSeed, 0x504C))
	return site{second: byte(r.IntN(256)), third: byte(r.IntN(256)), turn: r.IntN(MostPlayers), port: r.IntN(16384)}
}

// machine is the number of a player's machine.
func (o *Options) machine(player int) int { return 101 + (player+o.site().turn)%MostPlayers }

// firstPort is that of the first client, from where such ports begin.
func (o *Options) firstPort() int { return o.site().port }
