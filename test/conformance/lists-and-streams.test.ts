import { test } from "vitest";
import { ApiError } from "../../src/model/index.ts";
import type { KubeObject, WatchEvent } from "../../src/model/index.ts";
import { ConfigMap } from "../../src/types/core/v1/index.ts";
import { forEachServer } from "./for-each-server.ts";
import type { TestServer } from "./for-each-server.ts";

const five: readonly string[] = ["a", "b", "c", "d", "e"];

const labels = { suite: "lists-and-streams" };
const labelSelector = "suite=lists-and-streams";

/** Makes the config maps of a test, and gives the handle that lists them. */
async function withMaps(server: TestServer) {
  const maps = server.connect().resource(ConfigMap).inNamespace();
  for (const name of five) await maps.create({ metadata: { name, labels } });
  return maps;
}

const namesOf = ({ items }: { readonly items: readonly KubeObject[] }): readonly string[] =>
  items.map(({ metadata }) => metadata.name).filter((name) => five.includes(name));

/** Each event on one line, up to and including the one that ends the initial events. */
async function initialEvents(watch: AsyncIterable<WatchEvent>): Promise<readonly string[]> {
  const seen: string[] = [];
  for await (const event of watch) {
    if (event.type !== "BOOKMARK") seen.push(`${event.type} ${event.object.metadata.name}`);
    else if (event.endsInitialEvents) return [...seen, "END"];
  }
  return seen;
}

async function refused(request: Promise<unknown>): Promise<unknown> {
  const error: unknown = await request.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return ApiError.is(error) ? [error.status, error.reason] : error;
}

forEachServer(["embedded", "real"], "lists and streams", (start) => {
  test("pages lead through the state of the first one [apiserver/list-pages]", async ({ expect }) => {
    await using server = await start();
    const maps = await withMaps(server);
    const first = await maps.list({ labelSelector, limit: 2 });
    expect(namesOf(first)).toEqual(["a", "b"]);
    await maps.delete("d");
    await maps.create({ metadata: { name: "bb", labels } });
    const second = await maps.list({ labelSelector, limit: 2, continue: first.metadata.continue });
    const third = await maps.list({ labelSelector, continue: second.metadata.continue });
    expect([...namesOf(second), ...namesOf(third)]).toEqual(["c", "d", "e"]);
    expect([second.metadata.resourceVersion, third.metadata.resourceVersion]).toEqual(
      Array(2).fill(first.metadata.resourceVersion),
    );
    expect([first.metadata.remainingItemCount, third.metadata.continue ?? ""]).toEqual([undefined, ""]);
    const counted = await maps.list({ limit: 2 });
    expect(counted.metadata.remainingItemCount).toBeGreaterThanOrEqual(3);
  });

  test("a state is listed exactly, or not older [apiserver/list-version-match]", async ({ expect }) => {
    await using server = await start();
    const maps = await withMaps(server);
    const { metadata } = await maps.list({ labelSelector });
    const { resourceVersion } = metadata;
    await maps.delete("a");
    const exact = await maps.list({ labelSelector, resourceVersion, resourceVersionMatch: "Exact" });
    expect([namesOf(exact), exact.metadata.resourceVersion]).toEqual([five, resourceVersion]);
    const legacy = await maps.list({ labelSelector, resourceVersion, limit: 9 });
    expect(namesOf(legacy)).toEqual(five);
    const newer = await maps.list({ labelSelector, resourceVersion, resourceVersionMatch: "NotOlderThan" });
    expect(Number(newer.metadata.resourceVersion)).toBeGreaterThanOrEqual(Number(resourceVersion));
    expect(namesOf(await maps.list({ labelSelector, resourceVersion: "0", limit: 1 })).length).toBeGreaterThan(1);
  });

  test("tokens and options that can't be meant are refused [apiserver/list-token-refused]", async ({ expect }) => {
    await using server = await start();
    const maps = await withMaps(server);
    const { metadata } = await maps.list({ limit: 1 });
    const token = metadata.continue;
    expect(await refused(maps.list({ continue: "abc" }))).toEqual([400, "BadRequest"]);
    expect(await refused(maps.list({ continue: token, resourceVersion: "5" }))).toEqual([400, "BadRequest"]);
    const told = async (options: object): Promise<unknown> => maps.list(options).catch((error: Error) => error.message);
    expect(await told({ continue: token, resourceVersion: "x" })).toContain(
      "specifying resource version is not allowed",
    );
    expect(await told({ continue: "a", resourceVersion: "x" })).toContain("continue key is not valid");
    expect(await refused(maps.list({ continue: token, resourceVersion: "5", resourceVersionMatch: "Exact" }))).toEqual([
      422,
      "Invalid",
    ]);
  });

  test("a watch begins with what there is, ended by a bookmark, and goes on [apiserver/watch-initial-events]", async ({
    expect,
  }) => {
    await using server = await start();
    const maps = await withMaps(server);
    const asked = { labelSelector, sendInitialEvents: true, allowBookmarks: true, timeoutSeconds: 60 };
    expect(await initialEvents(maps.watch(asked))).toEqual([...five.map((name) => `ADDED ${name}`), "END"]);
    const { metadata } = await maps.list({ labelSelector });
    const { resourceVersion } = metadata;
    expect(await initialEvents(maps.watch({ ...asked, resourceVersion }))).toHaveLength(6);
  });
});
