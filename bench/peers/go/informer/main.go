// Command informer measures client-go's shared informers, as they are by default (streaming list, protobuf for pods, unstructured objects for
// custom resources), against bench/peers/go/podserver or a real API server, and prints one JSON object of numbers: the peer of bench/informer.
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
)

type options struct {
	kind, server, authority, token, times string
	size                                  int
}

// measure syncs, and then it watches what it is asked to.
func measure(options options) (map[string]float64, error) {
	following, err := follow(options)
	if err != nil {
		return nil, err
	}
	results := map[string]float64{}
	if err := following.sync(results, options.size); err != nil || options.times == "" {
		return results, err
	}
	return results, following.watch(results, options)
}

func main() {
	var options options
	flag.StringVar(&options.kind, "kind", "pods", "pods or podcopies")
	flag.StringVar(&options.server, "server", "", "the URL of the server")
	flag.StringVar(&options.authority, "ca", "", "a file with the authority to trust")
	flag.StringVar(&options.token, "token", "benchmark", "who asks")
	flag.StringVar(&options.times, "times", "", "how often each object is replaced in each part, like keys=2,read=1,churn=6")
	flag.IntVar(&options.size, "size", 50_000, "how many objects there are")
	flag.Parse()
	results, err := measure(options)
	if err == nil {
		err = json.NewEncoder(os.Stdout).Encode(results)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
