import { InvalidInputError } from "./errors.ts";
import type { KubeObject } from "./object.ts";
import { excerpt } from "./quote.ts";

/** Which object of its kind. The namespace is empty for a cluster-scoped object. */
export interface ObjectKey {
  readonly namespace: string;
  readonly name: string;
}

/** Reads `namespace/name` or, for a cluster-scoped object, `name`. Neither part may be empty: no object has such a key. */
export function parseKey(text: string, place?: string): ObjectKey {
  if (typeof text !== "string") throw invalidKey(text, place);
  const slash = text.indexOf("/");
  if (slash === -1 && text !== "") return { namespace: "", name: text };
  if (slash <= 0 || slash === text.length - 1 || text.includes("/", slash + 1)) throw invalidKey(text, place);
  return { namespace: text.slice(0, slash), name: text.slice(slash + 1) };
}

/** Writes the key as `namespace/name`, or as `name` without a namespace. */
export function formatKey({ namespace, name }: ObjectKey): string {
  return namespace === "" ? name : `${namespace}/${name}`;
}

/** The key of an object that has a name. */
export function keyOf(object: KubeObject): ObjectKey {
  // The type is only a promise of whoever decoded the object.
  const metadata = (object as Partial<KubeObject> | null | undefined)?.metadata as
    | { readonly name?: unknown; readonly namespace?: unknown }
    | undefined;
  const { name, namespace = "" } = metadata ?? {};
  if (typeof name !== "string" || name === "") throw keyless("metadata.name", "object has no name");
  if (typeof namespace !== "string") throw keyless("metadata.namespace", "the namespace is no text");
  return { namespace, name };
}

function keyless(place: string, detail: string): InvalidInputError {
  return new InvalidInputError({
    code: "SETPOINT_INVALID_KEY",
    attempt: "take the key of an object",
    place,
    detail,
    expected: "an object with metadata.name and, if namespaced, metadata.namespace",
  });
}

function invalidKey(text: unknown, place: string | undefined): InvalidInputError {
  return new InvalidInputError({
    code: "SETPOINT_INVALID_KEY",
    attempt: "parse the object key",
    place,
    detail: `unexpected key format: ${excerpt(text)}`,
    expected: "NAME or NAMESPACE/NAME",
  });
}
