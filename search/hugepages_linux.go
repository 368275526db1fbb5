package search

import (
	"syscall"
	"unsafe"
)

// askForHugePages asks the system to back the buckets by huge pages: a search
// looks them up all over, and small pages cost it a second miss each time.
// It is a wish; a system that refuses it loses speed only.
func askForHugePages(buckets []bucket) {
	const hugePage = 2 << 20
	first := uintptr(unsafe.Pointer(unsafe.SliceData(buckets)))
	skip := -first % hugePage
	if size := uintptr(len(buckets)) * unsafe.Sizeof(bucket{}); size >= skip+hugePage {
		whole := unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(buckets))), size)
		_ = syscall.Madvise(whole[skip:size-(size-skip)%hugePage], syscall.MADV_HUGEPAGE)
	}
}
