package adviser

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"tengen/book"
	"tengen/cmd/tengen/cli"
	"tengen/cmd/tengen/internal/golden"
	"tengen/engine/renju"
	"tengen/engine/taraguchi"
)

func tengen(args ...string) (string, error) {
	var out bytes.Buffer
	err := Command.Run(context.Background(), cli.IO{Out: &out, Err: new(bytes.Buffer)}, args)
	return out.String(), err
}

// bookFile writes a book in which a fifth stone is the better for Black the nearer it is
// to Black's stones.
func bookFile(t *testing.T) string {
	t.Helper()
	b := book.New(func(five []renju.Point) (book.Value, bool) {
		near := 0
		for i := 0; i < 4; i += 2 {
			dx, dy := int(five[4].X)-int(five[i].X), int(five[4].Y)-int(five[i].Y)
			near += dx*dx + dy*dy
		}
		return book.Value{Black: 1 / (1 + float64(near)/20), Reply: renju.Point{X: 0, Y: 14}, Nodes: 1 << 20}, true
	})
	name := filepath.Join(t.TempDir(), "book")
	f, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	if err := b.Write(f); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	return name
}

// What people see in each state of the opening.
func TestText(t *testing.T) {
	file := bookFile(t)
	var all strings.Builder
	for _, transcript := range []string{
		"", "h8", "h8h9", "h8 h9 swap i9", "h8h9i9i8", "--fifths h8h9i9g8", "h8h9i9i8 swap", "h8h9i9i8j8",
		"h8h9i9i8 j10,j8,j7,j6,k6,k7,k8,g9,f8,g6",
	} {
		args := append([]string{"--book", file}, strings.Fields(transcript)...)
		out, err := tengen(args...)
		if err != nil {
			t.Fatalf("%q: %v", transcript, err)
		}
		all.WriteString("$ tengen opening " + transcript + "\n" + out + "\n")
	}
	golden.Check(t, "text.txt", all.String())
}

func TestJSON(t *testing.T) {
	out, err := tengen("--json", "--book", bookFile(t), "h8h9i9i8")
	if err != nil {
		t.Fatal(err)
	}
	var told struct {
		Turn, Colour, Code, Name, Kanji, Legal, Answer string
		Choices                                        []struct {
			Kind  string
			Worth float64
		}
		Stones, Offers []struct {
			Point string
			Twins []string
			Black float64
			Nodes int64
		}
	}
	if err := json.Unmarshal([]byte(out), &told); err != nil {
		t.Fatalf("%v in %s", err, out)
	}
	if told.Turn != "first" || told.Colour != "black" || told.Code != "D4" || told.Name != "Kagetsu" || told.Kanji != "花月" {
		t.Errorf("%+v", told)
	}
	if len(told.Choices) != 3 || len(told.Offers) != taraguchi.Offers || len(told.Stones) < 40 || told.Stones[0].Black < told.Stones[1].Black || told.Stones[0].Nodes == 0 {
		t.Errorf("choices %v, offers %v, stones %v", told.Choices, told.Offers, told.Stones)
	}
}

func TestPicture(t *testing.T) {
	out := filepath.Join(t.TempDir(), "fifths.svg")
	if _, err := tengen("--book", bookFile(t), "--out", out, "h8h9i9i8"); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(out)
	if err != nil || !bytes.HasPrefix(data, []byte("<svg")) {
		t.Errorf("%v, %.20q", err, data)
	}
}

// Whether the picture can be written is found out before anything is searched for it.
func TestPictureThatCannotBe(t *testing.T) {
	out := filepath.Join(t.TempDir(), "none", "fifths.svg")
	began := time.Now()
	_, err := tengen("--time", "20", "--out", out, "h8h9i9i8")
	var usage *cli.UsageError
	if !errors.As(err, &usage) || !strings.Contains(err.Error(), "--out") || !strings.Contains(err.Error(), out) {
		t.Errorf("error %v, want one of usage that names --out and the file", err)
	}
	if took := time.Since(began); took > 10*time.Second {
		t.Errorf("it was told after %v", took)
	}
}

func TestBadCommandLines(t *testing.T) {
	for args, want := range map[string]string{
		"a1":                       "stone 1 must be on the centre",
		"h8 h8":                    "h8",
		"swap":                     "swap",
		"h8h9i9i8 j10,j8":          "2 points, want the 10 offers",
		"h8h9i9i8j8 swap g7":       "the opening is over",
		"h8 z9":                    "z9",
		"--nodes -1 h8":            "--nodes",
		"--out x.gif h8":           ".svg or .png",
		"--book testdata/text.txt": "not a book",
	} {
		_, err := tengen(strings.Fields(args)...)
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("tengen opening %s: error %v, want one with %q", args, err, want)
		}
	}
}
