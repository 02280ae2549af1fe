import { apiVersionOf, getOwn } from "../model/index.ts";
import type { KubeObject, Resource } from "../model/index.ts";
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

/** Gives objects of a resource the `apiVersion` and `kind` that they lack. */
export function typed<T extends KubeObject>(resource: Resource<T>): (object: T) => T {
  const type = { apiVersion: apiVersionOf(resource), kind: resource.kind };
  return (object) => ({ ...type, ...object });
}

/** The error for an answer that is no list. */
export function noList(resource: Resource): AnswerDecodeError {
  return new AnswerDecodeError(`list ${resource.plural}: expected a list with metadata and items in the answer`);
}
