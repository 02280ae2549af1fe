package main

import (
	"context"
	"fmt"
	"sync"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/client-go/dynamic"
	corev1client "k8s.io/client-go/kubernetes/typed/core/v1"
	"k8s.io/client-go/rest"
)

const (
	writers    = 32
	namespaces = 100
)

// filler writes to a real API server.
type filler struct {
	pods   corev1client.CoreV1Interface
	copies dynamic.NamespaceableResourceInterface
	// definitions are those of custom resources.
	definitions dynamic.ResourceInterface
}

// fill creates the pods, with their status, and the same objects as custom resources, on a real API server that has none of them.
func fill(server, authority, token string, count int) error {
	config := &rest.Config{
		Host:            server,
		BearerToken:     token,
		TLSClientConfig: rest.TLSClientConfig{CAFile: authority},
		QPS:             -1,
		// It has remarks about pods like these, one for each.
		WarningHandler: rest.NoWarnings{},
	}
	pods, err := corev1client.NewForConfig(config)
	if err != nil {
		return err
	}
	untyped, err := dynamic.NewForConfig(config)
	if err != nil {
		return err
	}
	definitions := schema.GroupVersionResource{Group: "apiextensions.k8s.io", Version: "v1", Resource: "customresourcedefinitions"}
	copies := schema.GroupVersionResource{Group: group, Version: "v1", Resource: plural}
	into := filler{pods: pods, copies: untyped.Resource(copies), definitions: untyped.Resource(definitions)}
	for i := range namespaces {
		namespace := corev1.Namespace{ObjectMeta: metav1.ObjectMeta{Name: fmt.Sprintf("team-%d", i)}}
		if _, err := pods.Namespaces().Create(context.Background(), &namespace, metav1.CreateOptions{}); err != nil {
			return err
		}
	}
	if err := into.define(); err != nil {
		return err
	}
	return together(count, into.create)
}

// together makes each of so many objects, many at once.
func together(count int, create func(i int) error) error {
	failures := make(chan error, writers)
	var workers sync.WaitGroup
	for writer := range writers {
		workers.Go(func() {
			for i := writer; i < count; i += writers {
				if err := create(i); err != nil {
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

// define makes the kind of the custom resources, whose fields nobody describes, and waits until it is served.
func (f filler) define() error {
	open := map[string]any{"type": "object", "x-kubernetes-preserve-unknown-fields": true}
	definition := unstructured.Unstructured{Object: map[string]any{
		"apiVersion": "apiextensions.k8s.io/v1",
		"kind":       "CustomResourceDefinition",
		"metadata":   map[string]any{"name": plural + "." + group},
		"spec": map[string]any{
			"group": group,
			"scope": "Namespaced",
			"names": map[string]any{"plural": plural, "singular": "podcopy", "kind": "PodCopy"},
			"versions": []any{map[string]any{
				"name": "v1", "served": true, "storage": true, "schema": map[string]any{"openAPIV3Schema": open},
			}},
		},
	}}
	ctx := context.Background()
	if _, err := f.definitions.Create(ctx, &definition, metav1.CreateOptions{}); err != nil {
		return err
	}
	return wait.PollUntilContextTimeout(ctx, 100*time.Millisecond, time.Minute, true, func(ctx context.Context) (bool, error) {
		_, err := f.copies.List(ctx, metav1.ListOptions{Limit: 1})
		return err == nil, nil
	})
}

func (f filler) create(i int) error {
	pod := makePod(i)
	pod.UID, pod.ResourceVersion = "", ""
	// A real server keeps what it is told of who wrote which field only if it is complete, and makes it itself.
	pod.ManagedFields = nil
	if err := f.createCopy(pod); err != nil {
		return err
	}
	pods, status := f.pods.Pods(pod.Namespace), pod.Status
	created, err := pods.Create(context.Background(), &pod, metav1.CreateOptions{FieldManager: "kube-controller-manager"})
	if err != nil {
		return err
	}
	created.Status = status
	_, err = pods.UpdateStatus(context.Background(), created, metav1.UpdateOptions{FieldManager: "kubelet"})
	return err
}

func (f filler) createCopy(pod corev1.Pod) error {
	fields, err := runtime.DefaultUnstructuredConverter.ToUnstructured(&pod)
	if err != nil {
		return err
	}
	custom := &unstructured.Unstructured{Object: fields}
	custom.SetAPIVersion(group + "/v1")
	custom.SetKind("PodCopy")
	options := metav1.CreateOptions{FieldManager: "kube-controller-manager"}
	_, err = f.copies.Namespace(pod.Namespace).Create(context.Background(), custom, options)
	return err
}
