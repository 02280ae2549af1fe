package main

import (
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
	"sync"
)

// client sends requests over kept connections and takes answers as bytes.
type client struct {
	http    *http.Client
	options options
}

func newClient(options options) (*client, error) {
	pem, err := os.ReadFile(options.authority)
	if err != nil {
		return nil, err
	}
	authorities := x509.NewCertPool()
	authorities.AppendCertsFromPEM(pem)
	transport := &http.Transport{
		TLSClientConfig:     &tls.Config{RootCAs: authorities},
		MaxIdleConnsPerHost: 64,
		// Without a limit a request that finds no idle connection opens another one, which is not used if one becomes idle before: under load a
		// server would be busy with greetings, also when the next part is measured.
		MaxConnsPerHost:    options.inFlight,
		DisableCompression: true,
		ReadBufferSize:     65_536,
		ForceAttemptHTTP2:  options.http2,
	}
	if !options.http2 {
		transport.TLSNextProto = map[string]func(string, *tls.Conn) http.RoundTripper{}
	}
	return &client{&http.Client{Transport: transport}, options}, nil
}

// open sends a request and gives the answer, which must be a success, unread.
func (c *client) open(method, path, body string) (*http.Response, error) {
	request, err := http.NewRequest(method, c.options.server+path, strings.NewReader(body))
	if err != nil {
		return nil, err
	}
	request.Header.Set("Authorization", "Bearer "+c.options.token)
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Accept", "application/json")
	response, err := c.http.Do(request)
	if err != nil {
		return nil, err
	}
	if response.StatusCode >= 300 {
		text, _ := io.ReadAll(response.Body)
		response.Body.Close()
		return nil, fmt.Errorf("%s %s: %d %s", method, path, response.StatusCode, text)
	}
	return response, nil
}

// send sends a request, reads the answer and says how long it was.
func (c *client) send(method, path, body string) (int64, error) {
	response, err := c.open(method, path, body)
	if err != nil {
		return 0, err
	}
	defer response.Body.Close()
	return io.Copy(io.Discard, response.Body)
}

// sideBySide runs so many workers and gives the first failure.
func sideBySide(count int, work func(worker int) error) error {
	var workers sync.WaitGroup
	failures := make(chan error, count)
	for worker := range count {
		workers.Go(func() {
			if err := work(worker); err != nil {
				failures <- err
			}
		})
	}
	workers.Wait()
	close(failures)
	return <-failures
}
