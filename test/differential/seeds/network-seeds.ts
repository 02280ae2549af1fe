import { selector } from "./pods.ts";
import { clusterWide, namespaced } from "./seed.ts";
import type { Seed } from "./seed.ts";

const rbac = "rbac.authorization.k8s.io/v1";

/** Networks, rights and certificates. */
export const networkSeeds: readonly Seed[] = [
  namespaced(
    "networking.k8s.io/v1 Ingress ingresses",
    {
      spec: {
        ingressClassName: "c",
        rules: [
          {
            host: "a.b",
            http: {
              paths: [{ path: "/", pathType: "Prefix", backend: { service: { name: "s", port: { number: 80 } } } }],
            },
          },
        ],
        tls: [{ hosts: ["a.b"], secretName: "t" }],
      },
    },
    { spec: { defaultBackend: { service: { name: "s", port: { name: "http" } } } } },
  ),
  clusterWide("networking.k8s.io/v1 IngressClass ingressclasses", {
    spec: { controller: "a.b/c", parameters: { kind: "K", name: "n", apiGroup: "g.example", scope: "Cluster" } },
  }),
  namespaced("networking.k8s.io/v1 NetworkPolicy networkpolicies", {
    spec: {
      podSelector: selector,
      policyTypes: ["Ingress", "Egress"],
      ingress: [
        {
          from: [{ ipBlock: { cidr: "10.0.0.0/8", except: ["10.1.0.0/16"] } }, { namespaceSelector: {} }],
          ports: [
            { port: 80, endPort: 90 },
            { port: "http", protocol: "UDP" },
          ],
        },
      ],
      egress: [{ to: [{ podSelector: selector }] }],
    },
  }),
  {
    ...clusterWide("networking.k8s.io/v1 IPAddress ipaddresses", {
      spec: { parentRef: { resource: "services", namespace: "n", name: "s" } },
    }),
    nameOf: (number) => `192.168.${Math.floor(number / 250) + 1}.${(number % 250) + 1}`,
    isGlobal: true,
  },
  {
    ...clusterWide("networking.k8s.io/v1 ServiceCIDR servicecidrs", { spec: { cidrs: ["192.168.0.0/24"] } }),
    isGlobal: true,
  },
  namespaced("discovery.k8s.io/v1 EndpointSlice endpointslices", {
    addressType: "IPv4",
    endpoints: [
      {
        addresses: ["10.0.1.1"],
        conditions: { ready: false },
        hostname: "h",
        zone: "a",
        hints: { forZones: [{ name: "a" }] },
      },
    ],
    ports: [{ name: "http", port: 80, protocol: "TCP" }],
  }),
  namespaced(`${rbac} Role roles`, {
    rules: [{ apiGroups: [""], resources: ["pods"], verbs: ["get"], resourceNames: ["a"] }],
  }),
  namespaced(`${rbac} RoleBinding rolebindings`, {
    roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "Role", name: "sample" },
    subjects: [
      { kind: "User", name: "u", apiGroup: "rbac.authorization.k8s.io" },
      { kind: "ServiceAccount", name: "s", namespace: "n" },
    ],
  }),
  clusterWide(`${rbac} ClusterRole clusterroles`, {
    rules: [
      { nonResourceURLs: ["/x"], verbs: ["get"] },
      { apiGroups: ["a"], resources: ["b"], verbs: ["*"] },
    ],
  }),
  clusterWide(`${rbac} ClusterRoleBinding clusterrolebindings`, {
    roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: "sample" },
    subjects: [{ kind: "Group", name: "g", apiGroup: "rbac.authorization.k8s.io" }],
  }),
];
