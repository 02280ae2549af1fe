package main

import (
	"context"
	"fmt"
	"sync"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	corev1client "k8s.io/client-go/kubernetes/typed/core/v1"
	"k8s.io/client-go/rest"
)

const (
	writers    = 32
	namespaces = 100
)

// fill creates the pods, with their status, on a real API server that has none of them.
func fill(server, authority, token string, count int) error {
	client, err := corev1client.NewForConfig(&rest.Config{
		Host:            server,
		BearerToken:     token,
		TLSClientConfig: rest.TLSClientConfig{CAFile: authority},
		QPS:             -1,
		// It has remarks about pods like these, one for each.
		WarningHandler: rest.NoWarnings{},
	})
	if err != nil {
		return err
	}
	for i := range namespaces {
		namespace := corev1.Namespace{ObjectMeta: metav1.ObjectMeta{Name: fmt.Sprintf("team-%d", i)}}
		if _, err := client.Namespaces().Create(context.Background(), &namespace, metav1.CreateOptions{}); err != nil {
			return err
		}
	}
	failures := make(chan error, writers)
	var workers sync.WaitGroup
	for writer := range writers {
		workers.Go(func() {
			for i := writer; i < count; i += writers {
				if err := create(client, i); err != nil {
					failures <- err
					return
				}
			}
		})
	}
	workers.Wait()
	close(failures)
	return <-failures
}

func create(client *corev1client.CoreV1Client, i int) error {
	pod := makePod(i)
	pod.UID, pod.ResourceVersion = "", ""
	// A real server keeps what it is told of who wrote which field only if it is complete, and makes it itself.
	pod.ManagedFields = nil
	pods, status := client.Pods(pod.Namespace), pod.Status
	created, err := pods.Create(context.Background(), &pod, metav1.CreateOptions{FieldManager: "kube-controller-manager"})
	if err != nil {
		return err
	}
	created.Status = status
	_, err = pods.UpdateStatus(context.Background(), created, metav1.UpdateOptions{FieldManager: "kubelet"})
	return err
}
