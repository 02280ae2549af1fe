//go:build tools

// Package controlplane pins the real Kubernetes control plane that the test suites run against.
// Nothing here is compiled into anything of ours: `npm run control-plane -- build` builds these commands as they are.
package controlplane

import (
	_ "go.etcd.io/etcd/server/v3"
	_ "k8s.io/kubernetes/cmd/kube-apiserver"
	_ "k8s.io/kubernetes/cmd/kube-controller-manager"
	_ "k8s.io/kubernetes/cmd/kubectl"
)
