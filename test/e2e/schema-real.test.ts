import { test } from "vitest";
import { z } from "zod";
import { defineResource, jsonSchema } from "../../src/schema/index.ts";
import type { CustomResource, Schema } from "../../src/schema/index.ts";
import { describeReal } from "../../tools/control-plane/describe-real.ts";
import { startRealControlPlane } from "../../tools/control-plane/testing.ts";
import type { RealControlPlane } from "../../tools/control-plane/testing.ts";

const address = z.object({ street: z.string() }).meta({ id: "Address" });

const specs: Readonly<Record<string, Schema>> = {
  Plain: z.object({ cidr: z.cidrv4(), gateway: z.ipv4().optional(), name: z.string().default("net") }),
  Nested: z.strictObject({ home: address, work: address.nullable(), tags: z.record(z.string(), z.array(z.string())) }),
  Numeric: z.object({ count: z.int(), small: z.int32(), port: z.int().positive().lt(65536), ratio: z.number().gt(0) }),
  Choice: z.object({
    colour: z.enum(["red", "green"]).default("red"),
    shape: z.union([z.literal("round"), z.literal("square")]),
    only: z.literal("this"),
    maybe: z.union([z.string(), z.null()]),
    mark: z.enum(["a", "b"]).nullable(),
    port: z.union([z.int().min(1), z.string().regex(/^[a-z]+$/)]),
  }),
  Loose: z.looseObject({ known: z.boolean(), anything: z.any(), list: z.array(z.unknown()) }),
  Texts: z.object({
    mail: z.email(),
    at: z.iso.datetime(),
    id: z.uuid(),
    home: z.url(),
    token: z.jwt(),
    host: z.string().startsWith("a").endsWith("z").max(63),
  }),
  Written: jsonSchema({
    $schema: "https://json-schema.org/draft/2020-12/schema",
    type: "object",
    properties: { size: { type: ["integer", "null"], exclusiveMinimum: 0 }, mode: { const: "on" } },
    additionalProperties: false,
  }),
};

async function establish(plane: RealControlPlane, resource: CustomResource): Promise<void> {
  const created = await plane.kubectl(["create", "-f", "-"], { input: JSON.stringify(resource.crd) });
  if (created.code !== 0 || created.stderr !== "") throw new Error(`${resource.kind}: ${created.stderr}`);
  const waited = await plane.kubectl(["wait", "--for=condition=Established", "crd", resource.crd.metadata.name]);
  if (waited.code !== 0) throw new Error(`${resource.kind}: ${waited.stderr}`);
}

/** On a control plane that all tests share, a definition of one's own needs a group of its own. */
function defined(plane: RealControlPlane, kind: string, spec: Schema): CustomResource {
  const status = z.object({ ready: z.boolean() });
  return defineResource({ group: `${plane.namespace}.example.com`, version: "v1", kind, spec, status });
}

describeReal("the definitions that defineResource writes, on the real server", () => {
  test("are established, without a warning [schema/established-by-the-real-server]", async ({ expect }) => {
    await using plane = await startRealControlPlane();
    const resources = Object.entries(specs).map(([kind, spec]) => defined(plane, kind, spec));
    await Promise.all(resources.map((resource) => establish(plane, resource)));
    const names = resources.map(({ crd }) => crd.metadata.name);
    const { stdout } = await plane.kubectl(["get", "crd", "-o", "name", ...names]);
    expect(stdout.trim().split("\n")).toHaveLength(resources.length);
    await plane.kubectl(["delete", "crd", ...names]);
  });

  test("say what the schema says: defaults, nulls, bounds, what is kept [schema/means-the-same-on-the-real-server]", async ({
    expect,
  }) => {
    await using plane = await startRealControlPlane();
    const { Choice: choice, Loose: loose } = specs;
    const resources = [defined(plane, "Choice", choice!), defined(plane, "Loose", loose!)] as const;
    await Promise.all(resources.map((resource) => establish(plane, resource)));
    const create = async (resource: CustomResource, spec: object): Promise<string> => {
      const { kind, group, version } = resource;
      const object = { apiVersion: `${group}/${version}`, kind, metadata: { generateName: "one-" }, spec };
      const input = JSON.stringify(object);
      const made = await plane.kubectl(["create", "-o", "jsonpath={.spec}", "-f", "-"], { input });
      return made.code === 0 ? made.stdout : made.stderr;
    };
    const good = { shape: "round", only: "this", maybe: null, mark: null, port: 80 };
    expect(JSON.parse(await create(resources[0], good))).toEqual({ ...good, colour: "red" });
    expect(await create(resources[0], { ...good, mark: "b" })).toContain('"mark":"b"');
    expect(await create(resources[0], { ...good, port: "Http" })).toContain("spec.port");
    expect(await create(resources[0], { ...good, port: 0 })).toContain("spec.port");
    expect(await create(resources[0], { ...good, mark: "c" })).toContain("spec.mark");
    expect(await create(resources[0], { ...good, shape: "flat" })).toContain("spec.shape");

    const kept = { known: true, anything: { deep: [1, null] }, list: [1, "a", { b: null }], unknown: { more: 1 } };
    expect(JSON.parse(await create(resources[1], kept))).toEqual(kept);
    await plane.kubectl(["delete", "crd", ...resources.map(({ crd }) => crd.metadata.name)]);
  });
});
