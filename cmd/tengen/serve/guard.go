package serve

import (
	"crypto/subtle"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"
)

// A guard lets in whom the server is meant for. On loopback that is any program of this
// machine, but no page of another origin, be it under a name that somebody else's server has
// for this machine. Beyond loopback it is whoever has the token.
type guard struct {
	token    string // "": none is wanted
	loopback bool
}

const (
	cookieName = "tengen"
	cookieLife = 30 * 24 * time.Hour
)

// protect wraps a handler. Refusals are JSON, as all errors are.
func (g guard) protect(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		head := w.Header()
		head.Set("X-Content-Type-Options", "nosniff")
		head.Set("Referrer-Policy", "no-referrer")
		head.Set("Cross-Origin-Resource-Policy", "same-origin")
		head.Set("Cross-Origin-Opener-Policy", "same-origin")
		head.Set("Content-Security-Policy", "default-src 'self'; img-src 'self' data: blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
		if err := g.refuses(r); err != nil {
			writeError(w, err)
			return
		}
		if g.token != "" && !g.knows(r) {
			if !g.admits(w, r) {
				writeError(w, faultf(http.StatusUnauthorized, "a token is wanted: open the address that tengen serve has printed"))
			}
			return
		}
		next.ServeHTTP(w, r)
	})
}

// refuses says why a request is not one of our own pages'.
func (g guard) refuses(r *http.Request) error {
	if g.loopback && !isLoopback(r.Host) {
		return faultf(http.StatusForbidden, "host %s is not this machine's", clip(r.Host))
	}
	if origin := r.Header.Get("Origin"); origin != "" {
		if u, err := url.Parse(origin); err != nil || u.Host != r.Host {
			return faultf(http.StatusForbidden, "origin %s is foreign", clip(origin))
		}
	}
	switch r.Header.Get("Sec-Fetch-Site") {
	case "", "same-origin", "none":
		return nil
	}
	// A link on another page may lead here, to the page itself.
	if r.Method == http.MethodGet && r.Header.Get("Sec-Fetch-Mode") == "navigate" && !strings.HasPrefix(r.URL.Path, "/api/") {
		return nil
	}
	return faultf(http.StatusForbidden, "requests from other sites are refused")
}

// isLoopback tells whether the host of an address, with or without a port, is this machine.
func isLoopback(address string) bool {
	host := address
	if h, _, err := net.SplitHostPort(address); err == nil {
		host = h
	}
	host = strings.Trim(host, "[]")
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// knows tells whether a request brings the token, in a cookie or as a bearer's.
func (g guard) knows(r *http.Request) bool {
	given := strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer ")
	if c, err := r.Cookie(cookieName); given == "" && err == nil {
		given = c.Value
	}
	return g.is(given)
}

func (g guard) is(given string) bool {
	return subtle.ConstantTimeCompare([]byte(given), []byte(g.token)) == 1
}

// admits takes the token out of the address and puts it into a cookie.
func (g guard) admits(w http.ResponseWriter, r *http.Request) bool {
	if r.Method != http.MethodGet || r.URL.Path != "/" || !g.is(r.URL.Query().Get("token")) {
		return false
	}
	http.SetCookie(w, &http.Cookie{
		Name: cookieName, Value: g.token, Path: "/", HttpOnly: true,
		SameSite: http.SameSiteLaxMode, MaxAge: int(cookieLife.Seconds()),
	})
	http.Redirect(w, r, "/", http.StatusSeeOther)
	return true
}

// tokenLength in letters gives 80 random bits.
const tokenLength = 16

func newToken() string {
	token := make([]byte, tokenLength)
	for i := range token {
		token[i] = randomLetter()
	}
	return string(token)
}

// A crowd lets so many in at a time.
type crowd chan struct{}

func (c crowd) take() (release func(), ok bool) {
	select {
	case c <- struct{}{}:
		return func() { <-c }, true
	default:
		return nil, false
	}
}

// limited is a listener that has so many connections open at most; more wait to be accepted.
type limited struct {
	net.Listener
	room chan struct{}
	done chan struct{}
	once sync.Once
}

func limit(l net.Listener, most int) net.Listener {
	return &limited{Listener: l, room: make(chan struct{}, most), done: make(chan struct{})}
}

func (l *limited) Accept() (net.Conn, error) {
	select {
	case l.room <- struct{}{}:
	case <-l.done:
		return nil, net.ErrClosed
	}
	c, err := l.Listener.Accept()
	if err != nil {
		<-l.room
		return nil, err
	}
	return &counted{Conn: c, release: sync.OnceFunc(func() { <-l.room })}, nil
}

func (l *limited) Close() error {
	l.once.Do(func() { close(l.done) })
	return l.Listener.Close()
}

type counted struct {
	net.Conn
	release func()
}

func (c *counted) Close() error {
	defer c.release()
	return c.Conn.Close()
}

// checkListen tells whether an address to listen on is this machine's alone.
func checkListen(address string) (loopback bool, err error) {
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return false, fmt.Errorf("--listen %s: want host and port, such as 127.0.0.1:8010", address)
	}
	return isLoopback(host), nil
}
