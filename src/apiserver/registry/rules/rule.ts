import { deepEqual, getOwn, setOwn } from "../../../model/index.ts";
import type { StatusCause } from "../../../model/index.ts";
import { invalid, notSupported, required as missing } from "../../crd/index.ts";
import type { Document } from "../document.ts";
import type { KindRules } from "../kind-rules.ts";
import { repeats } from "./field-checks.ts";
import { changedAt, pathOf, placesAt } from "./places.ts";
import type { Fields, Path, Place } from "./places.ts";

/** Something that holds for the objects of a kind: what is filled in, or what is refused. */
export interface Rule {
  /** The places that it is about: `spec.containers[]`. */
  readonly at: string;
  /** What stands there once the rest was filled in. Only called where there is something. */
  readonly complete?: (value: Fields, root: Fields) => Fields;
  /** What is wrong with what stands there, or is missing there. */
  readonly check?: (place: Place) => readonly StatusCause[];
  /** What is wrong with the change of it. */
  readonly checkUpdate?: (next: Place, old: Place) => readonly StatusCause[];
}

/** A value that is filled in, or how to find it: `undefined` leaves the field open. */
export type Default = string | number | boolean | object | DefaultOf;

type DefaultOf = (object: Fields, root: Fields) => unknown;

/** Fills in members of all objects at a path, where they are missing. In order: later ones see earlier ones. */
export function defaults(at: string, members: Readonly<Record<string, Default>>): Rule {
  return {
    at,
    complete: (object, root) => {
      const result = { ...object };
      let isSame = true;
      for (const [name, given] of Object.entries(members)) {
        if (getOwn(result, name) !== undefined) continue;
        const value = typeof given === "function" ? (given as DefaultOf)(result, root) : given;
        if (value === undefined) continue;
        isSame = false;
        setOwn(result, name, value);
      }
      return isSame ? object : result;
    },
  };
}

/** Changes all objects at a path. */
export function completed(at: string, complete: NonNullable<Rule["complete"]>): Rule {
  return { at, complete };
}

/** Refuses what a test finds wrong with what stands at a path, or is missing there. */
export function check(at: string, test: NonNullable<Rule["check"]>): Rule {
  return { at, check: test };
}

/** Something has to stand there. */
export function required(at: string, detail?: string): Rule {
  return check(at, ({ value, field }) => (isEmpty(value) ? [missing(field, detail)] : []));
}

/** A number has to be so large. */
export function atLeast(at: string, least: number, words = `must be greater than or equal to ${least}`): Rule {
  return check(at, ({ value, field }) =>
    typeof value === "number" && value < least ? [invalid(field, value, words)] : [],
  );
}

/** One of some texts. */
export function oneOf(at: string, values: readonly string[]): Rule {
  return check(at, ({ value, field }) =>
    value === undefined || values.includes(String(value)) ? [] : [notSupported(field, value, values)],
  );
}

/** A text that has a form. */
export function shaped(at: string, problems: (text: string) => readonly string[]): Rule {
  return check(at, ({ value, field }) =>
    typeof value === "string" && value !== "" ? problems(value).map((problem) => invalid(field, value, problem)) : [],
  );
}

/** No two items of a list have the same value of a member. */
export function unique(at: string, member: string): Rule {
  return check(at, ({ value, field }) => {
    if (!Array.isArray(value)) return [];
    const names = value.map((item: unknown) => getOwn(item ?? {}, member));
    const again = repeats(names);
    return names.flatMap((name, index) =>
      name !== undefined && again.has(index) ? [duplicate(`${field}[${index}].${member}`, name)] : [],
    );
  });
}

function duplicate(field: string, value: unknown): StatusCause {
  return { reason: "FieldValueDuplicate", message: `Duplicate value: ${JSON.stringify(value)}`, field };
}

/** What stands there stays for ever. */
export function immutable(at: string, words = "field is immutable"): Rule {
  return {
    at,
    checkUpdate: (next, old) =>
      deepEqual(next.value, old.value) ? [] : [invalid(next.field, next.value ?? null, words)],
  };
}

/** Rules about a part, as rules about the whole in which it stands. */
export function within(prefix: string, inner: readonly Rule[]): readonly Rule[] {
  return inner.map((rule) => ({ ...rule, at: rule.at === "" ? prefix : `${prefix}.${rule.at}` }));
}

/** A rule whose path was read. */
interface ReadRule extends Rule {
  readonly path: Path;
}

/** How the causes of a kind are told. */
export interface RulesOptions {
  /** What is wrong with the change is told before what is wrong with the object. */
  readonly isChangeFirst?: boolean;
}

/** The rules of a kind as the registry asks for them. */
export function rules(
  all: readonly Rule[],
  { isChangeFirst = false }: RulesOptions = {},
): Required<Pick<KindRules, "defaulted" | "check">> {
  const read = all.map((rule): ReadRule => ({ ...rule, path: pathOf(rule.at) }));
  const completing = read.filter(({ complete }) => complete !== undefined);
  const changing = read.filter(({ checkUpdate }) => checkUpdate !== undefined);
  return {
    defaulted: (document) => completing.reduce<Fields>(filled, document) as Document,
    check: (next, old) => {
      const own = read.flatMap(({ path, check: test }) =>
        test === undefined ? [] : placesAt(next, path).flatMap(test),
      );
      const changed = old === undefined ? [] : changing.flatMap((rule) => changeCauses(rule, next, old));
      return isChangeFirst ? [...changed, ...own] : [...own, ...changed];
    },
  };
}

function filled(root: Fields, { path, complete }: ReadRule): Fields {
  return changedAt(root, path, (value, whole) => (isObject(value) ? (complete?.(value, whole) ?? value) : value));
}

/** Places are compared in pairs: a path of an update rule goes through no list. */
function changeCauses({ path, checkUpdate }: ReadRule, next: Fields, old: Fields): readonly StatusCause[] {
  const [after] = placesAt(next, path);
  const [before] = placesAt(old, path);
  return after === undefined || before === undefined ? [] : (checkUpdate?.(after, before) ?? []);
}

function isObject(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0);
}
