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

// sender sends one request after the other. One belongs to one goroutine, unless it speaks HTTP/2.
type sender interface {
	// open sends a request and gives the answer, which must be a success, unread.
	open(method, path, body string) (*http.Response, error)
}

// newSenders gives so many senders, each with a connection of its own; all of them share one in HTTP/2.
func newSenders(options options, count int) ([]sender, error) {
	config, err := trusting(options.authority)
	if err != nil {
		return nil, err
	}
	senders := make([]sender, count)
	if options.http2 {
		transport := &http.Transport{TLSClientConfig: config, DisableCompression: true, ForceAttemptHTTP2: true}
		shared := &multiplexer{&http.Client{Transport: transport}, options}
		for index := range senders {
			senders[index] = shared
		}
		return senders, nil
	}
	err = sideBySide(count, func(index int) error {
		var err error
		senders[index], err = dial(config, options)
		return err
	})
	return senders, err
}

func trusting(authority string) (*tls.Config, error) {
	pem, err := os.ReadFile(authority)
	if err != nil {
		return nil, err
	}
	authorities := x509.NewCertPool()
	authorities.AppendCertsFromPEM(pem)
	return &tls.Config{RootCAs: authorities}, nil
}

// multiplexer sends requests of many goroutines over one connection of HTTP/2.
type multiplexer struct {
	http    *http.Client
	options options
}

func (m *multiplexer) open(method, path, body string) (*http.Response, error) {
	request, err := http.NewRequest(method, m.options.server+path, strings.NewReader(body))
	if err != nil {
		return nil, err
	}
	request.Header.Set("Authorization", "Bearer "+m.options.token)
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Accept", "application/json")
	response, err := m.http.Do(request)
	if err != nil {
		return nil, err
	}
	return succeeded(response, method, path)
}

func succeeded(response *http.Response, method, path string) (*http.Response, error) {
	if response.StatusCode < 300 {
		return response, nil
	}
	defer response.Body.Close()
	text, _ := io.ReadAll(response.Body)
	return nil, fmt.Errorf("%s %s: %d %s", method, path, response.StatusCode, text)
}

// send sends a request, reads the answer and says how long it was.
func send(sender sender, method, path, body string) (int64, error) {
	response, err := sender.open(method, path, body)
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
