package serve

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
)

// TestFiles saves a game in every format and loads it again.
func TestFiles(t *testing.T) {
	s := newSite(t, "")
	v := s.begin("t10", person, person)
	v = s.say(v.ID, "h8 swap h9 i9 i8 "+ten+" i10 a1 b2")
	for format, want := range map[string]string{
		"sgf": v.Line, "psq": "renju15.h8.h9.i9.i8.i10.a1.b2", "lib": "renju15.h8.h9.i9.i8.i10.a1.b2", "txt": "renju15.h8.h9.i9.i8.i10.a1.b2",
	} {
		status, text := s.ask("GET", "/api/games/"+v.ID+"/file/"+format, nil)
		if status != 200 {
			t.Errorf("%s: %d %s", format, status, text)
			continue
		}
		var told fileTold
		s.get("POST", "/api/files/game."+format, text, &told)
		if told.Game.Line != want {
			t.Errorf("%s gives %s, want %s", format, told.Game.Line, want)
		}
	}
	for format, magic := range map[string]string{"png": "\x89PNG", "svg": "<svg"} {
		if status, text := s.ask("GET", "/api/games/"+v.ID+"/file/"+format, nil); status != 200 || !strings.HasPrefix(text, magic) {
			t.Errorf("%s: %d, %.40q", format, status, text)
		}
	}
	var told fileTold
	s.get("POST", "/api/files/tree.sgf", "(;GM[4]SZ[15](;B[hh];W[hg])(;B[hh];W[ig]))", &told)
	if told.Game.Line != "renju15.h8.h9" || len(told.Lost) != 1 || told.Lost[0] != "variations" {
		t.Errorf("a tree gives %s, lost %v", told.Game.Line, told.Lost)
	}
}

// TestPages wants what the page loads at once to be small, and to name no other host.
func TestPages(t *testing.T) {
	s := newSite(t, "")
	status, page := s.ask("GET", "/", nil)
	if status != 200 {
		t.Fatal(status)
	}
	whole := len(page)
	files := []string{"style.css", "app.js", "lang/en.json", "icon.svg"}
	for _, part := range strings.Split(page, `href="`)[1:] {
		name, _, _ := strings.Cut(part, `"`)
		files = append(files, name)
	}
	seen := map[string]bool{}
	for _, name := range files {
		if seen[name] {
			continue
		}
		seen[name] = true
		status, text := s.ask("GET", "/"+name, nil)
		if status != 200 {
			t.Errorf("%s: status %d", name, status)
		}
		for _, scheme := range []string{"https://", "http://"} {
			for _, rest := range strings.Split(text, scheme)[1:] {
				if !strings.HasPrefix(rest, "www.w3.org/") { // the name of SVG, which nobody visits
					t.Errorf("%s names %s%.30s", name, scheme, rest)
				}
			}
		}
		whole += len(text)
	}
	if whole > 300<<10 {
		t.Errorf("the page takes %d bytes", whole)
	}
	r, err := http.NewRequest("GET", s.server.URL+"/app.js", nil)
	if err != nil {
		t.Fatal(err)
	}
	first, err := s.server.Client().Do(r)
	if err != nil {
		t.Fatal(err)
	}
	first.Body.Close()
	r.Header.Set("If-None-Match", first.Header.Get("ETag"))
	second, err := s.server.Client().Do(r)
	if err != nil {
		t.Fatal(err)
	}
	second.Body.Close()
	if second.StatusCode != http.StatusNotModified {
		t.Errorf("what has not changed comes again: %d", second.StatusCode)
	}
}

// TestLanguages wants every table to have the texts of the English one, with the same
// places for what varies.
func TestLanguages(t *testing.T) {
	read := func(language string) map[string]string {
		text, err := web.ReadFile("web/lang/" + language + ".json")
		if err != nil {
			t.Fatal(err)
		}
		table := map[string]string{}
		if err := json.Unmarshal(text, &table); err != nil {
			t.Fatalf("%s: %v", language, err)
		}
		return table
	}
	english := read("en")
	places := func(text string) map[string]bool {
		found := map[string]bool{}
		for _, part := range strings.Split(text, "{")[1:] {
			name, _, _ := strings.Cut(part, "}")
			found[name] = true
		}
		return found
	}
	for _, language := range []string{"ja", "zh", "cs"} {
		table := read(language)
		for key, text := range english {
			own, ok := table[key]
			if !ok {
				t.Errorf("%s: no %s", language, key)
				continue
			}
			for name := range places(text) {
				if !places(own)[name] && name != "loser" {
					t.Errorf("%s: %s has no {%s}: %s", language, key, name, own)
				}
			}
		}
		for key := range table {
			if _, ok := english[key]; !ok {
				t.Errorf("%s: %s is not in English", language, key)
			}
		}
	}
}
