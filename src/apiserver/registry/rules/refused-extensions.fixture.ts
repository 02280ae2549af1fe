import type { RefusedObject } from "./refused-kinds.fixture.ts";

/** Objects whose expressions are wrong, and others of kinds that extend the server. */
export const refusedExtensions: readonly RefusedObject[] = [
  {
    path: "/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicies",
    object: {
      apiVersion: "admissionregistration.k8s.io/v1",
      kind: "ValidatingAdmissionPolicy",
      spec: {
        matchConstraints: {
          resourceRules: [
            {
              apiGroups: ["*", "a"],
              apiVersions: ["*", "v1"],
              operations: ["*", "CREATE"],
              resources: ["a/*", "a/b", "*/b", "c/b", "*", "d", "*/*", ""],
            },
          ],
        },
        matchConditions: [
          { name: "a", expression: "params.x == 1" },
          { name: "b", expression: " request.nothing " },
          { name: "b", expression: "variables.text == ''" },
        ],
        variables: [
          { name: "text", expression: "'a'" },
          { name: "unknown", expression: "nothing.at.all" },
          { name: "sum", expression: "variables.text + 1" },
        ],
        validations: [
          { expression: "object.a", messageExpression: "1" },
          {
            expression: "variables.text == 1 && variables.unknown == 1",
            messageExpression: "authorizer.path('/a').check('get').reason()",
          },
          {
            expression:
              "namespaceObject.metadata.labels['a'] == request.userInfo.groups[0] && authorizer.requestResource.check('get').allowed()",
            message: "fine",
          },
          { expression: "é" },
          { expression: "a..b/c" },
          { expression: "Not Valid!" },
        ],
        auditAnnotations: [
          { key: "a", valueExpression: "1" },
          { key: "b", valueExpression: "has(object.x) ? 'x' : null" },
          { key: "a", valueExpression: "'b'" },
        ],
      },
    },
    causes: [
      'spec.matchConstraints.resourceRules[0].operations: Invalid value: ["*","CREATE"]: if \'*\' is present, must not specify other operations',
      'spec.matchConstraints.resourceRules[0].apiGroups: Invalid value: ["*","a"]: if \'*\' is present, must not specify other API groups',
      'spec.matchConstraints.resourceRules[0].apiVersions: Invalid value: ["*","v1"]: if \'*\' is present, must not specify other API versions',
      "spec.matchConstraints.resourceRules[0].resources[1]: Invalid value: \"a/b\": if 'a/*' is present, must not specify a/b",
      "spec.matchConstraints.resourceRules[0].resources[3]: Invalid value: \"c/b\": if '*/b' is present, must not specify c/b",
      "spec.matchConstraints.resourceRules[0].resources[7]: Required value",
      'spec.matchConstraints.resourceRules[0].resources: Invalid value: ["a/*","a/b","*/b","c/b","*","d","*/*",""]: if \'*/*\' is present, must not specify other resources',
      'spec.matchConstraints.resourceRules[0].resources: Invalid value: ["a/*","a/b","*/b","c/b","*","d","*/*",""]: if \'*\' is present, must not specify other resources without subresources',
      "spec.matchConditions[0].expression: Invalid value: \"params.x == 1\": compilation failed: ERROR: <input>:1:1: undeclared reference to 'params' (in container '')\n | params.x == 1\n | ^",
      "spec.matchConditions[1].expression: Invalid value: \"request.nothing\": compilation failed: ERROR: <input>:1:8: undefined field 'nothing'\n | request.nothing\n | .......^",
      "spec.matchConditions[2].expression: Invalid value: \"variables.text == ''\": compilation failed: ERROR: <input>:1:1: undeclared reference to 'variables' (in container '')\n | variables.text == ''\n | ^",
      'spec.matchConditions[2].name: Duplicate value: "b"',
      "spec.variables[1].expression: Invalid value: \"nothing.at.all\": compilation failed: ERROR: <input>:1:1: undeclared reference to 'nothing' (in container '')\n | nothing.at.all\n | ^",
      "spec.variables[2].expression: Invalid value: \"variables.text + 1\": compilation failed: ERROR: <input>:1:16: found no matching overload for '_+_' applied to '(string, int)'\n | variables.text + 1\n | ...............^",
      'spec.validations[0].expression: Invalid value: "object.a": must evaluate to bool but got dyn',
      'spec.validations[0].messageExpression: Invalid value: "1": must evaluate to string but got int',
      "spec.validations[1].expression: Invalid value: \"variables.text == 1 && variables.unknown == 1\": compilation failed: ERROR: <input>:1:16: found no matching overload for '_==_' applied to '(string, int)'\n | variables.text == 1 && variables.unknown == 1\n | ...............^",
      "spec.validations[1].messageExpression: Invalid value: \"authorizer.path('/a').check('get').reason()\": compilation failed: ERROR: <input>:1:1: undeclared reference to 'authorizer' (in container '')\n | authorizer.path('/a').check('get').reason()\n | ^",
      "spec.validations[3].expression: Invalid value: \"é\": compilation failed: ERROR: <input>:1:1: Syntax error: token recognition error at: 'é'\n | é\n | ＾\nERROR: <input>:1:2: Syntax error: mismatched input '<EOF>' expecting {'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}\n | é\n | ．^",
      "spec.validations[4].expression: Invalid value: \"a..b/c\": compilation failed: ERROR: <input>:1:3: Syntax error: no viable alternative at input '..'\n | a..b/c\n | ..^",
      "spec.validations[5].expression: Invalid value: \"Not Valid!\": compilation failed: ERROR: <input>:1:5: Syntax error: mismatched input 'Valid' expecting <EOF>\n | Not Valid!\n | ....^",
      'spec.auditAnnotations[0].valueExpression: Invalid value: "1": must evaluate to one of [string null_type] but got int',
      "spec.auditAnnotations[1].valueExpression: Invalid value: \"has(object.x) ? 'x' : null\": compilation failed: ERROR: <input>:1:15: found no matching overload for '_?_:_' applied to '(bool, string, null)'\n | has(object.x) ? 'x' : null\n | ..............^",
      'spec.auditAnnotations[2].key: Duplicate value: "a"',
    ],
  },
  {
    path: "/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicies",
    object: {
      apiVersion: "admissionregistration.k8s.io/v1",
      kind: "ValidatingAdmissionPolicy",
      spec: {
        matchConstraints: {
          resourceRules: [
            { apiGroups: ["none.setpoint.dev"], apiVersions: ["v1"], resources: ["nothing"], operations: ["CREATE"] },
          ],
        },
        paramKind: { apiVersion: "v1", kind: "ConfigMap" },
        matchConditions: [{ name: "a", expression: "params.x == 1" }],
        validations: [{ expression: "variables.text == ''" }, { expression: "params.data.all(k, 1)" }],
      },
    },
    causes: [
      "spec.validations[0].expression: Invalid value: \"variables.text == ''\": compilation failed: ERROR: <input>:1:1: undeclared reference to 'variables' (in container '')\n | variables.text == ''\n | ^",
      "spec.validations[1].expression: Invalid value: \"params.data.all(k, 1)\": compilation failed: ERROR: <input>:1:20: expected type 'bool' but found 'int'\n | params.data.all(k, 1)\n | ...................^",
    ],
  },
  {
    path: "/apis/admissionregistration.k8s.io/v1/mutatingadmissionpolicies",
    object: {
      apiVersion: "admissionregistration.k8s.io/v1",
      kind: "MutatingAdmissionPolicy",
      spec: {
        matchConstraints: {
          resourceRules: [
            { apiGroups: ["none.setpoint.dev"], apiVersions: ["v1"], resources: ["nothing"], operations: ["CREATE"] },
          ],
        },
        reinvocationPolicy: "Never",
        mutations: [
          { patchType: "JSONPatch", jsonPatch: { expression: "[JSONPatch{op: 1, path: '/a', value: 'b'}]" } },
          { patchType: "JSONPatch", jsonPatch: { expression: "JSONPatch{op: 'add'}" } },
          {
            patchType: "JSONPatch",
            jsonPatch: {
              expression:
                "[JSONPatch{op: 'test', path: '/' + jsonpatch.escapeKey('a/b'), value: Object.spec{a: 1}}] + variables.more",
            },
          },
          {
            patchType: "ApplyConfiguration",
            applyConfiguration: { expression: "Object{metadata: Object.metadata{labels: {'a': 'b'}}}" },
          },
          { patchType: "ApplyConfiguration", applyConfiguration: { expression: "Object.spec{}" } },
          {
            patchType: "ApplyConfiguration",
            applyConfiguration: { expression: "Other{}" },
            jsonPatch: { expression: "1" },
          },
        ],
      },
    },
    causes: [
      "spec.mutations[0].jsonPatch.expression: Invalid value: \"[JSONPatch{op: 1, path: '/a', value: 'b'}]\": compilation failed: ERROR: <input>:1:14: expected type of field 'op' is 'string' but provided type is 'int'\n | [JSONPatch{op: 1, path: '/a', value: 'b'}]\n | .............^",
      "spec.mutations[1].jsonPatch.expression: Invalid value: \"JSONPatch{op: 'add'}\": must evaluate to list(JSONPatch) but got JSONPatch",
      "spec.mutations[2].jsonPatch.expression: Invalid value: \"[JSONPatch{op: 'test', path: '/' + jsonpatch.escapeKey('a/b'), value: Object.spec{a: 1}}] + variables.more\": compilation failed: ERROR: <input>:1:102: undefined field 'more'\n | [JSONPatch{op: 'test', path: '/' + jsonpatch.escapeKey('a/b'), value: Object.spec{a: 1}}] + variables.more\n | .....................................................................................................^",
      'spec.mutations[4].applyConfiguration.expression: Invalid value: "Object.spec{}": must evaluate to Object but got Object.spec',
      "spec.mutations[5].applyConfiguration.expression: Invalid value: \"Other{}\": compilation failed: ERROR: <input>:1:6: undeclared reference to 'Other' (in container '')\n | Other{}\n | .....^",
      'spec.mutations[5].jsonPatch: Invalid value: "{jsonPatch}": must not be specified when patchType is ApplyConfiguration',
    ],
  },
  {
    path: "/apis/admissionregistration.k8s.io/v1/mutatingwebhookconfigurations",
    object: {
      apiVersion: "admissionregistration.k8s.io/v1",
      kind: "MutatingWebhookConfiguration",
      webhooks: [
        {
          name: "a.b.c",
          sideEffects: "None",
          admissionReviewVersions: ["v1"],
          clientConfig: { url: "https://a/b" },
          matchConditions: [
            { name: "a", expression: "object." },
            { name: "a", expression: "1" },
            { name: "c", expression: "authorizer.serviceAccount('a', 'b')" },
            { name: "d", expression: "JSONPatch{}" },
          ],
        },
      ],
    },
    causes: [
      "webhooks[0].matchConditions[0].expression: Invalid value: \"object.\": compilation failed: ERROR: <input>:1:8: Syntax error: no viable alternative at input '.'\n | object.\n | .......^",
      'webhooks[0].matchConditions[1].expression: Invalid value: "1": must evaluate to bool but got int',
      'webhooks[0].matchConditions[1].name: Duplicate value: "a"',
      "webhooks[0].matchConditions[2].expression: Invalid value: \"authorizer.serviceAccount('a', 'b')\": must evaluate to bool but got kubernetes.authorization.Authorizer",
      "webhooks[0].matchConditions[3].expression: Invalid value: \"JSONPatch{}\": compilation failed: ERROR: <input>:1:10: undeclared reference to 'JSONPatch' (in container '')\n | JSONPatch{}\n | .........^",
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
            {
              name: "r",
              exactly: {
                deviceClassName: "c",
                selectors: [
                  {
                    cel: {
                      expression:
                        "device.attributes['a.example'].model == 'x' && device.capacity['a.example'].memory.compareTo(quantity('1Gi')) >= 0",
                    },
                  },
                  { cel: { expression: "device.attributes['a.example'].isFast" } },
                  { cel: { expression: "device.driver" } },
                  { cel: { expression: "device.name == 'a'" } },
                  { cel: { expression: "" } },
                  { cel: { expression: "object" } },
                  {
                    cel: {
                      expression:
                        "device.attributes.all(a, device.attributes.all(b, device.attributes.all(c, device.attributes.all(d, a + b == c + d))))",
                    },
                  },
                  {},
                ],
              },
            },
          ],
        },
      },
    },
    causes: [
      'spec.devices.requests[0].exactly.selectors[2].cel.expression: Invalid value: "device.driver": must evaluate to bool or the unknown type, not string',
      "spec.devices.requests[0].exactly.selectors[3].cel.expression: Invalid value: \"device.name == 'a'\": compilation failed: ERROR: <input>:1:7: undefined field 'name'\n | device.name == 'a'\n | ......^",
      "spec.devices.requests[0].exactly.selectors[4].cel.expression: Invalid value: \"\": compilation failed: ERROR: <input>:1:0: Syntax error: mismatched input '<EOF>' expecting {'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}",
      "spec.devices.requests[0].exactly.selectors[5].cel.expression: Invalid value: \"object\": compilation failed: ERROR: <input>:1:1: undeclared reference to 'object' (in container '')\n | object\n | ^",
      "spec.devices.requests[0].exactly.selectors[6].cel.expression: Forbidden: too complex, exceeds cost limit",
      "spec.devices.requests[0].exactly.selectors[7].cel: Required value",
    ],
  },
  {
    path: "/apis/resource.k8s.io/v1/namespaces/default/resourceclaimtemplates",
    object: {
      apiVersion: "resource.k8s.io/v1",
      kind: "ResourceClaimTemplate",
      spec: {
        metadata: {
          name: "a",
          uid: "b",
          labels: { "-": "-" },
          annotations: { "-": "" },
          deletionGracePeriodSeconds: 0,
          generation: 0,
        },
        spec: {
          devices: {
            requests: [{ name: "r", exactly: { deviceClassName: "c", count: 1, allocationMode: "ExactCount" } }],
          },
        },
      },
    },
    causes: [
      "spec.metadata.annotations: Invalid value: \"-\": name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')",
      "spec.metadata.labels: Invalid value: \"-\": name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')",
      "spec.metadata.labels: Invalid value: \"-\": a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')",
      "spec.metadata.name: Forbidden: cannot be set",
      "spec.metadata.uID: Forbidden: cannot be set",
      "spec.metadata.deletionGracePeriodSeconds: Forbidden: cannot be set",
    ],
  },
  {
    path: "/apis/flowcontrol.apiserver.k8s.io/v1/flowschemas",
    object: {
      apiVersion: "flowcontrol.apiserver.k8s.io/v1",
      kind: "FlowSchema",
      spec: { distinguisherMethod: { type: "x" }, matchingPrecedence: 0, priorityLevelConfiguration: { name: "-" } },
    },
    causes: [
      'spec.distinguisherMethod.type: Unsupported value: {"Type":"x"}: supported values: "ByNamespace", "ByUser"',
      "spec.priorityLevelConfiguration.name: Invalid value: \"-\": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')",
    ],
  },
  {
    path: "/apis/apiextensions.k8s.io/v1/customresourcedefinitions",
    object: {
      apiVersion: "apiextensions.k8s.io/v1",
      kind: "CustomResourceDefinition",
      spec: {
        group: "-a",
        scope: "Namespaced",
        names: { plural: "samples", kind: "-a", listKind: "-a", shortNames: [""], categories: ["B"] },
        conversion: { strategy: "Other", webhook: { conversionReviewVersions: ["v1"] } },
        versions: [
          {
            name: "v1",
            served: true,
            storage: true,
            subresources: { status: {} },
            schema: {
              openAPIV3Schema: {
                type: "object",
                properties: { a: { type: "array", items: { type: "string" }, additionalItems: {} } },
              },
            },
          },
        ],
      },
    },
    causes: [
      'metadata.name: Invalid value: "sample": must be spec.names.plural+"."+spec.group',
      "spec.group: Invalid value: \"-a\": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')",
      "spec.names.singular: Invalid value: \"-a\": a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')",
      "spec.names.kind: Invalid value: \"-a\": may have mixed case, but should otherwise match: a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')",
      "spec.names.listKind: Invalid value: \"-a\": may have mixed case, but should otherwise match: a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')",
      "spec.names.shortNames[0]: Invalid value: \"\": a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')",
      'spec.names.listKind: Invalid value: "-a": kind and listKind may not be the same',
      "spec.names.categories[0]: Invalid value: \"B\": a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')",
      "spec.validation.openAPIV3Schema.properties[a].additionalItems: Forbidden: additionalItems is not supported",
      'spec.conversion.strategy: Unsupported value: "Other": supported values: "None", "Webhook"',
      "spec.conversion.conversionReviewVersions: Forbidden: should not be set when strategy is not set to Webhook",
    ],
  },
];
