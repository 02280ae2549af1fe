import type { RefusedChange } from "./refused-core-kinds.fixture.ts";
import type { RefusedObject } from "./refused-kinds.fixture.ts";

/** Services with addresses, families and ports that they cannot have. */
export const refusedServices: readonly RefusedObject[] = [
  {
    path: "/api/v1/namespaces/default/services",
    object: {
      apiVersion: "v1",
      kind: "Service",
      spec: {
        ports: [{ port: 80 }],
        selector: { a: "b" },
        type: "ExternalName",
        externalName: "a.b",
        clusterIP: "x",
        ipFamilies: ["q"],
        ipFamilyPolicy: "z",
      },
    },
    causes: [
      "spec.clusterIPs: Forbidden: may not be set for ExternalName services",
      "spec.ipFamilies: Forbidden: may not be set for ExternalName services",
      "spec.ipFamilyPolicy: Forbidden: may not be set for ExternalName services",
    ],
  },
  {
    path: "/api/v1/namespaces/default/services",
    object: {
      apiVersion: "v1",
      kind: "Service",
      spec: { ports: [{ port: 80 }], selector: { a: "b" }, clusterIPs: ["a", "a"] },
    },
    causes: [
      'spec.clusterIPs: Invalid value: ["a","a"]: must be empty when `clusterIP` is not specified',
      'spec.clusterIPs[0]: Invalid value: "a": must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)',
      'spec.clusterIPs[1]: Invalid value: "a": must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)',
    ],
  },
  {
    path: "/api/v1/namespaces/default/services",
    object: {
      apiVersion: "v1",
      kind: "Service",
      spec: { ports: [{ port: 80 }], selector: { a: "b" }, clusterIP: "None", clusterIPs: ["None", "a"] },
    },
    causes: [
      'spec.clusterIPs: Invalid value: ["None","a"]: \'None\' must be the first and only value',
      'spec.clusterIPs[1]: Invalid value: "a": must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)',
    ],
  },
  {
    path: "/api/v1/namespaces/default/services",
    object: {
      apiVersion: "v1",
      kind: "Service",
      spec: {
        ports: [{ port: 80 }],
        selector: { a: "b" },
        clusterIP: "192.0.2.1",
        clusterIPs: ["192.0.2.1", "192.0.2.2", "192.0.2.3"],
        ipFamilyPolicy: "PreferDualStack",
      },
    },
    causes: [
      'spec.clusterIPs: Invalid value: ["192.0.2.1","192.0.2.2","192.0.2.3"]: may only hold up to 2 values',
      'spec.clusterIPs: Invalid value: ["192.0.2.1","192.0.2.2","192.0.2.3"]: may specify no more than one IP for each IP family',
    ],
  },
  {
    path: "/api/v1/namespaces/default/services",
    object: {
      apiVersion: "v1",
      kind: "Service",
      spec: { ports: [{ port: 80 }], selector: { a: "b" }, clusterIP: "192.0.2.1", ipFamilies: ["IPv6"] },
    },
    causes: ['spec.clusterIPs[0]: Invalid value: "192.0.2.1": expected an IPv6 value as indicated by `ipFamilies[0]`'],
  },
  {
    path: "/api/v1/namespaces/default/services",
    object: {
      apiVersion: "v1",
      kind: "Service",
      spec: {
        ports: [{ port: 80 }],
        selector: { a: "b" },
        clusterIP: "192.0.2.1",
        clusterIPs: ["192.0.2.1", "2001:db8::1"],
      },
    },
    causes: [
      "spec.ipFamilyPolicy: Invalid value: \"SingleStack\": must be 'RequireDualStack' or 'PreferDualStack' when multiple cluster IPs are specified",
      'spec.clusterIPs[1]: Invalid value: ["192.0.2.1","2001:db8::1"]: IPv6 is not configured on this cluster',
    ],
  },
  {
    path: "/api/v1/namespaces/default/services",
    object: {
      apiVersion: "v1",
      kind: "Service",
      spec: { ports: [{ port: 80 }], selector: { a: "b" }, clusterIP: "2001:db8::1" },
    },
    causes: ['spec.clusterIPs[0]: Invalid value: ["2001:db8::1"]: IPv6 is not configured on this cluster'],
  },
  {
    path: "/api/v1/namespaces/default/services",
    object: {
      apiVersion: "v1",
      kind: "Service",
      spec: { ports: [{ port: 80 }], selector: { a: "b" }, clusterIP: "192.0.2.1" },
    },
    causes: [
      'spec.clusterIPs: Invalid value: ["192.0.2.1"]: failed to allocate IP 192.0.2.1: the provided network does not match the current range',
    ],
  },
  {
    path: "/api/v1/namespaces/default/services",
    object: {
      apiVersion: "v1",
      kind: "Service",
      spec: { ports: [{ port: 80 }], selector: { a: "b" }, ipFamilies: ["IPv6"], ipFamilyPolicy: "RequireDualStack" },
    },
    causes: [
      'spec.ipFamilyPolicy: Invalid value: "RequireDualStack": this cluster is not configured for dual-stack services',
      'spec.ipFamilies[0]: Invalid value: "IPv6": not configured on this cluster',
    ],
  },
  {
    path: "/api/v1/namespaces/default/services",
    object: {
      apiVersion: "v1",
      kind: "Service",
      spec: { ports: [{ port: 80 }], selector: { a: "b" }, ipFamilies: ["IPv4", "IPv6"] },
    },
    causes: [
      "spec.ipFamilyPolicy: Invalid value: \"SingleStack\": must be 'RequireDualStack' or 'PreferDualStack' when multiple IP families are specified",
    ],
  },
  {
    path: "/api/v1/namespaces/default/services",
    object: {
      apiVersion: "v1",
      kind: "Service",
      spec: { ports: [{ port: 80 }], selector: { a: "b" }, ipFamilies: ["", "IPv4", "IPv4"], ipFamilyPolicy: "x" },
    },
    causes: [
      'spec.ipFamilies[0]: Unsupported value: "": supported values: "IPv4", "IPv6"',
      'spec.ipFamilies[2]: Duplicate value: "IPv4"',
      'spec.ipFamilyPolicy: Unsupported value: "x": supported values: "PreferDualStack", "RequireDualStack", "SingleStack"',
    ],
  },
  {
    path: "/api/v1/namespaces/default/services",
    object: {
      apiVersion: "v1",
      kind: "Service",
      spec: { ports: [{ port: 80 }], selector: { a: "b" }, type: "NodePort", clusterIP: "None" },
    },
    causes: ["spec.clusterIPs[0]: Invalid value: \"None\": may not be set to 'None' for NodePort services"],
  },
  {
    path: "/api/v1/namespaces/default/services",
    object: {
      apiVersion: "v1",
      kind: "Service",
      spec: {
        ports: [
          { name: "a", port: 80, nodePort: 30000 },
          { name: "b", port: 81, nodePort: 30000 },
        ],
        selector: { a: "b" },
        clusterIP: "None",
        loadBalancerClass: "a",
        sessionAffinity: "ClientIP",
        sessionAffinityConfig: { clientIP: { timeoutSeconds: 0 } },
      },
    },
    causes: [
      "spec.sessionAffinityConfig.clientIP.timeoutSeconds: Invalid value: 0: must be greater than 0 and less than 86400",
      "spec.ports[0].nodePort: Forbidden: may not be used when `type` is 'ClusterIP'",
      "spec.ports[1].nodePort: Forbidden: may not be used when `type` is 'ClusterIP'",
      "spec.ports[1].nodePort: Duplicate value: 30000",
      "spec.loadBalancerClass: Forbidden: may only be used when `type` is 'LoadBalancer'",
    ],
  },
  {
    path: "/api/v1/namespaces/default/services",
    object: {
      apiVersion: "v1",
      kind: "Service",
      spec: { ports: [{ port: 80, nodePort: 5 }], selector: { a: "b" }, type: "NodePort" },
    },
    causes: [
      "spec.ports[0].nodePort: Invalid value: 5: provided port is not in the valid range. The range of valid ports is 30000-32767",
    ],
  },
];

/** Changes of services that they do not take. */
export const refusedServiceChanges: readonly RefusedChange[] = [
  {
    path: "/api/v1/namespaces/default/services",
    object: {
      apiVersion: "v1",
      kind: "Service",
      spec: { ports: [{ port: 80 }], selector: { a: "b" }, clusterIP: "None" },
    },
    patch: { spec: { clusterIP: "192.0.2.1" } },
    causes: ['spec.clusterIPs[0]: Invalid value: ["192.0.2.1"]: may not change once set'],
  },
  {
    path: "/api/v1/namespaces/default/services",
    object: {
      apiVersion: "v1",
      kind: "Service",
      spec: { ports: [{ port: 80 }], selector: { a: "b" }, clusterIP: "None" },
    },
    patch: { spec: { type: "NodePort" } },
    causes: ["spec.clusterIPs[0]: Invalid value: \"None\": may not be set to 'None' for NodePort services"],
  },
  {
    path: "/api/v1/namespaces/default/services",
    object: {
      apiVersion: "v1",
      kind: "Service",
      spec: { ports: [{ port: 80 }], selector: { a: "b" }, clusterIP: "None" },
    },
    patch: { spec: { loadBalancerClass: "a", internalTrafficPolicy: "" } },
    causes: [
      "spec.loadBalancerClass: Forbidden: may only be used when `type` is 'LoadBalancer'",
      "spec.loadBalancerClass: Forbidden: may only be used when `type` is 'LoadBalancer'",
      'spec.internalTrafficPolicy: Unsupported value: "": supported values: "Cluster", "Local"',
    ],
  },
  {
    path: "/api/v1/namespaces/default/services",
    object: { apiVersion: "v1", kind: "Service", spec: { ports: [{ port: 80 }], selector: null, clusterIP: "None" } },
    patch: { spec: { ipFamilies: ["IPv6"] } },
    causes: [
      "spec.ipFamilyPolicy: Invalid value: \"RequireDualStack\": must be 'SingleStack' to release the secondary IP family",
    ],
  },
  {
    path: "/api/v1/namespaces/default/services",
    object: {
      apiVersion: "v1",
      kind: "Service",
      spec: { ports: [{ port: 80 }], selector: { a: "b" }, type: "ExternalName", externalName: "a.b" },
    },
    patch: { spec: { clusterIP: "x" } },
    causes: ["spec.clusterIPs: Forbidden: may not be set for ExternalName services"],
  },
  {
    path: "/api/v1/namespaces/default/services",
    object: {
      apiVersion: "v1",
      kind: "Service",
      spec: { ports: [{ port: 80 }], selector: { a: "b" }, type: "LoadBalancer", loadBalancerClass: "a.b/c" },
    },
    patch: { spec: { loadBalancerClass: "a.b/d" } },
    causes: ['spec.loadBalancerClass: Invalid value: "a.b/d": may not change once set'],
  },
  {
    path: "/api/v1/namespaces/default/services",
    object: {
      apiVersion: "v1",
      kind: "Service",
      spec: { ports: [{ port: 80 }], selector: { a: "b" }, type: "LoadBalancer", externalTrafficPolicy: "Local" },
    },
    patch: { spec: { healthCheckNodePort: 30009 } },
    causes: ["spec.healthCheckNodePort: Forbidden: field is immutable"],
  },
];
