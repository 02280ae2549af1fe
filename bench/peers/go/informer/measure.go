package main

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"net/http"
	"os"
	"runtime"
	"strconv"
	"strings"
	"time"
)

// sync measures from the start of the informer until its handler has heard of everything, and what is held then.
func (f *following) sync(results map[string]float64, size int) error {
	longestGap := watchTicks()
	cpu, started := cpuSeconds(), time.Now()
	go f.informer.RunWithContext(context.Background())
	<-f.handler.synced
	results["syncMs"] = time.Since(started).Seconds() * 1e3
	results["syncCpuMs"] = (cpuSeconds() - cpu) * 1e3
	results["syncLongestSliceMs"] = longestGap().Seconds() * 1e3
	results["syncPeakRssMb"] = statusBytes("VmHWM") / 1e6
	if held := len(f.informer.GetStore().ListKeys()); held != size {
		return fmt.Errorf("sync: expected %d objects, got %d", size, held)
	}
	results["rssBytes"] = statusBytes("VmRSS")
	runtime.GC()
	runtime.GC()
	var memory runtime.MemStats
	runtime.ReadMemStats(&memory)
	results["heapBytes"] = float64(memory.HeapAlloc)
	return nil
}

// watch measures each part: events of which only the key is wanted, or, if that is its name, such that are read.
func (f *following) watch(results map[string]float64, options options) error {
	replay, err := replayer(options)
	if err != nil {
		return err
	}
	for part := range strings.SplitSeq(options.times, ",") {
		name, count, _ := strings.Cut(part, "=")
		times, err := strconv.Atoi(count)
		if err != nil {
			return err
		}
		if err := f.watchPart(results, name, times*options.size, func() error { return replay(times) }); err != nil {
			return err
		}
	}
	return nil
}

func (f *following) watchPart(results map[string]float64, name string, events int, replay func() error) error {
	f.handler.reads, f.handler.updates = name == "read", 0
	before := statusBytes("VmRSS")
	peakRss, longestGap := watchRss(), watchTicks()
	cpu, started := cpuSeconds(), time.Now()
	if err := replay(); err != nil {
		return err
	}
	<-f.handler.over
	seconds, used := time.Since(started).Seconds(), cpuSeconds()-cpu
	if f.handler.updates != events {
		return fmt.Errorf("%s: expected %d updates, got %d", name, events, f.handler.updates)
	}
	results[name+"EventsPerSecond"] = float64(events) / seconds
	results[name+"EventCpuUs"] = used * 1e6 / float64(events)
	results[name+"LongestSliceMs"] = longestGap().Seconds() * 1e3
	results[name+"RssGrowthMb"] = max(0.1, (peakRss()-before)/1e6)
	return nil
}

// replayer gives what makes the server send so many replacements of each object.
func replayer(options options) (func(times int) error, error) {
	authority, err := os.ReadFile(options.authority)
	if err != nil {
		return nil, err
	}
	roots := x509.NewCertPool()
	roots.AppendCertsFromPEM(authority)
	client := &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{RootCAs: roots}}}
	return func(times int) error {
		answer, err := client.Post(fmt.Sprintf("%s/replay?times=%d", options.server, times), "", nil)
		if err != nil {
			return err
		}
		return answer.Body.Close()
	}, nil
}
