import { test } from "vitest";
import { createOrUpdate, retryOnConflict } from "../../src/client/index.ts";
import type { ResourceClient } from "../../src/client/index.ts";
import { ApiError, isAlreadyExists, isConflict } from "../../src/model/index.ts";
import { TransportFaults } from "../../src/testing/index.ts";
import { ConfigMap } from "../../src/types/core/v1/index.ts";
import { forEachServer } from "../conformance/for-each-server.ts";

async function failureOf(work: Promise<unknown>): Promise<ApiError> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!ApiError.is(error)) throw new Error("expected an ApiError", { cause: error });
  return error;
}

/** Every way to be refused with a 409, and which of the two it is. */
const refusals: readonly (readonly [
  name: string,
  reason: "AlreadyExists" | "Conflict",
  attempt: (maps: ResourceClient<ConfigMap>, first: ConfigMap) => Promise<unknown>,
])[] = [
  ["create what is there", "AlreadyExists", (maps) => maps.create({ metadata: { name: "taken" } })],
  ["update an old version", "Conflict", (maps, first) => maps.update({ ...first, data: { a: "3" } })],
  [
    "patch an old version",
    "Conflict",
    (maps, { metadata }) => maps.patch("taken", { metadata: { resourceVersion: metadata.resourceVersion ?? "" } }),
  ],
  ["delete another object", "Conflict", (maps) => maps.delete("taken", { preconditions: { uid: "another" } })],
];

forEachServer(["embedded", "real"], "a 409", (start) => {
  test.for(refusals)(
    "says whether the object is there or has changed: %s [client/two-conflicts]",
    async ([, reason, attempt], { expect }) => {
      await using server = await start();
      await using client = server.connect();
      const maps = client.resource(ConfigMap);
      const first = await maps.create({ metadata: { name: "taken" }, data: { a: "1" } });
      await maps.update({ ...first, data: { a: "2" } });
      const error = await failureOf(attempt(maps, first));
      expect(error.status).toBe(409);
      expect([isAlreadyExists(error), isConflict(error)]).toEqual([reason === "AlreadyExists", reason === "Conflict"]);
      expect((await maps.get("taken")).data).toEqual({ a: "2" });
    },
  );

  test("of somebody who was faster loses no object: it is read again and changed [client/two-conflicts]", async ({
    expect,
  }) => {
    await using server = await start();
    const faults = new TransportFaults();
    await using client = server.connect((transport) => faults.wrap(transport));
    const maps = client.resource(ConfigMap);
    const ensure = (): ReturnType<typeof createOrUpdate<ConfigMap>> =>
      createOrUpdate(maps, { metadata: { name: "raced" } }, (draft) => void (draft.data = { mine: "1" }));
    // The answer is lost, so that the object is there and we do not know.
    faults.loseAnswers({ methods: ["POST"] });
    await expect(ensure()).rejects.toMatchObject({ code: "SETPOINT_TRANSPORT_RESET" });
    await maps.patch("raced", { data: { mine: "0", theirs: "1" } });
    faults.disturbWrites();
    let attempts = 0;
    const { outcome } = await retryOnConflict(() => {
      attempts += 1;
      return ensure();
    });
    expect(outcome).toBe("updated");
    expect(attempts).toBe(2);
    expect(faults.conflicts).toEqual({ provoked: 1, refused: 1 });
    expect(faults.counts.lostAnswers).toBe(1);
  });

  test("that says that it is there is not tried again as if it had changed [client/two-conflicts]", async ({
    expect,
  }) => {
    await using server = await start();
    await using client = server.connect();
    const maps = client.resource(ConfigMap);
    await maps.create({ metadata: { name: "taken" } });
    let attempts = 0;
    const trying = retryOnConflict(() => {
      attempts += 1;
      return maps.create({ metadata: { name: "taken" } });
    });
    await expect(trying).rejects.toSatisfy(isAlreadyExists);
    expect(attempts).toBe(1);
  });
});
