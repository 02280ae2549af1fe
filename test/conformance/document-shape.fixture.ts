/** A value of JSON that is looked into. */
type Json = Readonly<Record<string, unknown>>;

/** What the embedded server does not serve: its documents are silent about it. */
const notServed = /\/\{name\}\/(?:attach|exec|log|portforward|proxy)\b/;
/** What no schema of the embedded server says. Nothing follows from it: it is there for tools to come. */
const notSaid: ReadonlySet<string> = new Set(["x-kubernetes-unions"]);

/**
 * What a document of OpenAPI says without prose, and without what the embedded server does not serve. Two that say the same are equal: fields
 * that must be there have no order, and one schema of which all is true is that schema.
 */
export function shapeOf(document: Json): unknown {
  const { parameters, ...others } = document;
  const inlined = parameters === undefined ? others : inline(others, parameters as Json);
  return shape(inlined);
}

function shape(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shape);
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).filter(([key, member]) => isCompared(key, member));
  const shaped: Record<string, unknown> = Object.fromEntries(members.map(([key, member]) => [key, shape(member)]));
  if (Array.isArray(shaped["required"])) shaped["required"] = shaped["required"].map(String).toSorted();
  const { allOf, ...others } = shaped;
  return Array.isArray(allOf) && allOf.length === 1 && Object.keys(others).length === 0
    ? (allOf[0] as unknown)
    : shaped;
}

function isCompared(key: string, member: unknown): boolean {
  const isProse = key === "description" && typeof member === "string";
  const isPlain = key === "x-kubernetes-map-type" && member === "granular";
  return !isProse && !isPlain && !notSaid.has(key) && !notServed.test(key);
}

/** The second version may put parameters apart and refer to them. */
function inline(value: unknown, parameters: Json): unknown {
  if (Array.isArray(value)) return value.map((item) => inline(item, parameters));
  if (typeof value !== "object" || value === null) return value;
  const { $ref } = value as { readonly $ref?: unknown };
  const prefix = "#/parameters/";
  if (typeof $ref === "string" && $ref.startsWith(prefix)) return parameters[$ref.slice(prefix.length)];
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, inline(member, parameters)]));
}

/** Where two values differ, by the path to the place. None if they are equal. */
export function differences(left: unknown, right: unknown, path = ""): readonly string[] {
  if (isObject(left) && isObject(right) && Array.isArray(left) === Array.isArray(right)) {
    const keys = new Set([...Object.keys(left), ...Object.keys(right)]);
    return [...keys].flatMap((key) => differences(left[key], right[key], `${path} ${key}`));
  }
  return Object.is(left, right) ? [] : [`${path}: ${told(left)} and ${told(right)}`];
}

function told(value: unknown): string {
  return (JSON.stringify(value) ?? "nothing").slice(0, 200);
}

function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null;
}
