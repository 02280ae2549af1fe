import { dns1035LabelProblems, dns1123SubdomainProblems, getOwn, qualifiedNameProblems } from "../../../model/index.ts";
import type { StatusCause } from "../../../model/index.ts";
import { invalid, notSupported, parseWebUrl, required, tooMany } from "../../crd/index.ts";
import { ruleWithOperations } from "./admission-rule-checks.ts";
import { expressionCauses } from "./expression-checks.ts";
import type { ExpressedCheck, PolicyReader } from "./expression-checks.ts";
import {
  among,
  fieldsOf,
  formed,
  isGiven,
  items,
  itemsOf,
  members,
  named,
  needed,
  numberOf,
  optional,
  repeats,
  textOf,
} from "./field-checks.ts";
import type { FieldCheck } from "./field-checks.ts";
import { labelSelector } from "./selector-checks.ts";

/** When something else holds that an expression says. Whether it can use parameters depends on the policy. */
export function matchConditions(reader: PolicyReader, hasParams: boolean): FieldCheck {
  const expression: FieldCheck = (value, field) => {
    const text = textOf(value).trim();
    if (text === "") return [required(field)];
    const problem = reader.conditionProblem({ text, result: "bool", hasParams, hasAuthorizer: true });
    return expressionCauses(problem, text, field);
  };
  const condition = members({ expression, name: needed(formed(qualifiedNameProblems)) });
  return (value, field) => {
    const { length } = itemsOf(value);
    return [...(length > 64 ? [tooMany(field, length, 64)] : []), ...named("name", condition)(value, field)];
  };
}

const webhookName: FieldCheck = needed((value, field) => {
  const text = textOf(value);
  const problems = dns1123SubdomainProblems(text);
  if (problems.length > 0) return [invalid(field, text, problems.join(","))];
  const words = "should be a domain with at least three segments separated by dots";
  return text.split(".").length < 3 ? [invalid(field, text, words)] : [];
});

const form = "; desired format: https://host[/path]";

/** Where a server is asked, over TLS. */
const url: FieldCheck = (value, field) => {
  const read = parseWebUrl(textOf(value));
  if (typeof read === "string") return [required(field, `url must be a valid URL: ${read}${form}`)];
  const { scheme, host, user, fragment, query } = read;
  const unwanted = (found: string, what: string): readonly StatusCause[] =>
    found === "" ? [] : [invalid(field, found, `${what} are not permitted in the URL`)];
  return [
    ...(scheme === "https" ? [] : [invalid(field, scheme, `'https' is the only allowed URL scheme${form}`)]),
    ...(host === "" ? [invalid(field, "", `host must be specified${form}`)] : []),
    ...(user === undefined ? [] : [invalid(field, user, "user information is not permitted in the URL")]),
    ...unwanted(fragment, "fragments"),
    ...unwanted(query, "query parameters"),
  ];
};

const servicePath: FieldCheck = (value, field) => {
  const text = textOf(value);
  if (text === "" || text === "/") return [];
  if (text === "//") return [invalid(field, text, "segment[0] may not be empty")];
  // Of a text that begins otherwise Kubernetes leaves one byte out, which is a character only in ASCII.
  const steps = text
    .replace(/^[\0-\x7f]/, "")
    .replace(/\/$/, "")
    .split("/");
  return [
    ...(text.startsWith("/") ? [] : [invalid(field, text, "must start with a '/'")]),
    ...steps.flatMap((step, index) => {
      const problems = step === "" ? [" may not be empty"] : dns1123SubdomainProblems(step).map((one) => `: ${one}`);
      return problems.map((problem) => invalid(field, text, `segment[${index}]${problem}`));
    }),
  ];
};

const port: FieldCheck = (value, field) => {
  const number = numberOf(value);
  const words = "port is not valid: must be between 1 and 65535, inclusive";
  return number < 1 || number > 65_535 ? [invalid(field, number, words)] : [];
};

/** Where a server is found in the cluster. Kubernetes mixes the two names up: of the one that is missing it names the other. */
const clusterService: FieldCheck = (value, field) => {
  const { name, namespace } = fieldsOf(value);
  return [
    ...needed()(namespace, `${field}.name`),
    ...needed()(name, `${field}.namespace`),
    ...members({ port, path: servicePath })(value, field),
  ];
};

const clientConfig: FieldCheck = (value, field) => {
  const { url: address, service } = fieldsOf(value);
  if (isGiven(address) === isGiven(service)) return [required(field, "exactly one of url or service is required")];
  return members({
    url: optional(url),
    service: optional(clusterService),
  })(value, field);
};

const reviewVersions: FieldCheck = (value, field) => {
  const versions = itemsOf(value).map(textOf);
  const again = repeats(versions);
  if (versions.length === 0) return [required(field, "must specify one of v1, v1beta1")];
  const isKnown = versions.includes("v1") || versions.includes("v1beta1");
  return [
    ...versions.flatMap((version, index) => {
      const at = `${field}[${index}]`;
      if (again.has(index)) return [invalid(at, version, "duplicate version")];
      return formed(dns1035LabelProblems)(version, at);
    }),
    ...(isKnown ? [] : [invalid(field, versions, "must include at least one of v1, v1beta1")]),
  ];
};

const timeout: FieldCheck = (value, field) => {
  const seconds = numberOf(value);
  return seconds < 1 || seconds > 30
    ? [invalid(field, seconds, "the timeout value must be between 1 and 30 seconds")]
    : [];
};

const effects: readonly string[] = ["None", "NoneOnDryRun"];

function webhook(reader: PolicyReader): FieldCheck {
  return members({
    name: webhookName,
    rules: items(ruleWithOperations),
    failurePolicy: optional(among(["Fail", "Ignore"])),
    matchPolicy: optional(among(["Equivalent", "Exact"])),
    sideEffects: (value, field) => {
      if (!isGiven(value)) return [required(field, `must specify one of ${effects.join(", ")}`)];
      return effects.includes(textOf(value)) ? [] : [notSupported(field, value, effects)];
    },
    timeoutSeconds: optional(timeout),
    namespaceSelector: labelSelector,
    objectSelector: labelSelector,
    reinvocationPolicy: optional(among(["IfNeeded", "Never"])),
    clientConfig,
    matchConditions: matchConditions(reader, false),
    admissionReviewVersions: reviewVersions,
  });
}

/** What is wrong with webhooks that are asked about writes. Where names were the same before, they may be so. */
export const webhookCauses: ExpressedCheck = (next, old, expressions) => {
  const before = itemsOf(getOwn(old ?? {}, "webhooks")).map((one) => textOf(fieldsOf(one)["name"]));
  const isUnique = new Set(before).size === before.length;
  const one = webhook(expressions.policy());
  return (isUnique ? named("name", one) : items(one))(getOwn(next, "webhooks"), "webhooks");
};
