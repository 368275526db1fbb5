package match

import (
	"bytes"
	"io"
	"os"
)

// gamesFile is a file that the games of a match are added to as they end.
type gamesFile struct {
	file   *os.File
	format func(g *game) ([]byte, error)
}

// openGames opens a file, which may hold games already, and adds those of the
// given games that it lacks: when a match goes on after a kill, the last ones, of
// which one may be there in part.
func openGames(name string, format func(*game) ([]byte, error), games []*game) (*gamesFile, error) {
	file, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return nil, err
	}
	f := &gamesFile{file, format}
	if err := f.catchUp(games); err != nil {
		file.Close()
		return nil, err
	}
	return f, nil
}

// catchUp looks for the games in order and adds the first that is not there and
// all after it.
func (f *gamesFile) catchUp(games []*game) error {
	rest, err := io.ReadAll(f.file)
	if err != nil {
		return err
	}
	end := int64(len(rest))
	for i, g := range games {
		text, err := f.format(g)
		if err != nil {
			return err
		}
		if _, after, found := bytes.Cut(rest, text); found {
			rest = after
			continue
		}
		if err := f.file.Truncate(end - int64(begun(rest, text))); err != nil {
			return err
		}
		games = games[i:]
		if _, err := f.file.Seek(0, io.SeekEnd); err != nil {
			return err
		}
		for _, g := range games {
			if err := f.add(g); err != nil {
				return err
			}
		}
		break
	}
	_, err = f.file.Seek(0, io.SeekEnd)
	return err
}

// begun is how many bytes of a text stand at the end of another.
func begun(content, text []byte) int {
	for n := min(len(content), len(text)); n > 0; n-- {
		if bytes.HasSuffix(content, text[:n]) {
			return n
		}
	}
	return 0
}

// add writes a game in one piece.
func (f *gamesFile) add(g *game) error {
	text, err := f.format(g)
	if err != nil {
		return err
	}
	_, err = f.file.Write(text)
	return err
}

func (f *gamesFile) close() error { return f.file.Close() }

// openOutputs opens the files that the flags ask for. The names are those of the
// engines.
func openOutputs(c *config, names []string, games []*game) ([]*gamesFile, error) {
	var files []*gamesFile
	for _, output := range []struct {
		name   string
		format func(*config, []string, *game) ([]byte, error)
	}{
		{c.sgf, toSGF},
		{c.jsonl, toJSON},
		{c.pgn, toPGN},
	} {
		if output.name == "" {
			continue
		}
		format := func(g *game) ([]byte, error) { return output.format(c, names, g) }
		f, err := openGames(output.name, format, games)
		if err != nil {
			return files, err
		}
		files = append(files, f)
	}
	return files, nil
}
