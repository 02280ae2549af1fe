import { describe, test } from "vitest";
import { ApiServer } from "./api-server.ts";
import { serverDefaults } from "./defaults.ts";
import { configMap, networkDefinition, send } from "./server.fixture.ts";
import type { ReadAnswer } from "./server.fixture.ts";

const maps = "/api/v1/namespaces/default/configmaps";
const mergePatch = { "content-type": "application/merge-patch+json" };

interface Items {
  readonly items: readonly { readonly metadata: { readonly name: string } }[];
}

function namesIn({ json }: ReadAnswer): readonly string[] {
  return (json as Items).items.map(({ metadata }) => metadata.name);
}

const networkType = '"apiVersion":"example.dev/v1","kind":"Network"';

/** Serves a custom resource that keeps all fields, and gives its path. */
async function serveNetworks(server: ApiServer): Promise<string> {
  await send(server, "POST /apis/apiextensions.k8s.io/v1/customresourcedefinitions", { body: networkDefinition });
  return "/apis/example.dev/v1/namespaces/default/networks";
}

/** A config map as it stands in a list, which tells the type once. */
function untyped(text: string): string {
  return text.replace('"apiVersion":"v1","kind":"ConfigMap",', "");
}

describe("an object", () => {
  test("is created, read, patched, replaced and deleted over HTTP [apiserver/verbs-over-http]", async ({ expect }) => {
    await using server = await ApiServer.start();
    const created = await send(server, `POST ${maps}`, { body: configMap("a", { x: "1" }) });
    expect(created).toMatchObject({ status: 201, json: { kind: "ConfigMap", metadata: { name: "a" } } });
    expect((await send(server, `GET ${maps}/a`)).text).toBe(created.text);

    const patched = await send(server, `PATCH ${maps}/a`, { body: { data: { x: null, y: "2" } }, headers: mergePatch });
    expect(patched).toMatchObject({ status: 200, json: { data: { y: "2" } } });
    expect(patched.text).not.toContain('"x"');

    const stale = await send(server, `PUT ${maps}/a`, { body: created.json });
    expect(stale).toMatchObject({ status: 409, json: { reason: "Conflict" } });
    const replaced = await send(server, `PUT ${maps}/a`, { body: { ...(patched.json as object), data: { z: "3" } } });
    expect(replaced).toMatchObject({ status: 200, json: { data: { z: "3" } } });

    expect(await send(server, `DELETE ${maps}/a`)).toMatchObject({ status: 200, json: { status: "Success" } });
    expect(await send(server, `GET ${maps}/a`)).toMatchObject({ status: 404, json: { reason: "NotFound" } });
  });

  test("keeps its status when it is written, and its spec when its status is", async ({ expect }) => {
    await using server = await ApiServer.start();
    const pods = "/api/v1/namespaces/default/pods";
    const spec = { containers: [{ name: "web", image: "web" }] };
    await send(server, `POST ${pods}`, { body: { apiVersion: "v1", kind: "Pod", metadata: { name: "a" }, spec } });
    const body = { status: { phase: "Running" }, spec: { nodeName: "other" } };
    const patched = await send(server, `PATCH ${pods}/a/status`, { body, headers: mergePatch });
    expect(patched).toMatchObject({ status: 200, json: { spec, status: { phase: "Running" } } });
    expect((await send(server, `GET ${pods}/a/status`)).json).toEqual(patched.json);
  });
});

describe("a list", () => {
  test("is one document around the stored bytes of its items [apiserver/list-bytes]", async ({ expect }) => {
    await using server = await ApiServer.start();
    const empty = await send(server, `GET ${maps}`);
    expect(empty.text).toMatch(
      /^\{"kind":"ConfigMapList","apiVersion":"v1","metadata":\{"resourceVersion":"\d+"\},"items":\[\]\}\n$/,
    );
    const a = await send(server, `POST ${maps}`, { body: configMap("a") });
    const b = await send(server, `POST ${maps}`, { body: configMap("b", { text: "ä€\u{1F600}" }) });
    const list = await send(server, `GET ${maps}`);
    expect(list.text).toContain(`"items":[${untyped(a.text.trimEnd())},${untyped(b.text.trimEnd())}]}`);
    expect(list.headers["content-length"]).toBe(String(Buffer.byteLength(list.text)));
    const { resourceVersion } = (b.json as { metadata: { resourceVersion: string } }).metadata;
    expect(list.json).toMatchObject({ metadata: { resourceVersion } });
  });

  test("that is long goes out in few pieces, and the pieces are the document [apiserver/list-chunks]", async ({
    expect,
  }) => {
    await using server = await ApiServer.start();
    const text = "x".repeat(100_000);
    for (const name of ["a", "b", "c", "d", "e", "f", "g"])
      await send(server, `POST ${maps}`, { body: configMap(name, { text }) });
    const { body } = await server.handle({
      method: "GET",
      path: maps,
      headers: { authorization: `Bearer ${server.token}` },
    });
    const pieces: Uint8Array[] = [];
    for await (const piece of body) pieces.push(piece);
    expect(pieces.length).toBeGreaterThan(1);
    expect(pieces.length).toBeLessThan(5);
    expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThanOrEqual(serverDefaults.chunkBytes);
    expect((JSON.parse(Buffer.concat(pieces).toString()) as Items).items).toHaveLength(7);
  });

  test("is chosen by selectors, and one that can't be read gets 400 [apiserver/selectors-over-http]", async ({
    expect,
  }) => {
    await using server = await ApiServer.start();
    for (const name of ["a", "b"]) {
      await send(server, `POST ${maps}`, { body: { ...configMap(name), metadata: { name, labels: { app: name } } } });
    }
    expect(namesIn(await send(server, `GET ${maps}?labelSelector=app%3Da`))).toEqual(["a"]);
    expect(namesIn(await send(server, `GET ${maps}?labelSelector=app+notin+(a)`))).toEqual(["b"]);
    expect(namesIn(await send(server, `GET ${maps}?fieldSelector=metadata.name%3Db&limit=500`))).toEqual(["b"]);
    const bad = [
      "labelSelector=a%3D%3D%3Db",
      "fieldSelector=x",
      "limit=x",
      "continue=abc",
      "watch=1&timeoutSeconds=soon",
      "timeoutSeconds=abc",
    ];
    for (const query of bad) {
      const answer = await send(server, `GET ${maps}?${query}`);
      expect([query, answer.status, (answer.json as { reason: string }).reason]).toEqual([query, 400, "BadRequest"]);
    }
    const initial = await send(server, `GET ${maps}?sendInitialEvents=true`);
    expect(initial).toMatchObject({
      status: 422,
      json: { reason: "Invalid", details: { causes: [{ field: "sendInitialEvents" }] } },
    });
  });

  test("can be deleted as a whole", async ({ expect }) => {
    await using server = await ApiServer.start();
    for (const name of ["a", "b"]) await send(server, `POST ${maps}`, { body: configMap(name) });
    expect((await send(server, `DELETE ${maps}?fieldSelector=metadata.name%3Da`)).status).toBe(200);
    expect(namesIn(await send(server, `GET ${maps}`))).toEqual(["b"]);
  });
});

describe("a body", () => {
  const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

  test.for([
    ["that is no JSON", encode("{"), 400, "BadRequest"],
    ["that is no UTF-8", Uint8Array.of(0x22, 0xff, 0x22), 400, "BadRequest"],
    ["that nests too deep", encode("[".repeat(20_000) + "]".repeat(20_000)), 400, "BadRequest"],
    ["that is no object", encode("[]"), 400, "BadRequest"],
    ["that is missing", undefined, 400, "BadRequest"],
    ["that is too large", new Uint8Array(serverDefaults.maxBodyBytes + 1), 413, "RequestEntityTooLarge"],
  ] as const)("%s is refused and changes nothing [apiserver/bad-body]", async ([, body, code, reason], { expect }) => {
    await using server = await ApiServer.start();
    const before = await send(server, `GET ${maps}`);
    for (const line of [`POST ${maps}`, `PUT ${maps}/a`]) {
      const answer = await send(server, line, { body });
      expect(answer).toMatchObject({ status: code, json: { kind: "Status", reason, code } });
      expect(answer.text).not.toContain("    at ");
    }
    expect((await send(server, `GET ${maps}`)).text).toBe(before.text);
  });

  test.for(["1e400", "1e-400", "1234567890.1234567890", "0.10000000000000000555"])(
    "with the number %s, which could not be given back as it is, is refused [apiserver/exact-numbers]",
    async (number, { expect }) => {
      await using server = await ApiServer.start();
      await send(server, `POST ${maps}`, { body: configMap("a") });
      const body = encode(`{"metadata":{"name":"b"},"x":[{"deep":${number}}]}`);
      const patch = { body: encode(`{"x":${number}}`), headers: mergePatch };
      for (const answer of [
        await send(server, `POST ${maps}`, { body }),
        await send(server, `PATCH ${maps}/a`, patch),
      ]) {
        const message = `json: cannot unmarshal number ${number} into Go value of type float64`;
        expect(answer).toMatchObject({ status: 400, json: { reason: "BadRequest", message } });
      }
      expect(namesIn(await send(server, `GET ${maps}`))).toEqual(["a"]);
    },
  );

  test("with numbers that can be kept is accepted however they are written [apiserver/exact-numbers]", async ({
    expect,
  }) => {
    await using server = await ApiServer.start();
    const numbers =
      "[1.0,1e3,0.1,-0,0e5,1E+2,9007199254740992,100000000000000000000,5e-324,1.7976931348623157e308,0.30000000000000004,1.00000000000000000000,0.0000000000000000001]";
    const networks = await serveNetworks(server);
    const text = `{${networkType},"metadata":{"name":"b"},"data":{"s":"9007199254740993 1e400"},"x":${numbers}}`;
    const { json } = await send(server, `POST ${networks}`, { body: encode(text) });
    expect((json as { x: unknown }).x).toEqual((JSON.parse(numbers) as number[]).map((one) => one + 0));
  });

  test("keeps integers that no number can hold, also through a patch [apiserver/exact-numbers]", async ({ expect }) => {
    await using server = await ApiServer.start();
    const networks = await serveNetworks(server);
    const text = `{${networkType},"metadata":{"name":"a"},"x":{"n":9007199254740993,"m":-12345678901234567890}}`;
    await send(server, `POST ${networks}`, { body: encode(text) });
    const patch = { body: encode('{"x":{"o":18446744073709551615}}'), headers: mergePatch };
    await send(server, `PATCH ${networks}/a`, patch);
    const { text: kept } = await send(server, `GET ${networks}/a`);
    expect(kept).toContain('"x":{"n":9007199254740993,"m":-12345678901234567890,"o":18446744073709551615}');
  });

  test("that is too large is refused with the limit", async ({ expect }) => {
    await using server = await ApiServer.start();
    const { json } = await send(server, `POST ${maps}`, { body: new Uint8Array(serverDefaults.maxBodyBytes + 1) });
    expect(json).toMatchObject({ message: expect.stringMatching(/limit is 3145728$/) });
  });

  test("in a form that is not understood gets 415 and the forms that are [apiserver/unsupported-media-type]", async ({
    expect,
  }) => {
    await using server = await ApiServer.start();
    await send(server, `POST ${maps}`, { body: configMap("a") });
    const refused = async (line: string, type: string): Promise<unknown> => {
      const answer = await send(server, line, {
        body: configMap("a"),
        headers: type === "" ? {} : { "content-type": type },
      });
      expect(answer).toMatchObject({ status: 415, json: { reason: "UnsupportedMediaType", code: 415 } });
      return (answer.json as { message: string }).message;
    };
    const message = "the body of the request was in an unknown format - accepted media types include: ";
    const understood = "application/json, application/yaml, application/vnd.kubernetes.protobuf";
    for (const line of [`POST ${maps}`, `PUT ${maps}/a`, `DELETE ${maps}/a`]) {
      expect(await refused(line, "text/plain")).toBe(`${message}${understood}`);
    }
    for (const type of ["application/json", ""]) {
      expect(await refused(`PATCH ${maps}/a`, type)).toBe("415: Unsupported Media Type");
    }
  });
});

test("a list comes in pages over HTTP [apiserver/list-pages]", async ({ expect }) => {
  await using server = await ApiServer.start();
  for (const name of ["a", "b"]) await send(server, `POST ${maps}`, { body: configMap(name) });
  const first = await send(server, `GET ${maps}?limit=1`);
  expect(namesIn(first)).toEqual(["a"]);
  const { metadata } = first.json as { metadata: { continue: string; remainingItemCount: number } };
  expect(metadata.remainingItemCount).toBe(1);
  const second = await send(server, `GET ${maps}?limit=1&continue=${metadata.continue}`);
  expect(namesIn(second)).toEqual(["b"]);
  expect(Object.keys((second.json as { metadata: object }).metadata)).toEqual(["resourceVersion"]);
});
