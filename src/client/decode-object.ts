import { getOwn } from "../model/index.ts";
import type { KubeObject, Resource } from "../model/index.ts";
import type { EncodedObject } from "../wire/index.ts";
import { AnswerDecodeError } from "./errors.ts";
import { isFields } from "./read-answer.ts";

/** Whether a value has what every object has: metadata with a name. The rest is the server's to promise. */
function isObject(value: unknown): value is KubeObject {
  if (!isFields(value)) return false;
  const metadata = getOwn(value, "metadata");
  return isFields(metadata) && typeof getOwn(metadata, "name") === "string";
}

/** The object in an answer. `verb` says what was asked, for the message. */
export function decodeObject<T extends KubeObject>(value: unknown, resource: Resource<T>, verb: string): T {
  if (isObject(value)) return value as T;
  throw noObject(resource, verb);
}

function noObject(resource: Resource, verb: string): AnswerDecodeError {
  return new AnswerDecodeError(`${verb} ${resource.plural}: expected an object with metadata.name in the answer`);
}

/** How objects are wanted. */
export interface ObjectOptions {
  /** Without managed fields, each in bytes of its own, as a cache keeps them. Default: as they are sent. */
  readonly isCompact?: boolean | undefined;
}

/** A view of an item of a list. */
export function decodeItem<T extends KubeObject>(
  item: EncodedObject,
  resource: Resource<T>,
  { isCompact }: ObjectOptions,
): T {
  if (item.name !== undefined) return (isCompact === true ? item.compact() : item).view() as T;
  throw noObject(resource, "list");
}

/** The error for an answer that is no list. */
export function noList(resource: Resource): AnswerDecodeError {
  return new AnswerDecodeError(`list ${resource.plural}: expected a list with metadata and items in the answer`);
}
