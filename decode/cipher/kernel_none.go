//go:build !amd64 || purego

package cipher

// kernels is empty: there is no assembly for this processor, or none is wanted.
var kernels []kernel
