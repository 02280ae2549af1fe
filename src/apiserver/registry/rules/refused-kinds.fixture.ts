/** A new object that is refused, and what a Kubernetes 1.36 said of it. Its name is `sample`. */
export interface RefusedObject {
  readonly path: string;
  readonly object: object;
  readonly causes: readonly string[];
}

/** One of each kind whose rules are written out: those that are about pods, networks and addresses. */
export const refusedObjects: readonly RefusedObject[] = [
  {
    path: "/apis/autoscaling/v2/namespaces/default/horizontalpodautoscalers",
    object: {
      apiVersion: "autoscaling/v2",
      kind: "HorizontalPodAutoscaler",
      spec: {
        minReplicas: 5,
        maxReplicas: 2,
        scaleTargetRef: { kind: "Deployment", name: "a/b", apiVersion: "v1" },
        metrics: [{ type: "Resource", resource: { name: "cpu", target: { type: "Percent" } }, pods: {} }],
        behavior: { scaleUp: { policies: [{ type: "None", value: 0, periodSeconds: 2000 }] } },
      },
    },
    causes: [
      "spec.maxReplicas: Invalid value: 2: must be greater than or equal to `minReplicas`",
      "spec.scaleTargetRef.name: Invalid value: \"a/b\": may not contain '/'",
      'spec.scaleTargetRef.apiVersion: Invalid value: "v1": apiVersion must specify API group',
      "spec.metrics[0].pods.metric.name: Required value: must specify a metric name",
      "spec.metrics[0].pods.target.type: Required value: must specify a metric target type",
      'spec.metrics[0].pods.target.type: Invalid value: "": must be either Utilization, Value, or AverageValue',
      "spec.metrics[0].pods.target.averageValue: Required value: must specify a positive target averageValue",
      "spec.metrics[0].pods: Forbidden: must populate the given metric source only",
      'spec.behavior.scaleUp.policies[0].type: Unsupported value: "None": supported values: "Percent", "Pods"',
      "spec.behavior.scaleUp.policies[0].value: Invalid value: 0: must be greater than zero",
      "spec.behavior.scaleUp.policies[0].periodSeconds: Invalid value: 2000: must be less than or equal to 1800",
    ],
  },
  {
    path: "/apis/networking.k8s.io/v1/namespaces/default/ingresses",
    object: {
      apiVersion: "networking.k8s.io/v1",
      kind: "Ingress",
      spec: {
        defaultBackend: { service: { name: "s", port: { name: "http", number: 80 } } },
        rules: [
          { host: "10.0.0.1", http: { paths: [{ path: "a//b", pathType: "Prefix", backend: {} }] } },
          { host: "*x", http: { paths: [] } },
        ],
        tls: [{ hosts: ["Not Valid!"], secretName: "-" }],
      },
    },
    causes: [
      'spec.defaultBackend: Invalid value: "": cannot set both port name & port number',
      'spec.rules[0].host: Invalid value: "10.0.0.1": must be a DNS name, not an IP address',
      'spec.rules[0].http.paths[0].path: Invalid value: "a//b": must be an absolute path',
      "spec.rules[0].http.paths[0].path: Invalid value: \"a//b\": must not contain '//'",
      'spec.rules[0].http.paths[0].backend: Invalid value: "": resource or service backend is required',
      "spec.rules[1].host: Invalid value: \"*x\": a wildcard DNS-1123 subdomain must start with '*.', followed by a valid DNS subdomain, which must consist of lower case alphanumeric characters, '-' or '.' and end with an alphanumeric character (e.g. '*.example.com', regex used for validation is '\\*\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')",
      "spec.rules[1].http.paths: Required value",
      "spec.tls[0].hosts[0]: Invalid value: \"Not Valid!\": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')",
      "spec.tls[0].secretName: Invalid value: \"-\": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')",
    ],
  },
  {
    path: "/apis/networking.k8s.io/v1/ingressclasses",
    object: {
      apiVersion: "networking.k8s.io/v1",
      kind: "IngressClass",
      spec: { controller: "-a/b c", parameters: { kind: "a/b", name: "", scope: "Cluster", namespace: "n" } },
    },
    causes: [
      "spec.controller: Invalid value: \"-a\": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')",
      "spec.controller: Invalid value: \"b c\": Invalid path (regex used for validation is '[A-Za-z0-9/\\-._~%!$&'()*+,;=:]+')",
      "spec.parameters.kind: Invalid value: \"a/b\": may not contain '/'",
      "spec.parameters.name: Required value",
      "spec.parameters.namespace: Forbidden: `parameters.scope` is set to 'Cluster'",
    ],
  },
  {
    path: "/apis/networking.k8s.io/v1/namespaces/default/networkpolicies",
    object: {
      apiVersion: "networking.k8s.io/v1",
      kind: "NetworkPolicy",
      spec: {
        podSelector: { matchLabels: { "-": "x" } },
        policyTypes: ["None"],
        ingress: [
          {
            from: [{}, { ipBlock: { cidr: "10.0.0.0/8", except: ["11.0.0.0/16", "10.1.0.0/16"] }, podSelector: {} }],
            ports: [{ port: 80, endPort: 79 }, { endPort: 1 }, { port: "--" }],
          },
        ],
      },
    },
    causes: [
      "spec.podSelector.matchLabels: Invalid value: \"-\": name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')",
      "spec.ingress[0].ports[0].endPort: Invalid value: 80: must be greater than or equal to `port`",
      "spec.ingress[0].ports[1].endPort: Invalid value: 1: may not be specified when `port` is not specified",
      'spec.ingress[0].ports[2].port: Invalid value: "--": must contain at least one letter (a-z)',
      'spec.ingress[0].ports[2].port: Invalid value: "--": must not contain consecutive hyphens',
      'spec.ingress[0].ports[2].port: Invalid value: "--": must not begin or end with a hyphen',
      "spec.ingress[0].from[0]: Required value: must specify a peer",
      'spec.ingress[0].from[1].ipBlock.except[0]: Invalid value: "11.0.0.0/16": must be a strict subset of `cidr`',
      "spec.ingress[0].from[1]: Forbidden: may not specify both ipBlock and another peer",
      'spec.policyTypes[0]: Unsupported value: "None": supported values: "Ingress", "Egress"',
    ],
  },
  {
    path: "/apis/networking.k8s.io/v1/servicecidrs",
    object: {
      apiVersion: "networking.k8s.io/v1",
      kind: "ServiceCIDR",
      spec: { cidrs: ["10.0.0.0/24", "10.1.0.0/24"] },
    },
    causes: [
      'spec.cidrs: Invalid value: ["10.0.0.0/24","10.1.0.0/24"]: may specify no more than one IP for each IP family, i.e 192.168.0.0/24 and 2001:db8::/64',
    ],
  },
  {
    path: "/apis/rbac.authorization.k8s.io/v1/namespaces/default/roles",
    object: {
      apiVersion: "rbac.authorization.k8s.io/v1",
      kind: "Role",
      rules: [{ verbs: [], nonResourceURLs: ["/x"], resources: ["a"] }, { verbs: ["get"] }],
    },
    causes: [
      "rules[0].verbs: Required value: verbs must contain at least one value",
      'rules[0].nonResourceURLs: Invalid value: ["/x"]: namespaced rules cannot apply to non-resource URLs',
      'rules[0].nonResourceURLs: Invalid value: ["/x"]: rules cannot apply to both regular resources and non-resource URLs',
      "rules[1].apiGroups: Required value: resource rules must supply at least one api group",
      "rules[1].resources: Required value: resource rules must supply at least one resource",
    ],
  },
  {
    path: "/apis/rbac.authorization.k8s.io/v1/clusterroles",
    object: {
      apiVersion: "rbac.authorization.k8s.io/v1",
      kind: "ClusterRole",
      aggregationRule: { clusterRoleSelectors: [] },
    },
    causes: [
      "aggregationRule.clusterRoleSelectors: Required value: at least one clusterRoleSelector required if aggregationRule is non-nil",
    ],
  },
  {
    path: "/apis/rbac.authorization.k8s.io/v1/clusterrolebindings",
    object: {
      apiVersion: "rbac.authorization.k8s.io/v1",
      kind: "ClusterRoleBinding",
      roleRef: { apiGroup: "x", kind: "Role", name: "a/b" },
      subjects: [
        { kind: "ServiceAccount", name: "Not Valid!" },
        { kind: "Nobody", name: "" },
      ],
    },
    causes: [
      'roleRef.apiGroup: Unsupported value: "x": supported values: "rbac.authorization.k8s.io"',
      'roleRef.kind: Unsupported value: "Role": supported values: "ClusterRole"',
      "roleRef.name: Invalid value: \"a/b\": may not contain '/'",
      "subjects[0].name: Invalid value: \"Not Valid!\": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')",
      "subjects[0].namespace: Required value",
      "subjects[1].name: Required value",
      'subjects[1].kind: Unsupported value: "Nobody": supported values: "ServiceAccount", "User", "Group"',
    ],
  },
  {
    path: "/apis/resource.k8s.io/v1/namespaces/default/resourceclaims",
    object: {
      apiVersion: "resource.k8s.io/v1",
      kind: "ResourceClaim",
      spec: {
        devices: {
          requests: [
            { name: "r" },
            {
              name: "r",
              exactly: {
                deviceClassName: "-",
                count: -1,
                selectors: [{}],
                tolerations: [{ key: "-", operator: "Equal" }],
              },
            },
          ],
          constraints: [{ requests: ["s"], matchAttribute: "x" }],
          config: [{ requests: ["r", "r"], opaque: { driver: "d.example", parameters: {} } }],
        },
      },
    },
    causes: [
      "spec.devices.requests[0]: Required value: exactly one of `exactly` or `firstAvailable` is required",
      "spec.devices.requests[1].exactly.deviceClassName: Invalid value: \"-\": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')",
      "spec.devices.requests[1].exactly.selectors[0].cel: Required value",
      "spec.devices.requests[1].exactly.count: Invalid value: -1: must be greater than zero",
      "spec.devices.requests[1].exactly.tolerations[0].key: Invalid value: \"-\": name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')",
      'spec.devices.requests[1]: Duplicate value: "r"',
      "spec.devices.constraints[0].requests[0]: Invalid value: \"s\": must be the name of a request in the claim or the name of a request and a subrequest separated by '/'",
      'spec.devices.constraints[0].matchAttribute: Invalid value: "x": a fully qualified name must be a domain and a name separated by a slash',
      'spec.devices.config[0].requests[1]: Duplicate value: "r"',
    ],
  },
  {
    path: "/apis/resource.k8s.io/v1/namespaces/default/resourceclaimtemplates",
    object: {
      apiVersion: "resource.k8s.io/v1",
      kind: "ResourceClaimTemplate",
      spec: {
        metadata: { generateName: "a" },
        spec: {
          devices: {
            requests: [
              { name: "r", exactly: { deviceClassName: "c" }, firstAvailable: [{ name: "s", deviceClassName: "c" }] },
            ],
          },
        },
      },
    },
    causes: [
      "spec.metadata.generateName: Forbidden: cannot be set",
      "spec.spec.devices.requests[0]: Invalid value: null: exactly one of `exactly` or `firstAvailable` is required, but multiple fields are set",
    ],
  },
  {
    path: "/apis/resource.k8s.io/v1/deviceclasses",
    object: {
      apiVersion: "resource.k8s.io/v1",
      kind: "DeviceClass",
      spec: { selectors: [{}], config: [{ opaque: { driver: "-" } }], extendedResourceName: "cpu" },
    },
    causes: [
      "spec.selectors[0].cel: Required value",
      "spec.config[0].opaque.driver: Invalid value: \"-\": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')",
      "spec.config[0].opaque.parameters: Required value",
      'spec.extendedResourceName: Invalid value: "cpu": must be a valid extended resource name',
    ],
  },
];
