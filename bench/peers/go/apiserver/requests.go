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

var text = strings.Repeat("0123456789abcdef", 50)

// A config map of about 1 KB.
func body(number int) string {
	const object = `{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":%q,"labels":{"app":"bench","part":"%d"}},"data":{"text":"%s"}}`
	return fmt.Sprintf(object, name(number), number%10, text)
}

// measureCreates makes the objects from one number to another.
func measureCreates(senders []sender, options options) (map[string]float64, error) {
	started := time.Now()
	err := create(senders, objects, options.from, options.to)
	return rate(options.to-options.from, started), err
}

// create makes objects in a collection, as many at once as there are senders.
func create(senders []sender, collection string, from, to int) error {
	var next atomic.Int64
	next.Store(int64(from))
	return sideBySide(len(senders), func(worker int) error {
		for {
			number := int(next.Add(1)) - 1
			if number >= to {
				return nil
			}
			if _, err := send(senders[worker], "POST", collection, body(number)); err != nil {
				return err
			}
		}
	})
}

// measureGets reads objects with numbers from one to another, over and over.
func measureGets(senders []sender, options options) (map[string]float64, error) {
	var count atomic.Int64
	started := time.Now()
	err := sideBySide(len(senders), func(worker int) error {
		for number := worker; time.Since(started) < options.duration; number += 7919 {
			path := objects + "/" + name(options.from+number%(options.to-options.from))
			if _, err := send(senders[worker], "GET", path, ""); err != nil {
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
func measureList(sender sender) (map[string]float64, error) {
	var rates []float64
	for range 3 {
		started := time.Now()
		bytes, err := send(sender, "GET", objects, "")
		if err != nil {
			return nil, err
		}
		rates = append(rates, float64(bytes)/1e6/time.Since(started).Seconds())
	}
	slices.Sort(rates)
	return map[string]float64{"count": 3, "rate": rates[1]}, nil
}
