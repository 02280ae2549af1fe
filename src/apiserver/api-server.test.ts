import { inspect } from "node:util";
import { describe, test } from "vitest";
import { realClock, seededRandom } from "../async/index.ts";
import { createLogger } from "../observe/index.ts";
import { ApiServer } from "./api-server.ts";
import { ServerClosedError } from "./errors.ts";
import { configMap, eventsOf, networkDefinition, readAnswer, requestTo, send } from "./server.fixture.ts";
import { MemoryStore } from "./storage/index.ts";
import type { Store, StoredObject } from "./storage/index.ts";

const maps = "/api/v1/namespaces/default/configmaps";
const status = { kind: "Status", apiVersion: "v1", metadata: {}, status: "Failure" };

describe("a credential", () => {
  test.for([
    ["none", undefined],
    ["another one", "Bearer wrong"],
    ["an empty one", "Bearer "],
    ["another scheme", "Basic dG9rZW4="],
  ] as const)(
    "is needed in process, and %s gets 401 [apiserver/credential-needed]",
    async ([, authorization], { expect }) => {
      await using server = await ApiServer.start();
      for (const path of [maps, "/apis", "/nowhere", "/api/v1/%"]) {
        const headers = authorization === undefined ? {} : { authorization };
        const answer = await readAnswer(await server.handle({ method: "GET", path, headers }));
        expect(answer.status).toBe(401);
        expect(answer.json).toEqual({ ...status, message: "Unauthorized", reason: "Unauthorized", code: 401 });
      }
    },
  );

  test("is found whatever the case of its scheme", async ({ expect }) => {
    await using server = await ApiServer.start();
    const headers = { authorization: `bearer ${server.token}` };
    expect((await server.handle({ method: "GET", path: maps, headers })).status).toBe(200);
  });

  test.for(["/livez", "/readyz", "/healthz", "/version", "/readyz?verbose"])(
    "is not needed for %s [apiserver/health-open]",
    async (path, { expect }) => {
      await using server = await ApiServer.start();
      expect((await server.handle({ method: "GET", path, headers: {} })).status).toBe(200);
      expect((await server.handle({ method: "POST", path, headers: {} })).status).toBe(401);
      expect((await send(server, `POST ${path}`)).status).toBe(path === "/version" ? 405 : 200);
    },
  );

  test("is drawn from the given randomness, is long, and is not printed [apiserver/credential-secret]", async ({
    expect,
  }) => {
    await using first = await ApiServer.start({ random: seededRandom(1) });
    await using second = await ApiServer.start({ random: seededRandom(2) });
    expect(Buffer.from(first.token, "base64url").length).toBeGreaterThanOrEqual(16);
    expect(second.token).not.toBe(first.token);
    expect(inspect(first, { depth: 9, showHidden: true })).not.toContain(first.token);
    expect(JSON.stringify(first)).not.toContain(first.token);
  });

  test("can be given, and one that no header can carry is refused without being shown", async ({ expect }) => {
    await using server = await ApiServer.start({ token: "s3cret" });
    expect(server.token).toBe("s3cret");
    const refused = ApiServer.start({ token: "two words" });
    await expect(refused).rejects.toMatchObject({ code: "SETPOINT_INVALID_ARGUMENT" });
    await expect(refused).rejects.not.toThrow("two words");
  });
});

describe("a request that cannot be done", () => {
  test("in a built-in group gets a Status with 404 [apiserver/not-found-built-in]", async ({ expect }) => {
    await using server = await ApiServer.start();
    const message = "the server could not find the requested resource";
    const expected = { ...status, message, reason: "NotFound", details: {}, code: 404 };
    for (const path of ["/api/v1/nothings", "/apis/apps/v1/nothings/x", "/api/v1/configmaps/x", `${maps}/x/status`]) {
      expect(await send(server, `GET ${path}`)).toMatchObject({ status: 404, json: expected });
    }
    for (const path of [
      "/api/v2",
      "/apis/apps/v9",
      "/apis/apps/v9/deployments",
      "/api/v1/namespaces/a%2fb",
      "/api//v1",
      "/api/../api/v1/pods",
    ]) {
      expect(await send(server, `GET ${path}`)).toMatchObject({ status: 404, json: expected });
    }
  });

  test("in no built-in group gets a page with 404 [apiserver/not-found-elsewhere]", async ({ expect }) => {
    await using server = await ApiServer.start();
    await send(server, "POST /apis/apiextensions.k8s.io/v1/customresourcedefinitions", { body: networkDefinition });
    const paths = [
      "/nowhere",
      "/livez/nowhere",
      "/apis/example.org",
      "/apis/example.org/v1",
      "/apis/example.org/v1/things",
    ];
    const custom = ["/apis/example.dev/v2/networks", "/apis/example.dev/v1/others", "/apis/example.dev/v1/networks/x"];
    for (const path of [...paths, ...custom]) {
      const answer = await send(server, `GET ${path}`);
      expect([path, answer.status, answer.text]).toEqual([path, 404, "404 page not found\n"]);
      expect(answer.headers["content-type"]).toBe("text/plain; charset=utf-8");
    }
  });

  test("because the method is not for the path gets 405 [apiserver/method-not-allowed]", async ({ expect }) => {
    await using server = await ApiServer.start();
    const lines = [
      `PUT ${maps}`,
      `POST ${maps}/x`,
      "POST /api/v1/configmaps",
      "DELETE /api/v1/namespaces",
      "POST /apis/apps/v1",
    ];
    for (const line of [...lines, `BREW ${maps}`, "DELETE /api/v1/namespaces/default/finalize"]) {
      const answer = await send(server, line, { body: {} });
      expect([line, answer.status]).toEqual([line, 405]);
      expect(answer.json).toMatchObject({ ...status, reason: "MethodNotAllowed", code: 405 });
    }
  });

  test("in a form that is accepted gets 406 [apiserver/not-acceptable]", async ({ expect }) => {
    await using server = await ApiServer.start();
    const headers = { accept: "text/html" };
    const message = expect.stringContaining(
      "application/json, application/yaml, application/vnd.kubernetes.protobuf",
    ) as unknown;
    for (const path of [maps, "/apis"]) {
      expect(await send(server, `GET ${path}`, { headers })).toMatchObject({ status: 406, json: { message } });
    }
  });

  test("because nobody foresaw what happens gets 500, and only the log says why [apiserver/unexpected-withheld]", async ({
    expect,
  }) => {
    const lines: string[] = [];
    const store = new BreakableStore();
    const log = createLogger({ clock: realClock, write: (line) => lines.push(line) });
    await using server = await ApiServer.start({ store, log });
    store.isBroken = true;
    const answer = await send(server, `GET ${maps}/x`, { headers: { "audit-id": "abc" } });
    expect(answer.status).toBe(500);
    expect(answer.json).toMatchObject({ ...status, reason: "InternalError", code: 500 });
    expect(answer.text).not.toContain("the disk is gone");
    expect(answer.text).not.toContain("at ");
    expect(lines.join()).toContain("the disk is gone");
    expect(lines.join()).toContain("abc");
  });
});

class BreakableStore extends MemoryStore implements Store {
  isBroken = false;

  override async get(...args: Parameters<MemoryStore["get"]>): Promise<StoredObject | undefined> {
    if (this.isBroken) throw new Error("the disk is gone");
    return super.get(...args);
  }
}

describe("every answer", () => {
  test("carries an audit id, the one that was sent if there was one [apiserver/audit-id]", async ({ expect }) => {
    await using server = await ApiServer.start({ random: seededRandom(7) });
    const { headers } = await send(server, `GET ${maps}`);
    expect(headers["audit-id"]).toMatch(/^[0-9a-f-]{36}$/);
    expect(headers["cache-control"]).toBe("no-cache, private");
    expect(headers["content-type"]).toBe("application/json");
    const own = await send(server, "GET /nowhere", { headers: { "audit-id": "mine-1" } });
    expect(own.headers["audit-id"]).toBe("mine-1");
    const split = await send(server, "GET /nowhere", { headers: { "audit-id": "a\r\nset-cookie: x" } });
    expect(split.headers["audit-id"]).toMatch(/^[0-9a-f-]{36}$/);
  });

  test("to HEAD is 405 but where Kubernetes answers it: of what is defined it is that to GET without the body, also where GET would watch [apiserver/head]", async ({
    expect,
  }) => {
    await using server = await ApiServer.start();
    for (const path of [maps, `${maps}?watch=true`, `${maps}/x`, "/version", "/api"]) {
      expect(await send(server, `HEAD ${path}`)).toMatchObject({ status: 405, text: "" });
    }
    expect(await send(server, "HEAD /livez")).toMatchObject({ status: 200, text: "" });
    await send(server, "POST /apis/apiextensions.k8s.io/v1/customresourcedefinitions", { body: networkDefinition });
    const networks = "/apis/example.dev/v1/namespaces/default/networks";
    const get = await send(server, `GET ${networks}`);
    const head = await send(server, `HEAD ${networks}`);
    expect(head).toMatchObject({ status: 200, text: "" });
    expect(head.headers["content-length"]).toBe(get.headers["content-length"]);
    expect(get.headers["content-length"]).toBe(String(get.text.length));
    expect(await send(server, `HEAD ${networks}?watch=true`)).toMatchObject({ status: 200, text: "" });
    expect(await send(server, `HEAD ${networks}/x`)).toMatchObject({ status: 404, text: "" });
  });
});

describe("closing", () => {
  test("ends open watches, refuses what comes later, and may be repeated [apiserver/close]", async ({ expect }) => {
    const server = await ApiServer.start();
    const { body } = await server.handle(requestTo(server, `GET ${maps}?watch=true`));
    const events = eventsOf(body);
    await send(server, `POST ${maps}`, { body: configMap("a") });
    expect((await events.next()).value?.type).toBe("ADDED");
    const next = events.next();
    await Promise.all([server.close(), server.close()]);
    expect(await next).toEqual({ done: true, value: undefined });
    const late = server.handle(requestTo(server, `GET ${maps}`));
    await expect(late).rejects.toSatisfy(ServerClosedError.is);
    await expect(late).rejects.toMatchObject({ code: "SETPOINT_SERVER_CLOSED" });
    await expect(server.listen()).rejects.toSatisfy(ServerClosedError.is);
  });

  test("leaves the store to the next server, which goes on with it [apiserver/restart]", async ({ expect }) => {
    const store = new MemoryStore();
    const first = await ApiServer.start({ store });
    await send(first, "POST /apis/apiextensions.k8s.io/v1/customresourcedefinitions", { body: networkDefinition });
    await send(first, `POST ${maps}`, { body: configMap("a") });
    const before = await send(first, `GET ${maps}/a`);
    await first.close();

    await using second = await ApiServer.start({ store, token: first.token });
    expect(second.token).toBe(first.token);
    expect((await send(second, `GET ${maps}/a`)).text).toBe(before.text);
    expect((await send(second, "GET /apis/example.dev/v1/networks")).status).toBe(200);
  });

  test("a request whose asker is gone already is not done", async ({ expect }) => {
    await using server = await ApiServer.start();
    const reason = new Error("gone");
    const signal = AbortSignal.abort(reason);
    await expect(send(server, `POST ${maps}`, { body: configMap("a"), signal })).rejects.toBe(reason);
    expect((await send(server, `GET ${maps}/a`)).status).toBe(404);
  });
});
