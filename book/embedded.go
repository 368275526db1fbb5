package book

import (
	"bytes"
	_ "embed"
	"sync"
)

//go:embed taraguchi.book
var taraguchiBook []byte

// Embedded returns the book that is part of the program.
var Embedded = sync.OnceValue(func() *Book {
	b, err := Read(bytes.NewReader(taraguchiBook))
	if err != nil {
		panic(err) // the file is part of the program
	}
	return b
})
