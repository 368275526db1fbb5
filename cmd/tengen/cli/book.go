package cli

import "tengen/book"

// Book is a flag for a file that holds a book, which is read at once.
type Book struct {
	read *book.Book // nil: the flag was not given
	name string
}

// BookUsage explains the flag.
const BookUsage = "book of the opening from this `file`, as \"tengen book\" writes it, instead of our own"

// Book returns the book of the flag, or the embedded one.
func (b *Book) Book() *book.Book {
	if b.read == nil {
		return book.Embedded()
	}
	return b.read
}

func (b *Book) String() string { return b.name }

// Set reads the file.
func (b *Book) Set(name string) (err error) {
	b.name = name
	b.read, err = ReadFile(name, book.Read)
	return err
}

// Type names the flag's values in its help.
func (b *Book) Type() string { return "file" }
