package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"net/http"
	"sync"
	"time"
)

const (
	watched = "/api/v1/namespaces/kube-public/configmaps"
	warmUps = 20
)

// measureFanOut opens watches, each with a connection of its own as clients in many processes have, and then writes one object after the
// other, each when the one before has reached everybody.
func measureFanOut(client *client, options options) (map[string]float64, error) {
	version, err := currentVersion(client)
	if err != nil {
		return nil, err
	}
	arrived := make(chan error, options.watchers)
	for start := 0; start < options.watchers; start += 50 {
		if err := sideBySide(min(50, options.watchers-start), func(int) error { return watch(client, version, arrived) }); err != nil {
			return nil, err
		}
	}
	// The first settle what is made, or compiled, on first use.
	for number := range warmUps {
		if err := tell(client, options.watchers, number, arrived); err != nil {
			return nil, err
		}
	}
	started := time.Now()
	for number := range options.writes {
		if err := tell(client, options.watchers, warmUps+number, arrived); err != nil {
			return nil, err
		}
	}
	return rate(options.watchers*options.writes, started), nil
}

func currentVersion(client *client) (string, error) {
	response, err := client.open("GET", watched+"?limit=1", "")
	if err != nil {
		return "", err
	}
	defer response.Body.Close()
	var list struct {
		Metadata struct{ ResourceVersion string }
	}
	err = json.NewDecoder(response.Body).Decode(&list)
	return list.Metadata.ResourceVersion, err
}

// watch opens one watch and reports each line of it.
func watch(client *client, version string, arrived chan<- error) error {
	own := *client
	own.http = &http.Client{Transport: client.http.Transport.(*http.Transport).Clone()}
	response, err := own.open("GET", watched+"?watch=1&resourceVersion="+version, "")
	if err != nil {
		return err
	}
	var once sync.Once
	go func() {
		defer response.Body.Close()
		lines := bufio.NewReaderSize(response.Body, 16_384)
		for {
			if _, err := lines.ReadSlice('\n'); err != nil {
				once.Do(func() { arrived <- fmt.Errorf("a watch has ended: %w", err) })
				return
			}
			arrived <- nil
		}
	}()
	return nil
}

// tell writes one object and waits until everybody has heard of it.
func tell(client *client, watchers, number int, arrived <-chan error) error {
	if _, err := client.send("POST", watched, body(number)); err != nil {
		return err
	}
	for range watchers {
		if err := <-arrived; err != nil {
			return err
		}
	}
	return nil
}
