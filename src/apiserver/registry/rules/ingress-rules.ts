import {
  dns1123SubdomainProblems,
  getOwn,
  pathSegmentProblems,
  portNameProblems,
  utf8Length,
} from "../../../model/index.ts";
import type { StatusCause } from "../../../model/index.ts";
import { forbidden, invalid, notSupported, required, tooLong } from "../../crd/index.ts";
import { address, isAddress } from "./address-checks.ts";
import {
  among,
  fieldsOf,
  formed,
  isGiven,
  items,
  itemsOf,
  label,
  members,
  needed,
  numberOf,
  optional,
  portNumber,
  subdomain,
  textOf,
  unlessEmpty,
} from "./field-checks.ts";
import type { FieldCheck } from "./field-checks.ts";
import type { Fields } from "./places.ts";
import { ruled } from "./rule-of.ts";
import type { Rule } from "./rule.ts";

const segment: FieldCheck = formed(pathSegmentProblems);
const noAddress = "must be a DNS name, not an IP address";

const wildcard =
  "a wildcard DNS-1123 subdomain must start with '*.', followed by a valid DNS subdomain, which must consist of lower case alphanumeric characters, '-' or '.' and end with an alphanumeric character (e.g. '*.example.com', regex used for validation is '\\*\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";

/** A name of a host, or a pattern for such names. */
const host: FieldCheck = (value, field) => {
  const text = textOf(value);
  if (!text.includes("*")) return subdomain(text, field);
  const isRight = text.startsWith("*.") && dns1123SubdomainProblems(text.slice(2)).length === 0;
  return isRight ? [] : [invalid(field, text, wildcard)];
};

const reference: FieldCheck = members({
  apiGroup: optional(subdomain),
  kind: needed(segment),
  name: needed(segment),
});

const service: FieldCheck = (value, field) => {
  const { service: given } = fieldsOf(value);
  const { name, port } = fieldsOf(given);
  const { name: portName, number } = fieldsOf(port);
  const named = textOf(portName) !== "";
  const numbered = numberOf(number) !== 0;
  const ports = (): ReturnType<FieldCheck> => {
    if (named && numbered) return [invalid(field, "", "cannot set both port name & port number")];
    if (named) return formed(portNameProblems)(portName, `${field}.service.port.name`);
    if (numbered) return portNumber(number, `${field}.service.port.number`);
    return [required(field, "port name or number is required")];
  };
  return [...needed(label)(name, `${field}.service.name`), ...ports()];
};

const backend: FieldCheck = (value, field) => {
  const { resource, service: given } = fieldsOf(value);
  if (isGiven(resource) && isGiven(given)) {
    return [invalid(field, "", "cannot set both resource and service backends")];
  }
  if (isGiven(resource)) return reference(resource, `${field}.resource`);
  return isGiven(given) ? service(value, field) : [invalid(field, "", "resource or service backend is required")];
};

const pathTypes: readonly string[] = ["Exact", "ImplementationSpecific", "Prefix"];

function pathCauses(text: string, type: string, field: string): ReturnType<FieldCheck> {
  if (type === "ImplementationSpecific" && text === "") return [];
  const isExact = type !== "ImplementationSpecific";
  const within = ["//", "/./", "/../", "%2f", "%2F"].filter((part) => isExact && text.includes(part));
  const after = ["/..", "/."].filter((part) => isExact && text.endsWith(part));
  return [
    ...(text.startsWith("/") ? [] : [invalid(field, text, "must be an absolute path")]),
    ...within.map((part) => invalid(field, text, `must not contain '${part}'`)),
    ...after.map((part) => invalid(field, text, `cannot end with '${part}'`)),
  ];
}

const path: FieldCheck = (value, field) => {
  const { path: text, pathType, backend: target } = fieldsOf(value);
  if (!isGiven(pathType)) return [required(`${field}.pathType`, "pathType must be specified")];
  return [
    ...(pathTypes.includes(textOf(pathType))
      ? pathCauses(textOf(text), textOf(pathType), `${field}.path`)
      : [notSupported(`${field}.pathType`, pathType, pathTypes)]),
    ...backend(target, `${field}.backend`),
  ];
};

const ruleHost: FieldCheck = (value, field) => [
  ...(isAddress(textOf(value)) ? [invalid(field, value, noAddress)] : []),
  ...host(value, field),
];

/** What is wrong with where an ingress leads. */
const ingressSpec: FieldCheck = (value, field) => {
  const { defaultBackend, rules } = fieldsOf(value);
  const leadsNowhere = !isGiven(defaultBackend) && itemsOf(rules).length === 0;
  return [
    ...(leadsNowhere ? [invalid(field, rules ?? null, "either `defaultBackend` or `rules` must be specified")] : []),
    ...members({
      defaultBackend: optional(backend),
      rules: items(members({ host: unlessEmpty(ruleHost), http: optional(members({ paths: needed(items(path)) })) })),
      tls: items(members({ hosts: items(host), secretName: unlessEmpty(subdomain) })),
      ingressClassName: optional(subdomain),
    })(value, field),
  ];
};

/** What is wrong with where an ingress can be reached. */
const ingressStatus: FieldCheck = members({
  loadBalancer: members({
    ingress: items(
      members({
        ip: unlessEmpty(address),
        hostname: unlessEmpty((value, field) => [
          ...subdomain(value, field),
          ...(isAddress(textOf(value)) ? [invalid(field, value, noAddress)] : []),
        ]),
      }),
    ),
  }),
});

const pathPattern = "[A-Za-z0-9/\\-._~%!$&'()*+,;=:]+";

/** Who cares for the ingresses of a class: a name below a domain. */
const controller: FieldCheck = (value, field) => {
  const text = textOf(value);
  const slash = text.indexOf("/");
  const [domain, rest] = [text.slice(0, Math.max(slash, 0)), text.slice(slash + 1)];
  const long = utf8Length(text) > 250 ? [tooLong(field, 250)] : [];
  if (text === "") return [required(field)];
  const words = 'must be a domain-prefixed path (such as "acme.io/foo")';
  if (slash === -1 || domain === "" || rest === "") return [...long, invalid(field, text, words)];
  const isPath = new RegExp(`^${pathPattern}$`).test(rest);
  return [
    ...long,
    ...subdomain(domain, field),
    ...(isPath ? [] : [invalid(field, rest, `Invalid path (regex used for validation is '${pathPattern}')`)]),
  ];
};

const scopes: readonly string[] = ["Cluster", "Namespace"];

const parameters: FieldCheck = (value, field) => {
  const { scope, namespace } = fieldsOf(value);
  const at = `${field}.namespace`;
  const place = (): ReturnType<FieldCheck> => {
    if (scope === "Cluster") return isGiven(namespace) ? [forbidden(at, "`parameters.scope` is set to 'Cluster'")] : [];
    if (scope !== "Namespace") return [];
    return isGiven(namespace) ? label(namespace, at) : [required(at, "`parameters.scope` is set to 'Namespace'")];
  };
  return [...reference(value, field), ...members({ scope: among(scopes) })(value, field), ...place()];
};

/** What is wrong with a class of ingresses. */
const ingressClassSpec: FieldCheck = members({ controller, parameters: optional(parameters) });

/** Ingresses. */
export const ingressRules: readonly Rule[] = [ruled("spec", ingressSpec), ruled("status", ingressStatus)];

const classAnnotation = "kubernetes.io/ingress.class";

/** What is wrong with the two ways to tell the class of a new ingress. */
export function classCauses(ingress: Fields, warn?: (text: string) => void): readonly StatusCause[] {
  const told = getOwn(fieldsOf(fieldsOf(ingress["metadata"])["annotations"]), classAnnotation);
  const { ingressClassName } = fieldsOf(ingress["spec"]);
  if (told === undefined) return [];
  if (!isGiven(ingressClassName)) {
    warn?.(`annotation "${classAnnotation}" is deprecated, please use 'spec.ingressClassName' instead`);
    return [];
  }
  const words = "must match `ingressClassName` when both are specified";
  return told === ingressClassName ? [] : [invalid(`annotations.${classAnnotation}`, told, words)];
}

/** Classes of ingresses: who cares for them stays. */
export const ingressClassRules: readonly Rule[] = [
  {
    at: "spec",
    check: ({ value, field }) => ingressClassSpec(value, field),
    checkUpdate: (next, old) => {
      const [now, was] = [textOf(fieldsOf(next.value)["controller"]), textOf(fieldsOf(old.value)["controller"])];
      return now === was ? [] : [invalid(`${next.field}.controller`, now, "field is immutable")];
    },
  },
];
