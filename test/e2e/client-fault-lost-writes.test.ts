import { test } from "vitest";
import { realClock, VirtualClock } from "../../src/async/index.ts";
import { Client, clientDefaults, createOrUpdate, TransportError } from "../../src/client/index.ts";
import type { Middleware } from "../../src/client/index.ts";
import { ConfigMap } from "../../src/kinds.ts";
import { isAlreadyExists, isConflict, isNotFound } from "../../src/model/index.ts";
import { startWay } from "./client-fault-network.fixture.ts";
import type { WayFault } from "./client-fault-network.fixture.ts";
import { forEachListeningServer } from "./client-fault-servers.fixture.ts";
import type { ListeningServer } from "./client-fault-servers.fixture.ts";

const faults: readonly WayFault[] = ["cut the answer", "mute the answer", "cut the request", "mute the request"];

interface Troubled extends AsyncDisposable {
  readonly client: Client;
  /** What a write ends with that meets the fault. It fires once; after that all is well. */
  readonly meet: (fault: WayFault, write: () => Promise<unknown>) => Promise<unknown>;
  /** The methods that the client sent while there was a fault. */
  readonly attempts: readonly string[];
}

/** A client behind a way. Its time stands still, so that only the test says when it has waited long enough. */
async function trouble({ server, ca, token, namespace }: ListeningServer): Promise<Troubled> {
  await using opened = new AsyncDisposableStack();
  const way = opened.use(await startWay(server));
  const clock = new VirtualClock();
  const attempts: string[] = [];
  const noting: Middleware = (next) => (request) => {
    if (way.fault !== undefined) attempts.push(request.method);
    return next(request);
  };
  const client = opened.use(Client.connect({ server: way.url, ca, token, namespace }, { clock, middleware: [noting] }));
  const owned = opened.move();
  return {
    client,
    attempts,
    meet: async (fault, write) => {
      // Opens the connection, so that what is lost is no part of a handshake.
      await client.resource(ConfigMap).list({ limit: 1 });
      const before = way.lost;
      way.fault = fault;
      const outcome = write().catch((error: unknown) => error);
      if (fault.startsWith("mute")) {
        await until(() => way.lost > before);
        await clock.advance(clientDefaults.requestTimeoutMs);
      }
      const error = await outcome;
      way.fault = undefined;
      if (way.lost === before) throw new Error("the fault did not happen", { cause: error });
      return error;
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await realClock.sleep(5);
}

function codeFor(fault: WayFault): string {
  return fault.startsWith("mute") ? "SETPOINT_TRANSPORT_TIMEOUT" : "SETPOINT_TRANSPORT_RESET";
}

forEachListeningServer("a write whose answer does not come", (start) => {
  test.for(faults)(
    "is not sent again, and a create can be brought to its end by reading first: %s [client/lost-write]",
    async (fault, { expect }) => {
      await using server = await start();
      await using troubled = await trouble(server);
      const { client, attempts } = troubled;
      const maps = client.resource(ConfigMap, { namespace: server.namespace });
      const wanted = { metadata: { name: "lost", labels: { lost: "yes" } }, data: { a: "1" } };
      const error = await troubled.meet(fault, () => maps.create(wanted));
      expect(error).toSatisfy(TransportError.is);
      expect(error).toMatchObject({ code: codeFor(fault) });
      expect(attempts).toEqual(["POST"]);

      const isDone = fault.endsWith("answer");
      const again = await createOrUpdate(maps, wanted, (draft) => void (draft.data = { a: "1" }));
      expect(again.outcome).toBe(isDone ? "unchanged" : "created");
      expect((await maps.list({ labelSelector: "lost=yes" })).items).toHaveLength(1);
      // Whoever does not read first is told that it is there, by a failure of its own.
      await expect(maps.create(wanted)).rejects.toSatisfy(isAlreadyExists);
    },
  );

  test.for(faults)("may have changed what it was to change: %s [client/lost-write]", async (fault, { expect }) => {
    await using server = await start();
    await using troubled = await trouble(server);
    const { client, attempts } = troubled;
    const maps = client.resource(ConfigMap);
    const made = await maps.create({ metadata: { name: "lost" }, data: { a: "1" } });
    const isDone = fault.endsWith("answer");

    const update = (): Promise<ConfigMap> => maps.update({ ...made, data: { a: "2" } });
    expect(await troubled.meet(fault, update)).toMatchObject({ code: codeFor(fault) });
    expect((await maps.get("lost")).data).toEqual({ a: isDone ? "2" : "1" });
    // The version makes the second attempt safe.
    if (isDone) await expect(update()).rejects.toSatisfy(isConflict);
    else expect((await update()).data).toEqual({ a: "2" });

    const before = await maps.get("lost");
    const patch = (): Promise<ConfigMap> => maps.patch("lost", { data: { a: "3" } });
    expect(await troubled.meet(fault, patch)).toMatchObject({ code: codeFor(fault) });
    const between = await maps.get("lost");
    expect(between.metadata.resourceVersion === before.metadata.resourceVersion).toBe(!isDone);
    expect((await patch()).data).toEqual({ a: "3" });

    const remove = (): Promise<void> => maps.delete("lost", { preconditions: { uid: made.metadata.uid } });
    expect(await troubled.meet(fault, remove)).toMatchObject({ code: codeFor(fault) });
    if (isDone) await expect(remove()).rejects.toSatisfy(isNotFound);
    else await remove();
    await expect(maps.get("lost")).rejects.toSatisfy(isNotFound);
    expect(attempts).toEqual(["PUT", "PATCH", "DELETE"]);
  });
});
