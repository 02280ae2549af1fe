// Command podserver is the API server of bench/client and bench/informer. It serves bytes that it prepared before it said that it is ready, so
// that what is measured is the client: one pod, a patch that answers with that pod, and lists and watches of pods, each in JSON and in protobuf,
// and of the same objects as custom resources. It listens once for each size of the list. It ends when its standard input does. With
// --fill it creates the pods and the custom resources on a real API server instead.
package main

import (
	"crypto/tls"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"slices"
	"strconv"
	"strings"
)

// A client may ask so often for a replay.
const replays = 8

// answer is one object in both encodings.
type answer struct {
	json, protobuf []byte
}

func (a answer) in(accept string) (string, []byte) {
	if strings.Contains(accept, protobufType) {
		return protobufType, a.protobuf
	}
	return jsonType, a.json
}

// serveObject answers with a content length, as a real server does for what is small.
func serveObject(object answer) http.HandlerFunc {
	return func(writer http.ResponseWriter, request *http.Request) {
		_, _ = io.Copy(io.Discard, request.Body)
		contentType, body := object.in(request.Header.Get("Accept"))
		writer.Header().Set("Content-Type", contentType)
		writer.Header().Set("Content-Length", strconv.Itoa(len(body)))
		_, _ = writer.Write(body)
	}
}

func routes(pod answer, objects *collection) http.Handler {
	routes := http.NewServeMux()
	routes.HandleFunc("GET /api/v1/namespaces/{namespace}/pods/{name}", serveObject(pod))
	routes.HandleFunc("PATCH /api/v1/namespaces/{namespace}/pods/{name}", serveObject(pod))
	routes.HandleFunc("GET /api/v1/namespaces/{namespace}/pods", objects.serve(negotiated))
	routes.HandleFunc("GET /api/v1/pods", objects.serve(negotiated))
	routes.HandleFunc("GET /apis/"+group+"/v1/"+plural, objects.serve(func(string) encoding {
		return jsonEncoding(group+"/v1", "PodCopy", true)
	}))
	routes.HandleFunc("POST /replay", objects.replay)
	return routes
}

// listen serves on a port of its own.
func listen(handler http.Handler, certificate tls.Certificate, failed chan<- error) (string, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	server := &http.Server{
		Handler:   handler,
		TLSConfig: &tls.Config{Certificates: []tls.Certificate{certificate}},
	}
	go func() { failed <- server.ServeTLS(listener, "", "") }()
	return "https://" + listener.Addr().String(), nil
}

func serve(sizes []int) error {
	pod, err := makeAnswer()
	if err != nil {
		return err
	}
	largest := slices.Max(sizes)
	records, err := makeRecords(largest + replays)
	if err != nil {
		return err
	}
	certificate, authority, err := makeCertificate()
	if err != nil {
		return err
	}
	servers, failed := make([]string, len(sizes)), make(chan error)
	for i, size := range sizes {
		objects := newCollection(records[:size], records[largest:])
		if servers[i], err = listen(routes(pod, objects), certificate, failed); err != nil {
			return err
		}
	}
	ready := map[string]any{"ca": authority, "servers": servers}
	if err := json.NewEncoder(os.Stdout).Encode(ready); err != nil {
		return err
	}
	go func() {
		_, _ = io.Copy(io.Discard, os.Stdin)
		failed <- nil
	}()
	return <-failed
}

func parseSizes(list string) ([]int, error) {
	sizes := []int{}
	for text := range strings.SplitSeq(list, ",") {
		size, err := strconv.Atoi(text)
		if err != nil || size < 1 {
			return nil, errors.New("--sizes: expected positive numbers with commas between them, got " + list)
		}
		sizes = append(sizes, size)
	}
	return sizes, nil
}

func main() {
	list := flag.String("sizes", "50000", "how many objects the lists have")
	real := flag.String("fill", "", "the URL of a real API server to create so many pods and copies on, instead of serving them")
	authority := flag.String("ca", "", "a file with the authority of the real server")
	token := flag.String("token", "", "who creates them")
	flag.Parse()
	sizes, err := parseSizes(*list)
	if err == nil && *real != "" {
		err = fill(*real, *authority, *token, sizes[0])
	} else if err == nil {
		err = serve(sizes)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
