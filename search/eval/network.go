package eval

import (
	"bytes"
	_ "embed"
	"sync"

	"tengen/search/eval/net"
)

//go:embed renju.net
var renjuNet []byte

// Network returns the embedded network of renju.
var Network = sync.OnceValue(func() *net.Net {
	n, err := net.Read(bytes.NewReader(renjuNet))
	if err != nil {
		panic(err) // the file is part of the program
	}
	return n
})
