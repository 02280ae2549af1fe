import { describe, test } from "vitest";
import type { Credential, CredentialSource } from "../config/index.ts";
import { authenticate } from "./authenticate.ts";
import { InvalidRequestError } from "./errors.ts";
import { impersonate } from "./impersonate.ts";
import { scriptedTransport } from "./scripted-transport.fixture.ts";
import type { HttpRequest } from "./transport.ts";

const get: HttpRequest = { method: "GET", path: "/a", headers: { accept: "x" } };

/** Gives the next credential after each refusal. */
function credentials(
  ...values: readonly Credential[]
): CredentialSource & { readonly refusals: readonly Credential[] } {
  const refusals: Credential[] = [];
  return {
    refusals,
    current: async () => values[refusals.length] ?? {},
    refused: (credential) => {
      refusals.push(credential);
      return refusals.length < values.length;
    },
  };
}

describe("the credential of a source", () => {
  test("goes out with each request, but a request's own header wins [client/credentials]", async ({ expect }) => {
    const { send, requests } = scriptedTransport();
    const source = credentials({ authorization: "Bearer one" });
    const transport = authenticate(source)(send);
    await transport(get);
    await transport({ ...get, headers: { authorization: "Basic own" } });
    expect(requests.map(({ headers }) => headers)).toEqual([
      { accept: "x", authorization: "Bearer one" },
      { authorization: "Basic own" },
    ]);
  });

  test("that the server refuses is replaced once [client/credentials-refused]", async ({ expect }) => {
    const { send, requests } = scriptedTransport({ status: 401 }, { status: 200 });
    const source = credentials({ authorization: "Bearer old" }, { authorization: "Bearer new" });
    expect((await authenticate(source)(send)(get)).status).toBe(200);
    expect(requests.map(({ headers }) => headers["authorization"])).toEqual(["Bearer old", "Bearer new"]);
    expect(source.refusals).toEqual([{ authorization: "Bearer old" }]);
  });

  test("that is refused for good is a 401, and never sent in a loop [client/credentials-refused]", async ({
    expect,
  }) => {
    const [one, two, three] = ["1", "2", "3"].map((authorization) => ({ authorization })) as [
      Credential,
      Credential,
      Credential,
    ];
    for (const [values, sent] of [
      [[one], 1],
      [[one, two, three], 2],
    ] as const) {
      const { send, requests } = scriptedTransport({ status: 401 });
      expect((await authenticate(credentials(...values))(send)(get)).status).toBe(401);
      expect(requests).toHaveLength(sent);
    }
  });

  test("is asked for with the request's signal, and its failure is the request's [client/credentials]", async ({
    expect,
  }) => {
    const { send, requests } = scriptedTransport();
    const failure = new Error("the plugin failed");
    const { signal } = new AbortController();
    let seen: AbortSignal | undefined;
    const source: CredentialSource = {
      current: async (options) => {
        seen = options.signal;
        throw failure;
      },
      refused: () => false,
    };
    await expect(authenticate(source)(send)({ ...get, signal })).rejects.toBe(failure);
    expect(seen).toBe(signal);
    expect(requests).toEqual([]);
  });
});

describe("impersonation", () => {
  test("names the user, the uid, each group and each extra on a header of its own [client/impersonation]", async ({
    expect,
  }) => {
    const { send, requests } = scriptedTransport();
    const extra = { "example.org/foo%bar é": ["1", "2"], __proto__: ["3"] };
    await impersonate({ user: "jane", uid: "7", groups: ["a", "b, c"], extra })(send)(get);
    expect(requests[0]?.repeatedHeaders).toEqual([
      ["impersonate-user", "jane"],
      ["impersonate-uid", "7"],
      ["impersonate-group", "a"],
      ["impersonate-group", "b, c"],
      ["impersonate-extra-example.org%2Ffoo%25bar%20%C3%A9", "1"],
      ["impersonate-extra-example.org%2Ffoo%25bar%20%C3%A9", "2"],
    ]);
  });

  test("is left to a request that names somebody itself [client/impersonation]", async ({ expect }) => {
    const { send, requests } = scriptedTransport();
    await impersonate({ user: "jane", groups: ["a"] })(send)({ ...get, headers: { "impersonate-user": "joe" } });
    expect(requests[0]).toEqual({ ...get, headers: { "impersonate-user": "joe" } });
  });

  test("of a name with a line end is refused, of one beyond ASCII is sent as UTF-8 [client/impersonation]", async ({
    expect,
  }) => {
    expect(() => impersonate({ user: "a\r\nb: c" })).toThrow(expect.toSatisfy(InvalidRequestError.is));
    const { send, requests } = scriptedTransport();
    await impersonate({ user: "zoë" })(send)(get);
    expect(requests[0]?.repeatedHeaders).toEqual([["impersonate-user", Buffer.from("zoë").toString("latin1")]]);
  });
});
