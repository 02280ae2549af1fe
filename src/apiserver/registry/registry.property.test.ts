import assert from "node:assert/strict";
import fc from "fast-check";
import { test } from "vitest";
import { nextTurn } from "../../async/index.ts";
import { parseSelector } from "../../model/index.ts";
import { StatusError } from "./index.ts";
import { configMaps, definitions, openWithWidgets, RegistryFixture, widgets } from "./registry.fixture.ts";
import type { Watched } from "./registry.fixture.ts";

const names = fc.constantFrom("a", "b", "A_", "", "__proto__", "constructor");
const anything = fc.jsonValue({ maxDepth: 3 }).map((value) => value as unknown);
const wild = (value: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 3, arbitrary: value }, anything);
const texts = fc.dictionary(fc.oneof(names, fc.string()), wild(fc.string()), { maxKeys: 3 });
const metadata = fc.record(
  {
    name: wild(names),
    generateName: wild(names),
    namespace: wild(fc.constantFrom("default", "other")),
    uid: wild(fc.string()),
    resourceVersion: wild(fc.constantFrom("", "0", "1", "x", "-5")),
    generation: wild(fc.integer()),
    creationTimestamp: wild(fc.constant("2026-01-01T00:00:00Z")),
    deletionTimestamp: wild(fc.constant("2026-01-01T00:00:00Z")),
    labels: wild(texts),
    annotations: wild(texts),
    finalizers: wild(fc.array(wild(fc.constantFrom("example.com/x", "orphan", "x y")), { maxLength: 3 })),
    ownerReferences: wild(
      fc.array(wild(fc.record({ uid: wild(fc.string()), kind: wild(fc.string()) }, { requiredKeys: [] })), {
        maxLength: 2,
      }),
    ),
  },
  { requiredKeys: [] },
);
const definitionSpec = fc.record(
  {
    group: wild(fc.constantFrom("example.com", "x.k8s.io", "nodot")),
    scope: wild(fc.constantFrom("Cluster", "Namespaced")),
    names: wild(
      fc.record(
        {
          plural: wild(fc.constantFrom("a", "b")),
          kind: wild(fc.constantFrom("A", "B")),
          shortNames: wild(fc.array(wild(fc.string()))),
        },
        { requiredKeys: [] },
      ),
    ),
    versions: wild(
      fc.array(
        wild(
          fc.record(
            {
              name: wild(fc.constant("v1")),
              served: wild(fc.boolean()),
              storage: wild(fc.boolean()),
              schema: wild(fc.constant({ openAPIV3Schema: {} })),
            },
            { requiredKeys: [] },
          ),
        ),
        { maxLength: 2 },
      ),
    ),
  },
  { requiredKeys: [] },
);
const body = wild(
  fc.record(
    {
      apiVersion: wild(fc.constantFrom("v1", "example.com/v1", "a/b/c")),
      kind: wild(fc.constantFrom("ConfigMap", "Widget", "Namespace")),
      metadata: wild(metadata),
      spec: wild(fc.oneof(definitionSpec, fc.record({ finalizers: wild(fc.array(fc.string())) }))),
      status: anything,
    },
    { requiredKeys: [] },
  ),
);

type Verb = "post" | "put" | "patch" | "delete";
const request = fc.tuple(
  fc.constantFrom<Verb>("post", "put", "patch", "delete"),
  fc.constantFrom(configMaps, widgets, definitions, "/api/v1/namespaces"),
  fc.constantFrom("a", "b", "fixed"),
  fc.constantFrom("", "", "/status"),
  body,
);

test("whatever is sent, the answer is an object or a Status, and what is refused has changed nothing [apiserver/hostile-input]", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(request, { minLength: 1, maxLength: 12 }), async (requests) => {
      const fixture = await openWithWidgets();
      await fixture.post(configMaps, { metadata: { name: "fixed" } });
      await fixture.post(widgets, { apiVersion: "example.com/v1", kind: "Widget", metadata: { name: "fixed" } });
      for (const [verb, path, name, subresource, content] of requests) {
        const { revision } = fixture.store;
        try {
          await fixture[verb](
            verb === "post" ? path : `${path}/${name}${verb === "delete" ? "" : subresource}`,
            content,
          );
        } catch (error) {
          if (!StatusError.is(error) && !String(error).includes("is not served")) throw error;
          const isInternal = StatusError.is(error) && error.status.code === 500;
          assert.ok(
            !isInternal || error.status.message === "resourceVersion should not be set on objects to be created",
          );
          assert.equal(fixture.store.revision, revision);
        }
      }
      assert.equal(Object.keys(Object.prototype).length, 0);
      await RegistryFixture.open(fixture.store);
    }),
    { numRuns: 150 },
  );
});

type Write = readonly ["create" | "label" | "data" | "delete" | "turn", string, string];
const write: fc.Arbitrary<Write> = fc.tuple(
  fc.constantFrom("create", "create", "label", "data", "delete", "turn"),
  fc.constantFrom("a", "b", "c"),
  fc.constantFrom("x", "y"),
);

/** What a client believes that there is, from the events of a watch alone. */
async function replica(watch: Watched): Promise<readonly string[]> {
  const objects = new Map<string, string | undefined>();
  await watch.told();
  watch.events.forEach(({ type }, index) => {
    const { name, resourceVersion } = watch.object(index).metadata;
    assert.equal(objects.has(name), type !== "ADDED");
    if (type === "DELETED") objects.delete(name);
    else objects.set(name, resourceVersion);
  });
  return [...objects].map(([name, version]) => `${name}@${version}`).sort();
}

test("whoever follows a watch, with or without a selector, ends up with what a list gives [apiserver/watch-no-gap]", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(write, { maxLength: 40, size: "max" }), fc.nat(39), async (writes, start) => {
      const fixture = await RegistryFixture.open();
      const selectors = [undefined, parseSelector("app=x"), parseSelector("app!=x")];
      const watches: Watched[] = [];
      const running: Promise<unknown>[] = [];
      for (const [index, next] of writes.entries()) {
        if (index === start) {
          // While writes are under way: the scan and the log must still fit together.
          for (const labelSelector of selectors) watches.push(fixture.watch(configMaps, { labelSelector }));
        }
        running.push(doWrite(fixture, next).catch((error: unknown) => assert.ok(StatusError.is(error))));
        if (next[0] === "turn") await nextTurn();
      }
      await Promise.all(running);
      for (const [index, watch] of watches.entries()) {
        const labelSelector = selectors[index];
        const { items } = await fixture.registry.list(fixture.target(configMaps), { labelSelector });
        const expected = items.map(
          (item) =>
            JSON.parse(new TextDecoder().decode(item)) as { metadata: { name: string; resourceVersion: string } },
        );
        assert.deepEqual(
          await replica(watch),
          expected.map((object) => `${object.metadata.name}@${object.metadata.resourceVersion}`).sort(),
        );
        await watch.stop();
      }
    }),
    { numRuns: 150 },
  );
});

async function doWrite(fixture: RegistryFixture, [kind, name, value]: Write): Promise<unknown> {
  const path = `${configMaps}/${name}`;
  switch (kind) {
    case "create":
      return await fixture.post(configMaps, { metadata: { name, labels: { app: value } } });
    case "label":
      return await fixture.patch(path, { metadata: { labels: { app: value } } });
    case "data":
      return await fixture.patch(path, { data: { value, at: String(fixture.store.revision) } });
    case "delete":
      return await fixture.delete(path);
    case "turn":
      return undefined;
  }
}
