import { deepEqual, dns1123SubdomainProblems, qualifiedNameProblems, utf8Length } from "../../../model/index.ts";
import type { StatusCause } from "../../../model/index.ts";
import { duplicate, forbidden, invalid, notSupported, required } from "../../crd/index.ts";
import type { Document } from "../document.ts";
import { withNextGeneration } from "../generation.ts";
import {
  among,
  fieldsOf,
  formed,
  from,
  isGiven,
  itemsOf,
  members,
  needed,
  numberOf,
  optional,
  present,
  repeats,
  subdomain,
  textOf,
  unlessEmpty,
} from "./field-checks.ts";
import type { FieldCheck } from "./field-checks.ts";
import { volumeSpec } from "./persistent-volume-rules.ts";
import type { Fields } from "./places.ts";

/** The name of whoever makes volumes: its case does not count. */
const provisioner: FieldCheck = needed((value, field) =>
  formed(qualifiedNameProblems)(textOf(value).toLowerCase(), field),
);

/** The name of a driver. */
const driverName: FieldCheck = needed((value, field) => {
  const name = textOf(value);
  const words = "Too long: may not be more than 63 bytes";
  return [
    ...(name.length > 63 ? [{ reason: "FieldValueTooLong", message: words, field }] : []),
    ...dns1123SubdomainProblems(name.toLowerCase()).map((problem) => invalid(field, name, problem)),
  ];
});

const parameters: FieldCheck = (value, field) =>
  Object.keys(fieldsOf(value))
    .filter((name) => name === "")
    .map((name) => invalid(field, name, "field can not be empty."));

const topologyRequirement: FieldCheck = (value, field) => {
  const values = itemsOf(fieldsOf(value)["values"]);
  const again = repeats(values);
  return [
    ...(values.length === 0 ? [required(`${field}.values`)] : []),
    ...values.flatMap((one, index) => (again.has(index) ? [duplicate(`${field}.values[${index}]`, one)] : [])),
    ...formed(qualifiedNameProblems)(fieldsOf(value)["key"], `${field}.key`),
  ];
};

/** Terms that say the same are all but the first too many; one that says nothing is it at once. */
const topologies: FieldCheck = (value, field) => {
  const shapes = itemsOf(value).map((term) => JSON.stringify(itemsOf(fieldsOf(term)["matchLabelExpressions"])));
  const again = repeats(shapes);
  return itemsOf(value).flatMap((term, index) => {
    const at = `${field}[${index}]`;
    const isTwice = shapes[index] === "[]" || again.has(index);
    return [...topologyTerm(term, at), ...(isTwice ? [duplicate(`${at}.matchLabelExpressions`, "")] : [])];
  });
};

const topologyTerm: FieldCheck = (value, field) => {
  const all = itemsOf(fieldsOf(value)["matchLabelExpressions"]);
  const keys = all.map((one) => textOf(fieldsOf(one)["key"]));
  const again = repeats(keys);
  return all.flatMap((one, index) => {
    const at = `${field}.matchLabelExpressions[${index}]`;
    return [...topologyRequirement(one, at), ...(again.has(index) ? [duplicate(`${at}.key`, keys[index])] : [])];
  });
};

/** What is wrong with a class of storage. */
export function storageClassCauses(next: Fields): readonly StatusCause[] {
  return members({
    provisioner,
    parameters,
    reclaimPolicy: unlessEmpty(among(["Delete", "Retain"])),
    volumeBindingMode: present(among(["Immediate", "WaitForFirstConsumer"])),
    allowedTopologies: topologies,
  })(next, "");
}

/** What is wrong with a class of attributes. What is said of its change comes first. */
export function attributesClassCauses(next: Fields, old: Fields | undefined): readonly StatusCause[] {
  const changed = ["driverName", "parameters"].filter((name) => old !== undefined && !deepEqual(next[name], old[name]));
  const isEmpty = Object.keys(fieldsOf(next["parameters"])).length === 0;
  return [
    ...changed.map((name) => forbidden(name, `updates to ${name} are forbidden.`)),
    ...members({ driverName: provisioner })(next, ""),
    ...(isEmpty ? [required("parameters", "must contain at least one key/value pair")] : []),
    ...members({ parameters })(next, ""),
  ];
}

const topologyKeys: FieldCheck = (value, field) => {
  const keys = itemsOf(value);
  const again = repeats(keys);
  return keys.flatMap((key, index) => [
    ...(key === "" ? [required(field)] : []),
    ...(again.has(index) ? [duplicate(field, key)] : []),
    ...formed(qualifiedNameProblems)(key, field),
  ]);
};

const count: FieldCheck = optional(from(0, "must be greater than or equal to 0"));

const nodeId: FieldCheck = (value, field) =>
  utf8Length(textOf(value)) > 256 ? [invalid(field, value, "must be 256 characters or less")] : [];

/** How many volumes a node takes is the one thing that changes. */
function lasting({ allocatable: _count, ...driver }: Fields): Fields {
  return driver;
}

/** What is wrong with what a node says of its drivers, which stay as they are. */
export function driverNodeCauses(next: Fields, old: Fields | undefined): readonly StatusCause[] {
  const driversOf = (object: Fields | undefined): readonly Fields[] =>
    itemsOf(fieldsOf(object?.["spec"])["drivers"]).map(fieldsOf);
  const drivers = driversOf(next);
  const names = drivers.map(({ name }) => textOf(name));
  const again = repeats(names);
  return [
    ...drivers.flatMap((driver, index) => {
      const at = `spec.drivers[${index}]`;
      return [
        ...members({ name: driverName, nodeID: needed(nodeId), allocatable: optional(members({ count })) })(driver, at),
        ...(again.has(index) ? [duplicate(`${at}.name`, names[index])] : []),
        ...topologyKeys(driver["topologyKeys"], at),
      ];
    }),
    ...driversOf(old).flatMap((before) =>
      drivers
        .filter((driver) => driver["name"] === before["name"] && !deepEqual(lasting(driver), lasting(before)))
        .map((driver) => invalid("spec.drivers", driver, "field is immutable")),
    ),
  ];
}

const one = "must specify exactly one of inlineVolumeSpec and persistentVolumeName";

const attachedSource: FieldCheck = (value, field) => {
  const { inlineVolumeSpec: inline, persistentVolumeName: name } = fieldsOf(value);
  if (!isGiven(inline) && !isGiven(name)) return [required(field, one)];
  if (isGiven(inline) && isGiven(name)) return [forbidden(field, one)];
  if (isGiven(inline)) return inlineCauses(fieldsOf(inline), `${field}.inlineVolumeSpec`);
  return name === "" ? [required(`${field}.persistentVolumeName`, "must specify non empty persistentVolumeName")] : [];
};

/** A volume that stands in the attachment has no size and no class of its own. */
function inlineCauses(spec: Fields, field: string): readonly StatusCause[] {
  const words = "has to be specified in the context of inline volumes";
  return [
    ...(isGiven(spec["csi"]) ? [] : [required(`${field}.csi`, words)]),
    ...volumeSpec(spec, field).filter((cause) => cause.field !== `${field}.capacity`),
  ];
}

const errorCode: FieldCheck = optional((value, field) =>
  numberOf(value) < 0 ? [invalid(field, value, "must be between 0 and 2147483647, inclusive")] : [],
);

/** What is wrong with a volume on a node. */
export function attachmentCauses(next: Fields, old: Fields | undefined): readonly StatusCause[] {
  const { persistentVolumeName } = fieldsOf(fieldsOf(next["spec"])["source"]);
  const failed = optional(members({ errorCode }));
  return [
    ...members({ attacher: driverName, source: attachedSource, nodeName: subdomain })(next["spec"], "spec"),
    ...members({ attachError: failed, detachError: failed })(next["status"], "status"),
    ...(isGiven(persistentVolumeName) ? subdomain(persistentVolumeName, "spec.source.persistentVolumeName") : []),
    ...(old === undefined || deepEqual(next["spec"], old["spec"])
      ? []
      : [invalid("spec", next["spec"] ?? null, "field is immutable")]),
  ];
}

const tokenRequests: FieldCheck = (value, field) => {
  const audiences = itemsOf(value).map((token) => textOf(fieldsOf(token)["audience"]));
  const again = repeats(audiences);
  return itemsOf(value).flatMap((token, index) => {
    const at = `${field}[${index}]`;
    const seconds = fieldsOf(token)["expirationSeconds"];
    return [
      ...(again.has(index) ? [duplicate(`${at}.audience`, audiences[index])] : []),
      ...(isGiven(seconds) && numberOf(seconds) < 600
        ? [invalid(`${at}.expirationSeconds`, seconds, "may not specify a duration less than 10 minutes")]
        : []),
      ...(numberOf(seconds) > 2 ** 32
        ? [invalid(`${at}.expirationSeconds`, seconds, "may not specify a duration larger than 2^32 seconds")]
        : []),
    ];
  });
};

const lifecycles: readonly string[] = ["Persistent", "Ephemeral"];

/** What is wrong with a driver of volumes. */
export const volumeDriver: FieldCheck = (value, field) => {
  const { serviceAccountTokenInSecrets: inSecrets, tokenRequests: tokens } = fieldsOf(value);
  const words = "serviceAccountTokenInSecrets is set but no tokenRequests are specified";
  const at = `${field}.serviceAccountTokenInSecrets`;
  return [
    ...members({
      fsGroupPolicy: optional(among(["File", "None", "ReadWriteOnceWithFSType"])),
      tokenRequests,
      volumeLifecycleModes: (modes, place) =>
        itemsOf(modes)
          .filter((mode) => !lifecycles.includes(textOf(mode)))
          .map((mode) => notSupported(place, mode, lifecycles)),
      nodeAllocatableUpdatePeriodSeconds: optional(from(10, "must be greater than or equal to 10 seconds")),
    })(value, field),
    ...(isGiven(inSecrets) && itemsOf(tokens).length === 0 ? [invalid(at, inSecrets, words)] : []),
  ];
};

/** A driver without what Kubernetes does not know yet unless it is told to. */
export function withoutScheduling(driver: Document): Document {
  const { preventPodSchedulingIfMissing: unknown, ...spec } = fieldsOf(driver["spec"]);
  return isGiven(unknown) ? { ...driver, spec } : driver;
}

/** What whoever asks for tokens of pods is told, unless it is said where they go. */
export function driverWarnings(next: Document, old: Document | undefined): readonly string[] {
  const { tokenRequests: asked, serviceAccountTokenInSecrets: place } = fieldsOf(next["spec"]);
  const isSame = old !== undefined && deepEqual(asked, fieldsOf(old["spec"])["tokenRequests"]);
  if (isSame || itemsOf(asked).length === 0 || isGiven(place)) return [];
  const words =
    "is unset; if supported by this CSI driver, set to true to prevent possible logging of tokens in volume attributes";
  return [`spec.serviceAccountTokenInSecrets ${words}`];
}

/** The changes of a driver are counted; its making is not. */
export function countedDriver(next: Document, old: Document): Document {
  if (deepEqual(next["spec"], old["spec"])) return next;
  const { generation } = withNextGeneration(old.metadata);
  return { ...next, metadata: { ...next.metadata, generation } };
}
