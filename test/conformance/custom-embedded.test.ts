import { test } from "vitest";
import { CustomKind } from "./custom-kind.fixture.ts";
import { forEachServer } from "./for-each-server.ts";

const text = { type: "string", default: "d" };
const labels = { type: "object", properties: { a: text } };

/** The schema of a resource inside an object, by what it says of its metadata. */
function resource(metadata: object, more: object = {}): object {
  return {
    type: "object",
    "x-kubernetes-embedded-resource": true,
    "x-kubernetes-preserve-unknown-fields": true,
    properties: { metadata: { type: "object", ...metadata } },
    ...more,
  };
}

const pod = { apiVersion: "v1", kind: "Pod" };

/** Resources by the names of fields: their schemas, what is sent, and the metadata that come of it. */
const resources: Readonly<Record<string, { schema: object; sent?: object; metadata?: object }>> = {
  emptyMap: { schema: resource({ properties: { labels } }), sent: { ...pod, metadata: { labels: {} } }, metadata: {} },
  map: {
    schema: resource({ properties: { labels } }),
    sent: { ...pod, metadata: { labels: { b: "1" } } },
    metadata: { labels: { a: "d", b: "1" } },
  },
  emptyDefault: {
    schema: resource({ default: {}, properties: { labels: { ...labels, default: {} } } }),
    sent: pod,
    metadata: {},
  },
  fullDefault: {
    schema: resource({ default: {}, properties: { labels: { ...labels, default: { b: "1" } } } }),
    sent: pod,
    metadata: { labels: { a: "d", b: "1" } },
  },
  emptyText: {
    schema: resource({ properties: { name: { type: "string", default: "n" } } }),
    sent: { ...pod, metadata: { name: "" } },
    metadata: { name: "n" },
  },
  whole: {
    schema: resource({ properties: { labels } }, { default: { ...pod, metadata: { labels: {} } } }),
    metadata: {},
  },
};

forEachServer(["embedded", "real"], "a resource inside an object", (start) => {
  test("gets defaults in its metadata where these, once read, have something [apiserver/custom-embedded]", async ({
    expect,
  }) => {
    await using server = await start();
    await using kind = new CustomKind(server, { group: "inner.setpoint.dev", kind: "Box" }, expect);
    const properties = Object.fromEntries(Object.entries(resources).map(([name, { schema }]) => [name, schema]));
    const openAPIV3Schema = { type: "object", properties: { spec: { type: "object", properties } } };
    await kind.define([{ name: "v1", schema: { openAPIV3Schema } }]);
    await kind.untilServed("v1");
    const spec = Object.fromEntries(
      Object.entries(resources).flatMap(([name, { sent }]) => (sent === undefined ? [] : [[name, sent] as const])),
    );
    const expected = Object.fromEntries(
      Object.entries(resources).map(([name, { metadata }]) => [name, { ...pod, metadata }] as const),
    );
    const boxes = kind.at("v1");
    expect((await boxes.create({ metadata: { name: "a" }, spec })).spec).toEqual(expected);
    expect((await boxes.get("a")).spec).toEqual(expected);
    const applied = { metadata: { name: "b" }, spec };
    expect((await boxes.apply(applied, { fieldManager: "test" })).spec).toMatchObject(expected);
  });
});
