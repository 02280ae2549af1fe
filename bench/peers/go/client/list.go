package main

import (
	"context"
	"fmt"
	"os"
	"regexp"
	"runtime"
	"strconv"
	"syscall"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	corev1client "k8s.io/client-go/kubernetes/typed/core/v1"
)

const tick = time.Millisecond

func measureList(ctx context.Context, client *corev1client.CoreV1Client, size int) (map[string]float64, error) {
	// The connection is there before the measurement.
	if _, err := client.Pods(namespace).Get(ctx, name, metav1.GetOptions{}); err != nil {
		return nil, err
	}
	longestGap := watchTicks()
	cpu, started := cpuSeconds(), time.Now()
	pods, err := client.Pods("").List(ctx, metav1.ListOptions{})
	if err != nil {
		return nil, err
	}
	listed, used, gap := time.Since(started), cpuSeconds()-cpu, longestGap()
	running := 0
	for i := range pods.Items {
		if pods.Items[i].Status.Phase == "Running" && pods.Items[i].Name != "" {
			running++
		}
	}
	read := time.Since(started)
	if running != size {
		return nil, fmt.Errorf("list: expected %d running pods, got %d", size, running)
	}
	results := map[string]float64{
		"listMs":             listed.Seconds() * 1e3,
		"listReadMs":         read.Seconds() * 1e3,
		"listCpuMs":          used * 1e3,
		"listPeakRssMb":      peakRssBytes() / 1e6,
		"listLongestSliceMs": gap.Seconds() * 1e3,
	}
	runtime.KeepAlive(pods)
	return results, nil
}

// watchTicks counts how long a goroutine that wants to run each millisecond had to wait, at most, until the answer is asked for.
func watchTicks() func() time.Duration {
	stop, longest := make(chan struct{}), make(chan time.Duration)
	go func() {
		ticker := time.NewTicker(tick)
		defer ticker.Stop()
		last, most := time.Now(), time.Duration(0)
		for {
			select {
			case <-ticker.C:
				now := time.Now()
				most = max(most, now.Sub(last))
				last = now
			case <-stop:
				longest <- max(most, time.Since(last))
				return
			}
		}
	}()
	return func() time.Duration {
		close(stop)
		return <-longest
	}
}

// peakRssBytes is the most memory that this process ever held. Linux hands the peak in rusage down from the parent, hence /proc first.
func peakRssBytes() float64 {
	if status, err := os.ReadFile("/proc/self/status"); err == nil {
		if found := regexp.MustCompile(`VmHWM:\s+(\d+) kB`).FindSubmatch(status); found != nil {
			kilobytes, _ := strconv.ParseFloat(string(found[1]), 64)
			return kilobytes * 1024
		}
	}
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		panic(err)
	}
	if runtime.GOOS == "darwin" {
		return float64(usage.Maxrss)
	}
	return float64(usage.Maxrss) * 1024
}
