// Command podserver is the API server of bench/client. It serves bytes that it prepared before it said that it is ready, so that what is
// measured is the client: one pod, a patch that answers with that pod, and a list of pods, each in JSON and in protobuf. It ends when its
// standard input does.
package main

import (
	"crypto/tls"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"strconv"
	"strings"
)

const protobufType = "application/vnd.kubernetes.protobuf"

// A real server writes a list in pieces as well.
const pieceBytes = 64 << 10

// answer is one object in both encodings.
type answer struct {
	json, protobuf []byte
}

func (a answer) in(accept string) (string, []byte) {
	if strings.Contains(accept, protobufType) {
		return protobufType, a.protobuf
	}
	return "application/json", a.json
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

// serveList answers in pieces and without a content length, as a real server does for what is large.
func serveList(list answer) http.HandlerFunc {
	return func(writer http.ResponseWriter, request *http.Request) {
		contentType, body := list.in(request.Header.Get("Accept"))
		writer.Header().Set("Content-Type", contentType)
		for len(body) > 0 {
			piece := body[:min(pieceBytes, len(body))]
			if _, err := writer.Write(piece); err != nil {
				return
			}
			body = body[len(piece):]
		}
	}
}

func serve(size int) error {
	pod, list, err := prepare(size)
	if err != nil {
		return err
	}
	certificate, authority, err := makeCertificate()
	if err != nil {
		return err
	}
	routes := http.NewServeMux()
	routes.HandleFunc("GET /api/v1/namespaces/{namespace}/pods/{name}", serveObject(pod))
	routes.HandleFunc("PATCH /api/v1/namespaces/{namespace}/pods/{name}", serveObject(pod))
	routes.HandleFunc("GET /api/v1/namespaces/{namespace}/pods", serveList(list))
	routes.HandleFunc("GET /api/v1/pods", serveList(list))

	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	server := &http.Server{
		Handler:   routes,
		TLSConfig: &tls.Config{Certificates: []tls.Certificate{certificate}},
	}
	go func() {
		_, _ = io.Copy(io.Discard, os.Stdin)
		_ = server.Close()
	}()
	ready := map[string]any{
		"server":           "https://" + listener.Addr().String(),
		"ca":               authority,
		"podBytes":         len(pod.json),
		"podProtobufBytes": len(pod.protobuf),
	}
	if err := json.NewEncoder(os.Stdout).Encode(ready); err != nil {
		return err
	}
	if err := server.ServeTLS(listener, "", ""); err != http.ErrServerClosed {
		return err
	}
	return nil
}

func main() {
	size := flag.Int("size", 50_000, "how many pods the list has")
	flag.Parse()
	if err := serve(*size); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
