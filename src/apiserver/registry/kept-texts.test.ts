import { test } from "vitest";
import { builtInSchemas } from "../schema/index.ts";
import type { Schema } from "../schema/index.ts";
import { refusedTexts, revision, writesOf } from "./kept-texts.fixture.ts";
import type { TextWrite } from "./kept-texts.fixture.ts";
import { refusal, RegistryFixture } from "./registry.fixture.ts";
import { textCollections } from "./strategy.ts";

const revisions = "/apis/apps/v1/namespaces/default/controllerrevisions";
const classes = "/apis/resource.k8s.io/v1/deviceclasses";
const claims = "/apis/resource.k8s.io/v1/namespaces/default/resourceclaims";

/** A registry to which bodies are sent as texts, and which answers with texts. */
class TextFixture {
  readonly #fixture: RegistryFixture;

  private constructor(fixture: RegistryFixture) {
    this.#fixture = fixture;
  }

  static async open(): Promise<TextFixture> {
    return new TextFixture(await RegistryFixture.open());
  }

  async create(path: string, text: string): Promise<string> {
    const body = JSON.parse(text) as unknown;
    return decoded((await this.#fixture.registry.create(this.#fixture.target(path), body, { text })).bytes);
  }

  async write(path: string, { type, text, options }: TextWrite): Promise<string> {
    const { registry } = this.#fixture;
    const target = this.#fixture.target(path);
    const value = JSON.parse(text) as unknown;
    const answer = async (): Promise<{ readonly bytes: Uint8Array }> => {
      if (type === "put") return registry.update(target, value, { ...options, text });
      if (type === "yaml") return registry.update(target, value, { ...options, repeated: [] });
      if (type === "protobuf") return registry.update(target, value, options);
      return registry.patch(target, { type, value, isForced: true }, { ...options, text });
    };
    return decoded((await answer()).bytes);
  }

  async get(path: string): Promise<string> {
    return decoded(await this.#fixture.registry.get(this.#fixture.target(path)));
  }
}

function decoded(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

/** What is wrong with the data in the words of a refusal: the value that is quoted, or all of it. */
function quoted(message: string | undefined): string {
  return /data: Invalid value: (.*): field is immutable/.exec(message ?? "")?.[1] ?? message ?? "";
}

const cases = refusedTexts.flatMap(([data, refused]) =>
  Object.keys(writesOf(data)).map((name) => ({ data, name, words: refused[name] })),
);

test.for(cases)(
  "data $data are after $name what a real server makes of them [apiserver/kept-texts]",
  async ({ data, name, words }, { expect }) => {
    const fixture = await TextFixture.open();
    expect(await fixture.create(revisions, revision(data))).toContain(`"data":${data}`);
    const write = fixture.write(`${revisions}/a`, writesOf(data)[name] as TextWrite);
    if (words === undefined) expect(await write).toContain(`"data":${data}`);
    else expect(quoted((await refusal(write)).message)).toBe(words);
    expect(await fixture.get(`${revisions}/a`)).toContain(`"data":${data}`);
  },
);

test("what is sent as YAML is kept with its keys sorted, so that it can be sent again [apiserver/kept-texts]", async ({
  expect,
}) => {
  const fixture = await RegistryFixture.open();
  const body = JSON.parse(revision('{"b":1,"a":{"10":1,"9":2}}')) as object;
  await fixture.registry.create(fixture.target(revisions), body, { repeated: [] });
  const again = await fixture.registry.update(fixture.target(`${revisions}/a`), body, { repeated: [] });
  expect(decoded(again.bytes)).toContain('"data":{"a":{"10":1,"9":2},"b":1}');
});

test("spaces and escapes are not kept, and make no difference [apiserver/kept-texts]", async ({ expect }) => {
  const fixture = await TextFixture.open();
  const text = revision(String.raw`{ "a" : [ 1.50, -0 , "\u003c\/" ], "\u0062" : {} , "c":[ ] }`);
  expect(await fixture.create(revisions, text)).toContain('"data":{"a":[1.50,-0,"</"],"b":{},"c":[]}');
  const again = { type: "put", text: revision('{"a":[1.50,-0,"</"],"b":{},"c":[]}') } as const;
  expect(await fixture.write(`${revisions}/a`, again)).toContain('"data":{"a":[1.50,-0,"</"]');
});

test("protobuf brings values, which are the same in any order [apiserver/kept-texts]", async ({ expect }) => {
  const fixture = await TextFixture.open();
  await fixture.create(revisions, revision('{"b":1,"a":1.0}'));
  const write = (data: string): TextWrite => ({ type: "protobuf", text: revision(data, '"name":"a","labels":{}') });
  expect(await fixture.write(`${revisions}/a`, write('{"a":1,"b":1}'))).toContain('"data":{"b":1,"a":1.0}');
  const { message } = await refusal(fixture.write(`${revisions}/a`, write('{"a":2,"b":1}')));
  expect(quoted(message)).toBe('{"a":2,"b":1}');
});

function deviceClass(parameters: string): string {
  return `{"metadata":{"name":"a"},"spec":{"config":[{"opaque":{"driver":"d.example","parameters":${parameters}}}]}}`;
}

test.for([
  [{ type: "put", text: deviceClass('{"b":2,"a":1}') }, 1, '{"b":2,"a":1}'],
  [{ type: "put", text: deviceClass('{"a":1,"b":2}') }, 2, '{"a":1,"b":2}'],
  [{ type: "put", text: deviceClass('{"b":2,"a":1,"a":1}') }, 2, '{"b":2,"a":1,"a":1}'],
  [{ type: "merge", text: '{"metadata":{"labels":{"l":"1"}}}' }, 1, '{"b":2,"a":1}'],
  [{ type: "json", text: `[{"op":"replace","path":"/spec","value":${specOf('{"b":2,"a":1}')}}]` }, 1, '{"b":2,"a":1}'],
  [{ type: "json", text: `[{"op":"replace","path":"/spec","value":${specOf('{"a":1,"b":2}')}}]` }, 2, '{"a":1,"b":2}'],
  [{ type: "strategic", text: "{}" }, 2, '{"a":1,"b":2}'],
] as const)(
  "after %j a class of devices is of the generation of a real one [apiserver/kept-texts-generation]",
  async ([write, generation, parameters], { expect }) => {
    const fixture = await TextFixture.open();
    await fixture.create(classes, deviceClass('{"b":2,"a":1}'));
    const answer = await fixture.write(`${classes}/a`, write);
    expect(answer).toContain(`"generation":${generation},`);
    expect(answer).toContain(`"parameters":${parameters}`);
  },
);

function specOf(parameters: string): string {
  return deviceClass(parameters).slice('{"metadata":{"name":"a"},"spec":'.length, -1);
}

test("what a claim says stays, by the byte; its status may say the same otherwise [apiserver/kept-texts]", async ({
  expect,
}) => {
  const fixture = await TextFixture.open();
  const claim = (parameters: string, status = ""): string =>
    `{"metadata":{"name":"a"},"spec":{"devices":{"requests":[{"name":"r","exactly":{"deviceClassName":"c"}}],"config":[{"opaque":{"driver":"d.example","parameters":${parameters}}}]}}${status}}`;
  const device = (data: string): string =>
    `,"status":{"allocation":{"devices":{"results":[{"request":"r","driver":"d.example","pool":"p","device":"x"}]}},"devices":[{"driver":"d.example","pool":"p","device":"x","data":${data}}]}`;
  await fixture.create(claims, claim('{"b":1,"a":2}'));
  const other = await refusal(fixture.write(`${claims}/a`, { type: "put", text: claim('{"a":2,"b":1}') }));
  expect(other.details?.causes).toMatchObject([{ field: "spec", reason: "FieldValueInvalid" }]);
  const versions: string[] = [];
  for (const data of ['{"d":1,"c":2}', '{"d":1,"c":2}', '{"c":2,"d":1}']) {
    const text = claim('{"b":1,"a":2}', device(data));
    const answer = await fixture.write(`${claims}/a/status`, { type: "put", text });
    expect(answer).toContain(`"data":${data}`);
    versions.push(/"resourceVersion":"(\d+)"/.exec(answer)?.[1] ?? "");
  }
  expect(versions[1]).toBe(versions[0]);
  expect(versions[2]).not.toBe(versions[0]);
});

test("every kind with a value that is kept as a text is known [apiserver/kept-texts]", async ({ expect }) => {
  const { registry } = await RegistryFixture.open();
  const schemas = builtInSchemas();
  const found = registry.catalog.all().filter(({ resource: { group, version, kind } }) => {
    const schema = schemas.schemaOf({ apiVersion: group === "" ? version : `${group}/${version}`, kind });
    return schema !== undefined && hasRaw(schema, new Set());
  });
  expect(new Set(found.map(({ collection }) => collection))).toEqual(textCollections);
});

function hasRaw({ name, properties, values, items }: Schema, seen: Set<string>): boolean {
  if (name !== undefined && seen.has(name)) return false;
  if (name !== undefined) seen.add(name);
  if (name?.endsWith(".RawExtension") === true) return true;
  const inner = [...Object.values(properties ?? {}), values, items].filter((one) => one !== undefined);
  return inner.some((one) => hasRaw(one, seen));
}
