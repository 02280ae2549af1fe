package main

import (
	"fmt"
	"sync"

	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/client-go/tools/cache"
)

// seen is what an informer told its handler, and what it holds.
type seen struct {
	Adds    int `json:"adds"`
	Updates int `json:"updates"`
	Deletes int `json:"deletes"`
	// Versions are those of the objects in the cache, by namespace/name.
	Versions map[string]string `json:"versions"`
}

// following is an informer that runs. A handler is called by one goroutine at a time; the lock is for whoever reads the result.
type following struct {
	informer     cache.SharedIndexInformer
	registration cache.ResourceEventHandlerRegistration
	last         chan struct{}
	lock         sync.Mutex
	seen         seen
}

func follow(informer cache.SharedIndexInformer, stop <-chan struct{}) (*following, error) {
	f := &following{informer: informer, last: make(chan struct{})}
	registration, err := informer.AddEventHandler(f)
	if err != nil {
		return nil, err
	}
	f.registration = registration
	go informer.Run(stop)
	return f, nil
}

func (f *following) OnAdd(object any, _ bool) {
	f.count(&f.seen.Adds)
	if accessor(object).GetName() == "last" {
		close(f.last)
	}
}

func (f *following) OnUpdate(_, _ any) {
	f.count(&f.seen.Updates)
}

func (f *following) OnDelete(any) {
	f.count(&f.seen.Deletes)
}

func (f *following) count(number *int) {
	f.lock.Lock()
	defer f.lock.Unlock()
	*number++
}

func (f *following) result() *seen {
	f.lock.Lock()
	defer f.lock.Unlock()
	result := f.seen
	result.Versions = map[string]string{}
	for _, object := range f.informer.GetStore().List() {
		metadata := accessor(object)
		result.Versions[metadata.GetNamespace()+"/"+metadata.GetName()] = metadata.GetResourceVersion()
	}
	return &result
}

func accessor(object any) metadata {
	found, err := meta.Accessor(object)
	if err != nil {
		panic(fmt.Sprintf("read an object of the cache: %v", err))
	}
	return found
}

type metadata interface {
	GetName() string
	GetNamespace() string
	GetResourceVersion() string
}
