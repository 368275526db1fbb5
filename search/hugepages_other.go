//go:build !linux

package search

// askForHugePages does nothing: no system but Linux has the wish.
func askForHugePages([]bucket) {}
