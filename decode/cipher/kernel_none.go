//go:build !amd64 || purego

package cipher

// fastest is nil: there is no assembly for this processor, or none is wanted.
var fastest kernel
