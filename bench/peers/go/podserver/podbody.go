package main

import (
	"fmt"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"
	"k8s.io/utils/ptr"
)

func makeSpec(i int) corev1.PodSpec {
	token := "kube-api-access-7xk2p"
	return corev1.PodSpec{
		Containers:                    []corev1.Container{makeContainer("web", token), makeContainer("proxy", token)},
		RestartPolicy:                 corev1.RestartPolicyAlways,
		TerminationGracePeriodSeconds: ptr.To(int64(30)),
		DNSPolicy:                     corev1.DNSClusterFirst,
		ServiceAccountName:            "web",
		DeprecatedServiceAccount:      "web",
		NodeName:                      fmt.Sprintf("node-%d", i%500),
		SecurityContext:               &corev1.PodSecurityContext{RunAsNonRoot: ptr.To(true)},
		SchedulerName:                 "default-scheduler",
		Priority:                      ptr.To(int32(0)),
		EnableServiceLinks:            ptr.To(true),
		PreemptionPolicy:              ptr.To(corev1.PreemptLowerPriority),
		Tolerations: []corev1.Toleration{
			{Key: corev1.TaintNodeNotReady, Operator: corev1.TolerationOpExists, Effect: corev1.TaintEffectNoExecute, TolerationSeconds: ptr.To(int64(300))},
		},
		Volumes: []corev1.Volume{{Name: token, VolumeSource: corev1.VolumeSource{Projected: &corev1.ProjectedVolumeSource{
			DefaultMode: ptr.To(int32(420)),
			Sources: []corev1.VolumeProjection{
				{ServiceAccountToken: &corev1.ServiceAccountTokenProjection{ExpirationSeconds: ptr.To(int64(3607)), Path: "token"}},
				{ConfigMap: &corev1.ConfigMapProjection{
					LocalObjectReference: corev1.LocalObjectReference{Name: "kube-root-ca.crt"},
					Items:                []corev1.KeyToPath{{Key: "ca.crt", Path: "ca.crt"}},
				}},
			},
		}}}},
	}
}

func makeContainer(name, token string) corev1.Container {
	probe := &corev1.Probe{
		ProbeHandler: corev1.ProbeHandler{HTTPGet: &corev1.HTTPGetAction{
			Path: "/healthz", Port: intstr.FromInt32(8080), Scheme: corev1.URISchemeHTTP,
		}},
		TimeoutSeconds: 1, PeriodSeconds: 10, SuccessThreshold: 1, FailureThreshold: 3,
	}
	return corev1.Container{
		Name:  name,
		Image: "registry.example.com/team/" + name + ":1.27.3",
		Ports: []corev1.ContainerPort{{Name: "http", ContainerPort: 8080, Protocol: corev1.ProtocolTCP}},
		Env:   []corev1.EnvVar{{Name: "LOG_LEVEL", Value: "info"}},
		Resources: corev1.ResourceRequirements{
			Limits:   corev1.ResourceList{corev1.ResourceMemory: resource.MustParse("256Mi")},
			Requests: corev1.ResourceList{corev1.ResourceCPU: resource.MustParse("100m"), corev1.ResourceMemory: resource.MustParse("128Mi")},
		},
		VolumeMounts: []corev1.VolumeMount{
			{Name: token, ReadOnly: true, MountPath: "/var/run/secrets/kubernetes.io/serviceaccount"},
		},
		ReadinessProbe:           probe,
		TerminationMessagePath:   corev1.TerminationMessagePathDefault,
		TerminationMessagePolicy: corev1.TerminationMessageReadFile,
		ImagePullPolicy:          corev1.PullIfNotPresent,
	}
}

func makeStatus(i int) corev1.PodStatus {
	ip := fmt.Sprintf("10.%d.%d.%d", i>>16&255, i>>8&255, i&255)
	host := fmt.Sprintf("192.168.%d.%d", i%500/250, i%250+1)
	condition := func(kind corev1.PodConditionType) corev1.PodCondition {
		return corev1.PodCondition{Type: kind, Status: corev1.ConditionTrue, LastTransitionTime: started}
	}
	container := func(name string) corev1.ContainerStatus {
		return corev1.ContainerStatus{
			Name:        name,
			State:       corev1.ContainerState{Running: &corev1.ContainerStateRunning{StartedAt: started}},
			Ready:       true,
			Image:       "registry.example.com/team/" + name + ":1.27.3",
			ImageID:     fmt.Sprintf("registry.example.com/team/%s@sha256:%064x", name, 27),
			ContainerID: fmt.Sprintf("containerd://%064x", i),
			Started:     ptr.To(true),
		}
	}
	return corev1.PodStatus{
		Phase: corev1.PodRunning,
		Conditions: []corev1.PodCondition{
			condition(corev1.PodInitialized), condition(corev1.PodReady), condition(corev1.ContainersReady),
		},
		HostIP:            host,
		HostIPs:           []corev1.HostIP{{IP: host}},
		PodIP:             ip,
		PodIPs:            []corev1.PodIP{{IP: ip}},
		StartTime:         ptr.To(metav1.NewTime(started.Time)),
		ContainerStatuses: []corev1.ContainerStatus{container("web"), container("proxy")},
		QOSClass:          corev1.PodQOSBurstable,
	}
}
