import { request } from "node:https";
import { test } from "vitest";
import { realClock } from "../../src/async/index.ts";
import { Client } from "../../src/client/index.ts";
import type { Middleware } from "../../src/client/index.ts";
import { ApiError, isTooManyRequests } from "../../src/model/index.ts";
import type { KubeObject } from "../../src/model/index.ts";
import { TransportFaults } from "../../src/testing/index.ts";
import { ConfigMap } from "../../src/types/core/v1/index.ts";
import { FlowSchema, PriorityLevelConfiguration } from "../../src/types/flowcontrol/v1/index.ts";
import { Role, RoleBinding } from "../../src/types/rbac/v1/index.ts";
import { describeReal } from "../../tools/control-plane/describe-real.ts";
import { startRealControlPlane } from "../../tools/control-plane/testing.ts";
import type { RealControlPlane } from "../../tools/control-plane/testing.ts";
import { forEachServer } from "../conformance/for-each-server.ts";

forEachServer(["embedded", "real"], "requests that something in front of the server refuses", (start) => {
  test.for([429, 503])(
    "with %i are done once, when it lets them pass [client/busy-once]",
    async (status, { expect }) => {
      await using server = await start();
      const faults = new TransportFaults();
      await using client = server.connect((transport) => faults.wrap(transport));
      const maps = client.resource(ConfigMap, { namespace: server.namespace });
      faults.refuse({ status, retryAfterSeconds: 0, count: 3 });
      const made = await maps.create({ metadata: { generateName: "busy-", labels: { busy: "yes" } } });
      faults.refuse({ status, retryAfterSeconds: 0, count: 3 });
      const patched = await maps.patch(made.metadata.name, { data: { a: "1" } });
      faults.refuse({ status, retryAfterSeconds: 0, count: 3 });
      expect((await maps.list({ labelSelector: "busy=yes" })).items).toEqual([patched]);
      expect(faults.counts.refusals).toBe(9);
    },
  );
});

/** Waits until a request ends as it should, as a server needs a moment to learn new rules. */
async function until(attempt: () => Promise<unknown>, isWanted: (error: unknown) => boolean): Promise<void> {
  for (;;) {
    const error = await attempt().catch((thrown: unknown) => thrown);
    if (isWanted(error)) return;
    await realClock.sleep(50);
  }
}

/** Gives a user a share of the server's time in which there is room for one request, and the right to work with config maps. */
async function limit(admin: Client, user: string): Promise<AsyncDisposable> {
  const [levels, schemas] = [admin.resource(PriorityLevelConfiguration), admin.resource(FlowSchema)];
  await using cleaning = new AsyncDisposableStack();
  const metadata = { name: user };
  const limited = { nominalConcurrencyShares: 0, borrowingLimitPercent: 0, limitResponse: { type: "Reject" } };
  await levels.create({ metadata, spec: { type: "Limited", limited } });
  cleaning.defer(() => levels.delete(user));
  const subjects = [{ kind: "User", user: { name: user } }];
  const resourceRules = [{ verbs: ["*"], apiGroups: ["*"], resources: ["*"], namespaces: ["*"] }];
  const rules = [{ subjects, resourceRules }];
  await schemas.create({
    metadata,
    spec: { priorityLevelConfiguration: { name: user }, matchingPrecedence: 2, rules },
  });
  cleaning.defer(() => schemas.delete(user));
  const roleRef = { apiGroup: "rbac.authorization.k8s.io", kind: "Role", name: user };
  await admin
    .resource(Role)
    .create({ metadata, rules: [{ verbs: ["*"], apiGroups: [""], resources: ["configmaps"] }] });
  await admin.resource(RoleBinding).create({ metadata, roleRef, subjects: [{ kind: "User", name: user }] });
  return cleaning.move();
}

/** Opens a request whose body never comes, so that the server waits for it. */
function occupy({ server, ca, token, namespace }: RealControlPlane, user: string): Disposable {
  const headers = {
    authorization: `Bearer ${token}`,
    "impersonate-user": user,
    "content-type": "application/json",
    "content-length": "100",
  };
  const url = `${server}/api/v1/namespaces/${namespace}/configmaps`;
  const held = request(url, { ca, method: "POST", headers, agent: false }).on("error", () => {});
  held.write("{");
  return { [Symbol.dispose]: () => void held.destroy() };
}

describeReal("the real API server, when it has no time for a user", () => {
  test("says when to come again, which is respected, and answers when it has time [client/busy-real]", async ({
    expect,
  }) => {
    await using plane = await startRealControlPlane();
    const { server, ca, token, namespace } = plane;
    await using admin = Client.connect({ server, ca, token, namespace });
    const user = `busy-${namespace}`;
    await using _limited = await limit(admin, user);
    await admin.resource(ConfigMap).create({ metadata: { name: "a" } });
    const answers: number[] = [];
    const noting: Middleware = (next) => async (asked) => {
      const response = await next(asked);
      answers.push(response.status);
      return response;
    };
    const config = { server, ca, token, namespace, impersonate: { user } };
    await using client = Client.connect(config, { middleware: [noting], maxRetries: 1_000 });
    const get = (maxRetries?: number): Promise<KubeObject> =>
      client.rest.get(ConfigMap).namespace(namespace).name("a").send({ maxRetries });
    // The server needs a moment to learn the rules. Until then a request may be under way that they do not count.
    await until(
      () => get(0),
      (answer) => !ApiError.is(answer),
    );
    using occupant = new DisposableStack();
    await until(
      async () => {
        occupant.use(occupy(plane, user));
        return get(0);
      },
      (error) => isTooManyRequests(error),
    );
    expect(await get(0).catch((error: unknown) => error)).toMatchObject({ retryAfterMs: 1_000 });

    answers.length = 0;
    const asked = get();
    while (answers.length < 2) await realClock.sleep(20);
    occupant.dispose();
    expect((await asked).metadata.name).toBe("a");
    expect(answers.slice(0, 2)).toEqual([429, 429]);
    expect(answers.at(-1)).toBe(200);
  });
});
