package main

import (
	"fmt"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/client-go/tools/cache"
)

// handler does with each event what a controller does: it makes the key of the object. If it is told to it reads the object as well.
type handler struct {
	// synced is closed when so many adds were heard of.
	synced  chan struct{}
	initial int
	// over gets something for each object that comes later: such a one ends a replay.
	over    chan struct{}
	heard   int
	updates int
	reads   bool
	length  int
}

func newHandler(initial int) *handler {
	return &handler{synced: make(chan struct{}), initial: initial, over: make(chan struct{})}
}

func (h *handler) OnAdd(object any, isInitial bool) {
	h.take(object)
	h.heard++
	if h.heard == h.initial {
		close(h.synced)
	} else if h.heard > h.initial {
		h.over <- struct{}{}
	}
}

func (h *handler) OnUpdate(_, object any) {
	h.updates++
	h.take(object)
}

func (h *handler) OnDelete(any) {
	panic("informer: nothing is deleted")
}

func (h *handler) take(object any) {
	key, err := cache.MetaNamespaceKeyFunc(object)
	if err != nil {
		panic(err)
	}
	h.length += len(key)
	if h.reads {
		h.length += read(object)
	}
}

// read looks into metadata, spec and status, and gives the length of what it saw.
func read(object any) int {
	switch object := object.(type) {
	case *corev1.Pod:
		return len(object.Labels["tier"]) + len(object.OwnerReferences[0].Name) + len(object.Spec.NodeName) +
			len(object.Spec.Containers[0].Image) + len(object.Status.Phase) + len(object.Status.Conditions)
	case *unstructured.Unstructured:
		spec, status := object.Object["spec"].(map[string]any), object.Object["status"].(map[string]any)
		container := spec["containers"].([]any)[0].(map[string]any)
		return len(object.GetLabels()["tier"]) + len(object.GetOwnerReferences()[0].Name) + len(spec["nodeName"].(string)) +
			len(container["image"].(string)) + len(status["phase"].(string)) + len(status["conditions"].([]any))
	}
	panic(fmt.Sprintf("informer: an object of type %T", object))
}
