import { deepEqual, getOwn } from "../../../model/index.ts";
import type { StatusCause } from "../../../model/index.ts";
import { forbidden, invalid, notSupported, required } from "../../crd/index.ts";
import { accessModes, className, positive, volumeMode } from "./claim-checks.ts";
import {
  among,
  fieldsOf,
  isGiven,
  itemsOf,
  members,
  needed,
  optional,
  signOf,
  textOf,
  unlessEmpty,
} from "./field-checks.ts";
import type { FieldCheck } from "./field-checks.ts";
import type { Fields } from "./places.ts";
import { nodeSelector } from "./selector-checks.ts";
import { noBacksteps } from "./value-checks.ts";

const hostPathTypes: readonly string[] = [
  "",
  "BlockDevice",
  "CharDevice",
  "Directory",
  "DirectoryOrCreate",
  "File",
  "FileOrCreate",
  "Socket",
];

/** A quantity that is none if it is below 0. */
export const quantity: FieldCheck = (value, field) =>
  signOf(value) < 0 ? [invalid(field, Number(value), "must be a valid resource quantity")] : [];

const capacity: FieldCheck = (value, field) => {
  const entries = Object.entries(fieldsOf(value)).toSorted(([one], [other]) => (one < other ? -1 : 1));
  const isSized = entries.length === 1 && entries[0]?.[0] === "storage";
  return [
    ...(entries.length === 0 ? [required(field)] : []),
    ...(isSized ? [] : [notSupported(field, isGiven(value) ? Object.fromEntries(entries) : null, ["storage"])]),
    ...entries.flatMap(([name, amount]) => [
      ...quantity(amount, `${field}[${name}]`),
      ...positive(amount, `${field}[${name}]`),
    ]),
  ];
};

const affinity: FieldCheck = optional((value, field) => {
  const selector = fieldsOf(value)["required"];
  const at = `${field}.required`;
  return isGiven(selector) ? nodeSelector(selector, at) : [required(at, "must specify required node constraints")];
});

const path: FieldCheck = needed((value, field) => noBacksteps(textOf(value), field));

const hostPath: FieldCheck = (value, field) => [
  ...path(fieldsOf(value)["path"], `${field}.path`),
  ...among(hostPathTypes)(fieldsOf(value)["type"], `${field}.type`),
];

const named = (...names: readonly string[]): FieldCheck =>
  members(Object.fromEntries(names.map((name) => [name, needed()])));

/** Where the data of a volume may be, in the order in which that is looked at. */
const sources: Readonly<Record<string, FieldCheck>> = {
  hostPath,
  gcePersistentDisk: named("pdName"),
  awsElasticBlockStore: named("volumeID"),
  glusterfs: named("endpoints", "path"),
  flocker: () => [],
  nfs: named("server", "path"),
  rbd: named("monitors", "image"),
  quobyte: named("registry", "volume"),
  cephfs: named("monitors"),
  iscsi: named("targetPortal", "iqn"),
  cinder: named("volumeID"),
  fc: () => [],
  flexVolume: named("driver"),
  azureFile: named("secretName", "shareName"),
  vsphereVolume: named("volumePath"),
  photonPersistentDisk: named("pdID"),
  portworxVolume: named("volumeID"),
  azureDisk: named("diskName", "diskURI"),
  scaleIO: named("gateway", "system", "volumeName"),
  local: members({ path }),
  storageos: () => [],
  csi: named("driver", "volumeHandle"),
};

/** Where messages place what is one source too many. */
const placedAt: Readonly<Record<string, string>> = { cephfs: "cephFS" };

function sourceCauses(spec: Fields, field: string): readonly StatusCause[] {
  const [first, ...others] = Object.keys(sources).filter((name) => isGiven(spec[name]));
  if (first === undefined) return [required(field, "must specify a volume type")];
  const isBare = first === "local" && !isGiven(fieldsOf(spec["nodeAffinity"])["required"]);
  return [
    ...(sources[first]?.(spec[first], `${field}.${first}`) ?? []),
    ...(isBare ? [required(`${field}.nodeAffinity`, "Local volume requires node affinity")] : []),
    // Flexible volumes are counted, but never too many.
    ...others.flatMap((name) =>
      name === "flexVolume"
        ? (sources[name]?.(spec[name], `${field}.${name}`) ?? [])
        : [forbidden(`${field}.${placedAt[name] ?? name}`, "may not specify more than 1 volume type")],
    ),
  ];
}

function attributesCauses(spec: Fields, field: string): readonly StatusCause[] {
  const name = spec["volumeAttributesClassName"];
  if (!isGiven(name)) return [];
  const at = `${field}.volumeAttributesClassName`;
  return [
    ...(name === "" ? [required(at, "an empty string is disallowed")] : className(name, at)),
    ...(isGiven(spec["csi"])
      ? []
      : [required(`${field}.csi`, "has to be specified when using volumeAttributesClassName")]),
  ];
}

/** What is wrong with the specification of a volume. */
export const volumeSpec: FieldCheck = (value, field) => {
  const spec = fieldsOf(value);
  const policy = "persistentVolumeReclaimPolicy";
  const isRoot = textOf(fieldsOf(spec["hostPath"])["path"]) === "/";
  return [
    ...members({
      accessModes: accessModes(),
      capacity,
      [policy]: unlessEmpty(among(["Delete", "Recycle", "Retain"])),
      nodeAffinity: affinity,
    })(spec, field),
    ...sourceCauses(spec, field),
    ...(isRoot && spec[policy] === "Recycle"
      ? [forbidden(`${field}.${policy}`, "may not be 'recycle' for a hostPath mount of '/'")]
      : []),
    ...members({ storageClassName: className, volumeMode })(spec, field),
    ...attributesCauses(spec, field),
  ];
};

function sourceOf(spec: Fields): object {
  return Object.fromEntries(Object.keys(sources).map((name) => [name, spec[name]]));
}

function changeCauses(next: Fields, old: Fields): readonly StatusCause[] {
  const words = "spec.persistentvolumesource is immutable after creation";
  return [
    ...(deepEqual(sourceOf(withoutNewSecret(next, old)), sourceOf(old))
      ? []
      : [forbidden("spec.persistentvolumesource", words)]),
    ...(next["volumeMode"] === old["volumeMode"]
      ? []
      : [invalid("volumeMode", next["volumeMode"] ?? null, "field is immutable")]),
    ...nodeCauses(next["nodeAffinity"], old["nodeAffinity"]),
    ...(isGiven(old[attributesClass]) && !isGiven(next[attributesClass])
      ? [forbidden(`spec.${attributesClass}`, "update from non-nil value to nil is forbidden")]
      : []),
  ];
}

const attributesClass = "volumeAttributesClassName";

/** The secret by which a volume grows may be given to one that has none. */
function withoutNewSecret(next: Fields, old: Fields): Fields {
  if (!isGiven(old["csi"]) || isGiven(fieldsOf(old["csi"])["controllerExpandSecretRef"])) return next;
  const { controllerExpandSecretRef: _new, ...csi } = fieldsOf(next["csi"]);
  return isGiven(next["csi"]) ? { ...next, csi } : next;
}

/** The labels of nodes that got other names. */
const renamed: Readonly<Record<string, string>> = {
  "failure-domain.beta.kubernetes.io/zone": "topology.kubernetes.io/zone",
  "failure-domain.beta.kubernetes.io/region": "topology.kubernetes.io/region",
  "beta.kubernetes.io/os": "kubernetes.io/os",
  "beta.kubernetes.io/arch": "kubernetes.io/arch",
  "beta.kubernetes.io/instance-type": "node.kubernetes.io/instance-type",
};

/** From where a volume is reached stays, once it was said, but for labels that are called by their new names. */
function nodeCauses(next: unknown, old: unknown): readonly StatusCause[] {
  if (!isGiven(old) || isSameReach(next, old)) return [];
  return [invalid("nodeAffinity", next ?? null, "field is immutable, except for updating from beta label to GA")];
}

function isSameReach(next: unknown, old: unknown): boolean {
  const [after, before] = [next, old].map((one) => itemsOf(fieldsOf(fieldsOf(one)["required"])["nodeSelectorTerms"]));
  if (after === undefined || before === undefined || !isGiven(next) || after.length !== before.length) return false;
  return after.every((term, index) =>
    ["matchExpressions", "matchFields"].every((list) => {
      const [mine, theirs] = [itemsOf(fieldsOf(term)[list]), itemsOf(fieldsOf(before[index])[list])];
      return (
        mine.length === theirs.length && mine.every((one, at) => isSameRequirement(fieldsOf(one), fieldsOf(theirs[at])))
      );
    }),
  );
}

function isSameRequirement(next: Fields, old: Fields): boolean {
  const key = getOwn(renamed, textOf(old["key"])) === next["key"] ? next["key"] : old["key"];
  return deepEqual(next, { ...old, key });
}

/** What is wrong with a volume. After a change it is looked at twice, and told twice. */
export function volumeCauses(next: Fields, old: Fields | undefined): readonly StatusCause[] {
  const causes = volumeSpec(next["spec"], "spec");
  if (old === undefined) return causes;
  return [...causes, ...causes, ...changeCauses(fieldsOf(next["spec"]), fieldsOf(old["spec"]))];
}
