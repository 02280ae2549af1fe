import { test } from "vitest";
import { isProjected, projected } from "../model/index.ts";
import type { KubeObject, Resource } from "../model/index.ts";
import { scanObject } from "../wire/index.ts";
import { inform } from "./informing.fixture.ts";
import { Intake } from "./intake.ts";
import { keepPaths, metadataOf, transformed } from "./projection.ts";
import type { MetadataOnly } from "./projection.ts";
import { listOf, note, Notes } from "./scripted-source.fixture.ts";
import type { Note } from "./scripted-source.fixture.ts";

interface Box extends KubeObject {
  readonly spec?: { readonly size: number; readonly lid?: { readonly colour?: string; readonly weight?: number } };
  readonly data?: Readonly<Record<string, string>>;
}

const Boxes = { ...Notes, kind: "Box", plural: "boxes" } as Resource as Resource<Box>;

const metadata = { name: "a", namespace: "shop", uid: "u", resourceVersion: "5", labels: { colour: "red" } };
const box: Box = {
  apiVersion: "example.dev/v1",
  kind: "Box",
  metadata: { ...metadata, managedFields: [{ manager: "kubectl" }] },
  spec: { size: 3, lid: { colour: "blue", weight: 7 } },
  data: { secret: "hidden" },
};

const encoded = (object: Box): Box => scanObject(new TextEncoder().encode(JSON.stringify(object))).view() as Box;

const failed: string[] = [];
const intakeOf = (project: (object: Box) => Box): Intake<Box> =>
  new Intake<Box>({ project, onProjectionError: (_error, { key }) => failed.push(key) });

test("only metadata, without managed fields, is kept, marked and read-only [informer/project-metadata]", ({
  expect,
}) => {
  for (const object of [box, encoded(box)]) {
    const kept = metadataOf(object);
    expect({ ...kept }).toEqual({ apiVersion: "example.dev/v1", kind: "Box", metadata, [projected]: true });
    expect(() => Object.assign(kept.metadata, { name: "b" })).toThrow(TypeError);
    expect(() => Object.assign(kept, { kind: "b" })).toThrow(TypeError);
  }
});

test("only chosen paths are kept, from bytes as from objects, and the type says so [informer/project-paths]", ({
  expect,
}) => {
  const keep = keepPaths(Boxes, ["spec.size", "spec.lid.colour"]);
  for (const object of [box, encoded(box)]) {
    const kept = keep(object);
    expect(JSON.parse(JSON.stringify(kept))).toEqual({
      apiVersion: "example.dev/v1",
      kind: "Box",
      metadata,
      spec: { size: 3, lid: { colour: "blue" } },
    });
    const colour: string | undefined = kept.spec?.lid?.colour;
    expect([colour, kept.spec?.size]).toEqual(["blue", 3]);
    // @ts-expect-error: the weight was not chosen.
    expect(kept.spec?.lid?.weight).toBeUndefined();
    expect(() => Object.assign(kept.spec ?? {}, { size: 4 })).toThrow(TypeError);
  }
  // @ts-expect-error: boxes have no such field.
  expect(JSON.stringify(keepPaths(Boxes, ["spec.nope"])(box))).not.toContain("spec");
});

test("keys that name prototypes are data, and reach none [informer/project-paths]", ({ expect }) => {
  const odd = JSON.parse('{"metadata":{"name":"a"},"data":{"__proto__":"x","constructor":"y"}}') as Box;
  const kept = keepPaths(Boxes, ["data.__proto__", "data.constructor"])(odd);
  expect(JSON.stringify(kept)).toBe('{"metadata":{"name":"a"},"data":{"__proto__":"x","constructor":"y"}}');
  expect(Object.getPrototypeOf(kept.data)).toBe(Object.prototype);
});

test("a mark tells a part from a whole, for types and at run time, also after a spread [informer/projection-marked]", ({
  expect,
}) => {
  const update = (object: Box & { readonly [projected]?: never }): boolean => isProjected(object);
  const part: MetadataOnly<Box> = metadataOf(box);
  expect([update(box), isProjected(part), isProjected({ ...part, spec: { size: 1 } })]).toEqual([false, true, true]);
  // @ts-expect-error: writing it back would delete the rest.
  expect(update(part)).toBe(true);
  expect(JSON.stringify(part)).not.toContain("projected");
});

test("what a transform makes is kept, once, marked and read-only [informer/transform]", ({ expect }) => {
  let calls = 0;
  const intake = intakeOf(
    transformed((object: Box) => {
      calls += 1;
      return { ...object, data: { secret: "***" } };
    }),
  );
  const kept = intake.take(encoded(box));
  expect([kept.data, isProjected(kept), intake.take(kept) === kept, calls]).toEqual([{ secret: "***" }, true, true, 1]);
  expect(() => Object.assign(kept.data ?? {}, { secret: "x" })).toThrow(TypeError);
});

test("a transform that throws, or makes another object, is reported, and the object kept whole [informer/transform-failure-contained]", ({
  expect,
}) => {
  const throwing = (): Box => {
    throw new Error("broken");
  };
  const blanking = (object: Box): Box => ({ ...object, metadata: { ...object.metadata, resourceVersion: undefined } });
  for (const transform of [throwing, blanking]) {
    const kept = intakeOf(transformed(transform)).take(encoded(box));
    expect([kept.data, kept.metadata.resourceVersion, failed.splice(0)]).toEqual([box.data, "5", ["shop/a"]]);
  }
});

test("managed fields are dropped unless they are wanted; nothing else changes [informer/managed-fields-stripped]", ({
  expect,
}) => {
  for (const object of [box, encoded(box)]) {
    expect(new Intake<Box>().take(object)).toEqual({ ...box, metadata });
    expect(new Intake<Box>({ keepManagedFields: true }).take(object)).toEqual(box);
    const taken = new Intake<Box>().take(object);
    expect(new Intake<Box>().take(taken)).toBe(taken);
    expect(() => Object.assign(taken.metadata, { name: "b" })).toThrow(TypeError);
  }
});

test("managed fields that are wanted stay in the cache, whatever the object came as [informer/managed-fields-stripped]", async ({
  expect,
}) => {
  const given = note("a", "7", { metadata: { managedFields: [{ manager: "kubectl" }] } });
  const bytes = new TextEncoder().encode(JSON.stringify(given));
  for (const object of [given, scanObject(bytes).view() as Note]) {
    const { clock, stop, informer, start } = inform({ lists: [listOf("10", object)] }, { keepManagedFields: true });
    const running = start();
    await clock.advance(1_000);
    expect(informer.lister.get("shop/a")).toEqual(given);
    stop.abort();
    await running;
  }
});

test("objects are asked for as they are kept only if nobody misses their managed fields [informer/managed-fields-stripped]", async ({
  expect,
}) => {
  for (const [options, isCompact] of [
    [{}, true],
    [{ keepManagedFields: true }, undefined],
    [{ project: metadataOf }, undefined],
  ] as const) {
    const { clock, stop, source, start } = inform({ lists: [listOf("10")] }, options);
    const running = start();
    await clock.advance(1_000);
    const asked = [...source.listRequests, ...source.watchRequests];
    expect(asked.map((request) => request.isCompact)).toEqual([isCompact, isCompact]);
    stop.abort();
    await running;
  }
});

test("what a plain function makes is marked and read-only too; one that gives the object itself keeps it whole [informer/transform]", ({
  expect,
}) => {
  const kept = intakeOf((object) => ({ ...object, data: { secret: "***" } })).take(box);
  expect([kept.data, isProjected(kept)]).toEqual([{ secret: "***" }, true]);
  expect(() => Object.assign(kept, { kind: "x" })).toThrow(TypeError);
  expect(() => Object.assign(kept.data ?? {}, { secret: "x" })).toThrow(TypeError);
  const whole = intakeOf((object) => object).take(box);
  expect([isProjected(whole), whole.data, whole.metadata.managedFields]).toEqual([false, box.data, undefined]);
});
