package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"runtime"
	"sync"
)

// Versions have eight digits in all states, so that a state of an object differs from another in these digits only.
const (
	firstVersion = 10_000_000
	listVersion  = 20_000_000
)

// body is an object in one encoding, without what says of which kind it is, and where in it the digits of its version are.
type body struct {
	bytes     []byte
	versionAt int
}

// record is one pod in all forms in which it is sent.
type record struct {
	json, protobuf, custom body
}

// makeRecords encodes so many pods on all cores, each of which differs in what differs in a cluster.
func makeRecords(count int) ([]record, error) {
	records, failures := make([]record, count), make([]error, runtime.NumCPU())
	var workers sync.WaitGroup
	for worker := range failures {
		workers.Go(func() {
			for i := worker; i < count && failures[worker] == nil; i += len(failures) {
				records[i], failures[worker] = makeRecord(i)
			}
		})
	}
	workers.Wait()
	for _, err := range failures {
		if err != nil {
			return nil, err
		}
	}
	return records, nil
}

func makeRecord(i int) (record, error) {
	pod := makePod(i)
	asJSON, err := json.Marshal(&pod)
	if err != nil {
		return record{}, err
	}
	asProtobuf, err := pod.Marshal()
	if err != nil {
		return record{}, err
	}
	asCustom, err := sortedFields(asJSON)
	if err != nil {
		return record{}, err
	}
	version := pod.ResourceVersion
	inJSON := fmt.Sprintf(`"resourceVersion":%q`, version)
	// Field 6 of the metadata, which is a text of eight bytes.
	inProtobuf := "\x32\x08" + version
	return record{
		json:     bodyWith(asJSON, inJSON, version),
		protobuf: bodyWith(asProtobuf, inProtobuf, version),
		custom:   bodyWith(asCustom, inJSON, version),
	}, nil
}

func bodyWith(encoded []byte, text, version string) body {
	at := bytes.Index(encoded, []byte(text))
	if at < 0 {
		panic("podserver: a pod without its version")
	}
	return body{bytes: encoded, versionAt: at + bytes.Index([]byte(text), []byte(version))}
}

// sortedFields writes the fields in the order of their names, as a real server does for custom resources.
func sortedFields(object []byte) ([]byte, error) {
	fields := map[string]any{}
	if err := json.Unmarshal(object, &fields); err != nil {
		return nil, err
	}
	return json.Marshal(fields)
}
