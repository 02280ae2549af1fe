package main

import (
	"os"
	"regexp"
	"strconv"
	"syscall"
	"time"
)

const tick = time.Millisecond

// watchTicks counts how long a goroutine that wants to run each millisecond had to wait, at most, until the answer is asked for.
func watchTicks() func() time.Duration {
	last, most := time.Now(), time.Duration(0)
	stop := each(tick, func() {
		now := time.Now()
		most = max(most, now.Sub(last))
		last = now
	})
	return func() time.Duration {
		stop()
		return most
	}
}

// watchRss gives the most memory that the process held until the answer is asked for.
func watchRss() func() float64 {
	most := 0.0
	look := func() { most = max(most, statusBytes("VmRSS")) }
	stop := each(20*tick, look)
	return func() float64 {
		stop()
		look()
		return most
	}
}

// each calls until it is stopped; then no call is under way.
func each(period time.Duration, call func()) (stop func()) {
	stopping, stopped := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		ticker := time.NewTicker(period)
		defer ticker.Stop()
		for {
			select {
			case <-ticker.C:
				call()
			case <-stopping:
				return
			}
		}
	}()
	return func() {
		close(stopping)
		<-stopped
	}
}

// statusBytes is what Linux tells of the memory of this process: VmRSS is what it holds, VmHWM the most that it ever held. Elsewhere it is the latter.
func statusBytes(name string) float64 {
	if status, err := os.ReadFile("/proc/self/status"); err == nil {
		if found := regexp.MustCompile(name + `:\s+(\d+) kB`).FindSubmatch(status); found != nil {
			kilobytes, _ := strconv.ParseFloat(string(found[1]), 64)
			return kilobytes * 1024
		}
	}
	return float64(usage().Maxrss) * 1024
}

// cpuSeconds is what this process has used so far, collections included.
func cpuSeconds() float64 {
	usage := usage()
	return float64(usage.Utime.Nano()+usage.Stime.Nano()) / 1e9
}

func usage() syscall.Rusage {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		panic(err)
	}
	return usage
}
