module tengen

go 1.26.8

require (
	github.com/spf13/pflag v1.1.0
	golang.org/x/image v0.48.0
	golang.org/x/sync v0.25.0
)

require (
	golang.org/x/sys v0.50.0
	golang.org/x/text v0.44.0 // indirect
)
