import { test } from "vitest";
import { allow, ask } from "./access.fixture.ts";
import type { Answer, AskOptions } from "./access.fixture.ts";
import { forEachServer } from "./for-each-server.ts";
import type { TestServer } from "./for-each-server.ts";

/** Sends text as YAML, which is applied if it is a patch. */
async function sendText(server: TestServer, line: string, text: string): Promise<Answer> {
  const raw = { ...server, transport: withBody(server, text) };
  const type = line.startsWith("PATCH") ? "application/apply-patch+yaml" : "application/yaml";
  return ask(raw, line, { headers: { "content-type": type } });
}

function withBody({ transport }: TestServer, text: string): TestServer["transport"] {
  return (request) => transport({ ...request, body: new TextEncoder().encode(text) });
}

function warningsOf({ headers }: Answer): readonly string[] {
  const texts = headers["warning"]?.match(/299 - "(?:[^"\\]|\\.)*"/g) ?? [];
  return texts.map((text) => JSON.parse(text.slice("299 - ".length)) as string);
}

forEachServer(["embedded", "real"], "a request", (start) => {
  test("for a namespace without a name is one for all of them, if it lists or watches [apiserver/path-names-nothing]", async ({
    expect,
  }) => {
    await using server = await start();
    const { namespace } = server;
    await ask(server, `POST /api/v1/namespaces/${namespace}/configmaps`, { body: { metadata: { name: "here" } } });
    const list = await ask(server, "GET /api/v1/namespaces//configmaps?fieldSelector=metadata.name=here");
    const { items } = list.json as { readonly items: readonly { readonly metadata: object }[] };
    expect(items.map(({ metadata }) => metadata)).toContainEqual(expect.objectContaining({ name: "here", namespace }));
    const required = "Namespace parameter required.";
    for (const line of ["GET /api/v1/namespaces//configmaps/here", "DELETE /api/v1/namespaces//configmaps"]) {
      expect(await ask(server, line)).toMatchObject({ status: 400, json: { message: required } });
    }
    for (const path of ["/api/v1/namespaces//nodes", "/api/v1//pods", "/api/v1/namespaces///pods"]) {
      expect((await ask(server, `GET ${path}`)).status).toBe(404);
    }
    const user = `${namespace}-reader`;
    await allow(server, [user], [{ apiGroups: [""], resources: ["configmaps"], verbs: ["list"] }]);
    expect((await ask(server, "GET /api/v1/namespaces//configmaps", { as: user })).status).toBe(403);
  });

  test("whose timeout is no duration gets 400, unless it watches [apiserver/timeout]", async ({ expect }) => {
    await using server = await start();
    const problems: Readonly<Record<string, string | undefined>> = {
      abc: 'invalid duration "abc"',
      "5": 'missing unit in duration "5"',
      "5x": 'unknown unit "x" in duration "5x"',
      "1.5h3": 'missing unit in duration "1.5h3"',
      "-": 'invalid duration "-"',
      ".": 'invalid duration "."',
      "1e3s": 'unknown unit "e" in duration "1e3s"',
      "1h0.5m": undefined,
      "-5s": undefined,
      "0": undefined,
      "": undefined,
    };
    for (const [timeout, problem] of Object.entries(problems)) {
      const { status, json } = await ask(server, `GET /api/v1/namespaces/default?timeout=${timeout}`);
      const message = `invalid timeout specified in the request URL - time: ${problem}`;
      expect([timeout, status, json?.message]).toEqual(
        problem === undefined ? [timeout, 200, undefined] : [timeout, 400, message],
      );
    }
    for (const line of [
      "GET /api?timeout=x",
      "GET /version?timeout=x",
      "GET /livez?timeout=x",
      "GET /apis/none/v1?timeout=x",
      "DELETE /api/v1/namespaces/none?timeout=x",
    ]) {
      expect((await ask(server, line)).status).toBe(400);
    }
    const watch = `/api/v1/namespaces/${server.namespace}/configmaps?watch=true&timeoutSeconds=1&timeout=x`;
    expect((await ask(server, `GET ${watch}`)).status).toBe(200);
  });

  test("that asks for the head only gets 405 from what is built in [apiserver/head]", async ({ expect }) => {
    await using server = await start();
    for (const path of ["/api/v1/namespaces", "/api/v1/namespaces/none", "/api/v1/namespaces?watch=true", "/version"]) {
      expect([path, (await ask(server, `HEAD ${path}`)).status]).toEqual([path, 405]);
    }
    expect((await ask(server, "HEAD /livez")).status).toBe(200);
  });

  test("for a version that does not come is answered after three seconds [apiserver/read-version]", async ({
    expect,
  }) => {
    await using server = await start();
    const path = "/api/v1/namespaces";
    const future = "resourceVersion=99999999";
    const lines = [
      `${path}?${future}`,
      `${path}/default?${future}`,
      `${path}/none?${future}`,
      `${path}?${future}&limit=2`,
    ];
    for (const { status, headers, json } of await Promise.all(lines.map((line) => ask(server, `GET ${line}`)))) {
      expect([status, headers["retry-after"]]).toEqual([504, "1"]);
      expect(json).toMatchObject({
        reason: "Timeout",
        message: expect.stringMatching(/^Timeout: Too large resource version: 99999999, current: \d+$/) as unknown,
        details: {
          causes: [{ reason: "ResourceVersionTooLarge", message: "Too large resource version" }],
          retryAfterSeconds: 1,
        },
      });
    }
    const events = await ask(server, `GET /api/v1/events?${future}`);
    expect([events.status, events.headers["retry-after"]]).toEqual([504, undefined]);
    expect((await ask(server, `GET ${path}/default?resourceVersion=x`)).status).toBe(500);
  });
});

forEachServer(["embedded", "real"], "a writer", (start) => {
  test("is told of an owner who stands twice [apiserver/owners-once]", async ({ expect }) => {
    await using server = await start();
    const maps = `/api/v1/namespaces/${server.namespace}/configmaps`;
    const x = { apiVersion: "v1", kind: "ConfigMap", name: "x", uid: "u1" };
    const y = { ...x, name: "y", uid: "u2" };
    const bodyOf = (...ownerReferences: readonly object[]): AskOptions => ({
      body: { metadata: { name: "owned", ownerReferences } },
    });
    const told = (when: string, uids: string): string =>
      `.metadata.ownerReferences contains duplicate entries${when}; API server dedups owner references in 1.20+, and may reject such requests as early as 1.24; please fix your requests; duplicate UID(s) observed: ${uids}`;
    const created = await ask(server, `POST ${maps}`, bodyOf(x, x, y, x, y));
    expect([created.status, warningsOf(created)]).toEqual([201, [told("", "u1, u1, u2")]]);
    expect(created.json?.metadata).toMatchObject({ ownerReferences: [x, y] });
    const updated = await ask(server, `PUT ${maps}/owned`, bodyOf(y, y, x));
    expect([updated.status, warningsOf(updated)]).toEqual([200, [told("", "u2")]]);
    const headers = { "content-type": "application/merge-patch+json" };
    const patched = await ask(server, `PATCH ${maps}/owned`, { ...bodyOf(x, x), headers });
    expect([patched.status, warningsOf(patched)]).toEqual([200, [told(" after mutating admission happens", "u1")]]);
    expect(patched.json?.metadata).toMatchObject({ ownerReferences: [x] });
  });

  test("of YAML is told of keys that stand twice, or refused [apiserver/yaml-repeated]", async ({ expect }) => {
    await using server = await start();
    const maps = `/api/v1/namespaces/${server.namespace}/configmaps`;
    const simple = "metadata:\n  name: a\n  name: b\ndata:\n  k: w\n  k: v\nfoo: 1\nfoo: 2\n";
    const lines = ['line 3: key "name"', 'line 6: key "k"', 'line 8: key "foo"'].map(
      (one) => `${one} already set in map`,
    );
    const warned = await sendText(server, `POST ${maps}`, simple);
    expect([warned.status, warningsOf(warned)]).toEqual([201, [...lines, 'unknown field "foo"']]);
    expect(warned.json).toMatchObject({ metadata: { name: "b" }, data: { k: "v" } });
    const strict = await sendText(server, `POST ${maps}?fieldValidation=Strict`, simple);
    const problem = `yaml: unmarshal errors:${lines.map((one) => `\n  ${one}`).join("")}`;
    expect([strict.status, strict.json?.message]).toEqual([
      400,
      `ConfigMap in version "v1" cannot be handled as a ConfigMap: strict decoding error: ${problem}, unknown field "foo"`,
    ]);
    const ignored = await sendText(server, `POST ${maps}?dryRun=All&fieldValidation=Ignore`, simple.replace("b", "c"));
    expect([ignored.status, warningsOf(ignored)]).toEqual([201, []]);
    const nested =
      "metadata:\n  name: d\n  labels:\n    x: y\n  labels:\n    x: z\n    x: w\ndata:\n  1: 'x'\n  1: 'y'\n";
    expect(warningsOf(await sendText(server, `POST ${maps}?dryRun=All`, nested))).toEqual(
      ['line 7: key "x"', 'line 6: key "labels"', "line 10: key 1"].map((one) => `${one} already set in map`),
    );
    const json = '{"metadata":{"name":"q","name":"r"},\n"data":{"a":"b","a":"c"}}';
    expect(warningsOf(await sendText(server, `POST ${maps}?dryRun=All`, json))).toEqual(
      ['line 1: key "name"', 'line 2: key "a"'].map((one) => `${one} already set in map`),
    );
    const applied = "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: applied\ndata:\n  a: b\n  a: c\n";
    const apply = `PATCH ${maps}/applied?fieldManager=test`;
    const made = await sendText(server, apply, applied);
    expect([made.status, warningsOf(made)]).toEqual([201, ['line 7: key "a" already set in map']]);
    const refused = await sendText(server, `${apply}&fieldValidation=Strict`, applied);
    expect([refused.status, refused.json?.message]).toEqual([
      400,
      'error strict decoding YAML: error converting YAML to JSON: yaml: unmarshal errors:\n  line 7: key "a" already set in map',
    ]);
  });

  test.for([
    ["nothing as a key", "? ~\n  : x", "map key"],
    ["a list as a key", "? [a]\n  : x", "invalid map key"],
    ["a map as a key", "? {a: b}\n  : x", "invalid map key"],
    ["an alias of a list as a key", "a: &list [b]\n  ? *list\n  : x", "invalid map key"],
    ["a control character", 'a: "\u0001"', "yaml: control characters are not allowed"],
  ] as const)("in YAML with %s is refused [apiserver/yaml-refused]", async ([, data, words], { expect }) => {
    await using server = await start();
    const text = `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: odd\ndata:\n  ${data}\n`;
    const answer = await sendText(server, `POST /api/v1/namespaces/${server.namespace}/configmaps`, text);
    expect([answer.status, answer.json?.message]).toEqual([400, expect.stringContaining(words)]);
  });
});
