import { test } from "vitest";
import { ask } from "./access.fixture.ts";
import { forEachServer } from "./for-each-server.ts";
import type { TestServer } from "./for-each-server.ts";

interface Read {
  readonly status: number;
  readonly message: string | undefined;
  readonly warnings: string | undefined;
  /** What a kind that keeps anything has kept, as JSON. */
  readonly data: string | undefined;
}

/** What is made of YAML in the data of a revision, which may be anything. */
async function read(server: TestServer, data: string, query = ""): Promise<Read> {
  return readWhole(server, `metadata:\n  name: x\nrevision: 1\ndata:\n  of: ${data}\n`, query);
}

async function readWhole(server: TestServer, text: string, query = ""): Promise<Read> {
  const { status, json, headers } = await ask(
    server,
    `POST /apis/apps/v1/namespaces/${server.namespace}/controllerrevisions?dryRun=All${query}`,
    { text, headers: { "content-type": "application/yaml" } },
  );
  const { data } = json as { readonly data?: Readonly<Record<string, unknown>> };
  const kept = data === undefined ? undefined : JSON.stringify("of" in data ? data["of"] : data);
  return { status, message: json?.message, warnings: headers["warning"], data: kept };
}

forEachServer(["embedded", "real"], "a value in YAML", (start) => {
  test.for([
    ["an integer", ["0o17", "017", "0O17"], "15"],
    ["an integer", ["0x1F", "0X1f", "0b11111", "+31", "3_1"], "31"],
    ["an integer", ["-0o7", "-0b111", "-7", '!!int "-7"'], "-7"],
    ["an integer", ["9223372036854775807"], "9223372036854776000"],
    ["a number", ["1.0", "1e0", "!!float 1", '!!float "1"', "1.", "+1.0"], "1"],
    ["a number", [".5", "+.5", "5e-1", "0.5_0", ".5_0"], "0.5"],
    ["a switch", ["yes", "Y", "on", '!!bool "yes"'], "true"],
    ["nothing", ["~", "", "Null", "!!null ''"], "null"],
  ] as const)("is %s: %j [apiserver/yaml-values]", async ([, texts, value], { expect }) => {
    await using server = await start();
    for (const text of texts) expect([text, (await read(server, text)).data]).toEqual([text, value]);
  });

  test.for([".", "..", ".e1", "1e999", "12345e67890", "0xfffffffffffffffff", "0x", "12:30", "2026-01-31", "yEs", "="])(
    "is a text though it looks like something else: %s [apiserver/yaml-values]",
    async (text, { expect }) => {
      await using server = await start();
      expect((await read(server, text)).data).toBe(JSON.stringify(text));
    },
  );

  test("is the text that its tag says it holds, or is [apiserver/yaml-values]", async ({ expect }) => {
    await using server = await start();
    expect((await read(server, "!!binary aGk=")).data).toBe('"hi"');
    expect((await read(server, "!!str 1")).data).toBe('"1"');
    expect((await read(server, "!!timestamp 2026-01-31")).data).toBe('"2026-01-31"');
    expect((await read(server, "!other 1")).data).toBe('"1"');
  });

  test.for([
    "!!int x",
    "!!int 1.0",
    "!!float x",
    "!!bool x",
    "!!null x",
    "!!timestamp x",
    "!!binary '!'",
    ".nan",
    ".inf",
  ])(
    "that is not what its tag says, or that JSON has not, is refused: %s [apiserver/yaml-refused]",
    async (text, { expect }) => {
      await using server = await start();
      expect((await read(server, text)).status).toBe(400);
    },
  );

  test.for([
    ["a slash", '"\\/"', "found unknown escape character"],
    ["a half of a character", '"\\ud83d\\ude00"', "found invalid Unicode character escape code"],
    ["a half of a character, in eight digits", '"\\U0000D83D"', "found invalid Unicode character escape code"],
  ] as const)(
    "with an escape for %s is refused, be it in JSON or not [apiserver/yaml-refused]",
    async ([, text, words], { expect }) => {
      await using server = await start();
      const json = `{"apiVersion":"apps/v1","kind":"ControllerRevision","metadata":{"name":"x"},"revision":1,"data":{"of":${text}}}`;
      const wholes = [read(server, text), readWhole(server, json)];
      for (const { status, message } of await Promise.all(wholes)) {
        expect([status, message]).toEqual([400, expect.stringContaining(words)]);
      }
      const path = `/apis/apps/v1/namespaces/${server.namespace}/controllerrevisions/x?fieldManager=me`;
      const headers = { "content-type": "application/apply-patch+yaml" };
      const applied = await ask(server, `PATCH ${path}`, { text: json, headers });
      expect([applied.status, applied.json?.message]).toEqual([400, expect.stringContaining(words)]);
    },
  );

  test("can have a single quotation mark escaped [apiserver/yaml]", async ({ expect }) => {
    await using server = await start();
    expect((await read(server, String.raw`"it\'s \\' \"it\""`)).data).toBe(JSON.stringify(String.raw`it's \' "it"`));
  });
});

forEachServer(["embedded", "real"], "a document in YAML", (start) => {
  test.for([
    ["before", "{<<: {a: 1, b: 2}, a: 3}", { a: 3, b: 2 }, ['key "a"']],
    ["behind", "{a: 3, <<: {a: 1, b: 2}}", { a: 1, b: 2 }, ['key "a"']],
    ["of a list", "{<<: [{a: 1}, {a: 2, b: 3}]}", { a: 1, b: 3 }, ['key "a"']],
    ["of an alias", "[&x {a: 1}, {<<: *x, b: 2}]", [{ a: 1 }, { a: 1, b: 2 }], []],
    ["that is a text", '{"<<": {a: 1}}', { "<<": { a: 1 } }, []],
  ] as const)(
    "has what a merge key %s brings in its place, and its writer is told of what it sets twice [apiserver/yaml-repeated]",
    async ([, text, value, twice], { expect }) => {
      await using server = await start();
      const { data, warnings } = await read(server, text);
      expect(JSON.parse(data ?? "")).toEqual(value);
      const told = twice.map((key) => `299 - ${JSON.stringify(`line 5: ${key} already set in map`)}`);
      expect(warnings ?? "").toBe(told.join(", "));
      const strict = await read(server, text, "&fieldValidation=Strict");
      expect(strict.status).toBe(twice.length === 0 ? 201 : 400);
    },
  );

  test("can use an alias more than a hundred times [apiserver/yaml]", async ({ expect }) => {
    await using server = await start();
    const { data } = await read(server, `[&x {a: 1}${", *x".repeat(200)}]`);
    expect(JSON.parse(data ?? "")).toHaveLength(201);
  });

  test.for([
    ["merges what is no map", "{<<: 1}", "map merge requires map or sequence of maps as the value"],
    ["contains itself", "&x [*x]", "anchor 'x' value contains itself"],
    ["names no anchor", "[*y]", "unknown anchor 'y' referenced"],
  ] as const)("that %s is refused [apiserver/yaml-refused]", async ([, text, words], { expect }) => {
    await using server = await start();
    expect(await read(server, text)).toMatchObject({ status: 400, message: expect.stringContaining(words) as string });
  });

  test("that says that it is of a later version of YAML, or what nobody knows, is refused [apiserver/yaml-refused]", async ({
    expect,
  }) => {
    await using server = await start();
    const text = (directive: string): string => `%${directive}\n---\nmetadata: {name: x}\nrevision: 1\ndata: {}\n`;
    expect((await readWhole(server, text("YAML 1.1"))).status).toBe(201);
    for (const directive of ["YAML 1.2", "YAML 9.9", "YAML", "OTHER 1"]) {
      expect([directive, (await readWhole(server, text(directive))).status]).toEqual([directive, 400]);
    }
  });

  test("that says nothing is an object of which nothing is known [apiserver/yaml]", async ({ expect }) => {
    await using server = await start();
    for (const text of ["", "\n", "# nothing\n", "---\n", "~"]) {
      const { status, message } = await readWhole(server, text);
      expect([text, status, message]).toEqual([text, 422, expect.stringContaining("name or generateName is required")]);
    }
  });

  test("has keys of any simple type, as texts [apiserver/yaml]", async ({ expect }) => {
    await using server = await start();
    const { data } = await read(server, "{1: a, 0o17: b, 1.5: c, yes: d, .inf: e, -.inf: f, .nan: g, 2026-01-31: h}");
    const names = ["1", "15", "1.5", "true", ".inf", "-.inf", ".nan", "2026-01-31"];
    expect(Object.keys(JSON.parse(data ?? "") as object).toSorted()).toEqual(names.toSorted());
  });
});
