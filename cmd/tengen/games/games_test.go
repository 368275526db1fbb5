package games

import (
	"bytes"
	"errors"
	"reflect"
	"testing"

	"tengen/engine/renju"
)

func sample() []Game {
	return []Game{
		{Size: 15, Rule: renju.Renju, Result: renju.BlackWins, Opening: 1, Moves: []Move{{renju.Point{X: 7, Y: 7}, 0}, {renju.Point{X: 8, Y: 8}, -25}}, Samples: []Sample{
			{After: 1, Move: Move{renju.Point{X: 0, Y: 14}, -1}},
			{After: 2, Path: []renju.Point{{X: 1, Y: 2}, {X: 3, Y: 4}}, Move: Move{renju.Point{X: 9, Y: 9}, 300}},
		}},
		{Size: 20, Rule: renju.Freestyle, Result: renju.Draw, Moves: []Move{{renju.Point{X: 19, Y: 19}, 29999}}},
		{Size: 15, Rule: renju.Standard, Result: renju.WhiteWins},
	}
}

func file(t testing.TB) []byte {
	var b bytes.Buffer
	if err := WriteHeader(&b); err != nil {
		t.Fatal(err)
	}
	for _, g := range sample() {
		if err := Append(&b, &g); err != nil {
			t.Fatal(err)
		}
	}
	return b.Bytes()
}

func read(b []byte) (games []Game, err error) {
	for e, err := range Read(bytes.NewReader(b)) {
		if err != nil {
			return games, err
		}
		games = append(games, e.Game)
	}
	return games, nil
}

func TestGamesAreReadAsWritten(t *testing.T) {
	got, err := read(file(t))
	if err != nil || !reflect.DeepEqual(got, sample()) {
		t.Errorf("read %+v, %v", got, err)
	}
}

func TestAFileCutOffLosesOnlyItsTail(t *testing.T) {
	whole := file(t)
	for n := len(Header); n < len(whole); n++ {
		got, err := read(whole[:n])
		if err != nil && !errors.Is(err, ErrCut) {
			t.Fatalf("cut at %d: %v", n, err)
		}
		if !reflect.DeepEqual(got, sample()[:len(got)]) && len(got) > 0 {
			t.Fatalf("cut at %d: %+v", n, got)
		}
	}
}

func TestAChangedByteIsFound(t *testing.T) {
	b := file(t)
	b[len(Header)+3] ^= 1
	if got, err := read(b); err == nil || len(got) != 0 {
		t.Errorf("read %+v, %v", got, err)
	}
}

func FuzzRead(f *testing.F) {
	f.Add(file(f))
	f.Fuzz(func(t *testing.T, b []byte) {
		games, err := read(b)
		if err != nil {
			return
		}
		var again bytes.Buffer
		if err := WriteHeader(&again); err != nil {
			t.Fatal(err)
		}
		for _, g := range games {
			if err := Append(&again, &g); err != nil {
				t.Fatal(err)
			}
		}
		if !bytes.Equal(again.Bytes(), b) {
			t.Errorf("%d games are written otherwise than read", len(games))
		}
	})
}
