import fc from "fast-check";
import { test } from "vitest";
import { ObjectTable } from "./object-table.ts";
import type { StoredObject } from "./store.ts";

/** Names of which one begins as the other, with signs around the slash that ends them in the order of keys. */
const namespace = fc.constantFrom("", "a", "a-b", "a.b", "a0", "a0b", "ab", "b", "é", "\u{1f600}");

function objectOf([inNamespace, name]: readonly [string, string], index: number): StoredObject {
  const key = { collection: "things", namespace: inNamespace, name };
  return { key, revision: index + 1, bytes: new Uint8Array() };
}

test("the objects of a namespace are those of all that are in it, in their order [apiserver/list-order]", ({
  expect,
}) => {
  const keys = fc.array(fc.tuple(namespace, fc.constantFrom("a", "b", "0", "-", "a/")), { maxLength: 30 });
  fc.assert(
    fc.property(keys, namespace, (given, wanted) => {
      const table = new ObjectTable();
      for (const object of given.map(objectOf)) table.put(object);
      const all = table.list(undefined);
      expect(table.list(wanted)).toEqual(all.filter(({ key }) => key.namespace === wanted));
    }),
  );
});
