import {
  dns1035LabelProblems,
  dns1123SubdomainProblems,
  getOwn,
  pathSegmentProblems,
  qualifiedNameProblems,
  utf8Length,
} from "../../../model/index.ts";
import type { StatusCause } from "../../../model/index.ts";
import { forbidden, invalid, notSupported, required } from "../../crd/index.ts";
import type { PolicyExpression } from "../../cel/index.ts";
import { ruleWithOperations } from "./admission-rule-checks.ts";
import { conditions } from "./condition-checks.ts";
import { expressionCauses } from "./expression-checks.ts";
import type { ExpressedCheck, PolicyReader } from "./expression-checks.ts";
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
  named,
  needed,
  optional,
  present,
  subdomain,
  textOf,
  unlessEmpty,
} from "./field-checks.ts";
import type { FieldCheck } from "./field-checks.ts";
import type { Fields } from "./places.ts";
import { labelSelector } from "./selector-checks.ts";
import { matchConditions } from "./webhook-rules.ts";

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

/** What an expression of a policy may use. */
interface PolicyParts {
  readonly reader: PolicyReader;
  readonly hasParams: boolean;
}

/** The variables of a policy, which later expressions see. */
function variables({ reader, hasParams }: PolicyParts): FieldCheck {
  const all = items((value, field) => {
    const [name, text] = [textOf(fieldsOf(value)["name"]), textOf(fieldsOf(value)["expression"])];
    return members({
      name: () => variableNameCauses(name, `${field}.name`),
      expression: (_, at) => {
        if (text.trim() === "") return [required(at, "expression is not specified")];
        const problem = reader.define(name, { text, result: "anything", hasParams, hasAuthorizer: true });
        return expressionCauses(problem, text, at);
      },
    })(value, field);
  });
  return (value, field) => {
    // Also where none of them is right, there are variables, only without members.
    if (itemsOf(value).length > 0) reader.compose();
    return all(value, field);
  };
}

function variableNameCauses(name: string, field: string): readonly StatusCause[] {
  if (name.trim() === "") return [required(field, "name is not specified")];
  const isName = /^[_a-zA-Z][_a-zA-Z0-9]*$/.test(name) && !reserved.has(name);
  return isName ? [] : [invalid(field, name, "must be a valid CEL identifier")];
}

const notBlank: FieldCheck = unlessEmpty((value, field) =>
  textOf(value).trim() === "" ? [invalid(field, value, "must be non-empty if specified")] : [],
);

/** An expression that has to be there and to be right. */
function expressed(reader: PolicyReader, kind: Omit<PolicyExpression, "text">, detail?: string): FieldCheck {
  return (value, field) => {
    const text = textOf(value);
    if (text.trim() === "") return [required(field, detail)];
    return expressionCauses(reader.problem({ ...kind, text }), text, field);
  };
}

function validation({ reader, hasParams }: PolicyParts): FieldCheck {
  return members({
    expression: expressed(reader, { result: "bool", hasParams, hasAuthorizer: true }, "expression is not specified"),
    messageExpression: (value, field) => {
      const blank = notBlank(value, field);
      if (blank.length > 0 || textOf(value) === "") return blank;
      return expressed(reader, { result: "string", hasParams })(value, field);
    },
    message: every(notBlank, (value, field) =>
      /[\n\r]/.test(textOf(value).trim()) ? [invalid(field, value, "must not contain line breaks")] : [],
    ),
    reason: optional(among(["Forbidden", "Invalid", "RequestEntityTooLarge"])),
  });
}

const failurePolicy: FieldCheck = present(among(["Fail", "Ignore"]));

const nothingToDo = "validations or auditAnnotations must contain at least one item";

const maxAnnotations = 20;
const maxAnnotationBytes = 5 * 1024;

function auditAnnotation(name: string, { reader, hasParams }: PolicyParts): FieldCheck {
  const valueExpression: FieldCheck = (value, field) => {
    const text = textOf(value).trim();
    if (text === "") return [required(field, "valueExpression is not specified")];
    if (utf8Length(text) > maxAnnotationBytes) {
      return [required(field, `must not exceed ${maxAnnotationBytes} bytes in length`)];
    }
    const problem = reader.problem({ text, result: "string or null", hasParams, hasAuthorizer: true });
    return expressionCauses(problem, textOf(value), field);
  };
  const key: FieldCheck = (value, field) => formed(qualifiedNameProblems)(`${name}/${textOf(value)}`, field);
  return members({ key, valueExpression });
}

function checks(name: string, parts: PolicyParts): FieldCheck {
  return (value, field) => {
    const { validations, auditAnnotations } = fieldsOf(value);
    const [all, annotations] = [itemsOf(validations), itemsOf(auditAnnotations)];
    if (all.length === 0 && annotations.length === 0) {
      return [required(`${field}.validations`, nothingToDo), required(`${field}.auditAnnotations`, nothingToDo)];
    }
    const at = `${field}.auditAnnotations`;
    const words = `must not have more than ${maxAnnotations} auditAnnotations`;
    return [
      ...items(validation(parts))(validations, `${field}.validations`),
      ...(annotations.length > maxAnnotations ? [invalid(at, annotations, words)] : []),
      ...named("key", auditAnnotation(name, parts))(annotations, at),
    ];
  };
}

/** What is no number although it begins like one. Other steps of a path are not read. */
const numberStep: FieldCheck = (value, field) => {
  const text = textOf(value).trim();
  const number = /^[-+\d][\d.]*/.exec(text)?.[0];
  const isRight = number === undefined || /^[-+]?(?:\d+\.?\d*|\.\d+)$/.test(number);
  return isRight ? [] : [invalid(field, text, `invalid JSONPath: cannot parse number ${number}`)];
};

const warnings: FieldCheck = items(members({ warning: needed(), fieldRef: every(said(), numberStep) }));

/** What is wrong with a policy that refuses writes. */
export const validatingPolicyCauses: ExpressedCheck = (next, old, expressions) => {
  const given = fieldsOf(getOwn(next, "spec"));
  const parts = { reader: expressions.policy(), hasParams: isGiven(given["paramKind"]) };
  const spec = every(
    members({
      failurePolicy,
      paramKind: optional(paramKind),
      matchConstraints,
      matchConditions: matchConditions(parts.reader, parts.hasParams),
      variables: variables(parts),
    }),
    checks(next.metadata.name ?? "", parts),
  );
  const status = members({ typeChecking: optional(members({ expressionWarnings: warnings })), conditions });
  return [...spec(given, "spec"), ...(old === undefined ? [] : status(getOwn(next, "status"), "status"))];
};

const operations: readonly string[] = ["*", "CONNECT", "CREATE", "UPDATE"];

const changed: FieldCheck = (value, field) =>
  itemsOf(fieldsOf(value)["resourceRules"])
    .flatMap((rule) => itemsOf(fieldsOf(rule)["operations"]))
    .filter((operation) => !operations.includes(textOf(operation)))
    .map((operation) => notSupported(`${field}.resourceRules.operations`, operation, operations));

const patchKinds: Readonly<Record<string, readonly [member: string, result: PolicyExpression["result"]]>> = {
  ApplyConfiguration: ["applyConfiguration", "object"],
  JSONPatch: ["jsonPatch", "patches"],
};

function mutation({ reader, hasParams }: PolicyParts): FieldCheck {
  return (value, field) => {
    const patchType = textOf(fieldsOf(value)["patchType"]);
    if (patchType === "") return [required(`${field}.patchType`)];
    const [own, result] = (Object.hasOwn(patchKinds, patchType) ? patchKinds[patchType] : undefined) ?? [];
    if (own === undefined || result === undefined) {
      return [notSupported(`${field}.patchType`, patchType, Object.keys(patchKinds))];
    }
    const other = own === "jsonPatch" ? "applyConfiguration" : "jsonPatch";
    const when = `be specified when patchType is ${patchType}`;
    const kind = { result, hasParams, hasAuthorizer: true, hasPatchTypes: true } as const;
    const expression: FieldCheck = (text, at) => expressed(reader, kind)(textOf(text).trim(), at);
    return [
      ...needed(members({ expression }), `must ${when}`)(fieldsOf(value)[own], `${field}.${own}`),
      ...(isGiven(fieldsOf(value)[other]) ? [invalid(`${field}.${other}`, `{${other}}`, `must not ${when}`)] : []),
    ];
  };
}

/** What is wrong with a policy that changes what is written. */
export const mutatingPolicyCauses: ExpressedCheck = (next, _old, expressions) => {
  const given = fieldsOf(getOwn(next, "spec"));
  const parts = { reader: expressions.policy(), hasParams: isGiven(given["paramKind"]) };
  parts.reader.compose();
  return members({
    failurePolicy,
    paramKind: optional(paramKind),
    matchConstraints: every(matchConstraints, changed),
    matchConditions: matchConditions(parts.reader, parts.hasParams),
    variables: variables(parts),
    mutations: needed(items(mutation(parts)), "mutations must contain at least one item"),
    reinvocationPolicy: needed(among(["IfNeeded", "Never"])),
  })(given, "spec");
};

const paramRef: FieldCheck = (value, field) => {
  const { name, selector } = fieldsOf(value);
  const isNamed = textOf(name) !== "";
  const both = isNamed && isGiven(selector);
  const words = "name and selector are mutually exclusive";
  return [
    ...unlessEmpty(formed(pathSegmentProblems))(name, `${field}.name`),
    ...(both ? [forbidden(`${field}.name`, words)] : []),
    ...labelSelector(selector, `${field}.selector`),
    ...(both ? [forbidden(`${field}.selector`, words)] : []),
    ...(isNamed || isGiven(selector) ? [] : [required(field, "one of name or selector must be specified")]),
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
  policyName: needed(subdomain),
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
