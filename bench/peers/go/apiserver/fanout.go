package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"sync/atomic"
	"time"
)

const (
	watched = "/api/v1/namespaces/kube-public/configmaps"
	warmUps = 100
	// How many watches one client has. They share a connection in HTTP/2.
	watchesOfClient = 50
)

// measureFanOut opens watches of many clients, each with a connection of its own in HTTP/1.1. Then every writer writes one object, and
// the next one when all of these have reached everybody: a server may end watches that fall behind, as Kubernetes does.
func measureFanOut(writers []sender, options options) (map[string]float64, error) {
	version, err := currentVersion(writers[0])
	if err != nil {
		return nil, err
	}
	audience := &audience{size: options.watchers, reached: make(chan error, options.watchers+1)}
	for start := 0; start < options.watchers; start += watchesOfClient {
		watchers, err := newSenders(options, min(watchesOfClient, options.watchers-start))
		if err != nil {
			return nil, err
		}
		if err := sideBySide(len(watchers), func(index int) error { return audience.join(watchers[index], version) }); err != nil {
			return nil, err
		}
	}
	// The first settle what is made, or compiled, on first use.
	first := options.from + warmUps
	for number := options.from; number < first; number++ {
		if err := audience.tell(writers, number, number+1); err != nil {
			return nil, err
		}
	}
	burst := len(writers)
	started := time.Now()
	for number := first; number < first+options.writes; number += burst {
		if err := audience.tell(writers, number, number+burst); err != nil {
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

// audience is everybody who watches. It counts what they hear.
type audience struct {
	size           int
	heard, awaited atomic.Int64
	// Gets nothing when everything awaited was heard, or why that cannot be.
	reached chan error
}

// join opens one watch and counts each line of it.
func (a *audience) join(sender sender, version string) error {
	response, err := sender.open("GET", watched+"?watch=1&resourceVersion="+version, "")
	if err != nil {
		return err
	}
	go func() {
		defer response.Body.Close()
		lines := bufio.NewReaderSize(response.Body, 16_384)
		for {
			if _, err := lines.ReadSlice('\n'); err != nil {
				a.reached <- fmt.Errorf("a watch has ended: %w", err)
				return
			}
			if a.heard.Add(1) == a.awaited.Load() {
				a.reached <- nil
			}
		}
	}()
	return nil
}

// tell writes the objects from one number to another and waits until everybody has heard of all.
func (a *audience) tell(writers []sender, from, to int) error {
	a.awaited.Add(int64(a.size * (to - from)))
	if err := create(writers[:min(len(writers), to-from)], watched, from, to); err != nil {
		return err
	}
	return <-a.reached
}
