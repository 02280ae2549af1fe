import fc from "fast-check";
import { test } from "vitest";
import { parseSelector } from "../../model/index.ts";
import type { ListOptions, ObjectList } from "./contract.ts";
import { configMaps, refusal, RegistryFixture } from "./registry.fixture.ts";

const everywhere = "/api/v1/configmaps";

async function withMaps(...names: readonly string[]): Promise<RegistryFixture> {
  const fixture = await RegistryFixture.open();
  for (const name of names) await fixture.post(configMaps, mapOf(name));
  return fixture;
}

function mapOf(name: string, labels = {}): object {
  return { metadata: { name, labels } };
}

/** All pages, one after the other. */
async function pages(fixture: RegistryFixture, path: string, options: ListOptions): Promise<readonly ObjectList[]> {
  const all: ObjectList[] = [];
  let next: ListOptions | undefined = options;
  while (next !== undefined) {
    const page: ObjectList = await fixture.registry.list(fixture.target(path), next);
    all.push(page);
    next = page.continue === undefined ? undefined : { ...options, continue: page.continue };
  }
  return all;
}

const namesOf = ({ items }: ObjectList): readonly string[] =>
  items.map((item) => (JSON.parse(new TextDecoder().decode(item)) as { metadata: { name: string } }).metadata.name);

test("pages are of the state of the first, whatever is written meanwhile [apiserver/list-pages]", async ({
  expect,
}) => {
  const fixture = await withMaps("a", "b", "c", "d");
  const target = fixture.target(configMaps);
  const first = await fixture.registry.list(target, { limit: 2 });
  expect([namesOf(first), first.remainingItemCount]).toEqual([["a", "b"], 2]);
  await fixture.registry.delete(fixture.target(`${configMaps}/c`), {});
  await fixture.post(configMaps, mapOf("bb"));
  await fixture.patch(`${configMaps}/d`, { data: { x: "1" } });
  const second = await fixture.registry.list(target, { limit: 2, continue: first.continue });
  expect([namesOf(second), second.resourceVersion]).toEqual([["c", "d"], first.resourceVersion]);
  expect([second.continue, second.remainingItemCount]).toEqual([undefined, undefined]);
  expect(new TextDecoder().decode(second.items[1])).not.toContain('"x"');
  expect(await fixture.names(configMaps)).toEqual(["a", "b", "bb", "d"]);
});

test("under a selector pages are filled, and do not tell how many follow [apiserver/list-pages]", async ({
  expect,
}) => {
  const fixture = await RegistryFixture.open();
  for (const [index, name] of ["a", "b", "c", "d", "e"].entries()) {
    await fixture.post(configMaps, mapOf(name, { odd: String(index % 2 === 1) }));
  }
  const all = await pages(fixture, configMaps, { limit: 2, labelSelector: parseSelector("odd=false") });
  expect(all.map(namesOf)).toEqual([["a", "c"], ["e"]]);
  expect(all[0]?.remainingItemCount).toBeUndefined();
});

test("any state at all is given whole, whatever the limit [apiserver/list-pages]", async ({ expect }) => {
  const fixture = await withMaps("a", "b", "c");
  expect(await fixture.names(configMaps, { limit: 1, resourceVersion: "0" })).toEqual(["a", "b", "c"]);
});

test("a page whose state is forgotten gets 410, with a token that goes on in the newest [apiserver/list-page-expired]", async ({
  expect,
}) => {
  const fixture = await withMaps("a", "b", "c");
  const target = fixture.target(configMaps);
  const first = await fixture.registry.list(target, { limit: 1 });
  await fixture.post(configMaps, mapOf("bb"));
  fixture.store.compact(fixture.store.revision);
  const status = await refusal(fixture.registry.list(target, { limit: 1, continue: first.continue }));
  expect(status).toMatchObject({ code: 410, reason: "Expired" });
  const rest = await fixture.registry.list(target, { continue: status.metadata?.continue });
  expect(namesOf(rest)).toEqual(["b", "bb", "c"]);
  expect(rest.resourceVersion).toBe(String(fixture.store.revision));
});

test("a state of the past is listed exactly, until it is forgotten [apiserver/list-version-match]", async ({
  expect,
}) => {
  const fixture = await withMaps("a");
  const then = String(fixture.store.revision);
  await fixture.post(configMaps, mapOf("b"));
  const exactly = { resourceVersion: then, resourceVersionMatch: "Exact" };
  expect(await fixture.names(configMaps, exactly)).toEqual(["a"]);
  expect(await fixture.names(configMaps, { resourceVersion: then, limit: 5 })).toEqual(["a"]);
  expect(await fixture.names(configMaps, { resourceVersion: then })).toEqual(["a", "b"]);
  fixture.store.compact(fixture.store.revision);
  expect(await refusal(fixture.names(configMaps, exactly))).toMatchObject({ code: 410, reason: "Expired" });
});

test("tokens that are none, and options that contradict them, are refused [apiserver/list-token-refused]", async ({
  expect,
}) => {
  const fixture = await withMaps("a", "b");
  const { continue: token } = await fixture.registry.list(fixture.target(configMaps), { limit: 1 });
  const code = async (options: ListOptions): Promise<unknown> =>
    (await refusal(fixture.names(configMaps, options))).code;
  const tokenOf = (value: unknown): string => btoa(JSON.stringify(value));
  const v = "meta.k8s.io/v1";
  for (const bad of [
    "%%%",
    "abc",
    tokenOf(null),
    tokenOf({ v: "v2", rv: 5, start: "a" }),
    tokenOf({ v, rv: 0, start: "a" }),
    tokenOf({ v, rv: "5", start: "a" }),
    tokenOf({ v, rv: 5, start: "" }),
    tokenOf({ v, rv: 5 }),
  ]) {
    expect(await code({ continue: bad }), bad).toBe(400);
  }
  expect(await code({ continue: token, resourceVersion: "5" })).toBe(400);
  expect(await code({ continue: token, resourceVersion: "5", resourceVersionMatch: "Exact" })).toBe(422);
});

test("pages of any size give each object of the first state once, in order, whatever happens meanwhile [apiserver/list-pages]", async () => {
  const name = fc.stringMatching(/^[a-c]{1,3}$/);
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(name, { maxLength: 12 }),
      fc.array(name, { maxLength: 12 }),
      fc.integer({ min: 1, max: 5 }),
      async (before, toggled, limit) => {
        const fixture = await withMaps(...before);
        const whole = await fixture.registry.list(fixture.target(everywhere), {});
        const toggles = [...toggled];
        const seen: Uint8Array[] = [];
        let next: string | undefined;
        do {
          const page: ObjectList = await fixture.registry.list(fixture.target(everywhere), { limit, continue: next });
          seen.push(...page.items);
          next = page.continue;
          const change = toggles.pop();
          if (change !== undefined) await toggle(fixture, change);
        } while (next !== undefined);
        return JSON.stringify(seen.map(String)) === JSON.stringify(whole.items.map(String));
      },
    ),
    { numRuns: 60 },
  );
});

async function toggle(fixture: RegistryFixture, name: string): Promise<void> {
  const isThere = (await fixture.names(configMaps)).includes(name);
  if (isThere) await fixture.registry.delete(fixture.target(`${configMaps}/${name}`), {});
  else await fixture.post(configMaps, mapOf(name));
}
