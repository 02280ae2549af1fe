import { endingTemplate, plainTemplate, selector, template } from "./pods.ts";
import { clusterWide, namespaced } from "./seed.ts";
import type { Seed } from "./seed.ts";

/** What runs pods, scales them and keeps them alive. */
export const workloadSeeds: readonly Seed[] = [
  namespaced(
    "apps/v1 Deployment deployments",
    {
      spec: {
        replicas: 0,
        paused: true,
        selector,
        template,
        strategy: { rollingUpdate: { maxSurge: "30%", maxUnavailable: 2 } },
        minReadySeconds: 1,
      },
    },
    { spec: { selector, template: plainTemplate, strategy: { type: "Recreate" } } },
  ),
  namespaced("apps/v1 ReplicaSet replicasets", { spec: { replicas: 2, selector, template: plainTemplate } }),
  namespaced("apps/v1 StatefulSet statefulsets", {
    spec: {
      serviceName: "s",
      selector,
      template: plainTemplate,
      ordinals: { start: 3 },
      volumeClaimTemplates: [
        {
          metadata: { name: "data" },
          spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } },
        },
      ],
    },
  }),
  namespaced("apps/v1 DaemonSet daemonsets", {
    spec: { selector, template: plainTemplate, updateStrategy: { type: "OnDelete" } },
  }),
  namespaced("apps/v1 ControllerRevision controllerrevisions", {
    data: { apiVersion: "v1", kind: "Any", spec: { a: 1 } },
    revision: 2,
  }),
  namespaced(
    "batch/v1 Job jobs",
    { spec: { template: endingTemplate, completions: 2, backoffLimit: 0, suspend: true } },
    {
      spec: {
        manualSelector: true,
        selector,
        template: endingTemplate,
        podFailurePolicy: { rules: [{ action: "FailJob", onExitCodes: { operator: "In", values: [1, 42] } }] },
      },
    },
  ),
  namespaced("batch/v1 CronJob cronjobs", {
    spec: { schedule: "@daily", timeZone: "Europe/Berlin", jobTemplate: { spec: { template: endingTemplate } } },
  }),
  namespaced("autoscaling/v2 HorizontalPodAutoscaler horizontalpodautoscalers", {
    spec: {
      maxReplicas: 3,
      scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name: "sample" },
      metrics: [{ type: "Resource", resource: { name: "cpu", target: { type: "AverageValue", averageValue: "0.5" } } }],
      behavior: {
        scaleDown: { stabilizationWindowSeconds: 0, policies: [{ type: "Pods", value: 1, periodSeconds: 15 }] },
      },
    },
  }),
  namespaced("autoscaling/v1 HorizontalPodAutoscaler horizontalpodautoscalers", {
    spec: {
      minReplicas: 1,
      maxReplicas: 3,
      scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name: "sample" },
      targetCPUUtilizationPercentage: 50,
    },
  }),
  namespaced(
    "policy/v1 PodDisruptionBudget poddisruptionbudgets",
    { spec: { minAvailable: "50%", selector } },
    { spec: { maxUnavailable: 1, selector } },
  ),
  namespaced("coordination.k8s.io/v1 Lease leases", {
    spec: { holderIdentity: "me", leaseDurationSeconds: 15, renewTime: "2024-01-02T03:04:05.678901Z" },
  }),
  {
    ...namespaced("events.k8s.io/v1 Event events", {
      reason: "R",
      action: "a",
      type: "Warning",
      eventTime: "2024-01-02T03:04:05.000006Z",
      reportingController: "setpoint.dev/test",
      reportingInstance: "i",
    }),
    withName: (body, name) => ({ ...body, regarding: { kind: "Pod", name, namespace: "{ns}" } }),
  },
  {
    ...clusterWide("scheduling.k8s.io/v1 PriorityClass priorityclasses", {
      value: -7,
      preemptionPolicy: "Never",
      description: "d",
    }),
    isGlobal: true,
  },
  {
    ...clusterWide("node.k8s.io/v1 RuntimeClass runtimeclasses", {
      handler: "h",
      overhead: { podFixed: { cpu: "1" } },
      scheduling: { nodeSelector: { a: "b" }, tolerations: [{ key: "a", operator: "Exists" }] },
    }),
    isGlobal: true,
  },
];
