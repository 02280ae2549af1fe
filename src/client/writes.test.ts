import { describe, expectTypeOf, test } from "vitest";
import { isConflict, projected } from "../model/index.ts";
import { Deployment } from "../types/apps/v1/index.ts";
import { ConfigMap } from "../types/core/v1/index.ts";
import type { ApplyConflictError } from "./apply-conflict-error.ts";
import { Client } from "./client.ts";
import type { KindError } from "./dynamic-errors.ts";
import { InvalidRequestError } from "./errors.ts";
import type { AnswerDecodeError, ClientErrorCode, ProtocolError, TransportError, WatchDecodeError } from "./errors.ts";
import { scriptedTransport, sentBody } from "./scripted-transport.fixture.ts";
import { failureOf } from "./transport.fixture.ts";
import type { WaitTimeoutError } from "./wait-timeout-error.ts";

const answer = { metadata: { name: "cart", resourceVersion: "7" }, data: { size: "9" } };
const conflict = { kind: "Status", status: "Failure", reason: "Conflict", code: 409 };

/** Throws on every change, at any depth. */
function frozen<T extends object>(object: T): T {
  for (const value of Object.values(object)) if (typeof value === "object" && value !== null) frozen(value);
  return Object.freeze(object);
}

describe("a write", () => {
  test("leaves the caller's object as it is, and gives what the server made of it [client/caller-object]", async ({
    expect,
  }) => {
    const maps = Client.over(scriptedTransport({ body: answer }).send).resource(ConfigMap);
    const mine = frozen({ metadata: { name: "cart", labels: { a: "b" } }, data: { size: "1" } });
    const written = [
      await maps.create(mine),
      await maps.update(mine),
      await maps.updateStatus(mine),
      await maps.patch("cart", mine, { preconditions: frozen({ uid: "u" }) }),
      await maps.apply(mine, { fieldManager: "me" }),
      await maps.subresource("status").apply(mine, { fieldManager: "me" }),
    ];
    for (const object of written) expect(object).toEqual(answer);
  });

  test("of an object that is only a part of one is refused unsent [client/whole-objects]", async ({ expect }) => {
    const { send, requests } = scriptedTransport({ body: answer });
    const maps = Client.over(send).resource(ConfigMap);
    const part = { ...answer, [projected]: true };
    for (const write of [maps.create, maps.update, maps.updateStatus])
      expect(await failureOf(write.call(maps, part))).toSatisfy(InvalidRequestError.is);
    expect(await failureOf(maps.apply(part, { fieldManager: "me" }))).toSatisfy(InvalidRequestError.is);
    expect(requests).toEqual([]);
  });

  test("that meets a conflict throws it at once and is not sent again [client/conflict-thrown]", async ({ expect }) => {
    const { send, requests } = scriptedTransport({ status: 409, body: conflict });
    const maps = Client.over(send).resource(ConfigMap);
    for (const write of [maps.update(answer), maps.updateStatus(answer), maps.patch("cart", {}), maps.delete("cart")])
      expect(await failureOf(write)).toSatisfy(isConflict);
    expect(requests).toHaveLength(4);
  });

  test("says what its body is [client/body-type]", async ({ expect }) => {
    const { send, requests } = scriptedTransport({ body: answer });
    const client = Client.over(send);
    const maps = client.resource(ConfigMap);
    await maps.create(answer);
    await maps.update(answer);
    await maps.patch("cart", {});
    await maps.delete("cart");
    await client.rest.path("/anything", "POST").body({}).send();
    await client.rest.path("/anything", "POST").header("content-type", "application/yaml").body({}).send();
    await maps.get("cart");
    expect(requests.map(({ headers }) => headers["content-type"])).toEqual([
      "application/json",
      "application/json",
      "application/merge-patch+json",
      "application/json",
      "application/json",
      "application/yaml",
      undefined,
    ]);
  });

  test("of another namespace than the handle's is left to the server, which refuses it [client/other-namespace]", async ({
    expect,
  }) => {
    const { send, requests } = scriptedTransport({ body: answer });
    const maps = Client.over(send).resource(ConfigMap, { namespace: "mine" });
    await maps.create({ metadata: { name: "cart", namespace: "theirs" } });
    expect(requests[0]?.path).toBe("/api/v1/namespaces/mine/configmaps");
    expect(sentBody(requests[0])).toMatchObject({ metadata: { namespace: "theirs" } });
  });
});

test("an object as it was read is applied in no way: not whole, not as a patch, not a part of it [client/apply-not-as-read]", async ({
  expect,
}) => {
  const { send, requests } = scriptedTransport({ body: answer });
  const deployments = Client.over(send).resource(Deployment);
  const read = { metadata: { name: "web", managedFields: [{ manager: "me" }] } };
  const options = { fieldManager: "me" };
  const attempts = [
    deployments.apply(read as never, options),
    deployments.patch("web", read as never, { ...options, type: "apply" }),
    deployments.subresource("status").apply(read as never, options),
    deployments.subresource("status").patch("web", read as never, { ...options, type: "apply" }),
  ];
  for (const attempt of attempts) {
    const failure = await failureOf(attempt);
    expect(failure).toSatisfy(InvalidRequestError.is);
    expect(String(failure)).toContain("`extract` gives it from an object");
  }
  expect(requests).toEqual([]);
});

test("every error of the client has a code that its type lists [client/error-codes]", () => {
  type Thrown =
    | TransportError
    | KindError
    | ApplyConflictError
    | WaitTimeoutError
    | ProtocolError
    | InvalidRequestError
    | AnswerDecodeError
    | WatchDecodeError;
  expectTypeOf<Thrown["code"]>().toEqualTypeOf<ClientErrorCode>();
});
