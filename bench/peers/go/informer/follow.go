package main

import (
	"fmt"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/dynamic/dynamicinformer"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/cache"
)

var podCopies = schema.GroupVersionResource{Group: "bench.setpoint.dev", Version: "v1", Resource: "podcopies"}

// following is an informer with two indexes and one handler, which hears of adds and updates.
type following struct {
	informer cache.SharedIndexInformer
	handler  *handler
}

// follow makes an informer that does not run yet. Everything is at its default but the rate limit, which would be what is measured.
func follow(options options) (*following, error) {
	config := &rest.Config{
		Host:            options.server,
		BearerToken:     options.token,
		TLSClientConfig: rest.TLSClientConfig{CAFile: options.authority},
		QPS:             -1,
	}
	informer, nodeOf, err := makeInformer(config, options.kind)
	if err != nil {
		return nil, err
	}
	// Informers of factories have the index of namespaces already.
	if err := informer.AddIndexers(cache.Indexers{"node": nodeOf}); err != nil {
		return nil, err
	}
	handler := newHandler(options.size)
	if _, err := informer.AddEventHandler(handler); err != nil {
		return nil, err
	}
	return &following{informer: informer, handler: handler}, nil
}

func makeInformer(config *rest.Config, kind string) (cache.SharedIndexInformer, cache.IndexFunc, error) {
	switch kind {
	case "pods":
		client, err := kubernetes.NewForConfig(config)
		if err != nil {
			return nil, nil, err
		}
		return informers.NewSharedInformerFactory(client, 0).Core().V1().Pods().Informer(), nodeOfPod, nil
	case "podcopies":
		client, err := dynamic.NewForConfig(config)
		if err != nil {
			return nil, nil, err
		}
		return dynamicinformer.NewDynamicSharedInformerFactory(client, 0).ForResource(podCopies).Informer(), nodeOfCopy, nil
	}
	return nil, nil, fmt.Errorf("--kind: expected pods or podcopies, got %q", kind)
}

func nodeOfPod(object any) ([]string, error) {
	return []string{object.(*corev1.Pod).Spec.NodeName}, nil
}

func nodeOfCopy(object any) ([]string, error) {
	node, _, err := unstructured.NestedString(object.(*unstructured.Unstructured).Object, "spec", "nodeName")
	return []string{node}, err
}
