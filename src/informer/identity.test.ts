import { test } from "vitest";
import { encodedOf } from "../wire/index.ts";
import { encoded } from "./encoded-note.fixture.ts";
import { identityOf, isAnother, labelsOf, stateOf } from "./identity.ts";
import { note } from "./scripted-source.fixture.ts";

const labelled = note("a", "7", { metadata: { labels: { colour: "red" } } });

test("an object and its bytes have one identity [informer/identity-from-bytes]", ({ expect }) => {
  const bare = note("a", "7", { metadata: { namespace: undefined } });
  for (const object of [labelled, bare]) {
    expect(encodedOf(encoded(object))).toBeDefined();
    expect(identityOf(encoded(object))).toEqual(identityOf(object));
    expect(stateOf(encoded(object))).toMatchObject({ uid: "uid-a", resourceVersion: "7" });
  }
  expect(identityOf(labelled)).toEqual({ key: "shop/a", uid: "uid-a", resourceVersion: "7" });
  expect(identityOf(bare).key).toBe("a");
});

test("labels are those of the object, or none [informer/identity-from-bytes]", ({ expect }) => {
  expect([labelsOf(labelled), labelsOf(encoded(labelled))]).toEqual([{ colour: "red" }, { colour: "red" }]);
  expect([labelsOf(note("a", "1")), labelsOf(encoded(note("a", "1")))]).toEqual([{}, {}]);
});

test("an object without a name has no identity [informer/identity-from-bytes]", ({ expect }) => {
  const nameless = note("", "1");
  const refused = expect.objectContaining({ code: "SETPOINT_INVALID_KEY" }) as unknown;
  expect(() => identityOf(nameless)).toThrow(refused as Error);
  expect(() => identityOf(encoded(nameless))).toThrow(refused as Error);
});

test("states are of different objects only if both have a UID and they differ [informer/recreated-is-delete-then-add]", ({
  expect,
}) => {
  expect(isAnother({ uid: "a" }, { uid: "b" })).toBe(true);
  expect([isAnother({ uid: "a" }, { uid: "a" }), isAnother({}, { uid: "a" }), isAnother({ uid: "a" }, {})]).toEqual([
    false,
    false,
    false,
  ]);
});
