import fc from "fast-check";
import { describe, expectTypeOf, test } from "vitest";
import type { JsonObject, KubeObject, ManagedFieldsEntry } from "../model/index.ts";
import type { Deployment } from "../types/apps/v1/index.ts";
import type { ApplyConfiguration } from "./apply-configuration.ts";
import { InvalidRequestError } from "./errors.ts";
import { extract } from "./extract.ts";

function entry(manager: string, fieldsV1: unknown, rest: Partial<ManagedFieldsEntry> = {}): ManagedFieldsEntry {
  return {
    manager,
    operation: "Apply",
    apiVersion: "apps/v1",
    fieldsType: "FieldsV1",
    fieldsV1: fieldsV1 as JsonObject,
    ...rest,
  };
}

function deployment(managedFields?: readonly ManagedFieldsEntry[]): Deployment {
  const containers = [
    {
      name: "side",
      image: "side:1",
      ports: [
        { containerPort: 80, protocol: "TCP" as const, name: "http" },
        { containerPort: 80, protocol: "UDP" as const },
      ],
    },
    { name: "web", image: "web:1", args: ["-a", "-b"], env: [{ name: "A", value: "1" }] },
  ];
  return {
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: {
      name: "web",
      namespace: "a",
      labels: { app: "web", extra: "x" },
      finalizers: ["a.b/c", "d.e/f"],
      managedFields,
    },
    spec: { replicas: 3, selector: { matchLabels: { app: "web" } }, template: { spec: { containers } } },
    status: { replicas: 2 },
  };
}

const identity = { apiVersion: "apps/v1", kind: "Deployment", metadata: { name: "web", namespace: "a" } };

describe("extract", () => {
  test("gives the members, items by key and by value that the manager owns, and the keys of the items [client/extract]", ({
    expect,
  }) => {
    const mine = {
      "f:metadata": { "f:labels": { "f:app": {} }, "f:finalizers": { ".": {}, 'v:"d.e/f"': {} } },
      "f:spec": {
        "f:replicas": {},
        "f:template": {
          "f:spec": {
            "f:containers": {
              'k:{"name":"web"}': { ".": {}, "f:image": {}, "f:args": {} },
              'k:{"name":"side"}': { "f:ports": { 'k:{"containerPort":80,"protocol":"TCP"}': { "f:name": {} } } },
              'k:{"name":"gone"}': { "f:image": {} },
            },
          },
        },
      },
      "f:gone": {},
    };
    const object = deployment([entry("other", { "f:spec": { "f:paused": {} } }), entry("me", mine)]);
    const extracted = extract(object, "me");
    expect(extracted).toEqual({
      apiVersion: "apps/v1",
      kind: "Deployment",
      metadata: { name: "web", namespace: "a", labels: { app: "web" }, finalizers: ["d.e/f"] },
      spec: {
        replicas: 3,
        template: {
          spec: {
            containers: [
              { name: "side", ports: [{ containerPort: 80, protocol: "TCP" as const, name: "http" }] },
              { name: "web", image: "web:1", args: ["-a", "-b"] },
            ],
          },
        },
      },
    });
    expectTypeOf(extracted).toEqualTypeOf<ApplyConfiguration<Deployment>>();
  });

  test("tells a container that is owned whole from one whose parts are others' [client/extract]", ({ expect }) => {
    const container = (fields: unknown): unknown => ({
      "f:spec": { "f:template": { "f:spec": { "f:containers": fields } } },
    });
    const web = 'k:{"name":"web"}';
    const whole = entry("me", {
      ...(container({ [web]: { "f:args": {} } }) as object),
      "f:metadata": { "f:labels": {} },
    });
    const others = entry("other", { "f:metadata": { "f:labels": { ".": {}, "f:app": {}, "f:extra": {} } } });
    expect(extract(deployment([whole]), "me").metadata.labels).toEqual({ app: "web", extra: "x" });
    const shared = extract(deployment([whole, others]), "me");
    expect(shared.metadata.labels).toEqual({});
    expect(shared.spec?.template?.spec?.containers).toEqual([{ name: "web", args: ["-a", "-b"] }]);
  });

  test("follows places, and owns nothing where there is nothing [client/extract]", ({ expect }) => {
    const mine = { "f:metadata": { "f:finalizers": { "i:1": {}, "i:7": {} } } };
    expect(extract(deployment([entry("me", mine)]), "me").metadata.finalizers).toEqual(["d.e/f"]);
    expect(extract(deployment([]), "me")).toEqual(identity);
    expect(extract(deployment([entry("other", mine)]), "me")).toEqual(identity);
  });

  test("keeps apart what was applied, updated, and written through a subresource [client/extract]", ({ expect }) => {
    const object = deployment([
      entry("me", { "f:spec": { "f:replicas": {} } }),
      entry("me", { "f:status": { "f:replicas": {} } }, { subresource: "status" }),
      entry("me", { "f:metadata": { "f:labels": { "f:extra": {} } } }, { operation: "Update" }),
    ]);
    expect(extract(object, "me")).toEqual({ ...identity, spec: { replicas: 3 } });
    expect(extract(object, "me", { subresource: "status" })).toEqual({ ...identity, status: { replicas: 2 } });
    expect(extract(object, "me", { operation: "Update" }).metadata.labels).toEqual({ extra: "x" });
  });

  test("refuses an object that does not say who owns what: what is missing would be removed [client/extract-refused]", ({
    expect,
  }) => {
    const stripped = (): unknown => extract(deployment(), "me");
    const older = [entry("me", {}, { apiVersion: "apps/v1beta1" })];
    const converted = (): unknown => extract(deployment(older), "me");
    expect(stripped).toThrow(expect.toSatisfy(InvalidRequestError.is));
    expect(stripped).toThrow(/managedFields/);
    expect(converted).toThrow(expect.toSatisfy(InvalidRequestError.is));
    expect(converted).toThrow(/apps\/v1beta1/);
  });

  test("reaches no prototype, whatever the record names [client/extract]", ({ expect }) => {
    const names = fc.constantFrom("__proto__", "constructor", "toString", "a");
    const value = fc.letrec((tie) => ({
      tree: fc.oneof(
        { depthSize: "small" },
        fc.integer(),
        fc.dictionary(names, tie("tree"), { noNullPrototype: true }),
      ),
    })).tree;
    fc.assert(
      fc.property(value, (data) => {
        const object = { metadata: { name: "a" }, data, apiVersion: "v1", kind: "X" };
        const managedFields = [entry("me", { "f:data": recordOf(data) }, { apiVersion: "v1" })];
        const owned = extract({ ...object, metadata: { name: "a", managedFields } } as KubeObject, "me");
        expect(JSON.stringify(owned)).toBe(
          JSON.stringify({ data, apiVersion: "v1", kind: "X", metadata: { name: "a" } }),
        );
      }),
    );
  });
});

/** What a server would record of a manager that owns every leaf. */
function recordOf(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return {};
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [`f:${name}`, recordOf(part)]));
}
