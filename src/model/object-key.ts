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
  const metadata: Partial<KubeObject["metadata"]> | undefined = object.metadata;
  const name = metadata?.name;
  if (typeof name !== "string" || name === "") {
    throw new InvalidInputError({
      code: "SETPOINT_INVALID_KEY",
      attempt: "take the key of an object",
      place: "metadata.name",
      detail: "object has no name",
      expected: "an object with metadata.name",
    });
  }
  return { namespace: metadata?.namespace ?? "", name };
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
