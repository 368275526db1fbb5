package serve

import (
	"encoding/json"
	"fmt"
	"net/http"
	"time"
)

// Server-sent events tell a page of its board: "game" with a view, "study" with a studyView.
// Whatever has happened, the last of each is all that a page needs to know, so that
// nothing is queued for a slow one, and one that comes back is where it was.

const (
	// A line is sent after so long without an event, so that ends which are gone are noticed.
	heartbeat = 15 * time.Second
	// writeWait is how long a page may take to take an event.
	writeWait = 10 * time.Second
	// An analysis has news all the time: so much is between two events of it.
	studyGap = 100 * time.Millisecond
	// retry is how long a page waits before it comes back, in milliseconds.
	retry = 500
)

func getEvents(b *board, w http.ResponseWriter, r *http.Request) (any, error) {
	release, ok := b.house.streams.take()
	if !ok {
		return nil, faultf(http.StatusServiceUnavailable, "too many pages are open: close some")
	}
	defer release()
	changes, end, err := b.watch()
	if err != nil {
		return nil, &fault{http.StatusServiceUnavailable, err}
	}
	defer end()
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("X-Accel-Buffering", "no")
	out := stream{w: w, to: http.NewResponseController(w)}
	_ = out.to.SetReadDeadline(time.Time{}) // that of the request would end the stream
	if out.write("retry: %d\n\n", retry) != nil {
		return nil, nil
	}
	beat := time.NewTicker(heartbeat)
	defer beat.Stop()
	later := time.NewTimer(0)
	defer later.Stop()
	seen := seen{version: -1, charted: -1, studied: -1}
	for {
		news, wait := b.news(&seen)
		for _, n := range news {
			if out.event(n.name, n.value) != nil {
				return nil, nil
			}
		}
		if b.isGone() {
			_ = out.event("gone", struct{}{})
			return nil, nil
		}
		if wait > 0 {
			later.Reset(wait)
		}
		select {
		case <-changes:
		case <-later.C:
		case <-beat.C:
			if out.write(": here\n\n") != nil {
				return nil, nil
			}
		case <-r.Context().Done():
			return nil, nil
		case <-b.house.ctx.Done():
			return nil, nil
		}
	}
}

// seen is what a page knows.
type seen struct {
	version, charted, studied int
	place                     int       // of the engine in the queue
	at                        time.Time // when it was last told of something that changes all the time
}

type event struct {
	name  string
	value any
}

// news is what a page does not know yet. A step of the game is told at once; where wait is
// positive there is more to tell after it.
func (b *board) news(s *seen) (news []event, wait time.Duration) {
	b.mu.Lock()
	defer b.mu.Unlock()
	place := -1
	if b.engine != nil {
		place = int(b.engine.place.Load())
	}
	due := studyGap - time.Since(s.at)
	if b.version != s.version || (b.charted != s.charted || place != s.place) && due <= 0 {
		news = append(news, event{"game", b.view()})
		s.version, s.charted, s.place = b.version, b.charted, place
	}
	if b.studied != s.studied && due <= 0 {
		news = append(news, event{"study", b.studyView()})
		s.studied = b.studied
	}
	if due <= 0 {
		s.at = time.Now()
	}
	if b.studied != s.studied || b.charted != s.charted || place != s.place {
		wait = max(due, time.Millisecond)
	}
	return news, wait
}

func (b *board) isGone() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.gone
}

// A stream is a page's end of the events.
type stream struct {
	w  http.ResponseWriter
	to *http.ResponseController
}

func (s stream) event(name string, value any) error {
	text, err := json.Marshal(value)
	if err != nil {
		return err
	}
	return s.write("event: %s\ndata: %s\n\n", name, text)
}

func (s stream) write(format string, args ...any) error {
	_ = s.to.SetWriteDeadline(time.Now().Add(writeWait)) // not every writer has one
	if _, err := fmt.Fprintf(s.w, format, args...); err != nil {
		return err
	}
	return s.to.Flush()
}
