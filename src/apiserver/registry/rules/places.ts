import { getOwn } from "../../../model/index.ts";

/** The members of an object. */
export type Fields = Readonly<Record<string, unknown>>;

/** The steps to a place: names of fields, and `[]` for each item of a list. */
export type Path = readonly string[];

/** A value in an object, and how messages call it: `spec.containers[0].name`. */
export interface Place {
  readonly value: unknown;
  readonly field: string;
  readonly root: Fields;
}

/** Changes what stands at one place. */
type Change = (value: unknown, root: Fields) => unknown;

/**
 * All places at a path such as `spec.containers[].ports[]`. What leads there has to exist; the last step need not: its value is `undefined`
 * then. The empty path is the object itself.
 */
export function placesAt(root: Fields, path: Path): readonly Place[] {
  return path.reduce<readonly Place[]>(
    (places, step) => places.flatMap((place) => placesBelow(place, step)),
    [{ value: root, field: "", root }],
  );
}

function placesBelow({ value, field, root }: Place, step: string): readonly Place[] {
  if (step === "[]") {
    if (!Array.isArray(value)) return [];
    return value.map((item: unknown, index) => ({ value: item, field: `${field}[${index}]`, root }));
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) return [];
  return [{ value: getOwn(value, step), field: field === "" ? step : `${field}.${step}`, root }];
}

/** The object after a change of what stands at all places of a path. Shared where nothing changed; nothing is made that leads there. */
export function changedAt(root: Fields, path: Path, change: Change): Fields {
  return changed(root, path, (value) => change(value, root)) as Fields;
}

function changed(value: unknown, steps: readonly string[], change: (value: unknown) => unknown): unknown {
  const [step, ...rest] = steps;
  if (step === undefined) return change(value);
  if (step === "[]") {
    if (!Array.isArray(value)) return value;
    const items = value.map((item: unknown) => changed(item, rest, change));
    return items.every((item, index) => item === value[index]) ? value : items;
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const member = getOwn(value, step);
  if (member === undefined) return value;
  const next = changed(member, rest, change);
  return next === member ? value : { ...value, [step]: next };
}

/** Reads a path: `spec.ports[].name` is `spec`, `ports`, `[]`, `name`. */
export function pathOf(text: string): Path {
  return text.split(/\.|(?=\[\])/).filter((step) => step !== "");
}
