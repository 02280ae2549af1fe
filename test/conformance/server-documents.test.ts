import { createPublicKey, verify } from "node:crypto";
import type { JsonWebKey } from "node:crypto";
import { text } from "node:stream/consumers";
import { test } from "vitest";
import { TransportError } from "../../src/client/index.ts";
import { ask as send } from "./access.fixture.ts";
import { forEachServer } from "./for-each-server.ts";
import type { TestServer } from "./for-each-server.ts";

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

type Headers = Readonly<Record<string, string>>;

async function ask(server: TestServer, line: string, headers: Headers = {}): Promise<Answer> {
  const [method = "", path = ""] = line.split(" ");
  const authorization = `Bearer ${server.token}`;
  const answer = await server.transport({ method, path, headers: { authorization, ...headers } });
  return { status: answer.status, headers: answer.headers, text: await text(answer.body) };
}

/** Whether an answer sends whoever asks to another address, or to what they have. The client over sockets takes no such answer. */
async function isElsewhere(server: TestServer, line: string, headers: Headers = {}): Promise<boolean> {
  try {
    const answer = await ask(server, line, headers);
    return answer.status >= 300 && answer.status < 400 && answer.text === "";
  } catch (error) {
    if (TransportError.is(error, "SETPOINT_TRANSPORT_REDIRECT")) return true;
    throw error;
  }
}

function jsonOf({ text: body }: Answer): Readonly<Record<string, unknown>> {
  return JSON.parse(body) as Readonly<Record<string, unknown>>;
}

const form = "g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";

forEachServer(["embedded", "real"], "health", (start) => {
  test("is told in a word, by each thing that is looked at, or in a report [apiserver/health]", async ({ expect }) => {
    await using server = await start();
    for (const path of [
      "/livez",
      "/readyz",
      "/healthz",
      "/livez/ping",
      "/readyz/etcd",
      "/readyz/shutdown",
      "/readyz/informer-sync",
      "/livez/poststarthook/start-apiextensions-controllers",
      "/healthz/poststarthook/rbac/bootstrap-roles",
      "/healthz/autoregister-completion",
      "/livez?exclude=etcd",
    ]) {
      const answer = await ask(server, `GET ${path}`);
      expect([path, answer.status, answer.text]).toEqual([path, 200, "ok"]);
      expect(answer.headers["content-type"]).toBe("text/plain; charset=utf-8");
    }
    const report = (await ask(server, "GET /livez?verbose&exclude=etcd&exclude=b&exclude=a")).text.split("\n");
    expect(report.slice(0, 2)).toEqual(["[+]ping ok", "[+]log ok"]);
    expect(report).toContain("[+]etcd excluded: ok");
    const told = ["rbac/bootstrap-roles", "bootstrap-controller", "apiservice-openapiv3-controller"];
    const order = told.map((name) => report.indexOf(`[+]poststarthook/${name} ok`));
    expect(order[0]).toBeGreaterThan(0);
    expect(order).toEqual(order.toSorted((one, other) => one - other));
    expect(report.slice(-3)).toEqual([
      'warn: some health checks cannot be excluded: no matches for "a","b"',
      "livez check passed",
      "",
    ]);
    for (const path of ["/livez/", "/livez/none", "/readyz/none/more", "/livez/shutdown", "/healthz/informer-sync"]) {
      expect(await ask(server, `GET ${path}`)).toMatchObject({ status: 404, text: "404 page not found\n" });
    }
    expect((await ask(server, "POST /livez")).status).toBe(200);
  });
});

forEachServer(["embedded", "real"], "the version", (start) => {
  test("is told in JSON only, to whoever gets it [apiserver/version]", async ({ expect }) => {
    await using server = await start();
    const answer = await ask(server, "GET /version");
    expect(answer.headers["content-type"]).toBe("application/json");
    expect(jsonOf(answer)).toMatchObject({
      major: "1",
      minor: "36",
      emulationMajor: "1",
      emulationMinor: "36",
      minCompatibilityMajor: "1",
      minCompatibilityMinor: "35",
      gitVersion: expect.stringMatching(/^v1\.36\.3/) as string,
    });
    expect(answer.text.startsWith('{\n  "major": "1",\n')).toBe(true);
    expect((await ask(server, "GET /version/")).text).toBe(answer.text);
    expect((await ask(server, "GET /version", { accept: "application/yaml" })).status).toBe(406);
    expect((await ask(server, "POST /version")).status).toBe(405);
  });
});

forEachServer(["embedded", "real"], "discovery", (start) => {
  test("says where something is to be found [apiserver/root-paths]", async ({ expect }) => {
    await using server = await start();
    const { paths } = jsonOf(await ask(server, "GET /")) as { readonly paths: readonly string[] };
    expect(paths).toEqual(
      expect.arrayContaining(["/api/v1", "/apis/apps", "/apis/apps/v1", "/livez/ping", "/openapi/v3"]),
    );
    expect(paths).toEqual([...paths].sort());
  });

  test("of everything at once comes in the form that is asked for, and only if it has changed [apiserver/discovery-aggregated]", async ({
    expect,
  }) => {
    await using server = await start();
    const answer = await ask(server, "GET /api", { accept: `application/json;${form}` });
    expect(answer).toMatchObject({
      status: 200,
      headers: { "content-type": `application/json;${form}`, "cache-control": "public", vary: "Accept" },
    });
    expect(jsonOf(answer)).toMatchObject({ kind: "APIGroupDiscoveryList", apiVersion: "apidiscovery.k8s.io/v2" });
    const { etag = "" } = answer.headers;
    expect(etag).toMatch(/^"[0-9A-F]{128}"$/);
    const again = { accept: `application/json;${form}`, "if-none-match": etag };
    expect(await isElsewhere(server, "GET /api", again)).toBe(true);
    const yaml = await ask(server, "GET /api", { accept: `application/yaml;${form}` });
    expect(yaml.headers).toMatchObject({ "content-type": `application/yaml;${form}`, etag });
    expect(yaml.text).toContain("kind: APIGroupDiscoveryList");
  });

  test("in a form that is no more, or of a group, is not told at once [apiserver/discovery-aggregated]", async ({
    expect,
  }) => {
    await using server = await start();
    const old = "application/json;g=apidiscovery.k8s.io;v=v2beta1;as=APIGroupDiscoveryList";
    expect(await ask(server, "GET /apis", { accept: old })).toMatchObject({ status: 406 });
    const fallback = await ask(server, "GET /apis", { accept: `${old},application/json` });
    expect(jsonOf(fallback)).toMatchObject({ kind: "APIGroupList" });
    const wanted = await ask(server, "GET /apis", { accept: `application/json;${form},${old},application/json` });
    expect(jsonOf(wanted)).toMatchObject({ kind: "APIGroupDiscoveryList" });
    expect(await ask(server, "GET /apis/apps", { accept: `application/json;${form}` })).toMatchObject({ status: 406 });
  });

  test("of what is built in is for those who read, that of groups for everybody [apiserver/discovery-methods]", async ({
    expect,
  }) => {
    await using server = await start();
    for (const path of ["/api", "/api/v1", "/apis/apps/v1"]) {
      expect([path, (await ask(server, `POST ${path}`)).status]).toEqual([path, 405]);
    }
    for (const path of ["/apis", "/apis/apps", "/"]) {
      expect([path, (await ask(server, `POST ${path}`)).status]).toEqual([path, 200]);
    }
    const refused = await ask(server, "GET /apis/apps", { accept: "text/plain" });
    expect(jsonOf(refused)["message"]).toMatch(/^only the following media types are accepted: application\/json/);
    expect((await ask(server, "GET /apis/none.dev", { accept: "text/plain" })).status).toBe(404);
    for (const path of ["/apis/none.dev", "/apis/none.dev/v1", "/openapi", "/openapi/v4", "/swagger.json"]) {
      expect(await ask(server, `GET ${path}`)).toMatchObject({ status: 404, text: "404 page not found\n" });
    }
  });
});

interface Index {
  readonly paths: Readonly<Record<string, { readonly serverRelativeURL: string }>>;
}

forEachServer(["embedded", "real"], "OpenAPI", (start) => {
  test("in its third version has an index, and documents that may be kept [apiserver/openapi-v3]", async ({
    expect,
  }) => {
    await using server = await start();
    const { paths } = jsonOf(await ask(server, "GET /openapi/v3")) as unknown as Index;
    const address = paths["apis/policy/v1"]?.serverRelativeURL ?? "";
    expect(address).toMatch(/^\/openapi\/v3\/apis\/policy\/v1\?hash=[0-9A-F]{128}$/);
    const [place, hash = ""] = address.split("?hash=");
    const kept = await ask(server, `GET ${address}`);
    const headers = { "content-type": "application/json", etag: `"${hash}"`, vary: "Accept" };
    expect(kept).toMatchObject({ status: 200, headers: { ...headers, "cache-control": "public, immutable" } });
    expect(Date.parse(kept.headers["expires"] ?? "")).toBeGreaterThan(0);
    expect(jsonOf(kept)).toMatchObject({ openapi: "3.0.0", info: { title: "Kubernetes", version: "1.36" } });
    const plain = await ask(server, `GET ${place}`);
    expect(plain).toMatchObject({ status: 200, text: kept.text, headers: { "cache-control": "no-cache, private" } });
    expect(await isElsewhere(server, `GET ${place}?hash=ABC`)).toBe(true);
    expect(await isElsewhere(server, `GET ${address}`, { "if-none-match": `"${hash}"` })).toBe(true);
    expect(await ask(server, `GET ${address}`, { accept: "application/yaml" })).toMatchObject({
      status: 406,
      text: "",
    });
    const accept = "application/com.github.proto-openapi.spec.v3@v1.0+protobuf";
    const protobuf = await ask(server, `GET ${address}`, { accept });
    const type = "application/com.github.proto-openapi.spec.v3.v1.0+protobuf";
    expect(protobuf.headers).toMatchObject({ "content-type": type, etag: `"${hash}"` });
    expect(protobuf.text.startsWith("\n\u00053.0.0\u0012\u0012\n\nKubernetes2\u00041.36")).toBe(true);
    for (const path of ["/openapi/v3/", "/openapi/v3/apis/none.dev/v1", "/openapi/v3/apis/policy/v1/"]) {
      expect([path, (await ask(server, `GET ${path}`)).status]).toEqual([path, 404]);
    }
  });

  test("in its second version is one document, in JSON or in protobuf [apiserver/openapi-v2]", async ({ expect }) => {
    await using server = await start();
    const answer = await ask(server, "GET /openapi/v2");
    expect(answer).toMatchObject({ status: 200, headers: { "content-type": "application/json" } });
    expect(jsonOf(answer)).toMatchObject({ swagger: "2.0", info: { title: "Kubernetes" } });
    const { etag = "" } = answer.headers;
    expect(await isElsewhere(server, "GET /openapi/v2", { "if-none-match": etag })).toBe(true);
    const accept = "application/com.github.proto-openapi.spec.v2@v1.0+protobuf";
    const protobuf = await ask(server, "GET /openapi/v2", { accept });
    expect(protobuf.headers["content-type"]).toBe("application/com.github.proto-openapi.spec.v2.v1.0+protobuf");
    expect(protobuf.text.startsWith("\n\u00032.0\u0012\u0012\n\nKubernetes\u0012\u00041.36")).toBe(true);
    expect(await ask(server, "GET /openapi/v2", { accept: "application/yaml" })).toMatchObject({
      status: 406,
      text: "",
    });
    expect((await ask(server, "GET /openapi/v2/")).status).toBe(404);
  });
});

forEachServer(["embedded", "real"], "the issuer of tokens", (start) => {
  test("tells who it is, and the key with which anybody can check its tokens [apiserver/token-issuer]", async ({
    expect,
  }) => {
    await using server = await start();
    const configuration = await ask(server, "GET /.well-known/openid-configuration");
    expect(configuration.headers).toMatchObject({
      "content-type": "application/json",
      "cache-control": "public, max-age=3600",
    });
    expect(jsonOf(configuration)).toEqual({
      issuer: "https://kubernetes.default.svc.cluster.local",
      jwks_uri: expect.stringMatching(/^https:\/\/.*\/openid\/v1\/jwks$/) as string,
      response_types_supported: ["id_token"],
      subject_types_supported: ["public"],
      id_token_signing_alg_values_supported: ["ES256"],
    });
    const answer = await ask(server, "GET /openid/v1/jwks");
    expect(answer.headers["content-type"]).toBe("application/jwk-set+json");
    const { keys } = jsonOf(answer) as { readonly keys: readonly JsonWebKey[] };
    expect(keys[0]).toMatchObject({ use: "sig", kty: "EC", crv: "P-256", alg: "ES256" });
    expect(Object.keys(keys[0] ?? {}).sort()).toEqual(["alg", "crv", "kid", "kty", "use", "x", "y"]);
    const [head = "", claims = "", signature = ""] = (await tokenOn(server)).split(".");
    expect(JSON.parse(Buffer.from(head, "base64url").toString())).toMatchObject({ kid: keys[0]?.["kid"] });
    const key = createPublicKey({ key: keys[0] ?? {}, format: "jwk" });
    const content = Buffer.from(`${head}.${claims}`);
    const isSigned = verify("sha256", content, { key, dsaEncoding: "ieee-p1363" }, Buffer.from(signature, "base64url"));
    expect(isSigned).toBe(true);
    expect((await ask(server, "GET /openid/v1/jwks", { accept: "application/yaml" })).status).toBe(406);
  });
});

async function tokenOn(server: TestServer): Promise<string> {
  const accounts = `/api/v1/namespaces/${server.namespace}/serviceaccounts`;
  await send(server, `POST ${accounts}`, { body: { metadata: { name: "robot" } } });
  const { json } = await send(server, `POST ${accounts}/robot/token`, { body: {} });
  return json?.status?.["token"] as string;
}
