import { test } from "vitest";
import { ask } from "./access.fixture.ts";
import { ruledObjects } from "./daily-rules.fixture.ts";
import type { RuledObject } from "./daily-rules.fixture.ts";
import { forEachServer } from "./for-each-server.ts";
import type { TestServer } from "./for-each-server.ts";

interface Cause {
  readonly field: string;
  readonly message: string;
}

interface Named {
  readonly metadata?: { readonly name?: string };
}

function named(object: object, name: string): object & { readonly metadata: { readonly name: string } } {
  return { ...object, metadata: { name, ...(object as Named).metadata } };
}

async function told(server: TestServer, { path, before, object }: RuledObject): Promise<unknown> {
  const collection = path.replace("*", server.namespace);
  // What is in no namespace is everybody's.
  const name = collection === path ? `ruled-${server.namespace}` : "ruled";
  const body = named(object, name);
  if (before === undefined) return causesOf(await ask(server, `POST ${collection}?dryRun=All`, { body }));
  const one = `${collection}/${body.metadata.name}`;
  const made = await ask(server, `POST ${collection}`, { body: named(before, name) });
  // A write is made from what there is, with all that the server has filled in.
  const next = { ...made.json, ...merged(made.json ?? {}, body) };
  const answer = await ask(server, `PUT ${one}?dryRun=All`, { body: next });
  await ask(server, `DELETE ${one}?gracePeriodSeconds=0`);
  const headers = { "content-type": "application/merge-patch+json" };
  await ask(server, `PATCH ${one}`, { body: { metadata: { finalizers: null } }, headers });
  return causesOf(answer);
}

/** An object with what another says instead, member by member of its metadata and its spec. */
function merged(kept: object, next: object): object {
  const part = (of: object, name: string): object => (Reflect.get(of, name) ?? {}) as object;
  return Object.fromEntries(["metadata", "spec"].map((name) => [name, { ...part(kept, name), ...part(next, name) }]));
}

function causesOf({ status, json }: Awaited<ReturnType<typeof ask>>): unknown {
  if (status < 300) return [];
  const { causes } = (json?.["details"] ?? {}) as { readonly causes?: readonly Cause[] };
  const shown = causes?.map(
    ({ field, message }) => `${field}: ${message.replace(/(?<=^Invalid value: )[[{].*[}\]](?=: )/, "…")}`,
  );
  return shown === undefined ? json?.message : [...new Set(shown)];
}

forEachServer(["embedded", "real"], "of daily kinds", (start) => {
  for (const ruled of ruledObjects) {
    test(`${ruled.name} [apiserver/built-in-checks]`, async ({ expect }) => {
      await using server = await start();
      expect(await told(server, ruled)).toEqual(ruled.causes);
    });
  }
});
