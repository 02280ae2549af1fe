import { generateKeyPairSync } from "node:crypto";
import { Agent, request } from "node:https";
import type { RequestOptions } from "node:https";
import { inspect } from "node:util";
import fc from "fast-check";
import { describe, test } from "vitest";
import { realClock, systemRandom, VirtualClock } from "../async/index.ts";
import { createAuthority, issueCertificate } from "../certificates/index.ts";
import type { Authority, CertificateUsage } from "../certificates/index.ts";
import { ApiServer } from "./api-server.ts";
import type { ApiServerOptions } from "./api-server.ts";
import { send } from "./server.fixture.ts";
import type { ReadAnswer, SendOptions } from "./server.fixture.ts";
import { MemoryStore } from "./storage/index.ts";

const maps = "/api/v1/namespaces/default/configmaps";
const rbac = "/apis/rbac.authorization.k8s.io/v1";
const whoAmI = "/apis/authentication.k8s.io/v1/selfsubjectreviews";
const accounts = "/api/v1/namespaces/default/serviceaccounts";
const apiGroup = "rbac.authorization.k8s.io";

const ann = { token: "ann-secret", name: "ann", groups: ["team"] };

function as(token: string, more: SendOptions = {}): SendOptions {
  return { ...more, headers: { authorization: `Bearer ${token}`, ...more.headers } };
}

function binding(name: string, role: string, subject: object): object {
  return { metadata: { name }, roleRef: { apiGroup, kind: "ClusterRole", name: role }, subjects: [subject] };
}

async function userOf(server: ApiServer, options: SendOptions): Promise<unknown> {
  const { json } = await send(server, `POST ${whoAmI}`, { body: {}, ...options });
  return (json as { readonly status?: { readonly userInfo?: unknown } }).status?.userInfo;
}

async function tokenFor(server: ApiServer, spec: object = {}): Promise<string> {
  await send(server, `POST ${accounts}`, { body: { metadata: { name: "robot" } } });
  const { json } = await send(server, `POST ${accounts}/robot/token`, { body: { spec } });
  return (json as { readonly status: { readonly token: string } }).status.token;
}

describe("users with tokens", () => {
  test("are known by them, and may do what they have a right to [apiserver/static-token]", async ({ expect }) => {
    await using server = await ApiServer.start({ users: [ann] });
    expect(await userOf(server, as("ann-secret"))).toEqual({
      username: "ann",
      groups: ["team", "system:authenticated"],
    });
    expect(await send(server, `GET ${maps}`, as("ann-secret"))).toMatchObject({ status: 403 });
    expect(await send(server, `GET ${maps}`, as("ann-secre"))).toMatchObject({ status: 401 });
    expect(inspect(server, { depth: 9 })).not.toContain("ann-secret");
  });

  test("that are wrong are refused also where nobody needs one [apiserver/credential-needed]", async ({ expect }) => {
    await using server = await ApiServer.start({ users: [ann] });
    const open = (headers: Readonly<Record<string, string>>): Promise<ReadAnswer> =>
      send(server, "GET /version", { headers });
    expect(await open({ authorization: "" })).toMatchObject({ status: 200 });
    expect(await open({ authorization: "Basic none" })).toMatchObject({ status: 200 });
    expect(await open({ authorization: "Bearer ann-secret" })).toMatchObject({ status: 200 });
    expect(await open({ authorization: "Bearer wrong" })).toMatchObject({ status: 401 });
    expect(await open({ "impersonate-group": "g" })).toMatchObject({ status: 400 });
    expect(await open({ authorization: "", "impersonate-user": "ann" })).toMatchObject({ status: 401 });
  });

  test("with a token that no header can carry are refused without showing it [apiserver/static-token]", async ({
    expect,
  }) => {
    const refused = ApiServer.start({ users: [{ ...ann, token: "two words" }] });
    await expect(refused).rejects.toMatchObject({ code: "SETPOINT_INVALID_ARGUMENT" });
    await expect(refused).rejects.not.toThrow("two words");
  });
});

describe("rights", () => {
  test("are those of the moment, given and taken [apiserver/rbac-current]", async ({ expect }) => {
    await using server = await ApiServer.start({ users: [ann] });
    const mayList = async (): Promise<boolean> => (await send(server, `GET ${maps}`, as("ann-secret"))).status === 200;
    const bindings = `${rbac}/namespaces/default/rolebindings`;
    const rules = [{ verbs: ["list"], apiGroups: [""], resources: ["configmaps"] }];
    await send(server, `POST ${rbac}/clusterroles`, { body: { metadata: { name: "lists" }, rules } });
    for (const subject of [
      { kind: "User", apiGroup, name: "ann" },
      { kind: "Group", apiGroup, name: "team" },
    ]) {
      expect(await mayList()).toBe(false);
      await send(server, `POST ${bindings}`, { body: binding("b", "lists", subject) });
      expect(await mayList()).toBe(true);
      expect(await send(server, "GET /api/v1/configmaps", as("ann-secret"))).toMatchObject({ status: 403 });
      await send(server, `DELETE ${bindings}/b`);
    }
    await send(server, `POST ${bindings}`, { body: binding("b", "lists", { kind: "User", apiGroup, name: "ann" }) });
    expect(await mayList()).toBe(true);
    await send(server, `DELETE ${rbac}/clusterroles/lists`);
    expect(await mayList()).toBe(false);
  });

  test("are everybody's when nobody wants them [apiserver/authorization-off]", async ({ expect }) => {
    await using server = await ApiServer.start({ users: [ann], authorization: "off" });
    expect(await send(server, `GET ${maps}`, as("ann-secret"))).toMatchObject({ status: 200 });
    expect(await send(server, `GET ${maps}`, as("nobody"))).toMatchObject({ status: 401 });
    const { json } = await send(server, `GET ${rbac}/clusterroles`, as("ann-secret"));
    expect(json).toMatchObject({ items: [] });
  });

  test("by default come once, and what is there already stays [apiserver/rbac-defaults]", async ({ expect }) => {
    const store = new MemoryStore();
    const roles = async (): Promise<ReadAnswer> => {
      await using server = await ApiServer.start({ store });
      return await send(server, `GET ${rbac}/clusterroles`);
    };
    const { json: first } = await roles();
    const { revision } = store;
    expect((await roles()).json).toEqual(first);
    expect(store.revision).toBe(revision);
  });

  test("of odd roles and bindings are none, and harm nobody [apiserver/rbac-odd-objects]", async ({ expect }) => {
    await using server = await ApiServer.start({ users: [ann] });
    let count = 0;
    const odd = fc.object({
      key: fc.constantFrom("verbs", "resources", "name", "kind", "__proto__", "apiGroups"),
      maxDepth: 3,
    });
    await fc.assert(
      fc.asyncProperty(odd, fc.array(odd), async (one, list) => {
        const metadata = { name: `odd-${count++}` };
        await send(server, `POST ${rbac}/clusterroles`, { body: { metadata, rules: list } });
        await send(server, `POST ${rbac}/clusterrolebindings`, { body: { metadata, roleRef: one, subjects: list } });
        expect(await send(server, `GET ${maps}`, as("ann-secret"))).toMatchObject({ status: 403 });
      }),
      { numRuns: 30 },
    );
  });
});

describe("being taken for somebody", () => {
  async function serverWith(rules: readonly object[], options: ApiServerOptions = {}): Promise<ApiServer> {
    const server = await ApiServer.start({ users: [ann], ...options });
    await send(server, `POST ${rbac}/clusterroles`, { body: { metadata: { name: "acts" }, rules } });
    const body = binding("acts", "acts", { kind: "User", apiGroup, name: "ann" });
    await send(server, `POST ${rbac}/clusterrolebindings`, { body });
    return server;
  }

  test("who is a node gives the groups of nodes [apiserver/impersonation]", async ({ expect }) => {
    await using server = await ApiServer.start();
    const node = { username: "system:node:n1", groups: ["system:nodes", "system:authenticated"] };
    const headers = { "impersonate-user": node.username };
    expect(await userOf(server, as(server.token, { headers }))).toEqual(node);
  });

  const bob = as("ann-secret", { headers: { "impersonate-user": "bob" } });

  test("needs a right for each part of who that is [apiserver/impersonation]", async ({ expect }) => {
    await using server = await serverWith([{ verbs: ["impersonate"], apiGroups: [""], resources: ["users"] }]);
    expect(await userOf(server, bob)).toEqual({ username: "bob", groups: ["system:authenticated"] });
    for (const more of [
      { "impersonate-group": "system:masters" },
      { "impersonate-uid": "1" },
      { "impersonate-extra-a": "b" },
    ]) {
      const headers = { ...bob.headers, ...more };
      expect(await send(server, `POST ${whoAmI}`, { body: {}, headers })).toMatchObject({ status: 403 });
    }
  });

  test("can be a right for certain requests only [apiserver/impersonation-constrained]", async ({ expect }) => {
    const group = "authentication.k8s.io";
    await using server = await serverWith([
      { verbs: ["impersonate:user-info"], apiGroups: [group], resources: ["users", "groups"] },
      { verbs: ["impersonate-on:user-info:create"], apiGroups: [group], resources: ["selfsubjectreviews"] },
    ]);
    expect(await userOf(server, bob)).toMatchObject({ username: "bob" });
    const { status, json } = await send(server, `GET ${maps}`, bob);
    expect({ status, json }).toMatchObject({
      status: 403,
      json: { message: expect.stringContaining('User "ann" cannot impersonate-on:user-info:list') as unknown },
    });
    const master = { ...bob.headers, "impersonate-group": "system:masters" };
    expect(await send(server, `POST ${whoAmI}`, { body: {}, headers: master })).toMatchObject({ status: 403 });
  });
});

describe("a service account in a pod", () => {
  test("can be allowed to be taken for its own node, and no other [apiserver/impersonation-constrained]", async ({
    expect,
  }) => {
    await using server = await ApiServer.start();
    const group = "authentication.k8s.io";
    const rules = [
      { verbs: ["impersonate:associated-node"], apiGroups: [group], resources: ["nodes"] },
      { verbs: ["impersonate-on:associated-node:create"], apiGroups: [group], resources: ["selfsubjectreviews"] },
    ];
    await send(server, `POST ${rbac}/clusterroles`, { body: { metadata: { name: "acts" }, rules } });
    const account = { kind: "ServiceAccount", name: "robot", namespace: "default" };
    await send(server, `POST ${rbac}/clusterrolebindings`, { body: binding("acts", "acts", account) });
    await send(server, "POST /api/v1/nodes", { body: { metadata: { name: "n1" } } });
    const spec = { nodeName: "n1", serviceAccountName: "robot", containers: [{ name: "a", image: "a" }] };
    await send(server, "POST /api/v1/namespaces/default/pods", { body: { metadata: { name: "p" }, spec } });
    const token = await tokenFor(server, { boundObjectRef: { apiVersion: "v1", kind: "Pod", name: "p" } });
    const node = (name: string): SendOptions => as(token, { headers: { "impersonate-user": `system:node:${name}` } });
    expect(await userOf(server, node("n1"))).toEqual({
      username: "system:node:n1",
      groups: ["system:nodes", "system:authenticated"],
    });
    expect(await send(server, `POST ${whoAmI}`, { ...node("n2"), body: {} })).toMatchObject({ status: 403 });
  });
});

describe("tokens of service accounts", () => {
  test("end with their time [apiserver/token-expires]", async ({ expect }) => {
    const clock = new VirtualClock();
    await using server = await ApiServer.start({ clock });
    const token = await tokenFor(server, { expirationSeconds: 600 });
    await clock.advance(600_000);
    expect(await userOf(server, as(token))).toMatchObject({ username: "system:serviceaccount:default:robot" });
    await clock.advance(61_000);
    expect(await send(server, `POST ${whoAmI}`, as(token, { body: {} }))).toMatchObject({ status: 401 });
  });

  test("end with their account, also when another gets its name [apiserver/token-bound]", async ({ expect }) => {
    await using server = await ApiServer.start();
    const token = await tokenFor(server);
    expect(await userOf(server, as(token))).toBeDefined();
    await send(server, `DELETE ${accounts}/robot`);
    expect(await send(server, `POST ${whoAmI}`, as(token, { body: {} }))).toMatchObject({ status: 401 });
    await send(server, `POST ${accounts}`, { body: { metadata: { name: "robot" } } });
    expect(await send(server, `POST ${whoAmI}`, as(token, { body: {} }))).toMatchObject({ status: 401 });
  });

  test("outlive their server only with its key [apiserver/token-key]", async ({ expect }) => {
    const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    const serviceAccountKey = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
    for (const [key, status] of [
      [serviceAccountKey, 201],
      [undefined, 401],
    ] as const) {
      const options = { store: new MemoryStore(), serviceAccountKey: key };
      await using first = await ApiServer.start(options);
      const token = await tokenFor(first);
      await first.close();
      await using second = await ApiServer.start(options);
      expect(await send(second, `POST ${whoAmI}`, as(token, { body: {} }))).toMatchObject({ status });
    }
    const refused = ApiServer.start({ serviceAccountKey: "secret key" });
    await expect(refused).rejects.toMatchObject({ code: "SETPOINT_INVALID_ARGUMENT" });
    await expect(refused).rejects.not.toThrow("secret key");
  });
});

describe("a client certificate", () => {
  test("says who its holder is, if the endpoint's own authority signed it [apiserver/client-certificate]", async ({
    expect,
  }) => {
    await using server = await ApiServer.start();
    const [endpoint, other] = [await server.listen(), await server.listen()];
    const subject = { commonName: "carl", uid: "7", organizations: ["team", "system:masters"] };
    const ask = (certificate: { certificate: string; key: string } | undefined): Promise<Asked> =>
      post(new URL(whoAmI, endpoint.url), {
        ca: endpoint.ca,
        ...(certificate && { cert: certificate.certificate, key: certificate.key }),
      });
    expect(await ask(endpoint.issueClientCertificate(subject))).toMatchObject({
      status: 201,
      json: {
        status: {
          userInfo: {
            username: "carl",
            uid: "7",
            groups: ["team", "system:masters", "system:authenticated"],
            extra: {
              "authentication.kubernetes.io/credential-id": [expect.stringMatching(/^X509SHA256=[0-9a-f]{64}$/)],
            },
          },
        },
      },
    });
    expect(await ask(other.issueClientCertificate(subject))).toMatchObject({ status: 401 });
    expect(await ask(undefined)).toMatchObject({ status: 401 });
  });

  test("says who its holder is, if an authority signed it that the endpoint was given [apiserver/client-certificate]", async ({
    expect,
  }) => {
    const made = (): Authority => createAuthority({ commonName: "theirs", clock: realClock, random: systemRandom });
    const [first, second, stranger] = [made(), made(), made()];
    await using server = await ApiServer.start();
    const { url, ca } = await server.listen({ clientCa: `two of them:\n${first.certificate}${second.certificate}` });
    const dora = { commonName: "dora", dnsNames: ["localhost"] };
    const ask = (authority: Authority, usage: CertificateUsage): Promise<Asked> => {
      const { certificate: cert, key } = issueCertificate(authority, { ...dora, usages: [usage] });
      return post(new URL(whoAmI, url), { ca, cert, key });
    };
    const isDora = { status: 201, json: { status: { userInfo: { username: "dora" } } } };
    expect(await ask(first, "client")).toMatchObject(isDora);
    expect(await ask(second, "client")).toMatchObject(isDora);
    expect(await ask(stranger, "client")).toMatchObject({ status: 401 });
    expect(await ask(first, "server")).toMatchObject({ status: 401 });
    const { certificate } = issueCertificate(first, { commonName: "none", usages: ["client"] });
    await server.listen({ clientCa: signedAuthority.signed + signedAuthority.signer });
    const wrong = ["", "no certificate", certificate, first.certificate.replace("MII", "AAA"), signedAuthority.signed];
    for (const clientCa of wrong) {
      await expect(server.listen({ clientCa })).rejects.toMatchObject({ code: "SETPOINT_INVALID_ARGUMENT" });
    }
  });
});

/** An authority that another one has signed. When they end does not matter here. */
const signedAuthority = {
  signer: `-----BEGIN CERTIFICATE-----
MIIBgzCCASmgAwIBAgIUWbl+deyllk0GLwOZGo3r6rw8EHQwCgYIKoZIzj0EAwIw
DzENMAsGA1UEAwwEcm9vdDAeFw0yNjExMTgxNDM5MDVaFw0yNjExMjgxNDM5MDVa
MA8xDTALBgNVBAMMBHJvb3QwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAAS4v/6n
zCOZWIQdv4uESEAi0xh/mhmXLXsXD/vdWcL2L6V50YxF0/YCS2lHrflDbPn0Zifu
1o/s0RCnTKrPq4oso2MwYTAdBgNVHQ4EFgQUuOEDJdzAKTHpvCsU976PxHddXbsw
HwYDVR0jBBgwFoAUuOEDJdzAKTHpvCsU976PxHddXbswDwYDVR0TAQH/BAUwAwEB
/zAOBgNVHQ8BAf8EBAMCAgQwCgYIKoZIzj0EAwIDSAAwRQIhAKRm+Q5mwd7tq09K
NfYc96/lwrvCtS/SAiydl1vdiIEIAiBjS9WnoyuacXE+yV4K8vpneYPpv1aJHrpn
o8av5T8ung==
-----END CERTIFICATE-----
`,
  signed: `-----BEGIN CERTIFICATE-----
MIIBgjCCASigAwIBAgIUQ+Eh63fruOzpFVrA3H+Geoye2EYwCgYIKoZIzj0EAwIw
DzENMAsGA1UEAwwEcm9vdDAeFw0yNjExMTgxNDM5MDVaFw0yNjExMjMxNDM5MDVa
MA4xDDAKBgNVBAMMA21pZDBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABLVkOntG
oZx6JKj6VshB4OxFKODJmtOAUY1eYvH4KjFCltAhe3oZ3OXMPAFVZIC0dlfFNUY4
NZtXgSMLSAso6XejYzBhMA8GA1UdEwEB/wQFMAMBAf8wDgYDVR0PAQH/BAQDAgIE
MB0GA1UdDgQWBBRyFSnqUYN66TgzwyH1izBbQa9xXDAfBgNVHSMEGDAWgBS44QMl
3MApMem8KxT3vo/Ed11duzAKBggqhkjOPQQDAgNIADBFAiAtUNUarx91x+Eun8H5
gT1yZAKT5eDA43KHm33+d4gUNQIhAOhVFSHKWzXDL0uZNDT44DwO9+Q9ob4mp4eB
w7+YkMiN
-----END CERTIFICATE-----
`,
};

interface Asked {
  readonly status: number | undefined;
  readonly json: unknown;
}

async function post(url: URL, options: RequestOptions): Promise<Asked> {
  const { promise, resolve, reject } = Promise.withResolvers<Asked>();
  const headers = { "content-type": "application/json" };
  const outgoing = request(url, { method: "POST", agent: new Agent({ keepAlive: false }), headers, ...options });
  outgoing.on("error", reject);
  outgoing.on("response", (incoming) => {
    let all = "";
    incoming.setEncoding("utf8");
    incoming.on("data", (chunk: string) => (all += chunk));
    incoming.on("end", () => resolve({ status: incoming.statusCode, json: JSON.parse(all) as unknown }));
  });
  outgoing.end("{}");
  return promise;
}
