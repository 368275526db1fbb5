package serve

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"io/fs"
	"net/http"
	"path"
	"time"
)

// static serves the pages' files, each with a tag by which a browser knows that what it has
// is still good.
func static(files fs.FS) http.Handler {
	type file struct {
		data      []byte
		tag, kind string
	}
	all := map[string]file{}
	err := fs.WalkDir(files, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := fs.ReadFile(files, name)
		all["/"+name] = file{data, fmt.Sprintf(`"%x"`, sha256.Sum256(data))[:18] + `"`, kindOfFile(name)}
		return err
	})
	if err != nil {
		panic(err) // they are part of the program
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			writeError(w, faultf(http.StatusMethodNotAllowed, "no %s here", clip(r.Method)))
			return
		}
		name := r.URL.Path
		if name == "/" {
			name = "/index.html"
		}
		f, ok := all[name]
		if !ok {
			writeError(w, faultf(http.StatusNotFound, "no %s here", clip(r.URL.Path)))
			return
		}
		w.Header().Set("Content-Type", f.kind)
		w.Header().Set("Cache-Control", "no-cache")
		w.Header().Set("ETag", f.tag)
		http.ServeContent(w, r, name, time.Time{}, bytes.NewReader(f.data))
	})
}

// kindOfFile does not ask the system, whose tables may be wrong for scripts.
func kindOfFile(name string) string {
	switch path.Ext(name) {
	case ".js":
		return "text/javascript; charset=utf-8"
	case ".json":
		return "application/json; charset=utf-8"
	case ".svg":
		return "image/svg+xml"
	case ".css":
		return "text/css; charset=utf-8"
	}
	return "text/html; charset=utf-8"
}
