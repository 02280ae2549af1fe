// Command queue measures client-go's work queue and prints one JSON object of numbers: the peer of bench/queue.
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"runtime"
	"strconv"
	"strings"
	"time"

	"k8s.io/client-go/util/workqueue"
)

// keys makes the same names as the other side, flat and never seen before.
func keys(count int, salt string) []string {
	made := make([]string, count)
	for i := range made {
		made[i] = "namespace-" + strconv.Itoa(i%1000) + "/object-" + strconv.Itoa(i) + "-" + salt
	}
	return made
}

func perSecond(count int, work func()) float64 {
	started := time.Now()
	work()
	return float64(count) / time.Since(started).Seconds()
}

func heapBytes() float64 {
	runtime.GC()
	runtime.GC()
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return float64(stats.HeapAlloc)
}

func cycle(names []string) float64 {
	queue := workqueue.NewTyped[string]()
	defer queue.ShutDown()
	return perSecond(len(names), func() {
		for _, name := range names {
			queue.Add(name)
		}
		for range names {
			name, _ := queue.Get()
			queue.Done(name)
		}
	})
}

// pingPong is the queue of a quiet controller: one key in, one key out.
func pingPong(names []string) float64 {
	queue := workqueue.NewTyped[string]()
	defer queue.ShutDown()
	return perSecond(len(names), func() {
		for _, name := range names {
			queue.Add(name)
			taken, _ := queue.Get()
			queue.Done(taken)
		}
	})
}

func duplicates(names []string) float64 {
	queue := workqueue.NewTyped[string]()
	defer queue.ShutDown()
	few := names[:min(1000, len(names))]
	for _, name := range few {
		queue.Add(name)
	}
	return perSecond(len(names), func() {
		for i := range names {
			queue.Add(few[i%len(few)])
		}
	})
}

// duplicatesRebuilt is the same with a new string for each add, as from a decoded event.
func duplicatesRebuilt(names []string) float64 {
	queue := workqueue.NewTyped[string]()
	defer queue.ShutDown()
	few := names[:min(1000, len(names))]
	rebuilt := make([]string, len(names))
	for i := range names {
		rebuilt[i] = strings.Clone(few[i%len(few)])
	}
	runtime.GC()
	for _, name := range few {
		queue.Add(name)
	}
	return perSecond(len(names), func() {
		for _, name := range rebuilt {
			queue.Add(name)
		}
	})
}

func addAfter(names []string) float64 {
	queue := workqueue.NewTypedDelayingQueue[string]()
	defer queue.ShutDown()
	return perSecond(len(names), func() {
		for i, name := range names {
			queue.AddAfter(name, time.Hour+time.Duration(i*7919%len(names))*time.Millisecond)
		}
	})
}

func waitingBytes(names []string) float64 {
	before := heapBytes()
	queue := workqueue.NewTyped[string]()
	defer queue.ShutDown()
	for _, name := range names {
		queue.Add(name)
	}
	after := heapBytes()
	runtime.KeepAlive(queue)
	return (after - before) / float64(len(names))
}

func delayedBytes(names []string) float64 {
	before := heapBytes()
	queue := workqueue.NewTypedDelayingQueue[string]()
	defer queue.ShutDown()
	for i, name := range names {
		queue.AddAfter(name, time.Hour+time.Duration(i*7919%len(names))*time.Millisecond)
	}
	// AddAfter hands over through a channel: the last of them are taken out of it soon after.
	time.Sleep(200 * time.Millisecond)
	after := heapBytes()
	runtime.KeepAlive(queue)
	return (after - before) / float64(len(names))
}

// best is the least disturbed of three measurements.
func best(measurement func([]string) float64, names []string) float64 {
	return max(measurement(names), measurement(names), measurement(names))
}

func main() {
	size := flag.Int("size", 1_000_000, "how many keys")
	salt := flag.String("salt", "0", "makes this round's keys differ from the last one's")
	flag.Parse()
	// Keys live through the memory measurements, so that only what the queue adds is counted.
	names := keys(*size, *salt)
	// What making the keys left behind is not the queue's to clean up.
	runtime.GC()
	results := map[string]float64{
		"cycle":             best(cycle, names),
		"pingPong":          best(pingPong, names),
		"duplicates":        best(duplicates, names),
		"duplicatesRebuilt": best(duplicatesRebuilt, names),
		"addAfter":          best(addAfter, names),
		"waitingBytes":      waitingBytes(names),
		"delayedBytes":      delayedBytes(names),
	}
	runtime.KeepAlive(names)
	if err := json.NewEncoder(os.Stdout).Encode(results); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
