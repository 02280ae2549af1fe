import { formatKey, keyOf } from "../model/index.ts";
import type { KubeObject, Labels } from "../model/index.ts";
import { encodedOf } from "../wire/index.ts";

/** Which object under a key, and which state of it. */
export interface ObjectState {
  readonly uid?: string | undefined;
  readonly resourceVersion?: string | undefined;
  readonly deletionTimestamp?: string | undefined;
}

/** Which object, and which state of it. */
export interface Identity extends ObjectState {
  readonly key: string;
  readonly uid: string | undefined;
  readonly resourceVersion: string | undefined;
}

/** What identifies a state of an object, without decoding a view that is still bytes. Throws `SETPOINT_INVALID_KEY` for one without a name. */
export function identityOf(object: KubeObject): Identity {
  const encoded = encodedOf(object);
  if (encoded?.name === undefined || encoded.name === "") {
    const { uid, resourceVersion } = object.metadata;
    return { key: formatKey(keyOf(object)), uid, resourceVersion };
  }
  const { name, namespace = "", uid, resourceVersion } = encoded;
  return { key: formatKey({ namespace, name }), uid, resourceVersion };
}

/** The state of an object, without decoding a view that is still bytes and without making anything. */
export function stateOf(object: KubeObject): ObjectState {
  return encodedOf(object) ?? object.metadata;
}

/** The labels of an object, without decoding the rest of it. */
export function labelsOf(object: KubeObject): NonNullable<Labels> {
  return (encodedOf(object) ?? object.metadata).labels ?? {};
}

/** Whether two states under one key are of different objects. */
export function isAnother(a: ObjectState, b: ObjectState): boolean {
  return a.uid !== undefined && b.uid !== undefined && a.uid !== b.uid;
}

/** Whether two states under one key are of the same object and version. */
export function isSameState(a: ObjectState, b: ObjectState): boolean {
  return a.resourceVersion !== undefined && a.resourceVersion === b.resourceVersion && a.uid === b.uid;
}
