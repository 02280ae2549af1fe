import { test } from "vitest";
import { allow, ask, authentication } from "./access.fixture.ts";
import type { Answer, AskOptions } from "./access.fixture.ts";
import { forEachServer } from "./for-each-server.ts";
import type { TestServer } from "./for-each-server.ts";

interface Account {
  readonly path: string;
  readonly uid: string;
  request(spec?: object, more?: object): Promise<Answer>;
}

async function accountOn(server: TestServer): Promise<Account> {
  const path = `/api/v1/namespaces/${server.namespace}/serviceaccounts`;
  const { json } = await ask(server, `POST ${path}`, { body: { metadata: { name: "robot" } } });
  return {
    path: `${path}/robot`,
    uid: json?.metadata?.["uid"] as string,
    request: (spec, more) => ask(server, `POST ${path}/robot/token`, { body: { ...more, ...(spec && { spec }) } }),
  };
}

function tokenOf({ json }: Answer): string {
  return json?.status?.["token"] as string;
}

function claimsOf(token: string): Readonly<Record<string, unknown>> {
  const [, claims = ""] = token.split(".");
  return JSON.parse(Buffer.from(claims, "base64url").toString()) as Readonly<Record<string, unknown>>;
}

const issuer = "https://kubernetes.default.svc.cluster.local";

forEachServer(["embedded", "real"], "the token of a service account", (start) => {
  test("is given on request, says whose it is and for how long, and is not kept [apiserver/token-request]", async ({
    expect,
  }) => {
    await using server = await start();
    const { namespace } = server;
    const account = await accountOn(server);
    const answer = await account.request();
    expect(answer).toMatchObject({
      status: 201,
      json: {
        kind: "TokenRequest",
        apiVersion: "authentication.k8s.io/v1",
        metadata: { name: "robot", namespace, uid: account.uid },
        spec: { audiences: [issuer], expirationSeconds: 3600, boundObjectRef: null },
      },
    });
    const claims = claimsOf(tokenOf(answer));
    expect(claims).toMatchObject({
      aud: [issuer],
      iss: issuer,
      sub: `system:serviceaccount:${namespace}:robot`,
      "kubernetes.io": { namespace, serviceaccount: { name: "robot", uid: account.uid } },
    });
    expect((claims["exp"] as number) - (claims["iat"] as number)).toBe(3600);
    expect(await ask(server, `GET ${account.path}/token`)).toMatchObject({ status: 405 });
    const metadata = { uid: account.uid, labels: { a: "b" }, generation: 7, selfLink: "/x" };
    const again = await account.request({}, { metadata });
    expect([again.status, again.json?.metadata]).toEqual([201, expect.objectContaining(metadata)]);
  });

  test("is refused for a wrong time, name or object [apiserver/token-request-refused]", async ({ expect }) => {
    await using server = await start();
    const account = await accountOn(server);
    const told = async (spec?: object, more?: object): Promise<string> => {
      const { status, json } = await account.request(spec, more);
      return `${status} ${json?.message}`;
    };
    const invalid = '422 TokenRequest.authentication.k8s.io "" is invalid: spec.expirationSeconds: Invalid value: ';
    expect(await told({ expirationSeconds: 599 })).toBe(
      `${invalid}599: may not specify a duration less than 10 minutes`,
    );
    expect(await told({ expirationSeconds: 4294967297 })).toBe(
      `${invalid}4294967297: may not specify a duration larger than 2^32 seconds`,
    );
    expect(await told({}, { metadata: { name: "x" } })).toBe(
      '422 TokenRequest.authentication.k8s.io "robot" is invalid: metadata.name: Invalid value: "x": must match the service account name if specified',
    );
    const other = await ask(server, `POST ${account.path}s/token`, { body: { metadata: { name: "x" } } });
    expect([other.status, other.json?.message]).toEqual([
      422,
      expect.stringContaining("must match the service account"),
    ]);
    expect(await told({}, { metadata: { uid: "nope" } })).toBe(
      `409 Operation cannot be fulfilled on TokenRequest.authentication.k8s.io "robot": the UID in the token request (nope) does not match the UID of the service account (${account.uid})`,
    );
    const bound = (kind: string, rest: object): Promise<string> =>
      told({ boundObjectRef: { apiVersion: "v1", kind, ...rest } });
    expect(await bound("Pod", { name: "p" })).toBe('404 pods "p" not found');
    expect(await bound("ConfigMap", { name: "p" })).toBe("400 cannot bind token to object of type /v1, Kind=ConfigMap");
    expect(await bound("Pod", {})).toBe("400 Name parameter required.");
    await ask(server, `POST /api/v1/namespaces/${server.namespace}/secrets`, { body: { metadata: { name: "s" } } });
    expect(await bound("Secret", { name: "s", uid: "nope" })).toBe(
      '409 Operation cannot be fulfilled on Secret "s": the UID in the bound object reference (nope) does not match the UID in record. The object might have been deleted and then recreated',
    );
    const nobody = await ask(server, `POST ${account.path.replace("robot", "none")}/token`, { body: {} });
    expect(nobody).toMatchObject({ status: 404, json: { message: 'serviceaccounts "none" not found' } });
  });

  test("makes its holder the account, with the rights of the account [apiserver/token-use]", async ({ expect }) => {
    await using server = await start();
    const { namespace } = server;
    const account = await accountOn(server);
    const name = `system:serviceaccount:${namespace}:robot`;
    await allow(server, [name], [{ verbs: ["list"], apiGroups: [""], resources: ["configmaps"] }]);
    const token = tokenOf(await account.request());
    const as = (line: string, options: AskOptions = {}): Promise<Answer> => ask(server, line, { token, ...options });
    const { json } = await as(`POST ${authentication}/selfsubjectreviews`, { body: {} });
    expect(json?.status?.["userInfo"]).toEqual({
      username: name,
      uid: account.uid,
      groups: ["system:serviceaccounts", `system:serviceaccounts:${namespace}`, "system:authenticated"],
      extra: { "authentication.kubernetes.io/credential-id": [`JTI=${String(claimsOf(token)["jti"])}`] },
    });
    const maps = `/api/v1/namespaces/${namespace}/configmaps`;
    expect(await as(`GET ${maps}`)).toMatchObject({ status: 200 });
    expect(await as(`GET ${maps}/x`)).toMatchObject({ status: 403 });
    expect(await as(`GET ${maps}`, { as: "bob", groups: ["g"] })).toMatchObject({
      status: 403,
      json: {
        message: `configmaps is forbidden: User "${name}" cannot impersonate-on:user-info:list resource "configmaps" in API group "" in the namespace "${namespace}"`,
      },
    });
    expect(await ask(server, `GET ${maps}`, { token: `${token}x` })).toMatchObject({ status: 401 });
    const foreign = tokenOf(await account.request({ audiences: ["somebody-else"] }));
    expect(await ask(server, `GET ${maps}`, { token: foreign })).toMatchObject({ status: 401 });
  });

  test("can be looked at by those who are shown one [apiserver/token-review]", async ({ expect }) => {
    await using server = await start();
    const { namespace } = server;
    const account = await accountOn(server);
    const token = tokenOf(await account.request());
    const review = async (spec: object): Promise<unknown> =>
      (await ask(server, `POST ${authentication}/tokenreviews`, { body: { spec } })).json?.status;
    expect(await review({ token })).toMatchObject({
      authenticated: true,
      user: { username: `system:serviceaccount:${namespace}:robot`, uid: account.uid },
      audiences: [issuer],
    });
    expect(await review({ token, audiences: ["x"] })).toEqual({
      user: {},
      error: `[invalid bearer token, token audiences ["${issuer}"] is invalid for the target audiences ["x"]]`,
    });
    expect(await review({ token: "nope" })).toEqual({ user: {}, error: "invalid bearer token" });
    expect(await review({ token: server.token })).toMatchObject({ authenticated: true, audiences: [issuer] });
    const none = await ask(server, `POST ${authentication}/tokenreviews`, { body: { spec: {} } });
    expect(none).toMatchObject({
      status: 400,
      json: { message: "token is required for TokenReview in authentication" },
    });
  });

  test("ends with what it is bound to, and tells its pod [apiserver/token-bound]", async ({ expect }) => {
    await using server = await start();
    const { namespace } = server;
    const account = await accountOn(server);
    const secrets = `/api/v1/namespaces/${namespace}/secrets`;
    await ask(server, `POST ${secrets}`, { body: { metadata: { name: "s" } } });
    const containers = [{ name: "a", image: "a" }];
    const pod = { metadata: { name: "p" }, spec: { serviceAccountName: "robot", containers } };
    const made = await ask(server, `POST /api/v1/namespaces/${namespace}/pods`, { body: pod });
    const boundTo = async (kind: string, name: string, more = {}): Promise<string> =>
      tokenOf(await account.request({ ...more, boundObjectRef: { apiVersion: "v1", kind, name } }));
    const ofPod = await boundTo("Pod", "p", { expirationSeconds: 3607 });
    const claims = claimsOf(ofPod);
    expect((claims["exp"] as number) - (claims["iat"] as number)).toBe(31_536_000);
    expect(claims["kubernetes.io"]).toMatchObject({ pod: { name: "p" }, warnafter: (claims["iat"] as number) + 3607 });
    const who = await ask(server, `POST ${authentication}/selfsubjectreviews`, { token: ofPod, body: {} });
    expect(who.json?.status?.["userInfo"]).toMatchObject({
      extra: {
        "authentication.kubernetes.io/pod-name": ["p"],
        "authentication.kubernetes.io/pod-uid": [made.json?.metadata?.["uid"]],
      },
    });
    const elsewhere = { expirationSeconds: 3607, audiences: ["elsewhere"] };
    expect(claimsOf(await boundTo("Pod", "p", elsewhere))["kubernetes.io"]).not.toHaveProperty("warnafter");
    const ofSecret = await boundTo("Secret", "s");
    await ask(server, `DELETE ${secrets}/s`);
    const { json } = await ask(server, `POST ${authentication}/tokenreviews`, { body: { spec: { token: ofSecret } } });
    expect(json?.status).toEqual({
      user: {},
      error: "[invalid bearer token, service account token has been invalidated]",
    });
  });

  test("names the node of its pod, even one that there is not [apiserver/token-bound]", async ({ expect }) => {
    await using server = await start();
    const account = await accountOn(server);
    const spec = { serviceAccountName: "robot", nodeName: "gone", containers: [{ name: "a", image: "a" }] };
    await ask(server, `POST /api/v1/namespaces/${server.namespace}/pods`, { body: { metadata: { name: "p" }, spec } });
    const token = tokenOf(await account.request({ boundObjectRef: { apiVersion: "v1", kind: "Pod", name: "p" } }));
    expect(claimsOf(token)["kubernetes.io"]).toMatchObject({ node: { name: "gone" } });
    const who = await ask(server, `POST ${authentication}/selfsubjectreviews`, { token, body: {} });
    const { userInfo } = who.json?.status ?? {};
    expect(userInfo).toMatchObject({ extra: { "authentication.kubernetes.io/node-name": ["gone"] } });
    expect(userInfo).not.toHaveProperty(["extra", "authentication.kubernetes.io/node-uid"]);
  });
});
