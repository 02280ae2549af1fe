import type { RefusedObject } from "./refused-kinds.fixture.ts";

const apiVersion = "admissionregistration.k8s.io/v1";
const webhook = { name: "a.b.c", sideEffects: "None", admissionReviewVersions: ["v1"] };
const at = "webhooks[0].clientConfig";
const form = "desired format: https://host[/path]";

function webhooks(clientConfig: object, causes: readonly string[]): RefusedObject {
  const object = { apiVersion, kind: "ValidatingWebhookConfiguration", webhooks: [{ ...webhook, clientConfig }] };
  return { path: `/apis/${apiVersion}/validatingwebhookconfigurations`, object, causes };
}

/** Webhooks and policies in the corners of their rules. */
export const refusedAdmission: readonly RefusedObject[] = [
  webhooks({ service: { name: "s" } }, [`${at}.service.name: Required value`]),
  webhooks({ service: { namespace: "n" } }, [`${at}.service.namespace: Required value`]),
  webhooks({ service: { name: "s", namespace: "n", path: "é" } }, [
    `${at}.service.path: Invalid value: "é": must start with a '/'`,
    `${at}.service.path: Invalid value: "é": segment[0]: a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')`,
  ]),
  webhooks({ url: "https://h/%zz" }, [
    `${at}.url: Required value: url must be a valid URL: parse "https://h/%zz": invalid URL escape "%zz"; ${form}`,
  ]),
  webhooks({ url: "http://u:p@/x?q#f" }, [
    `${at}.url: Invalid value: "http": 'https' is the only allowed URL scheme; ${form}`,
    `${at}.url: Invalid value: "": host must be specified; ${form}`,
    `${at}.url: Invalid value: "u:p": user information is not permitted in the URL`,
    `${at}.url: Invalid value: "f": fragments are not permitted in the URL`,
    `${at}.url: Invalid value: "q": query parameters are not permitted in the URL`,
  ]),
  {
    path: `/apis/${apiVersion}/validatingadmissionpolicies`,
    object: {
      apiVersion,
      kind: "ValidatingAdmissionPolicy",
      spec: {
        matchConstraints: {
          resourceRules: [{ apiGroups: ["a"], apiVersions: ["v1"], resources: ["b"], operations: ["CREATE"] }],
        },
        matchConditions: [{ name: "a", expression: "variables.x > 1" }],
        variables: [{}],
        validations: [{ expression: "variables.x > 1" }],
      },
    },
    causes: [
      "spec.matchConditions[0].expression: Invalid value: \"variables.x > 1\": compilation failed: ERROR: <input>:1:1: undeclared reference to 'variables' (in container '')\n | variables.x > 1\n | ^",
      "spec.variables[0].name: Required value: name is not specified",
      "spec.variables[0].expression: Required value: expression is not specified",
      "spec.validations[0].expression: Invalid value: \"variables.x > 1\": compilation failed: ERROR: <input>:1:10: undefined field 'x'\n | variables.x > 1\n | .........^",
    ],
  },
];
