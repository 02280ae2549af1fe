package main

import (
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"time"
)

const objects = "/api/v1/namespaces/default/configmaps"

func name(number int) string {
	return fmt.Sprintf("object-%07d", number)
}

// A config map of about 1 KB.
func body(number int) string {
	const object = `{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":%q,"labels":{"app":"bench","part":"%d"}},"data":{"text":%q}}`
	return fmt.Sprintf(object, name(number), number%10, strings.Repeat("0123456789abcdef", 50))
}

// measureCreates makes the objects from one number to another.
func measureCreates(client *client, options options) (map[string]float64, error) {
	var next atomic.Int64
	next.Store(int64(options.from))
	started := time.Now()
	err := sideBySide(options.inFlight, func(int) error {
		for {
			number := int(next.Add(1)) - 1
			if number >= options.to {
				return nil
			}
			if _, err := client.send("POST", objects, body(number)); err != nil {
				return err
			}
		}
	})
	return rate(options.to-options.from, started), err
}

// measureGets reads objects with numbers from one to another, over and over.
func measureGets(client *client, options options) (map[string]float64, error) {
	var count atomic.Int64
	started := time.Now()
	err := sideBySide(options.inFlight, func(worker int) error {
		for number := worker; time.Since(started) < options.duration; number += 7919 {
			path := objects + "/" + name(options.from+number%(options.to-options.from))
			if _, err := client.send("GET", path, ""); err != nil {
				return err
			}
			count.Add(1)
		}
		return nil
	})
	return rate(int(count.Load()), started), err
}

func rate(count int, started time.Time) map[string]float64 {
	return map[string]float64{"count": float64(count), "rate": float64(count) / time.Since(started).Seconds()}
}

// measureList reads the whole collection a few times and gives the middle one.
func measureList(client *client) (map[string]float64, error) {
	var rates []float64
	for range 3 {
		started := time.Now()
		bytes, err := client.send("GET", objects, "")
		if err != nil {
			return nil, err
		}
		rates = append(rates, float64(bytes)/1e6/time.Since(started).Seconds())
	}
	slices.Sort(rates)
	return map[string]float64{"count": 3, "rate": rates[1]}, nil
}
