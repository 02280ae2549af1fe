import {
  dns1035LabelProblems,
  dns1123SubdomainProblems,
  getOwn,
  pathSegmentProblems,
  qualifiedNameProblems,
} from "../../../model/index.ts";
import type { StatusCause } from "../../../model/index.ts";
import { duplicate, forbidden, invalid, notSupported, required } from "../../crd/index.ts";
import { conditions } from "./condition-checks.ts";
import {
  among,
  distinct,
  every,
  fieldsOf,
  formed,
  isGiven,
  items,
  itemsOf,
  members,
  needed,
  optional,
  present,
  textOf,
  unlessEmpty,
} from "./field-checks.ts";
import type { FieldCheck } from "./field-checks.ts";
import type { Fields } from "./places.ts";
import { labelSelector } from "./selector-checks.ts";
import { matchConditions, ruleWithOperations } from "./webhook-rules.ts";

/** The kind of the objects that parametrise a policy. */
const paramKind: FieldCheck = members({
  apiVersion: needed((value, field) => {
    const text = textOf(value);
    const parts = text.split("/");
    if (parts.length > 2) return [invalid(field, text, `unexpected GroupVersion string: ${text}`)];
    const [group, version] = parts.length === 2 ? [parts[0] ?? "", parts[1] ?? ""] : ["", text];
    const all = (of: string, problems: readonly string[]): readonly StatusCause[] =>
      problems.length === 0 ? [] : [invalid(field, of, problems.join(","))];
    return [
      ...(group === "" ? [] : all(group, dns1123SubdomainProblems(group))),
      ...(version === ""
        ? [invalid(field, text, "version must be specified")]
        : all(version, dns1035LabelProblems(version))),
    ];
  }),
  kind: needed((value, field) => {
    const problems = dns1035LabelProblems(textOf(value).toLowerCase());
    const words = "may have mixed case, but should otherwise match: ";
    return problems.length === 0 ? [] : [invalid(field, value, words + problems.join(","))];
  }),
});

const matchResources: FieldCheck = members({
  matchPolicy: present(among(["Equivalent", "Exact"])),
  namespaceSelector: needed(labelSelector),
  objectSelector: needed(labelSelector),
  resourceRules: items(ruleWithOperations),
  excludeResourceRules: items(ruleWithOperations),
});

const matchConstraints: FieldCheck = needed(every(matchResources, members({ resourceRules: needed() })));

/** Something has to be said, not only blanks. */
function said(detail?: string): FieldCheck {
  return (value, field) => (textOf(value).trim() === "" ? [required(field, detail)] : []);
}

const reserved: ReadonlySet<string> = new Set(
  "true false null in as break const continue else for function if import let loop package namespace return var void while".split(
    " ",
  ),
);

const variable: FieldCheck = members({
  name: (value, field) => {
    const text = textOf(value);
    if (text.trim() === "") return [required(field, "name is not specified")];
    const isName = /^[_a-zA-Z][_a-zA-Z0-9]*$/.test(text) && !reserved.has(text);
    return isName ? [] : [invalid(field, text, "must be a valid CEL identifier")];
  },
  expression: said("expression is not specified"),
});

const notBlank: FieldCheck = unlessEmpty((value, field) =>
  textOf(value).trim() === "" ? [invalid(field, value, "must be non-empty if specified")] : [],
);

const validation: FieldCheck = members({
  expression: said("expression is not specified"),
  messageExpression: notBlank,
  message: every(notBlank, (value, field) =>
    /[\n\r]/.test(textOf(value).trim()) ? [invalid(field, value, "must not contain line breaks")] : [],
  ),
  reason: optional(among(["Forbidden", "Invalid", "RequestEntityTooLarge"])),
});

const failurePolicy: FieldCheck = present(among(["Fail", "Ignore"]));

const nothingToDo = "validations or auditAnnotations must contain at least one item";

function checks(name: string): FieldCheck {
  return (value, field) => {
    const { validations, auditAnnotations } = fieldsOf(value);
    if (itemsOf(validations).length === 0 && itemsOf(auditAnnotations).length === 0) {
      return [required(`${field}.validations`, nothingToDo), required(`${field}.auditAnnotations`, nothingToDo)];
    }
    const keyOf = (one: unknown): string => textOf(fieldsOf(one)["key"]);
    const keys = itemsOf(auditAnnotations).map(keyOf);
    const annotation = members({
      key: (key, at) => formed(qualifiedNameProblems)(`${name}/${textOf(key)}`, at),
      valueExpression: said("valueExpression is not specified"),
    });
    return [
      ...items(validation)(validations, `${field}.validations`),
      ...items(annotation)(auditAnnotations, `${field}.auditAnnotations`),
      ...keys.flatMap((key, index) =>
        keys.indexOf(key) < index ? [duplicate(`${field}.auditAnnotations[${index}].key`, key)] : [],
      ),
    ];
  };
}

const warnings: FieldCheck = items(members({ warning: needed(), fieldRef: said() }));

/** What is wrong with a policy that refuses writes. */
export function validatingPolicyCauses(next: Fields, old: Fields | undefined): readonly StatusCause[] {
  const name = textOf(getOwn(fieldsOf(next["metadata"]), "name"));
  const spec = every(
    members({
      failurePolicy,
      paramKind: optional(paramKind),
      matchConstraints,
      matchConditions,
      variables: items(variable),
    }),
    checks(name),
  );
  const status = members({ typeChecking: optional(members({ expressionWarnings: warnings })), conditions });
  return [...spec(next["spec"], "spec"), ...(old === undefined ? [] : status(next["status"], "status"))];
}

const operations: readonly string[] = ["*", "CONNECT", "CREATE", "UPDATE"];

const changed: FieldCheck = (value, field) =>
  itemsOf(fieldsOf(value)["resourceRules"])
    .flatMap((rule) => itemsOf(fieldsOf(rule)["operations"]))
    .filter((operation) => !operations.includes(textOf(operation)))
    .map((operation) => notSupported(`${field}.resourceRules.operations`, operation, operations));

const mutation: FieldCheck = (value, field) => {
  const { patchType } = fieldsOf(value);
  if (textOf(patchType) === "") return [required(`${field}.patchType`)];
  const kinds: Readonly<Record<string, string>> = { ApplyConfiguration: "applyConfiguration", JSONPatch: "jsonPatch" };
  const own = getOwn(kinds, textOf(patchType)) as string | undefined;
  if (own === undefined) return [notSupported(`${field}.patchType`, patchType, Object.keys(kinds))];
  const other = own === "jsonPatch" ? "applyConfiguration" : "jsonPatch";
  const when = `be specified when patchType is ${textOf(patchType)}`;
  return [
    ...needed(members({ expression: said() }), `must ${when}`)(fieldsOf(value)[own], `${field}.${own}`),
    ...(isGiven(fieldsOf(value)[other]) ? [invalid(`${field}.${other}`, `{${other}}`, `must not ${when}`)] : []),
  ];
};

/** What is wrong with a policy that changes what is written. */
export function mutatingPolicyCauses(next: Fields): readonly StatusCause[] {
  return members({
    spec: members({
      failurePolicy,
      paramKind: optional(paramKind),
      matchConstraints: every(matchConstraints, changed),
      matchConditions,
      variables: items(variable),
      mutations: needed(items(mutation), "mutations must contain at least one item"),
      reinvocationPolicy: needed(among(["IfNeeded", "Never"])),
    }),
  })(next, "");
}

const paramRef: FieldCheck = (value, field) => {
  const { name, selector } = fieldsOf(value);
  const named = textOf(name) !== "";
  const both = named && isGiven(selector);
  const words = "name and selector are mutually exclusive";
  return [
    ...unlessEmpty(formed(pathSegmentProblems))(name, `${field}.name`),
    ...(both ? [forbidden(`${field}.name`, words)] : []),
    ...labelSelector(selector, `${field}.selector`),
    ...(both ? [forbidden(`${field}.selector`, words)] : []),
    ...(named || isGiven(selector) ? [] : [required(field, "one of name or selector must be specified")]),
    ...members({ parameterNotFoundAction: needed(among(["Deny", "Allow"])) })(value, field),
  ];
};

const actions: FieldCheck = (value, field) => {
  const all = itemsOf(value);
  const words =
    "must not contain both Deny and Warn (repeating the same validation failure information in the API response and headers serves no purpose)";
  return [
    ...every(items(among(["Audit", "Deny", "Warn"])), distinct())(value, field),
    ...(all.includes("Deny") && all.includes("Warn") ? [invalid(field, all, words)] : []),
    ...(all.length === 0 ? [required(field, "at least one validation action is required")] : []),
  ];
};

const binding: Readonly<Record<string, FieldCheck>> = {
  policyName: needed(formed(dns1123SubdomainProblems)),
  paramRef: optional(paramRef),
  matchResources: optional(matchResources),
};

/** What is wrong with where a policy that refuses holds. */
export function validatingBindingCauses(next: Fields): readonly StatusCause[] {
  return members({ spec: members({ ...binding, validationActions: actions }) })(next, "");
}

/** What is wrong with where a policy that changes holds. */
export function mutatingBindingCauses(next: Fields): readonly StatusCause[] {
  return members({ spec: members({ ...binding, matchResources: optional(every(matchResources, changed)) }) })(next, "");
}
