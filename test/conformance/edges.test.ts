import { test } from "vitest";
import { ask } from "./access.fixture.ts";
import type { Answer, AskOptions } from "./access.fixture.ts";
import { forEachServer } from "./for-each-server.ts";
import type { TestServer } from "./for-each-server.ts";

const merge = { "content-type": "application/merge-patch+json" };
const types = "application/json, application/yaml, application/vnd.kubernetes.protobuf";
const streams = "application/json;stream=watch, application/vnd.kubernetes.protobuf;stream=watch";
const meta = "g=meta.k8s.io;v=v1";

function mapsOf({ namespace }: TestServer): string {
  return `/api/v1/namespaces/${namespace}/configmaps`;
}

interface Raw {
  readonly text: string | Uint8Array;
  readonly type: string;
}

/** Sends bytes as they are. */
async function sendRaw(server: TestServer, line: string, { text, type }: Raw): Promise<Answer> {
  const body = typeof text === "string" ? new TextEncoder().encode(text) : text;
  const raw: TestServer = { ...server, transport: (request) => server.transport({ ...request, body }) };
  return ask(raw, line, { headers: { "content-type": type } });
}

async function told(answer: Promise<Answer>): Promise<readonly [number, unknown]> {
  const { status, json } = await answer;
  return [status, json?.message];
}

forEachServer(["embedded", "real"], "what is wrong with a request", (start) => {
  test("is told in the order in which Kubernetes looks at it [apiserver/check-order]", async ({ expect }) => {
    await using server = await start();
    const maps = mapsOf(server);
    await ask(server, `POST ${maps}`, { body: { metadata: { name: "m" } } });
    const huge = new Uint8Array(3_145_729).fill(32);
    const json = "application/json";
    const patch = "application/merge-patch+json";
    const cases = [
      ["POST", "?dryRun=x", "{", "text/plain", 415],
      ["POST", "?dryRun=x", huge, json, 413],
      ["POST", "?dryRun=x", "{", json, 422],
      ["POST", "", "{", json, 400],
      ["PUT", "/m?dryRun=x", huge, "text/plain", 413],
      ["PUT", "/m?dryRun=x", "{", "text/plain", 422],
      ["PUT", "/m", "{", "text/plain", 415],
      ["PUT", "/m?dryRun=x", "{", json, 422],
      ["PUT", "/none", "{", json, 400],
      ["PATCH", "/m?dryRun=x", "{", "text/plain", 415],
      ["PATCH", "/m?dryRun=x", huge, patch, 413],
      ["PATCH", "/none?dryRun=x", "{", patch, 422],
      ["PATCH", "/none", "{", patch, 404],
      ["PATCH", "/m", "{", patch, 400],
      ["PATCH", "/none?fieldManager=me", "{", "application/apply-patch+yaml", 400],
    ] as const;
    for (const [method, path, text, type, status] of cases) {
      const answer = await sendRaw(server, `${method} ${maps}${path}`, { text, type });
      expect([method, path, type, answer.status]).toEqual([method, path, type, status]);
    }
    const html = { accept: "text/html" };
    expect((await ask(server, `POST ${maps}?dryRun=x`, { body: {}, headers: html })).status).toBe(406);
    const odd = { "content-type": "text/plain", ...html };
    expect((await ask(server, `PATCH ${maps}/m`, { body: {}, headers: odd })).status).toBe(415);
    expect((await ask(server, `PATCH ${maps}/m`, { body: {}, headers: { ...merge, ...html } })).status).toBe(406);
  });

  test("is not what its query has beside, but an export that was asked for [apiserver/query-unknown]", async ({
    expect,
  }) => {
    await using server = await start();
    const maps = mapsOf(server);
    expect((await ask(server, `GET ${maps}?foo=bar&__proto__=1&limit=-1`)).status).toBe(200);
    expect(await told(ask(server, `GET ${maps}?limit=x`))).toEqual([
      400,
      'strconv.ParseInt: parsing "x": invalid syntax',
    ]);
    const message = "the export parameter, deprecated since v1.14, is no longer supported";
    expect(await told(ask(server, `GET ${maps}/none?export=true`))).toEqual([400, message]);
    expect((await ask(server, `GET ${maps}/none?export=false`)).status).toBe(404);
  });

  test("can be that there is nothing of which it names a part [apiserver/part-of-nothing]", async ({ expect }) => {
    await using server = await start();
    const { namespace } = server;
    const pods = `/api/v1/namespaces/${namespace}/pods`;
    const deployments = `/apis/apps/v1/namespaces/${namespace}/deployments`;
    const missing = [404, 'pods "none" not found'];
    expect(await told(ask(server, `GET ${pods}/none/status`))).toEqual(missing);
    expect(await told(ask(server, `POST ${pods}/none/eviction`, { body: { metadata: { name: "none" } } }))).toEqual(
      missing,
    );
    const binding = { metadata: { name: "none" }, target: { name: "n" } };
    expect(await told(ask(server, `POST ${pods}/none/binding`, { body: binding }))).toEqual(missing);
    const scale = { body: { spec: { replicas: 1 } }, headers: merge };
    expect(await told(ask(server, `PATCH ${deployments}/none/scale`, scale))).toEqual([
      404,
      'deployments.apps "none" not found',
    ]);
  });
});

forEachServer(["embedded", "real"], "a request with a time-out", (start) => {
  test("is answered with 504 when that is over, and one of no time does nothing [apiserver/timeout]", async ({
    expect,
  }) => {
    await using server = await start();
    const maps = mapsOf(server);
    const late = {
      metadata: {},
      status: "Failure",
      message: "Timeout: request did not complete within the allotted timeout",
      reason: "Timeout",
      details: {},
      code: 504,
    };
    const future = `${maps}?resourceVersion=999999999`;
    const waited = await ask(server, `GET ${future}&timeout=50ms`);
    expect([waited.status, waited.headers["content-type"], waited.json]).toEqual([
      504,
      "text/plain; charset=utf-8",
      late,
    ]);
    const written = await ask(server, `POST ${maps}?timeout=1ns`, { body: { metadata: { name: "late" } } });
    expect([written.status, written.json]).toEqual([504, late]);
    expect((await ask(server, `GET ${maps}/late`)).status).toBe(404);
    const unlimited = await Promise.all(["-1s", "0", "100h"].map((one) => ask(server, `GET ${future}&timeout=${one}`)));
    const patient: unknown = expect.stringContaining("Too large resource version");
    expect(unlimited.map(({ json }) => json?.message)).toEqual([patient, patient, patient]);
  });
});

forEachServer(["embedded", "real"], "a form of answers", (start) => {
  test("that a stream cannot have is refused, and CBOR everywhere [apiserver/not-acceptable]", async ({ expect }) => {
    await using server = await start();
    const watch = `GET ${mapsOf(server)}?watch=true&timeoutSeconds=1`;
    const accepting = (accept: string): AskOptions => ({ headers: { accept } });
    const only = "only the following media types are accepted:";
    expect((await ask(server, watch, accepting("application/json;stream=watch"))).headers["content-type"]).toBe(
      "application/json",
    );
    for (const accept of ["application/json;stream=other", "application/json;as=Other;g=x;v=y"]) {
      expect(await told(ask(server, watch, accepting(accept)))).toEqual([406, `${only} ${types}`]);
    }
    const { status, headers } = await ask(server, watch, accepting("application/yaml"));
    expect([status, headers["content-type"]]).toEqual([406, "application/yaml"]);
    const unknown = `406: Not Acceptable\n\nAvailable representations: ${types}, ${streams}`;
    expect(await told(ask(server, watch, accepting("application/cbor-seq")))).toEqual([406, unknown]);
    expect(await told(ask(server, `GET ${mapsOf(server)}`, accepting("application/cbor")))).toEqual([406, unknown]);
    const cbor = { "content-type": "application/cbor" };
    expect((await ask(server, `POST ${mapsOf(server)}`, { body: {}, headers: cbor })).status).toBe(415);
  });

  test("is no table where objects are not kept, or parts of them not shown [apiserver/table-refused]", async ({
    expect,
  }) => {
    await using server = await start();
    const { namespace } = server;
    const headers = { accept: `application/json;as=Table;${meta}` };
    const refused = [406, `only the following media types are accepted: ${types}`];
    const spec = { nonResourceAttributes: { path: "/", verb: "get" } };
    const review = "POST /apis/authorization.k8s.io/v1/selfsubjectaccessreviews";
    expect(await told(ask(server, review, { body: { spec }, headers }))).toEqual(refused);
    const pods = `/api/v1/namespaces/${namespace}/pods`;
    for (const path of [
      `${pods}/none/resize`,
      `${pods}/none/ephemeralcontainers`,
      "/apis/certificates.k8s.io/v1/certificatesigningrequests/none/approval",
      "/apis/apiextensions.k8s.io/v1/customresourcedefinitions/none/status",
    ]) {
      expect([path, ...(await told(ask(server, `GET ${path}`, { headers })))]).toEqual([path, ...refused]);
    }
    expect(await told(ask(server, `POST ${pods}/none/eviction`, { body: {}, headers }))).toEqual(refused);
    for (const path of [`${pods}/none/status`, `/apis/apps/v1/namespaces/${namespace}/deployments/none/scale`]) {
      expect([path, (await ask(server, `GET ${path}`, { headers })).status]).toEqual([path, 404]);
    }
  });
});
