import {
  deepEqual,
  dns1123LabelProblems,
  dns1123SubdomainProblems,
  labelValueProblems,
  qualifiedNameProblems,
} from "../../../model/index.ts";
import type { StatusCause } from "../../../model/index.ts";
import { forbidden, invalid, notSupported, required, tooLong, tooMany } from "../../crd/index.ts";
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
  numberOf,
  optional,
  textOf,
  unlessEmpty,
} from "./field-checks.ts";
import type { FieldCheck } from "./field-checks.ts";
import type { Fields } from "./places.ts";
import { ruled } from "./rule-of.ts";
import type { Rule } from "./rule.ts";

const label: FieldCheck = formed(dns1123LabelProblems);
const labelName: FieldCheck = formed(qualifiedNameProblems);
const effects: readonly string[] = ["NoExecute", "NoSchedule", "None"];

function isLongerThan(text: string, max: number): boolean {
  return new TextEncoder().encode(text).length > max;
}

/** A list that holds so many at most; of more only that is told. */
export function limited(max: number, check: FieldCheck): FieldCheck {
  return (value, field) => {
    const { length } = itemsOf(value);
    return length > max ? [tooMany(field, length, max)] : check(value, field);
  };
}

/** The name of a driver, in letters of any case. */
export const driverName: FieldCheck = needed((value, field) => {
  const text = textOf(value);
  return [
    ...(isLongerThan(text, 63) ? [tooLong(field, 63)] : []),
    ...dns1123SubdomainProblems(text.toLowerCase()).map((problem) => invalid(field, text, problem)),
  ];
});

const noExpression =
  "compilation failed: ERROR: <input>:1:0: Syntax error: mismatched input '<EOF>' expecting {'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}";

/** What chooses devices. Whether an expression can be compiled is not looked at, but for one that is empty. */
const deviceSelectors: FieldCheck = limited(
  32,
  items((value, field) => {
    const { cel } = fieldsOf(value);
    if (!isGiven(cel)) return [required(`${field}.cel`)];
    const expression = textOf(fieldsOf(cel)["expression"]);
    const at = `${field}.cel.expression`;
    if (isLongerThan(expression, 10 * 1024)) return [tooLong(at, 10 * 1024)];
    return expression === "" ? [invalid(at, "", noExpression)] : [];
  }),
);

/** What only the driver understands. */
const deviceConfiguration: FieldCheck = members({
  opaque: needed(
    members({
      driver: driverName,
      parameters: needed((value, field) =>
        typeof value === "object" && !Array.isArray(value)
          ? []
          : [invalid(field, "<value omitted>", "must be a valid JSON object")],
      ),
    }),
  ),
});

const toleration: FieldCheck = (value, field) => {
  const { operator } = fieldsOf(value);
  const rest: FieldCheck = (text, at) => {
    if (operator === "Exists")
      return textOf(text) === "" ? [] : [invalid(at, text, "must be empty for operator `Exists`")];
    return operator === "Equal" ? formed(labelValueProblems)(text, at) : [];
  };
  return members({
    key: unlessEmpty(labelName),
    value: rest,
    operator: needed(among(["Equal", "Exists"])),
    effect: unlessEmpty(among(effects)),
  })(value, field);
};

const allocation: FieldCheck = (value, field) => {
  const { allocationMode, count } = fieldsOf(value);
  const at = `${field}.count`;
  if (allocationMode === "All") {
    const words = "must not be specified when allocationMode is 'All'";
    return numberOf(count) === 0 ? [] : [invalid(at, count, words)];
  }
  if (allocationMode === "ExactCount") {
    return numberOf(count) > 0 ? [] : [invalid(at, numberOf(count), "must be greater than zero")];
  }
  return [notSupported(`${field}.allocationMode`, textOf(allocationMode), ["All", "ExactCount"])];
};

const exactRequest: FieldCheck = every(
  members({ deviceClassName: needed(formed(dns1123SubdomainProblems)), selectors: deviceSelectors }),
  allocation,
  members({ tolerations: items(toleration) }),
);

const named = (item: unknown): unknown => textOf(fieldsOf(item)["name"]);

const request: FieldCheck = (value, field) => {
  const { name, exactly, firstAvailable } = fieldsOf(value);
  const several = itemsOf(firstAvailable).length > 0;
  const words = "exactly one of `exactly` or `firstAvailable` is required";
  const kind = (): ReturnType<FieldCheck> => {
    if (isGiven(exactly) && several) return [invalid(field, null, `${words}, but multiple fields are set`)];
    if (isGiven(exactly)) return exactRequest(exactly, `${field}.exactly`);
    if (!several) return [required(field, words)];
    const each = every(items(every(members({ name: label }), exactRequest)), distinct(named));
    return limited(8, each)(firstAvailable, `${field}.firstAvailable`);
  };
  return [...label(name, `${field}.name`), ...kind()];
};

/** A name of a request, or of one of its alternatives: `request/alternative`. */
function requestReference(claim: unknown): FieldCheck {
  const requests = itemsOf(fieldsOf(claim)["requests"]).map(fieldsOf);
  const alternatives = ({ firstAvailable }: Fields): readonly unknown[] => itemsOf(firstAvailable).map(named);
  const words = "must be the name of a request in the claim or the name of a request and a subrequest separated by '/'";
  return (value, field) => {
    const [name, alternative, ...rest] = textOf(value).split("/");
    if (rest.length > 0) return [invalid(field, value, words)];
    const found = requests.findLast((one) => textOf(one["name"]) === name);
    const isKnown = found !== undefined && (alternative === undefined || alternatives(found).includes(alternative));
    return [
      ...label(name, field),
      ...(alternative === undefined ? [] : label(alternative, field)),
      ...(isKnown ? [] : [invalid(field, textOf(value), words)]),
    ];
  };
}

/** A name with a domain before it: `domain/NAME`. */
const qualified: FieldCheck = (value, field) => {
  const text = textOf(value);
  const [domain = "", name, ...rest] = text.split("/");
  const words = "a fully qualified name must be a domain and a name separated by a slash";
  if (name === undefined) return [...identifier(domain, field), invalid(field, text, words)];
  if (rest.length > 0) return [];
  return [
    ...(domain === "" ? [invalid(field, "", "the domain must not be empty")] : driverName(domain, field)),
    ...(name === "" ? [invalid(field, "", "the name must not be empty")] : identifier(name, field)),
  ];
};

const identifierWords =
  "a valid C identifier must start with alphabetic character or '_', followed by a string of alphanumeric characters or '_' (e.g. 'my_name',  or 'MY_NAME',  or 'MyName', regex used for validation is '[A-Za-z_][A-Za-z0-9_]*')";

/** A name as programs have them. */
export function identifier(text: string, field: string): ReturnType<FieldCheck> {
  return [
    ...(isLongerThan(text, 32) ? [tooLong(field, 32)] : []),
    ...(/^[A-Za-z_][A-Za-z0-9_]*$/.test(text) ? [] : [invalid(field, text, identifierWords)]),
  ];
}

function constraint(reference: FieldCheck): FieldCheck {
  return (value, field) => {
    const { requests, matchAttribute, distinctAttribute } = fieldsOf(value);
    const names = limited(32, every(items(reference), distinct()))(requests, `${field}.requests`);
    if (isGiven(matchAttribute)) return [...names, ...qualified(matchAttribute, `${field}.matchAttribute`)];
    if (isGiven(distinctAttribute)) return [...names, ...qualified(distinctAttribute, `${field}.distinctAttribute`)];
    const words = 'exactly one of "matchAttribute" or "distinctAttribute" is required, but multiple fields are set';
    return [...names, required(field, words)];
  };
}

/** What is wrong with what is claimed of devices. */
const deviceClaim: FieldCheck = members({
  devices: (value, field) => {
    const reference = requestReference(value);
    return members({
      requests: limited(32, every(items(request), distinct(named))),
      constraints: limited(32, items(constraint(reference))),
      config: limited(
        32,
        items(
          every(members({ requests: limited(32, every(items(reference), distinct())) }), optional(deviceConfiguration)),
        ),
      ),
    })(value, field);
  },
});

/** What is wrong with a class of devices. */
const deviceClassSpec: FieldCheck = members({
  selectors: deviceSelectors,
  config: limited(32, items(deviceConfiguration)),
  extendedResourceName: optional((value, field) => {
    const text = textOf(value);
    const isOwn = text.includes("/") && !text.startsWith("requests.") && !/(^|\.)kubernetes\.io\//.test(text);
    const isRight = isOwn && qualifiedNameProblems(`requests.${text}`).length === 0;
    return isRight ? [] : [invalid(field, text, "must be a valid extended resource name")];
  }),
});

/** Classes of devices. */
export const deviceClassRules: readonly Rule[] = [ruled("spec", deviceClassSpec)];

/** The parts of metadata that what is made from a template gets of it. */
const templateMetadata: FieldCheck = (value, field) =>
  Object.keys(fieldsOf(value))
    .filter((name) => name !== "labels" && name !== "annotations")
    .map((name) => forbidden(`${field}.${name}`, "cannot be set"));

/** Templates of claims. */
export const claimTemplateRules: readonly Rule[] = [
  ruled("spec", members({ metadata: templateMetadata, spec: deviceClaim })),
];

/** What is wrong with a claim. What is claimed stays, and is looked at once. */
export function claimCauses(next: Fields, old: Fields | undefined): readonly StatusCause[] {
  if (old === undefined) return deviceClaim(next["spec"], "spec");
  return deepEqual(next["spec"], old["spec"]) ? [] : [invalid("spec", next["spec"] ?? null, "field is immutable")];
}
