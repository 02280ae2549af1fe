import type { RefusedObject } from "./refused-kinds.fixture.ts";

/** One of each of the other kinds. */
export const refusedServerObjects: readonly RefusedObject[] = [
  {
    path: "/apis/resource.k8s.io/v1/resourceslices",
    object: {
      apiVersion: "resource.k8s.io/v1",
      kind: "ResourceSlice",
      spec: {
        driver: "d.example",
        nodeName: "n",
        allNodes: true,
        pool: { name: "p", resourceSliceCount: 0 },
        devices: [{ name: "a", attributes: { "-": { version: "1" } }, taints: [{ key: "a" }] }, { name: "a" }],
      },
    },
    causes: [
      "spec.pool.resourceSliceCount: Invalid value: 0: must be greater than zero",
      'spec: Invalid value: "{`nodeName`, `allNodes`}": exactly one of `nodeName`, `nodeSelector`, `allNodes`, `perDeviceNodeSelection` is required, but multiple fields are set',
      "spec.devices[0].attributes: Invalid value: \"-\": a valid C identifier must start with alphabetic character or '_', followed by a string of alphanumeric characters or '_' (e.g. 'my_name',  or 'MY_NAME',  or 'MyName', regex used for validation is '[A-Za-z_][A-Za-z0-9_]*')",
      'spec.devices[0].attributes[-].version: Invalid value: "1": must be a string compatible with semver.org spec 2.0.0',
      "spec.devices[0].taints[0].effect: Required value",
      'spec.devices[1]: Duplicate value: "a"',
    ],
  },
  {
    path: "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations",
    object: {
      apiVersion: "admissionregistration.k8s.io/v1",
      kind: "ValidatingWebhookConfiguration",
      webhooks: [
        {
          name: "a.b",
          clientConfig: {},
          sideEffects: "Some",
          timeoutSeconds: 31,
          admissionReviewVersions: ["v1", "v1"],
        },
        {
          name: "a.b.c",
          clientConfig: { service: { name: "s", namespace: "n", path: "x//y", port: 0 } },
          admissionReviewVersions: ["v2"],
          matchConditions: [{ name: "-" }],
        },
      ],
    },
    causes: [
      'webhooks[0].name: Invalid value: "a.b": should be a domain with at least three segments separated by dots',
      'webhooks[0].sideEffects: Unsupported value: "Some": supported values: "None", "NoneOnDryRun"',
      "webhooks[0].timeoutSeconds: Invalid value: 31: the timeout value must be between 1 and 30 seconds",
      "webhooks[0].clientConfig: Required value: exactly one of url or service is required",
      'webhooks[0].admissionReviewVersions[1]: Invalid value: "v1": duplicate version',
      "webhooks[1].sideEffects: Required value: must specify one of None, NoneOnDryRun",
      "webhooks[1].clientConfig.service.port: Invalid value: 0: port is not valid: must be between 1 and 65535, inclusive",
      "webhooks[1].clientConfig.service.path: Invalid value: \"x//y\": must start with a '/'",
      'webhooks[1].clientConfig.service.path: Invalid value: "x//y": segment[0] may not be empty',
      'webhooks[1].clientConfig.service.path: Invalid value: "x//y": segment[1] may not be empty',
      "webhooks[1].matchConditions[0].expression: Required value",
      "webhooks[1].matchConditions[0].name: Invalid value: \"-\": name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')",
      'webhooks[1].admissionReviewVersions: Invalid value: ["v2"]: must include at least one of v1, v1beta1',
    ],
  },
  {
    path: "/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicies",
    object: {
      apiVersion: "admissionregistration.k8s.io/v1",
      kind: "ValidatingAdmissionPolicy",
      spec: {
        paramKind: { apiVersion: "a/b/c", kind: "-" },
        matchConstraints: {},
        variables: [{ name: "in" }],
        auditAnnotations: [{ key: "-" }],
      },
    },
    causes: [
      'spec.paramKind.apiVersion: Invalid value: "a/b/c": unexpected GroupVersion string: a/b/c',
      "spec.paramKind.kind: Invalid value: \"-\": may have mixed case, but should otherwise match: a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')",
      "spec.matchConstraints.resourceRules: Required value",
      'spec.variables[0].name: Invalid value: "in": must be a valid CEL identifier',
      "spec.variables[0].expression: Required value: expression is not specified",
      "spec.auditAnnotations[0].key: Invalid value: \"sample/-\": name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')",
      "spec.auditAnnotations[0].valueExpression: Required value: valueExpression is not specified",
    ],
  },
  {
    path: "/apis/admissionregistration.k8s.io/v1/mutatingadmissionpolicies",
    object: {
      apiVersion: "admissionregistration.k8s.io/v1",
      kind: "MutatingAdmissionPolicy",
      spec: { mutations: [{ patchType: "JSONPatch", applyConfiguration: {} }] },
    },
    causes: [
      "spec.matchConstraints: Required value",
      "spec.mutations[0].jsonPatch: Required value: must be specified when patchType is JSONPatch",
      'spec.mutations[0].applyConfiguration: Invalid value: "{applyConfiguration}": must not be specified when patchType is JSONPatch',
      "spec.reinvocationPolicy: Required value",
    ],
  },
  {
    path: "/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicybindings",
    object: {
      apiVersion: "admissionregistration.k8s.io/v1",
      kind: "ValidatingAdmissionPolicyBinding",
      spec: { policyName: "-", paramRef: { name: "a", selector: {} }, validationActions: ["Deny", "Warn", "Deny"] },
    },
    causes: [
      "spec.policyName: Invalid value: \"-\": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')",
      "spec.paramRef.name: Forbidden: name and selector are mutually exclusive",
      "spec.paramRef.selector: Forbidden: name and selector are mutually exclusive",
      "spec.paramRef.parameterNotFoundAction: Required value",
      'spec.validationActions[2]: Duplicate value: "Deny"',
      'spec.validationActions: Invalid value: ["Deny","Warn","Deny"]: must not contain both Deny and Warn (repeating the same validation failure information in the API response and headers serves no purpose)',
    ],
  },
  {
    path: "/apis/flowcontrol.apiserver.k8s.io/v1/flowschemas",
    object: {
      apiVersion: "flowcontrol.apiserver.k8s.io/v1",
      kind: "FlowSchema",
      spec: {
        matchingPrecedence: 1,
        priorityLevelConfiguration: {},
        rules: [
          {
            subjects: [{ kind: "User", group: { name: "g" } }],
            resourceRules: [{ verbs: ["*", "get"], apiGroups: ["a"], resources: ["b"] }],
            nonResourceRules: [{ verbs: ["none"], nonResourceURLs: ["x"] }],
          },
        ],
      },
    },
    causes: [
      "spec.matchingPrecedence: Invalid value: 1: only the schema named 'exempt' may have matchingPrecedence 1",
      "spec.priorityLevelConfiguration.name: Required value: must reference a priority level",
      "spec.rules[0].subjects[0].user: Required value: user is required when subject kind is 'User'",
      "spec.rules[0].subjects[0].group: Forbidden: group is forbidden when subject kind is not 'Group'",
      'spec.rules[0].resourceRules[0].verbs: Invalid value: ["*","get"]: if \'*\' is present, must not specify other verbs',
      "spec.rules[0].resourceRules[0].namespaces: Required value: resource rules that are not cluster scoped must supply at least one namespace",
      'spec.rules[0].nonResourceRules[0].verbs: Unsupported value: ["none"]: supported values: "create", "delete", "deletecollection", "get", "list", "patch", "proxy", "update", "watch"',
      'spec.rules[0].nonResourceRules[0].nonResourceURLs[0]: Invalid value: "x": must start with slash',
    ],
  },
  {
    path: "/apis/flowcontrol.apiserver.k8s.io/v1/prioritylevelconfigurations",
    object: {
      apiVersion: "flowcontrol.apiserver.k8s.io/v1",
      kind: "PriorityLevelConfiguration",
      spec: {
        type: "Limited",
        exempt: {},
        limited: { limitResponse: { type: "Queue", queuing: { queues: 2, handSize: 3, queueLengthLimit: -1 } } },
      },
    },
    causes: [
      "spec.exempt: Forbidden: must be nil if the type is Limited",
      "spec.limited.limitResponse.queuing.queueLengthLimit: Invalid value: -1: must be positive",
      "spec.limited.limitResponse.queuing.handSize: Invalid value: 3: should not be greater than queues (2)",
    ],
  },
  {
    path: "/apis/policy/v1/namespaces/default/poddisruptionbudgets",
    object: {
      apiVersion: "policy/v1",
      kind: "PodDisruptionBudget",
      spec: { minAvailable: "101%", unhealthyPodEvictionPolicy: "x", selector: { matchLabels: { "-": "a" } } },
    },
    causes: [
      'spec.minAvailable: Invalid value: "101%": must not be greater than 100%',
      "spec.selector.matchLabels: Invalid value: \"-\": name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')",
      'spec.unhealthyPodEvictionPolicy: Unsupported value: "x": supported values: "AlwaysAllow", "IfHealthyBudget"',
    ],
  },
  {
    path: "/apis/coordination.k8s.io/v1/namespaces/default/leases",
    object: {
      apiVersion: "coordination.k8s.io/v1",
      kind: "Lease",
      spec: { leaseDurationSeconds: 0, preferredHolder: "a", leaseTransitions: -1 },
    },
    causes: [
      "spec.leaseDurationSeconds: Invalid value: 0: must be greater than 0",
      "spec.leaseTransitions: Invalid value: -1: must be greater than or equal to 0",
    ],
  },
  {
    path: "/apis/apiregistration.k8s.io/v1/apiservices",
    object: {
      apiVersion: "apiregistration.k8s.io/v1",
      kind: "APIService",
      spec: {
        group: "g.example",
        version: "v1",
        groupPriorityMinimum: 0,
        versionPriority: 1001,
        insecureSkipTLSVerify: true,
      },
    },
    causes: [
      'metadata.name: Invalid value: "sample": must be `spec.version+"."+spec.group`: "v1.g.example"',
      "spec.groupPriorityMinimum: Invalid value: 0: must be positive and less than 20000",
      "spec.versionPriority: Invalid value: 1001: must be positive and less than 1000",
      "spec.insecureSkipTLSVerify: Invalid value: true: local APIServices may not have insecureSkipTLSVerify",
    ],
  },
  {
    path: "/apis/certificates.k8s.io/v1/certificatesigningrequests",
    object: {
      apiVersion: "certificates.k8s.io/v1",
      kind: "CertificateSigningRequest",
      spec: { usages: ["any", "any", "none"], signerName: "a/-", expirationSeconds: 1 },
    },
    causes: [
      "spec.request: Invalid value: null: PEM block type must be CERTIFICATE REQUEST",
      'spec.usages[2]: Unsupported value: "none": supported values: "any", "cert sign", "client auth", "code signing", "content commitment", "crl sign", "data encipherment", "decipher only", "digital signature", "email protection", "encipher only", "ipsec end system", "ipsec tunnel", "ipsec user", "key agreement", "key encipherment", "microsoft sgc", "netscape sgc", "ocsp signing", "s/mime", "server auth", "signing", "timestamping"',
      'spec.usages[1]: Duplicate value: "any"',
      'spec.signerName: Invalid value: "a": should be a domain with at least two segments separated by dots',
      "spec.signerName: Invalid value: \"-\": validating label \"-\": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')",
      "spec.expirationSeconds: Invalid value: 1: may not specify a duration less than 600 seconds (10 minutes)",
    ],
  },
  {
    path: "/apis/certificates.k8s.io/v1/certificatesigningrequests",
    object: {
      apiVersion: "certificates.k8s.io/v1",
      kind: "CertificateSigningRequest",
      spec: {
        request: btoa("-----BEGIN CERTIFICATE REQUEST-----\nAAAA\n"),
        usages: ["any"],
        signerName: `${"a.".repeat(127)}a/${"c.".repeat(160)}c`,
      },
    },
    causes: [
      'spec.request: Invalid value: "LS0tLS1CRUdJTiBDRVJUSUZJQ0FURSBSRVFVRVNULS0tLS0KQUFBQQo=": PEM block type must be CERTIFICATE REQUEST',
      "spec.signerName: Too long: may not be more than 253 bytes",
      "spec.signerName: Too long: may not be more than 571 bytes",
    ],
  },
];
