import { apiVersionOf, getOwn } from "../model/index.ts";
import type { KubeList, KubeObject, Resource } from "../model/index.ts";
import { AnswerDecodeError } from "./errors.ts";
import { isFields } from "./read-answer.ts";

/** Whether a value has what every object has: metadata with a name. The rest is the server's to promise. */
export function isObject(value: unknown): value is KubeObject {
  if (!isFields(value)) return false;
  const metadata = getOwn(value, "metadata");
  return isFields(metadata) && typeof getOwn(metadata, "name") === "string";
}

/** The object in an answer. `verb` says what was asked, for the message. */
export function decodeObject<T extends KubeObject>(value: unknown, resource: Resource<T>, verb: string): T {
  if (isObject(value)) return value as T;
  throw new AnswerDecodeError(`${verb} ${resource.plural}: expected an object with metadata.name in the answer`);
}

/** The list in an answer. Its items get the `apiVersion` and `kind` that servers leave out; no items at all are an empty list. */
export function decodeList<T extends KubeObject>(value: unknown, resource: Resource<T>): KubeList<T> {
  const metadata = isFields(value) ? getOwn(value, "metadata") : undefined;
  const items = isFields(value) ? (getOwn(value, "items") ?? []) : undefined;
  if (!isFields(value) || !isFields(metadata) || !Array.isArray(items)) {
    throw new AnswerDecodeError(`list ${resource.plural}: expected a list with metadata and items in the answer`);
  }
  const type = { apiVersion: apiVersionOf(resource), kind: resource.kind };
  return { ...value, metadata, items: items.map((item) => ({ ...type, ...decodeObject(item, resource, "list") })) };
}
