package main

import (
	"bytes"
	"fmt"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/serializer/json"
	"k8s.io/apimachinery/pkg/runtime/serializer/protobuf"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/utils/ptr"
)

var started = metav1.NewTime(time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC))

// What the server keeps of who wrote which field, at the length that a pod of a Deployment has.
const (
	controllerFields = `{"f:metadata":{"f:generateName":{},"f:labels":{".":{},"f:app.kubernetes.io/instance":{},"f:app.kubernetes.io/name":{},"f:pod-template-hash":{},"f:tier":{}},"f:annotations":{".":{},"f:prometheus.io/port":{},"f:prometheus.io/scrape":{},"f:checksum/config":{}},"f:ownerReferences":{".":{},"k:{\"uid\":\"6f9a0a4e-8a2c-4a51-9d9c-000000000000\"}":{}}},"f:spec":{"f:containers":{"k:{\"name\":\"web\"}":{".":{},"f:env":{".":{},"k:{\"name\":\"LOG_LEVEL\"}":{".":{},"f:name":{},"f:value":{}}},"f:image":{},"f:imagePullPolicy":{},"f:name":{},"f:ports":{".":{},"k:{\"containerPort\":8080,\"protocol\":\"TCP\"}":{".":{},"f:containerPort":{},"f:name":{},"f:protocol":{}}},"f:readinessProbe":{".":{},"f:httpGet":{".":{},"f:path":{},"f:port":{},"f:scheme":{}}},"f:resources":{".":{},"f:limits":{".":{},"f:memory":{}},"f:requests":{".":{},"f:cpu":{},"f:memory":{}}}}},"f:dnsPolicy":{},"f:restartPolicy":{},"f:schedulerName":{}}}`
	kubeletFields    = `{"f:status":{"f:conditions":{"k:{\"type\":\"ContainersReady\"}":{".":{},"f:lastTransitionTime":{},"f:status":{},"f:type":{}},"k:{\"type\":\"Initialized\"}":{".":{},"f:lastTransitionTime":{},"f:status":{},"f:type":{}},"k:{\"type\":\"Ready\"}":{".":{},"f:lastTransitionTime":{},"f:status":{},"f:type":{}}},"f:containerStatuses":{},"f:hostIP":{},"f:phase":{},"f:podIP":{},"f:podIPs":{".":{},"k:{\"ip\":\"10.0.0.1\"}":{".":{},"f:ip":{}}},"f:startTime":{}}}`
)

// makeAnswer encodes one pod on its own.
func makeAnswer() (answer, error) {
	pod := makePod(0)
	pod.SetGroupVersionKind(corev1.SchemeGroupVersion.WithKind("Pod"))
	scheme := runtime.NewScheme()
	var asJSON, asProtobuf bytes.Buffer
	if err := json.NewSerializerWithOptions(json.DefaultMetaFactory, scheme, scheme, json.SerializerOptions{}).Encode(&pod, &asJSON); err != nil {
		return answer{}, err
	}
	if err := protobuf.NewSerializer(scheme, scheme).Encode(&pod, &asProtobuf); err != nil {
		return answer{}, err
	}
	return answer{json: asJSON.Bytes(), protobuf: asProtobuf.Bytes()}, nil
}

func makePod(i int) corev1.Pod {
	return corev1.Pod{ObjectMeta: makeMetadata(i), Spec: makeSpec(i), Status: makeStatus(i)}
}

func uid(kind, i int) types.UID {
	return types.UID(fmt.Sprintf("6f9a0a4e-8a2c-4a51-9%03x-%012x", kind, i))
}

func makeMetadata(i int) metav1.ObjectMeta {
	app := fmt.Sprintf("web-%d", i/10)
	written := func(manager, subresource, fields string) metav1.ManagedFieldsEntry {
		return metav1.ManagedFieldsEntry{
			Manager: manager, Operation: metav1.ManagedFieldsOperationUpdate, APIVersion: "v1", Time: &started,
			FieldsType: "FieldsV1", FieldsV1: &metav1.FieldsV1{Raw: []byte(fields)}, Subresource: subresource,
		}
	}
	return metav1.ObjectMeta{
		Name:              fmt.Sprintf("%s-7d9c5b8f6c-%05x", app, i),
		GenerateName:      app + "-7d9c5b8f6c-",
		Namespace:         fmt.Sprintf("team-%d", i%100),
		UID:               uid(1, i),
		ResourceVersion:   fmt.Sprint(firstVersion + i),
		Generation:        1,
		CreationTimestamp: started,
		Labels: map[string]string{
			"app.kubernetes.io/name": app, "app.kubernetes.io/instance": app, "pod-template-hash": "7d9c5b8f6c", "tier": "frontend",
		},
		Annotations: map[string]string{
			"prometheus.io/scrape": "true", "prometheus.io/port": "8080", "checksum/config": fmt.Sprintf("%064x", i),
		},
		OwnerReferences: []metav1.OwnerReference{{
			APIVersion: "apps/v1", Kind: "ReplicaSet", Name: app + "-7d9c5b8f6c", UID: uid(2, i/10),
			Controller: ptr.To(true), BlockOwnerDeletion: ptr.To(true),
		}},
		ManagedFields: []metav1.ManagedFieldsEntry{
			written("kube-controller-manager", "", controllerFields), written("kubelet", "status", kubeletFields),
		},
	}
}
