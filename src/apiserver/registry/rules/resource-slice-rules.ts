import { labelValueProblems, qualifiedNameProblems } from "../../../model/index.ts";
import type { StatusCause } from "../../../model/index.ts";
import { forbidden, invalid, required, tooLong, tooMany } from "../../crd/index.ts";
import type { Document } from "../document.ts";
import { bindings, driverName, identifier, isLongerThan, limited, poolName } from "./device-checks.ts";
import {
  among,
  distinct,
  every,
  fieldsOf,
  formed,
  from,
  isGiven,
  items,
  itemsOf,
  label,
  members,
  needed,
  optional,
  subdomain,
  textOf,
  unlessEmpty,
} from "./field-checks.ts";
import type { FieldCheck } from "./field-checks.ts";
import type { Fields } from "./places.ts";
import { requestPolicy } from "./request-policy-checks.ts";
import { nodeSelector } from "./selector-checks.ts";

const named = (item: unknown): string => textOf(fieldsOf(item)["name"]);

/** The members of a map: their names, then what they are. */
function entries(key: (name: string, field: string) => readonly StatusCause[], check: FieldCheck): FieldCheck {
  return (value, field) =>
    Object.entries(fieldsOf(value)).flatMap(([name, one]) => [
      ...key(name, field),
      ...check(one, `${field}[${shortened(name)}]`),
    ]);
}

/** A key as messages show it: of long ones the middle is left out. */
function shortened(key: string): string {
  const max = 63 + 1 + 32;
  const rest = max - 3;
  return key.length <= max ? key : `${key.slice(0, (rest + 1) >> 1)}...${key.slice(key.length - (rest >> 1))}`;
}

function qualifiedKey(text: string, field: string): readonly StatusCause[] {
  const [domain = "", name, ...rest] = text.split("/");
  if (name === undefined) return identifier(domain, field);
  if (rest.length > 0) return [];
  return [
    ...(domain === "" ? [invalid(field, "", "the domain must not be empty")] : driverName(domain, field)),
    ...(name === "" ? [invalid(field, "", "the name must not be empty")] : identifier(name, field)),
  ];
}

const attributeText: FieldCheck = (value, field) => (isLongerThan(textOf(value), 64) ? [tooLong(field, 64)] : []);

const part = "(0|[1-9]\\d*|\\d*[a-zA-Z-][0-9a-zA-Z-]*)";
const number = "(0|[1-9]\\d*)";
const semanticVersion: Readonly<RegExp> = new RegExp(
  `^${number}\\.${number}\\.${number}(-${part}(\\.${part})*)?(\\+[0-9a-zA-Z-]+(\\.[0-9a-zA-Z-]+)*)?$`,
);

const attributeVersion: FieldCheck = (value, field) => [
  ...(semanticVersion.test(textOf(value))
    ? []
    : [invalid(field, textOf(value), "must be a string compatible with semver.org spec 2.0.0")]),
  ...attributeText(value, field),
];

const attribute: FieldCheck = (value, field) => {
  const count = ["bool", "int", "string", "version"].filter((name) => isGiven(fieldsOf(value)[name])).length;
  return [
    ...members({ string: optional(attributeText), version: optional(attributeVersion) })(value, field),
    ...(count === 1 ? [] : [invalid(field, count === 0 ? "" : value, "exactly one value must be specified")]),
  ];
};

const taint: FieldCheck = members({
  key: formed(qualifiedNameProblems),
  value: unlessEmpty(formed(labelValueProblems)),
  effect: needed(among(["NoExecute", "NoSchedule", "None"])),
});

const counters: FieldCheck = (value, field) => {
  const { length } = Object.keys(fieldsOf(value));
  if (length === 0) return [required(field)];
  return length > 32 ? [tooMany(field, length, 32)] : entries(label, () => [])(value, field);
};

const consumed: FieldCheck = limited(
  2,
  every(
    items(members({ counterSet: needed(label), counters })),
    distinct((one) => textOf(fieldsOf(one)["counterSet"])),
  ),
);

const onlyTrue: FieldCheck = (value, field) =>
  value === true ? [] : [invalid(field, value, "must be either unset or set to true")];

const perDevice =
  "exactly one of `nodeName`, `nodeSelector`, or `allNodes` is required when `perDeviceNodeSelection` is set to true in the ResourceSlice spec";

/** Where a device can be used from, if each says so for itself. */
function deviceNodes(isOwn: boolean): FieldCheck {
  return (value, field) => {
    const own = fieldsOf(value);
    const given = ["nodeName", "nodeSelector", "allNodes"].filter((name) => isGiven(own[name]));
    const words =
      "`nodeName`, `nodeSelector` and `allNodes` can only be set if `perDeviceNodeSelection` is set to true in the ResourceSlice spec";
    if (!isOwn) return given.length === 0 ? [] : [invalid(field, null, words)];
    const set = given.filter((name) => own[name] !== "" && own[name] !== false).map((name) => `\`${name}\``);
    const name: FieldCheck = (text, at) =>
      text === "" ? [invalid(at, text, "must not be empty")] : subdomain(text, at);
    return [
      ...members({
        nodeName: optional(name),
        nodeSelector: optional(nodeSelector),
        allNodes: optional(onlyTrue),
      })(value, field),
      ...(set.length === 0 ? [required(field, perDevice)] : []),
      ...(set.length > 1 ? [invalid(field, `{${set.join(", ")}}`, perDevice)] : []),
    ];
  };
}

/** What cannot be shared is taken as a whole. */
const unshared: FieldCheck = (_, field) => [forbidden(field, "allowMultipleAllocations must be true")];

const few: FieldCheck = (value, field) => {
  const { attributes, capacity } = fieldsOf(value);
  const count = Object.keys(fieldsOf(attributes)).length + Object.keys(fieldsOf(capacity)).length;
  const words = "the total number of attributes and capacities must not exceed 32";
  return count > 32 ? [invalid(field, count, words)] : [];
};

function device(isOwn: boolean): FieldCheck {
  return (value, field) => {
    const isShared = fieldsOf(value)["allowMultipleAllocations"] === true;
    const capacity: FieldCheck = (one, at) =>
      members({
        requestPolicy: optional(isShared ? requestPolicy(fieldsOf(one)["value"]) : unshared),
      })(one, at);
    return every(
      members({ name: label }),
      few,
      members({
        attributes: entries(qualifiedKey, attribute),
        capacity: entries(qualifiedKey, capacity),
        taints: limited(16, items(taint)),
        consumesCounters: consumed,
      }),
      deviceNodes(isOwn),
      bindings,
    )(value, field);
  };
}

const oneNode = "exactly one of `nodeName`, `nodeSelector`, `allNodes`, `perDeviceNodeSelection` is required";

/** Where the devices of a slice can be used from. */
const nodes: FieldCheck = (value, field) => {
  const given = fieldsOf(value);
  const names = ["nodeName", "nodeSelector", "allNodes", "perDeviceNodeSelection"];
  const set = names.filter((name) => isGiven(given[name]) && given[name] !== "" && given[name] !== false);
  const shown = set.map((name) => `\`${name}\``);
  const single: FieldCheck = (terms, at) =>
    itemsOf(terms).length === 1 ? [] : [invalid(at, terms ?? null, "must have exactly one node selector term")];
  return [
    ...members({
      nodeName: optional((text, at) =>
        text === "" ? [invalid(at, text, "must be either unset or set to a non-empty string")] : subdomain(text, at),
      ),
      nodeSelector: optional(every(nodeSelector, members({ nodeSelectorTerms: single }))),
      allNodes: optional(onlyTrue),
      perDeviceNodeSelection: optional(onlyTrue),
    })(value, field),
    ...(set.length === 0 ? [required(field, oneNode)] : []),
    ...(set.length > 1 ? [invalid(field, `{${shown.join(", ")}}`, `${oneNode}, but multiple fields are set`)] : []),
  ];
};

const counterSets: FieldCheck = limited(8, every(items(members({ name: needed(label), counters })), distinct(named)));

const pool: FieldCheck = members({
  name: poolName,
  resourceSliceCount: from(1, "must be greater than zero"),
  generation: from(0, "must be greater than or equal to zero"),
});

function changes(next: Fields, old: Fields): readonly StatusCause[] {
  const poolOf = (spec: Fields): string => textOf(fieldsOf(spec["pool"])["name"]);
  const pairs = [
    ["spec.pool.name", poolOf(next), poolOf(old)],
    ["spec.driver", textOf(next["driver"]), textOf(old["driver"])],
    ["spec.nodeName", next["nodeName"] ?? null, old["nodeName"] ?? null],
  ] as const;
  return pairs.flatMap(([field, now, was]) => (now === was ? [] : [invalid(field, now, "field is immutable")]));
}

/** What is wrong with the devices of a driver. Whose they are and where stays. */
export function resourceSliceCauses(
  next: Fields,
  old: Fields | undefined,
  warn?: (text: string) => void,
): readonly StatusCause[] {
  const causes = specCauses(fieldsOf(next["spec"]), old);
  const driver = textOf(fieldsOf(next["spec"])["driver"]);
  if (causes.length === 0 && driver !== driver.toLowerCase()) {
    warn?.(`spec.driver: driver names should be lowercase; ${JSON.stringify(driver)} contains uppercase characters`);
  }
  return causes;
}

function specCauses(spec: Fields, old: Fields | undefined): readonly StatusCause[] {
  const { devices, sharedCounters } = spec;
  const isBoth = isGiven(sharedCounters) && isGiven(devices);
  const isAdvanced = itemsOf(devices).some((one) =>
    ["taints", "consumesCounters"].some((name) => itemsOf(fieldsOf(one)[name]).length > 0),
  );
  const each = device(spec["perDeviceNodeSelection"] === true);
  return [
    ...members({ driver: driverName, pool })(spec, "spec"),
    ...(old === undefined ? [] : changes(spec, fieldsOf(old["spec"]))),
    ...nodes(spec, "spec"),
    ...(isBoth ? [invalid("spec", "", "only one of `sharedCounters` or `devices` is allowed")] : []),
    ...members({
      devices: limited(isAdvanced ? 64 : 128, every(items(each), distinct(named))),
      sharedCounters: counterSets,
    })(spec, "spec"),
  ];
}

const unpromised = "nodeAllocatableResourceMappings";

/** A slice without what is not promised yet: how devices take from what else a node has. */
export function withoutMappings(slice: Document): Document {
  const spec = fieldsOf(slice["spec"]);
  const devices = itemsOf(spec["devices"]).map(fieldsOf);
  if (!devices.some((one) => isGiven(one[unpromised]))) return slice;
  const kept = devices.map((one) => Object.fromEntries(Object.entries(one).filter(([name]) => name !== unpromised)));
  return { ...slice, spec: { ...spec, devices: kept } };
}
