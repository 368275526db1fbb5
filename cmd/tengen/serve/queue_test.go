package serve

import (
	"context"
	"errors"
	"math/rand/v2"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"tengen/search"
)

func newRandom() *rand.Rand { return rand.New(rand.NewPCG(1, 2)) }

// TestQueueIsFair lets more work than there are cores, and wants slices shared alike and
// nobody waiting longer than twice the fair time.
func TestQueueIsFair(t *testing.T) {
	const slice, cores, workers = 20 * time.Millisecond, 2, 10
	q := newQueue(cores, 2<<20, slice, 100)
	ctx, cancel := context.WithTimeout(t.Context(), 1500*time.Millisecond)
	defer cancel()
	var group sync.WaitGroup
	var running atomic.Int32
	slices := make([]int, workers)
	longest := make([]time.Duration, workers)
	for i := range workers {
		group.Go(func() {
			var place atomic.Int32
			last := time.Now()
			err := q.run(ctx, cores, &place, func() {}, func(ctx context.Context, s *search.Searcher, got int) bool {
				if n := running.Add(int32(got)); n > cores {
					t.Errorf("%d cores are in use", n)
				}
				longest[i] = max(longest[i], time.Since(last))
				<-ctx.Done()
				slices[i]++
				last = time.Now()
				running.Add(int32(-got))
				return true
			})
			if !errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("worker %d: %v", i, err)
			}
		})
	}
	group.Wait()
	least, most := slices[0], slices[0]
	for i := range workers {
		least, most = min(least, slices[i]), max(most, slices[i])
		// The machine may be busy with something else: a slice may take twice its time.
		if fair := workers * slice / cores; longest[i] > 4*fair {
			t.Errorf("worker %d has waited %v, fair is %v", i, longest[i], fair)
		}
	}
	if most > least+2 {
		t.Errorf("slices %v", slices)
	}
	if waiting, running := q.length(); waiting+running != 0 || q.free != cores || len(q.idle) != cores {
		t.Errorf("%d wait and %d run at the end, %d cores are free", waiting, running, q.free)
	}
}

// TestQueueGivesAllCores to whoever is alone, and one to each of two.
func TestQueueGivesAllCores(t *testing.T) {
	q := newQueue(4, 4<<20, time.Millisecond, 10)
	var place atomic.Int32
	got := make(chan int, 100)
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() {
		defer close(done)
		_ = q.run(ctx, 4, &place, func() {}, func(ctx context.Context, _ *search.Searcher, cores int) bool {
			got <- cores
			<-ctx.Done()
			return true
		})
	}()
	if n := <-got; n != 4 {
		t.Errorf("alone it has %d cores", n)
	}
	var other atomic.Int32
	err := q.run(ctx, 1, &other, func() {}, func(context.Context, *search.Searcher, int) bool { return false })
	if err != nil {
		t.Error(err)
	}
	cancel()
	<-done
}

func TestQueueIsBounded(t *testing.T) {
	q := newQueue(1, 1<<20, time.Hour, 1)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var group sync.WaitGroup
	var places [2]atomic.Int32
	for i := range places {
		group.Go(func() {
			_ = q.run(ctx, 1, &places[i], func() {}, func(ctx context.Context, _ *search.Searcher, _ int) bool {
				<-ctx.Done()
				return false
			})
		})
		for { // until it runs or waits
			if waiting, running := q.length(); waiting+running > i {
				break
			}
			runtime.Gosched()
		}
	}
	if p := places[0].Load() + places[1].Load(); p != 1 {
		t.Errorf("places add up to %d, want one who waits first in the queue", p)
	}
	var third atomic.Int32
	if err := q.run(ctx, 1, &third, func() {}, nil); !errors.Is(err, errBusy) {
		t.Errorf("a third: %v", err)
	}
	cancel()
	group.Wait()
}
