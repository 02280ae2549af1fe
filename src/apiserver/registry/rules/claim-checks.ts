import { deepEqual, getOwn } from "../../../model/index.ts";
import type { StatusCause } from "../../../model/index.ts";
import { forbidden, invalid, notSupported, required } from "../../crd/index.ts";
import {
  among,
  fieldsOf,
  isGiven,
  itemsOf,
  label,
  members,
  needed,
  optional,
  signOf,
  subdomain,
  textOf,
  unlessEmpty,
} from "./field-checks.ts";
import type { FieldCheck } from "./field-checks.ts";
import type { Fields } from "./places.ts";

const modes: readonly string[] = ["ReadOnlyMany", "ReadWriteMany", "ReadWriteOnce", "ReadWriteOncePod"];

/** How a volume can be used; `words` say that it has to be told. */
export function accessModes(words?: string): FieldCheck {
  return (value, field) => {
    const all = itemsOf(value).map(textOf);
    if (all.length === 0) return [required(field, words)];
    const isMixed = all.length > 1 && all.includes("ReadWriteOncePod");
    return [
      ...all.filter((mode) => !modes.includes(mode)).map((mode) => notSupported(field, mode, modes)),
      ...(isMixed ? [forbidden(field, "may not use ReadWriteOncePod with other access modes")] : []),
    ];
  };
}

/** The name of a class, if there is one. */
export const className: FieldCheck = unlessEmpty(subdomain);

/** How a volume is given to pods. */
export const volumeMode: FieldCheck = optional(among(["Block", "Filesystem"]));

/** How much there is of something: more than nothing. */
export const positive: FieldCheck = (value, field) =>
  signOf(value) > 0 ? [] : [invalid(field, String(value), "must be greater than zero")];

const storage: FieldCheck = (value, field) => {
  const amount = getOwn(fieldsOf(fieldsOf(value)["requests"]), "storage");
  const at = `${field}[storage]`;
  return isGiven(amount) ? positive(amount, at) : [required(at)];
};

/** What a claim is filled from. */
const dataSource: FieldCheck = optional((value, field) => {
  const { apiGroup, kind } = fieldsOf(value);
  const isForeign = textOf(apiGroup) === "" && kind !== "PersistentVolumeClaim";
  const words = "must be 'PersistentVolumeClaim' when referencing the default apiGroup";
  return [
    ...members({ name: needed(), kind: needed() })(value, field),
    ...(isForeign ? [invalid(field, textOf(kind), words)] : []),
    ...members({ apiGroup: className, namespace: unlessEmpty(label) })(value, field),
  ];
});

/** Which object a claim is filled from. */
export function referenceOf(value: unknown): Fields {
  const { apiGroup, kind, name } = fieldsOf(value);
  return { apiGroup: textOf(apiGroup), kind: textOf(kind), name: textOf(name) };
}

/** What is asked of a volume, in a claim or in a template of claims. What is wrong with its selector is given. */
export function claimSpecCauses(spec: Fields, field: string, selector: readonly StatusCause[]): readonly StatusCause[] {
  const { accessModes: wanted, dataSource: source, dataSourceRef: reference } = spec;
  const isOther = isGiven(source) && isGiven(reference) && !deepEqual(referenceOf(source), referenceOf(reference));
  const used = accessModes("at least 1 access mode is required")(wanted, `${field}.accessModes`);
  return [
    ...(itemsOf(wanted).length === 0 ? [...used, ...selector] : [...selector, ...used]),
    ...members({
      resources: storage,
      storageClassName: className,
      volumeMode,
      dataSource,
      dataSourceRef: dataSource,
    })(spec, field),
    ...(isOther ? [invalid(field, {}, "must match dataSourceRef")] : []),
    ...members({ volumeAttributesClassName: className })(spec, field),
  ];
}
