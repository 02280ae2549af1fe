// Command apiserver puts load on an API server, ours or the real one, and prints one JSON object of numbers: the generator of
// bench/apiserver. It decodes nothing that it does not need, so that the server is what is measured.
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"runtime"
	"time"
)

type options struct {
	server, authority, token string
	from, to, inFlight       int
	watchers, writes         int
	http2                    bool
	duration                 time.Duration
}

func measure(part string, options options) (map[string]float64, error) {
	count := options.inFlight
	if part == "list" {
		count = 1
	}
	senders, err := newSenders(options, count)
	if err != nil {
		return nil, err
	}
	switch part {
	case "create":
		return measureCreates(senders, options)
	case "get":
		return measureGets(senders, options)
	case "list":
		return measureList(senders[0])
	case "fanout":
		return measureFanOut(senders, options)
	}
	return nil, fmt.Errorf("--part: expected create, get, list or fanout, got %q", part)
}

// One half of the processors is the server's. With threads for all of them the generator looks for work on those, too, and wakes more of
// its threads for each answer: of a server on one thread that took a sixth, of one on many nothing.
func leaveProcessors() {
	runtime.GOMAXPROCS(max(1, runtime.NumCPU()/2))
}

func main() {
	leaveProcessors()
	var options options
	part := flag.String("part", "", "create, get, list or fanout")
	flag.StringVar(&options.server, "server", "", "the URL of the server")
	flag.StringVar(&options.authority, "ca", "", "a file with the authority to trust")
	flag.StringVar(&options.token, "token", "", "the credential")
	flag.IntVar(&options.from, "from", 0, "the number of the first object")
	flag.IntVar(&options.to, "to", 0, "the number after the last object")
	flag.IntVar(&options.inFlight, "in-flight", 1, "how many requests are open at once")
	flag.IntVar(&options.watchers, "watchers", 1000, "how many watches are open")
	flag.IntVar(&options.writes, "writes", 20, "how many writes are told to them, as many at once as are in flight")
	flag.BoolVar(&options.http2, "http2", false, "speak HTTP/2 instead of HTTP/1.1")
	flag.DurationVar(&options.duration, "duration", time.Second, "how long objects are read")
	flag.Parse()
	results, err := measure(*part, options)
	if err == nil {
		err = json.NewEncoder(os.Stdout).Encode(results)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
