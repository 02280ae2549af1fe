import { getOwn, labelValueProblems, qualifiedNameProblems } from "../../../model/index.ts";
import { invalid, notSupported, required, tooLong } from "../../crd/index.ts";
import { deviceConfiguration, driverName, identifier, isLongerThan, limited } from "./device-checks.ts";
import { expressionCauses } from "./expression-checks.ts";
import type { ExpressedCheck, ExpressionReader } from "./expression-checks.ts";
import {
  among,
  distinct,
  every,
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
  subdomain,
  textOf,
  unlessEmpty,
} from "./field-checks.ts";
import type { FieldCheck } from "./field-checks.ts";
import { fixedCauses } from "./fixed-checks.ts";
import type { Fields } from "./places.ts";
import { templateMetadata } from "./template-metadata-checks.ts";

const labelName: FieldCheck = formed(qualifiedNameProblems);
const effects: readonly string[] = ["NoExecute", "NoSchedule", "None"];

/** What chooses devices. */
function deviceSelectors(reader: ExpressionReader): FieldCheck {
  return limited(
    32,
    items((value, field) => {
      const { cel } = fieldsOf(value);
      if (!isGiven(cel)) return [required(`${field}.cel`)];
      const expression = textOf(fieldsOf(cel)["expression"]);
      const at = `${field}.cel.expression`;
      if (isLongerThan(expression, 10 * 1024)) return [tooLong(at, 10 * 1024)];
      return expressionCauses(reader.deviceProblem(expression), expression, at);
    }),
  );
}

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

function exactRequest(reader: ExpressionReader): FieldCheck {
  return every(
    members({ deviceClassName: needed(subdomain), selectors: deviceSelectors(reader) }),
    allocation,
    members({ tolerations: items(toleration) }),
  );
}

const named = (item: unknown): unknown => textOf(fieldsOf(item)["name"]);

function request(reader: ExpressionReader): FieldCheck {
  const words = "exactly one of `exactly` or `firstAvailable` is required";
  const exact = exactRequest(reader);
  const kind: FieldCheck = (value, field) => {
    const { exactly, firstAvailable } = fieldsOf(value);
    const several = itemsOf(firstAvailable).length > 0;
    if (isGiven(exactly) && several) return [invalid(field, null, `${words}, but multiple fields are set`)];
    if (isGiven(exactly)) return exact(exactly, `${field}.exactly`);
    if (!several) return [required(field, words)];
    const each = every(items(every(members({ name: label }), exact)), distinct(named));
    return limited(8, each)(firstAvailable, `${field}.firstAvailable`);
  };
  return every(members({ name: label }), kind);
}

/** A name of a request, or of one of its alternatives: `request/alternative`. */
export function requestReference(claim: unknown): FieldCheck {
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
function deviceClaim(reader: ExpressionReader): FieldCheck {
  return members({
    devices: (value, field) => {
      const reference = requestReference(value);
      return members({
        requests: limited(32, every(items(request(reader)), distinct(named))),
        constraints: limited(32, items(constraint(reference))),
        config: limited(
          32,
          items(
            every(
              members({ requests: limited(32, every(items(reference), distinct())) }),
              optional(deviceConfiguration),
            ),
          ),
        ),
      })(value, field);
    },
  });
}

/** What is wrong with a class of devices. */
function deviceClassSpec(reader: ExpressionReader): FieldCheck {
  return members({
    selectors: deviceSelectors(reader),
    config: limited(32, items(deviceConfiguration)),
    extendedResourceName: optional((value, field) => {
      const text = textOf(value);
      const isOwn = text.includes("/") && !text.startsWith("requests.") && !text.includes("kubernetes.io/");
      const isRight = isOwn && qualifiedNameProblems(`requests.${text}`).length === 0;
      return isRight ? [] : [invalid(field, text, "must be a valid extended resource name")];
    }),
  });
}

/** What is wrong with a class of devices. */
export const deviceClassCauses: ExpressedCheck = (next, _old, expressions) =>
  deviceClassSpec(expressions)(getOwn(next, "spec"), "spec");

/** What is wrong with a template of claims. What it says stays. */
export const claimTemplateCauses: ExpressedCheck = (next, old, expressions) => {
  const spec = getOwn(next, "spec");
  return [
    ...members({ metadata: templateMetadata, spec: deviceClaim(expressions) })(spec, "spec"),
    ...(old === undefined ? [] : fixedCauses("spec", spec, getOwn(old, "spec"))),
  ];
};

/** What is wrong with a claim. What is claimed stays, and is looked at once. */
export const claimCauses: ExpressedCheck = (next, old, expressions) => {
  const spec = getOwn(next, "spec");
  return old === undefined ? deviceClaim(expressions)(spec, "spec") : fixedCauses("spec", spec, getOwn(old, "spec"));
};
