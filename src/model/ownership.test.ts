import { test } from "vitest";
import type { KubeObject } from "./object.ts";
import { controllerOf, isControlledBy, isOwnedBy, ownerReferenceTo } from "./ownership.ts";
import type { Resource } from "./resource.ts";

const replicaSets: Resource = {
  group: "apps",
  version: "v1",
  kind: "ReplicaSet",
  plural: "replicasets",
  singular: "replicaset",
  scope: "Namespaced",
  shortNames: [],
  categories: [],
  verbs: [],
  subresources: [],
};

const owner = (uid: string | undefined): KubeObject => ({ metadata: { name: "web", namespace: "default", uid } });
const ownedBy = (...references: { readonly uid: string; readonly controller?: boolean }[]): KubeObject => ({
  metadata: {
    name: "web-1",
    ownerReferences: references.map((reference) => ({
      apiVersion: "apps/v1",
      kind: "ReplicaSet",
      name: "web",
      ...reference,
    })),
  },
});

test("a reference names its owner, as the one that manages the object unless said otherwise [model/owner-reference]", ({
  expect,
}) => {
  const reference = { apiVersion: "apps/v1", kind: "ReplicaSet", name: "web", uid: "u1" };
  expect(ownerReferenceTo(owner("u1"), replicaSets)).toStrictEqual({
    ...reference,
    controller: true,
    blockOwnerDeletion: true,
  });
  expect(ownerReferenceTo(owner("u1"), replicaSets, { controller: false })).toStrictEqual(reference);
  expect(ownerReferenceTo(owner("u1"), replicaSets, { controller: false, blockOwnerDeletion: true })).toStrictEqual({
    ...reference,
    blockOwnerDeletion: true,
  });
});

test.for([[undefined], [""]])("an owner with the uid %o is refused [model/owner-without-uid]", ([uid], { expect }) => {
  const refer = (): unknown => ownerReferenceTo(owner(uid), replicaSets);
  expect(refer).toThrow(expect.objectContaining({ code: "SETPOINT_INVALID_OWNER", place: "metadata.uid" }));
  expect(refer).toThrow("Cannot refer to ReplicaSet web as an owner");
});

test("the controller of an object is the one owner marked as such [model/owner-controller]", ({ expect }) => {
  const object = ownedBy({ uid: "u1" }, { uid: "u2", controller: true }, { uid: "u3", controller: false });
  expect(controllerOf(object)?.uid).toBe("u2");
  expect(controllerOf(ownedBy({ uid: "u1" }))).toBeUndefined();
  expect(controllerOf(owner("u1"))).toBeUndefined();
});

test("owners are recognised by uid and never by name [model/owner-by-uid]", ({ expect }) => {
  const object = ownedBy({ uid: "u1" }, { uid: "u2", controller: true });
  expect([isOwnedBy(object, owner("u1")), isControlledBy(object, owner("u1"))]).toEqual([true, false]);
  expect([isOwnedBy(object, owner("u2")), isControlledBy(object, owner("u2"))]).toEqual([true, true]);
  expect([isOwnedBy(object, owner("u9")), isControlledBy(object, owner("u9"))]).toEqual([false, false]);
});

test("an object that no server has stored owns nothing [model/owner-by-uid]", ({ expect }) => {
  const strange = ownedBy({ uid: "", controller: true });
  for (const uid of [undefined, ""]) {
    expect([isOwnedBy(strange, owner(uid)), isControlledBy(strange, owner(uid))]).toEqual([false, false]);
  }
});
