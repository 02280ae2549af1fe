package main

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	corev1client "k8s.io/client-go/kubernetes/typed/core/v1"
)

// request sends the request of this number and checks the answer.
type request func(ctx context.Context, number int) error

// measureRequests sends for so long, after half as long to let the runtime and the connections settle.
func measureRequests(ctx context.Context, client *corev1client.CoreV1Client, duration time.Duration) (map[string]float64, error) {
	verbs := []struct {
		name string
		send request
	}{{"get", get(client.Pods(namespace))}, {"patch", patch(client.Pods(namespace))}}
	results := map[string]float64{}
	for _, verb := range verbs {
		for _, inFlight := range []int{1, 32} {
			if _, err := sendFor(ctx, duration/2, verb.send, inFlight); err != nil {
				return nil, err
			}
			started, cpu := time.Now(), cpuSeconds()
			sent, err := sendFor(ctx, duration, verb.send, inFlight)
			if err != nil {
				return nil, err
			}
			elapsed, used := time.Since(started).Seconds(), cpuSeconds()-cpu
			metric := verb.name + strconv.Itoa(inFlight)
			results[metric] = sent / elapsed
			results[metric+"PerCpuSecond"] = sent / used
		}
	}
	return results, nil
}

func get(pods corev1client.PodInterface) request {
	return func(ctx context.Context, _ int) error {
		return checked(pods.Get(ctx, name, metav1.GetOptions{}))
	}
}

func patch(pods corev1client.PodInterface) request {
	return func(ctx context.Context, number int) error {
		annotations := map[string]any{"setpoint.dev/run": strconv.Itoa(number)}
		data, err := json.Marshal(map[string]any{"metadata": map[string]any{"annotations": annotations}})
		if err != nil {
			return err
		}
		return checked(pods.Patch(ctx, name, types.MergePatchType, data, metav1.PatchOptions{}))
	}
}

func checked(pod *corev1.Pod, err error) error {
	if err == nil && pod.Status.Phase != corev1.PodRunning {
		return fmt.Errorf("expected a running pod, got %q", pod.Status.Phase)
	}
	return err
}

// sendFor keeps so many requests in flight until the time is over and all are answered. It says how many they were.
func sendFor(ctx context.Context, duration time.Duration, send request, inFlight int) (float64, error) {
	end := time.Now().Add(duration)
	var sent atomic.Int64
	var workers sync.WaitGroup
	failures := make(chan error, inFlight)
	for range inFlight {
		workers.Go(func() {
			for time.Now().Before(end) {
				if err := send(ctx, int(sent.Add(1))); err != nil {
					failures <- err
					return
				}
			}
		})
	}
	workers.Wait()
	close(failures)
	return float64(sent.Load()), <-failures
}

// cpuSeconds is what this process has used so far, collections included.
func cpuSeconds() float64 {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		panic(err)
	}
	return float64(usage.Utime.Nano()+usage.Stime.Nano()) / 1e9
}
