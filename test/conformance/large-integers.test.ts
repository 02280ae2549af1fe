import { test } from "vitest";
import { exactInteger, parseJson } from "../../src/model/index.ts";
import type { ObjectMeta } from "../../src/model/index.ts";
import { ask } from "./access.fixture.ts";
import type { AskOptions } from "./access.fixture.ts";
import { forEachServer } from "./for-each-server.ts";
import type { TestServer } from "./for-each-server.ts";

const mergePatch = { "content-type": "application/merge-patch+json" };

/** The metadata of an answer, with the integers that no number can hold, or the status of a refusal. */
async function metadataOf(server: TestServer, line: string, options: AskOptions = {}): Promise<ObjectMeta | number> {
  const { status, text } = await ask(server, line, options);
  return status < 300 ? (parseJson(text) as { readonly metadata: ObjectMeta }).metadata : status;
}

forEachServer(["embedded", "real"], "an integer that no number can hold", (start) => {
  test("can be a generation, which is then counted exactly [apiserver/generation]", async ({ expect }) => {
    await using server = await start();
    const drivers = "/apis/storage.k8s.io/v1/csidrivers";
    const name = `large.${server.namespace}`;
    const sent = (generation: bigint): unknown => ({
      metadata: { name, generation: exactInteger(generation) },
      spec: {},
    });
    expect(await metadataOf(server, `POST ${drivers}`, { body: sent(-(2n ** 53n) - 1n) })).toBe(422);
    const made = await metadataOf(server, `POST ${drivers}`, { body: sent(2n ** 53n + 1n) });
    expect(made).toMatchObject({ generation: exactInteger(2n ** 53n + 1n) });
    const change = { body: { spec: { requiresRepublish: true } }, headers: mergePatch };
    const changed = await metadataOf(server, `PATCH ${drivers}/${name}`, change);
    expect(changed).toMatchObject({ generation: exactInteger(2n ** 53n + 2n) });
    expect((await ask(server, `DELETE ${drivers}/${name}`)).status).toBe(200);
  });

  test.for([
    ["10^15 seconds", 10n ** 15n],
    ["the most", 2n ** 63n - 1n],
  ] as const)("can be the time that a pod gets: %s [apiserver/graceful-delete]", async ([, seconds], { expect }) => {
    await using server = await start();
    const pods = `/api/v1/namespaces/${server.namespace}/pods`;
    const accounts = `/api/v1/namespaces/${server.namespace}/serviceaccounts`;
    await ask(server, `POST ${accounts}`, { body: { metadata: { name: "default" } } });
    const time = exactInteger(seconds);
    const ways: readonly [string, AskOptions][] = [
      ["", {}],
      [`?gracePeriodSeconds=${seconds}`, {}],
      ["", { body: { gracePeriodSeconds: time } }],
    ];
    for (const [index, [query, options]] of ways.entries()) {
      const containers = [{ name: "one", image: "one" }];
      const spec = { nodeName: "one", terminationGracePeriodSeconds: index === 0 ? time : 30, containers };
      await ask(server, `POST ${pods}`, { body: { metadata: { name: `pod-${index}` }, spec } });
      const gone = await metadataOf(server, `DELETE ${pods}/pod-${index}${query}`, options);
      expect(gone).toMatchObject({ deletionGracePeriodSeconds: time });
      const sooner = await metadataOf(server, `DELETE ${pods}/pod-${index}?gracePeriodSeconds=3`);
      expect(sooner).toMatchObject({ deletionGracePeriodSeconds: 3 });
      await ask(server, `DELETE ${pods}/pod-${index}?gracePeriodSeconds=0`);
    }
  });

  test("is a negative time that a pod gets, and counts as a second [apiserver/graceful-delete]", async ({ expect }) => {
    await using server = await start();
    const containers = [{ name: "one", image: "one" }];
    const spec = { terminationGracePeriodSeconds: exactInteger(-(2n ** 63n)), containers };
    const accounts = `/api/v1/namespaces/${server.namespace}/serviceaccounts`;
    await ask(server, `POST ${accounts}`, { body: { metadata: { name: "default" } } });
    const { json } = await ask(server, `POST /api/v1/namespaces/${server.namespace}/pods?dryRun=All`, {
      body: { metadata: { name: "one" }, spec },
    });
    expect(json?.spec?.["terminationGracePeriodSeconds"]).toBe(1);
  });

  test("is out of the range of whatever has one [apiserver/required-and-enums]", async ({ expect }) => {
    await using server = await start();
    const templates = `/api/v1/namespaces/${server.namespace}/podtemplates?dryRun=All`;
    for (const large of [exactInteger(2n ** 63n - 1n), exactInteger(-(2n ** 53n) - 1n)]) {
      for (const securityContext of [{ supplementalGroups: [large] }, { fsGroup: large }, { runAsUser: large }]) {
        const spec = { securityContext, containers: [{ name: "one", image: "one" }] };
        const { status, json } = await ask(server, `POST ${templates}`, {
          body: { metadata: { name: "x" }, template: { spec } },
        });
        expect([status, json?.message]).toEqual([422, expect.stringContaining("must be between 0 and 2147483647")]);
      }
    }
  });
});
