import { test } from "vitest";
import { nextTurn, seededRandom } from "../../src/async/index.ts";
import { ApiServer, MemoryStore } from "../../src/apiserver/index.ts";
import { PausingStore } from "../consistency/pausing-store.ts";
import { ask, configMap, maps, watchEvents } from "./apiserver-asking.fixture.ts";
import type { Answer } from "./apiserver-asking.fixture.ts";

async function pausingServer(seed: number): Promise<ApiServer> {
  const random = seededRandom(seed);
  return ApiServer.start({ store: new PausingStore(new MemoryStore(), random), random });
}

test("of a finalizer that is added while the object is deleted one order wins [apiserver/race-finalizer-delete]", async ({
  expect,
}) => {
  const orders = { deletedFirst: 0, kept: 0 };
  await using server = await pausingServer(34);
  for (let round = 0; round < 60; round++) {
    const name = `n${round}`;
    await ask(server, `POST ${maps}`, { body: configMap(name) });
    const add = { metadata: { finalizers: ["test.setpoint.dev/keep"] } };
    const [added, deleted] = await Promise.all([
      ask(server, `PATCH ${maps}/${name}`, { type: "application/merge-patch+json", body: add }),
      ask(server, `DELETE ${maps}/${name}`),
    ]);
    const { status, json } = await ask(server, `GET ${maps}/${name}`);
    expect(deleted.status).toBe(200);
    if (added.status === 404) {
      orders.deletedFirst += 1;
      expect([deleted.json?.kind, status]).toEqual(["Status", 404]);
    } else {
      orders.kept += 1;
      expect([added.status, deleted.json?.kind, status]).toEqual([200, "ConfigMap", 200]);
      expect(json?.metadata).toMatchObject(add.metadata);
      expect(json?.metadata?.deletionTimestamp).toBeDefined();
    }
  }
  // Both happened.
  expect(Math.min(orders.deletedFirst, orders.kept)).toBeGreaterThan(0);
});

const things = "/apis/race.setpoint.dev/v1/namespaces/default/things";
const definitions = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";

function definition(maximum: number): object {
  const spec = { type: "object", properties: { size: { type: "integer", maximum } } };
  const schema = { openAPIV3Schema: { type: "object", properties: { spec } } };
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: "things.race.setpoint.dev" },
    spec: {
      group: "race.setpoint.dev",
      scope: "Namespaced",
      names: { kind: "Thing", plural: "things" },
      versions: [{ name: "v1", served: true, storage: true, schema }],
    },
  };
}

function thing(name: string, size = 1): object {
  return { apiVersion: "race.setpoint.dev/v1", kind: "Thing", metadata: { name }, spec: { size } };
}

/** Until it is not answered with 404: until the kind is there. */
async function oncePossible(send: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    const answer = await send();
    if (answer.status !== 404) return answer;
    await nextTurn();
  }
}

/** The first event that somebody sees who watches as soon as that is possible. */
async function firstWatched(server: ApiServer, signal: AbortSignal): Promise<readonly [string, string | undefined]> {
  for (;;) {
    for await (const { type, object } of watchEvents(server, `${things}?watch=1`, signal)) {
      return [type, object.metadata?.uid];
    }
    await nextTurn();
  }
}

test("the first object of a new kind is seen alike by GET, LIST and the first watch [apiserver/race-new-kind]", async ({
  expect,
}) => {
  for (let seed = 0; seed < 10; seed++) {
    await using server = await pausingServer(seed);
    const stop = new AbortController();
    const watching = firstWatched(server, stop.signal);
    const creating = oncePossible(() => ask(server, `POST ${things}`, { body: thing("first") }));
    await ask(server, `POST ${definitions}`, { body: definition(10) });
    const { status, json } = await creating;
    expect(status).toBe(201);
    const uid = json?.metadata?.uid;
    expect(await watching).toEqual(["ADDED", uid]);
    expect((await ask(server, `GET ${things}/first`)).json?.metadata?.uid).toBe(uid);
    expect((await ask(server, `GET ${things}`)).json?.items?.map(({ metadata }) => metadata?.uid)).toEqual([uid]);
    stop.abort();
  }
});

test.for([36, 37, 38, 41])(
  "a definition that comes, changes and goes under traffic leaves one state for everybody, seed %i [apiserver/race-definition]",
  async (seed, { expect }) => {
    await using server = await pausingServer(seed);
    const statuses = new Map<number, number>();
    let working = true;
    const write = async (client: number): Promise<void> => {
      for (let count = 0; working; count++) {
        const name = `c${client}-${count % 5}`;
        const { status } = await ask(server, `POST ${things}`, { body: thing(name, 5) });
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        if (count % 3 === 0) await ask(server, `DELETE ${things}/${name}`);
        await nextTurn();
      }
    };
    const change = async (): Promise<void> => {
      for (let round = 0; round < 6; round++) {
        await oncePossible(() => ask(server, `GET ${definitions}`));
        while ((await ask(server, `POST ${definitions}`, { body: definition(10) })).status !== 201) await nextTurn();
        for (const maximum of [3, 20, 3, 10]) {
          const body = { spec: (definition(maximum) as { readonly spec: object }).spec };
          const patch = { type: "application/merge-patch+json", body };
          expect((await ask(server, `PATCH ${definitions}/things.race.setpoint.dev`, patch)).status).toBe(200);
          for (let turn = 0; turn < 20; turn++) await nextTurn();
        }
        expect((await ask(server, `DELETE ${definitions}/things.race.setpoint.dev`)).status).toBe(200);
      }
      working = false;
    };
    await Promise.all([change(), write(0), write(1), write(2)]);

    // Made, made before, against the schema of the moment, while the kind ends, or of no kind that there is: nothing else.
    expect([201, 403, 404, 409, 422]).toEqual(expect.arrayContaining([...statuses.keys()]));
    expect([...statuses.keys()]).toEqual(expect.arrayContaining([201, 404, 422]));
    expect((await ask(server, `GET ${things}`)).status).toBe(404);
    await oncePossible(() => ask(server, `POST ${definitions}`, { body: definition(10) }));
    const listed = await oncePossible(() => ask(server, `GET ${things}`));
    expect(listed.json?.items).toEqual([]);
  },
);
