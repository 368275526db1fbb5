package cli

import "tengen/search/eval/net"

// Net is a flag for a file that holds a network, which is read at once.
type Net struct {
	Net  *net.Net // nil: the flag was not given
	name string
}

// NetUsage explains the flag.
const NetUsage = "evaluate renju with the network in this `file`, as \"tengen train\" writes it"

func (n *Net) String() string { return n.name }

// Set reads the file.
func (n *Net) Set(name string) (err error) {
	n.name = name
	n.Net, err = ReadFile(name, net.Read)
	return err
}

// Type names the flag's values in its help.
func (n *Net) Type() string { return "file" }
