import { isPlainObject } from "./container.ts";
import { assertDepth } from "./depth.ts";
import { getOwn, setOwn } from "./own-property.ts";
import { quote } from "./quote.ts";
import { mergeStrategicLists, unknownDirective } from "./strategic-merge-list.ts";
import { orderedList, strategicKey } from "./strategic-merge-order.ts";
import { strategicRefusal, unmergeable, wrongType } from "./strategic-merge-refusal.ts";

/** What a strategic merge patch needs to know of a value. */
export interface StrategicSchema {
  /** The full name of the type; messages show the last part of it. */
  readonly name?: string | undefined;
  readonly properties?: Readonly<Record<string, StrategicSchema>> | undefined;
  readonly items?: StrategicSchema | undefined;
  /** How the field is patched. */
  readonly patch?: StrategicPatchField | undefined;
}

/** How a strategic merge patch treats a field. */
export interface StrategicPatchField {
  readonly strategies: readonly string[];
  /** The field that tells the items of a list apart. */
  readonly mergeKey?: string | undefined;
}

type Fields = Readonly<Record<string, unknown>>;

const attempt = "apply a strategic merge patch";

/**
 * The document after a strategic merge patch, as Kubernetes' built-in kinds take them: maps are merged, lists are merged by the key that the
 * schema names or replaced, `null` removes, and directives (`$patch`, `$retainKeys`, `$setElementOrder/…`, `$deleteFromPrimitiveList/…`)
 * say more. Neither is written to; what did not change is shared.
 *
 * What is no patch is refused with `SETPOINT_INVALID_PATCH` (400), lists of lists with `SETPOINT_PATCH_FAILED` (422), and what cannot be
 * merged with `SETPOINT_UNMERGEABLE_PATCH` (500).
 */
export function applyStrategicMergePatch(document: unknown, patch: unknown, schema: StrategicSchema): unknown {
  if (!isPlainObject(patch)) throw strategicRefusal("SETPOINT_INVALID_PATCH", "invalid JSON document");
  assertDepth(patch, { attempt });
  const result = mergeMaps(isPlainObject(document) ? document : {}, patch, schema);
  assertDepth(result, { attempt });
  return result;
}

function mergeMaps(original: Fields, patch: Fields, schema: StrategicSchema): unknown {
  if (Object.hasOwn(patch, "$patch")) return replaced(patch);
  const result = retained(original, patch);
  const done = new Set(["$retainKeys"]);
  for (const key of Object.keys(patch)) {
    if (!key.startsWith(orderPrefix)) continue;
    done.add(key).add(mergeOrdered({ result, patch, key }, schema));
  }
  for (const key of Object.keys(patch)) if (!done.has(key)) mergeMember({ result, patch, key }, schema);
  return result;
}

/** A member of a patch, and what it goes into. */
interface Member {
  readonly result: Record<string, unknown>;
  readonly patch: Fields;
  readonly key: string;
}

const orderPrefix = "$setElementOrder";
const removePrefix = "$deleteFromPrimitiveList";

function mergeMember({ result, patch, key }: Member, schema: StrategicSchema): void {
  const change = getOwn(patch, key);
  const removes = key.startsWith(removePrefix);
  const name = removes ? strategicKey(key, removePrefix) : key;
  const current = getOwn(result, name);
  if (change === undefined) return;
  if (change === null) delete result[name];
  else if (isPlainObject(current) && isPlainObject(change)) {
    const field = fieldOf(schema, name);
    setOwn(result, name, strategyOf(field) === "replace" ? change : mergeMaps(current, change, field));
  } else if (Array.isArray(current) && Array.isArray(change)) {
    setOwn(result, name, mergeLists({ current, change, removes }, fieldOf(schema, name)));
  } else if (!removes) put(result, name, withoutDirectives(withoutNulls(change)));
}

function mergeLists(
  {
    current,
    change,
    removes,
  }: {
    readonly current: readonly unknown[];
    readonly change: readonly unknown[];
    readonly removes: boolean;
  },
  field: StrategicSchema,
): readonly unknown[] {
  if (strategyOf(field) !== "merge" && !removes) return change;
  const mergeItem = (original: Fields, patch: Fields): unknown => mergeMaps(original, patch, field.items ?? {});
  return mergeStrategicLists(current, change, { mergeKey: field.patch?.mergeKey, removes, mergeItem });
}

/** Merges a list whose order the patch gives, and tells which field that was. */
function mergeOrdered({ result, patch, key }: Member, schema: StrategicSchema): string {
  const order = getOwn(patch, key);
  if (!Array.isArray(order)) throw wrongType("list", order);
  const name = strategicKey(key, orderPrefix);
  const [current, change] = [getOwn(result, name), getOwn(patch, name)];
  if (current !== undefined && !Array.isArray(current)) throw wrongType("list", current);
  if (change !== undefined && !Array.isArray(change)) throw wrongType("list", change);
  const field = fieldOf(schema, name);
  const merged = orderedList(
    { current, change, order },
    {
      mergeKey: field.patch?.mergeKey,
      merges: strategyOf(field) === "merge",
      merge: (original, items) => mergeLists({ current: original, change: items, removes: false }, field),
      added: (items) => withoutDirectives(items) as readonly unknown[],
    },
  );
  if (merged !== undefined) setOwn(result, name, merged);
  return name;
}

function replaced(patch: Fields): unknown {
  const { $patch: directive, ...rest } = patch;
  if (directive === "replace") return rest;
  if (directive === "delete") return {};
  throw unknownDirective(patch);
}

/** A copy of the original with no other fields than the patch keeps. */
function retained(original: Fields, patch: Fields): Record<string, unknown> {
  if (!Object.hasOwn(patch, "$retainKeys")) return { ...original };
  const list = getOwn(patch, "$retainKeys");
  const keys = new Set<unknown>(Array.isArray(list) ? list : []);
  const isAboutLists = (key: string): boolean => key.startsWith(removePrefix) || key.startsWith(orderPrefix);
  const isValid =
    Array.isArray(list) &&
    Object.keys(patch).every(
      (key) => key === "$retainKeys" || getOwn(patch, key) === null || isAboutLists(key) || keys.has(key),
    );
  if (!isValid) throw strategicRefusal("SETPOINT_INVALID_PATCH", "invalid patch format of retainKeys");
  return Object.fromEntries(Object.entries(original).filter(([key]) => keys.has(key)));
}

function fieldOf({ name = "", properties }: StrategicSchema, key: string): StrategicSchema {
  const field = properties && (getOwn(properties, key) as StrategicSchema | undefined);
  if (field !== undefined) return field;
  // A struct has a name, be nothing known of its members; a map has none.
  if (properties === undefined && name === "")
    throw unmergeable("merging an object in json but data type is not struct, instead is: map");
  const type = name.slice(name.lastIndexOf(".") + 1);
  throw unmergeable(`unable to find api field in struct ${type} for the json field ${quote(key)}`);
}

function strategyOf({ patch }: StrategicSchema): string | undefined {
  return patch?.strategies.find((strategy) => strategy !== "retainKeys");
}

function put(result: Record<string, unknown>, name: string, value: unknown): void {
  if (value === undefined) delete result[name];
  else setOwn(result, name, value);
}

/** What is new, without members that are `null`. */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (!isPlainObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, member]) => (member === null ? [] : [[key, withoutNulls(member)]])),
  );
}

/** What is new, without objects that are directives; `undefined` if it is one itself. */
function withoutDirectives(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutDirectives).filter((item) => item !== undefined);
  if (!isPlainObject(value)) return value;
  if (Object.hasOwn(value, "$patch")) return undefined;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, member]) => {
      const kept = withoutDirectives(member);
      return kept === undefined ? [] : [[key, kept]];
    }),
  );
}
