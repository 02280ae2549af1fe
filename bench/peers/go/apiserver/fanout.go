package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"sync"
	"time"
)

const (
	watched = "/api/v1/namespaces/kube-public/configmaps"
	warmUps = 20
)

// measureFanOut opens watches, each with a connection of its own as clients in many processes have, and then writes one object after the
// other, each when the one before has reached everybody.
func measureFanOut(writer sender, options options) (map[string]float64, error) {
	version, err := currentVersion(writer)
	if err != nil {
		return nil, err
	}
	arrived := make(chan error, options.watchers)
	for start := 0; start < options.watchers; start += 50 {
		watchers, err := newSenders(options, min(50, options.watchers-start))
		if err != nil {
			return nil, err
		}
		if err := sideBySide(len(watchers), func(index int) error { return watch(watchers[index], version, arrived) }); err != nil {
			return nil, err
		}
	}
	// The first settle what is made, or compiled, on first use.
	for number := range warmUps {
		if err := tell(writer, options.watchers, number, arrived); err != nil {
			return nil, err
		}
	}
	started := time.Now()
	for number := range options.writes {
		if err := tell(writer, options.watchers, warmUps+number, arrived); err != nil {
			return nil, err
		}
	}
	return rate(options.watchers*options.writes, started), nil
}

func currentVersion(sender sender) (string, error) {
	response, err := sender.open("GET", watched+"?limit=1", "")
	if err != nil {
		return "", err
	}
	defer response.Body.Close()
	var list struct {
		Metadata struct{ ResourceVersion string }
	}
	text, err := io.ReadAll(response.Body)
	if err != nil {
		return "", err
	}
	err = json.Unmarshal(text, &list)
	return list.Metadata.ResourceVersion, err
}

// watch opens one watch and reports each line of it.
func watch(sender sender, version string, arrived chan<- error) error {
	response, err := sender.open("GET", watched+"?watch=1&resourceVersion="+version, "")
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
func tell(writer sender, watchers, number int, arrived <-chan error) error {
	if _, err := send(writer, "POST", watched, body(number)); err != nil {
		return err
	}
	for range watchers {
		if err := <-arrived; err != nil {
			return err
		}
	}
	return nil
}
