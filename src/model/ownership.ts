import { InvalidInputError } from "./errors.ts";
import { apiVersionOf } from "./group-version.ts";
import type { KubeObject } from "./object.ts";
import type { OwnerReference } from "./owner-reference.ts";
import type { Resource } from "./resource.ts";

/** What kind of owner a reference names. */
export interface OwnerReferenceOptions {
  /** True unless said otherwise: the owner manages the object. */
  readonly controller?: boolean | undefined;
  /** As `controller` unless said otherwise. */
  readonly blockOwnerDeletion?: boolean | undefined;
}

/** A reference to `owner`, which must have a uid: it has been read from a server or written to one. */
export function ownerReferenceTo<T extends KubeObject>(
  owner: T,
  resource: Resource<T>,
  { controller = true, blockOwnerDeletion = controller }: OwnerReferenceOptions = {},
): OwnerReference {
  const { name, uid } = owner.metadata;
  if (uid === undefined || uid === "") {
    throw new InvalidInputError({
      code: "SETPOINT_INVALID_OWNER",
      attempt: `refer to ${resource.kind} ${name} as an owner`,
      place: "metadata.uid",
      detail: "the owner has no uid",
      expected: "an object that a server has stored",
    });
  }
  return {
    apiVersion: apiVersionOf(resource),
    kind: resource.kind,
    name,
    uid,
    ...(controller && { controller }),
    ...(blockOwnerDeletion && { blockOwnerDeletion }),
  };
}

/** The reference to the one owner that manages the object. */
export function controllerOf(object: KubeObject): OwnerReference | undefined {
  return object.metadata.ownerReferences?.find((reference) => reference.controller === true);
}

/** Whether `owner` is among the owners. Decided by uid: a successor of the same name is somebody else. */
export function isOwnedBy(object: KubeObject, owner: KubeObject): boolean {
  const { uid } = owner.metadata;
  return hasUid(uid) && (object.metadata.ownerReferences ?? []).some((reference) => reference.uid === uid);
}

/** Whether `owner` is the one that manages the object. */
export function isControlledBy(object: KubeObject, owner: KubeObject): boolean {
  const { uid } = owner.metadata;
  return hasUid(uid) && controllerOf(object)?.uid === uid;
}

function hasUid(uid: string | undefined): uid is string {
  return uid !== undefined && uid !== "";
}
