// Command client measures client-go's typed client, as it is by default, against bench/peers/go/podserver, and prints one JSON object of
// numbers: the peer of bench/client.
package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"time"

	corev1client "k8s.io/client-go/kubernetes/typed/core/v1"
	"k8s.io/client-go/rest"
)

const (
	namespace = "default"
	name      = "web-0"
)

// connect leaves everything at its default (protobuf, HTTP/2) but the rate limit, which would be what is measured.
func connect(server, authority string) (*corev1client.CoreV1Client, error) {
	return corev1client.NewForConfig(&rest.Config{
		Host:            server,
		BearerToken:     "benchmark",
		TLSClientConfig: rest.TLSClientConfig{CAFile: authority},
		QPS:             -1,
	})
}

func measure(ctx context.Context, part string, options options) (map[string]float64, error) {
	client, err := connect(*options.server, *options.authority)
	if err != nil {
		return nil, err
	}
	switch part {
	case "requests":
		return measureRequests(ctx, client, time.Duration(*options.ms)*time.Millisecond)
	case "list":
		return measureList(ctx, client, *options.size)
	}
	return nil, fmt.Errorf("--part: expected requests or list, got %q", part)
}

type options struct {
	size, ms          *int
	server, authority *string
}

func main() {
	part := flag.String("part", "", "requests or list")
	options := options{
		size:      flag.Int("size", 50_000, "how many pods are in the list"),
		ms:        flag.Int("ms", 2000, "how long requests of each kind are sent"),
		server:    flag.String("server", "", "the URL of the server"),
		authority: flag.String("ca", "", "a file with the authority to trust"),
	}
	flag.Parse()
	results, err := measure(context.Background(), *part, options)
	if err == nil {
		err = json.NewEncoder(os.Stdout).Encode(results)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
