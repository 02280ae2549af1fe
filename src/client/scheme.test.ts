import { expectTypeOf, test } from "vitest";
import { gvkOf } from "../model/index.ts";
import type { ObjectOf, Resource } from "../model/index.ts";
import { defineResource, jsonSchema } from "../schema/index.ts";
import { Deployment } from "../types/apps/v1/index.ts";
import { Event, Pod } from "../types/core/v1/index.ts";
import { Event as EventsEvent } from "../types/events/v1/index.ts";
import { KindError } from "./dynamic-errors.ts";
import { Scheme } from "./scheme.ts";

const Door = defineResource({
  group: "example.dev",
  version: "v1",
  kind: "Door",
  spec: jsonSchema<{ readonly colour: string }>({ type: "object", properties: { colour: { type: "string" } } }),
});
const scheme = new Scheme([Pod, Deployment, Event, EventsEvent]);

const parsed = (apiVersion: string, kind: string): unknown => ({ apiVersion, kind, metadata: { name: "a" }, spec: {} });

test("an object gets the type of its kind, and stays the same object [client/scheme]", ({ expect }) => {
  const object = parsed("v1", "Pod");
  const typed = scheme.typed(object);
  expectTypeOf(typed).toEqualTypeOf<Pod | Deployment | Event | EventsEvent>();
  expect(typed).toBe(object);
  if (typed.kind === "Deployment") expectTypeOf(typed.spec?.replicas).toEqualTypeOf<number | undefined>();
});

test("a kind leads to its resource, by group, version and kind [client/scheme]", ({ expect }) => {
  expect(scheme.resourceOf(gvkOf(Event))).toBe(Event);
  expect(scheme.resourceOf({ apiVersion: "events.k8s.io/v1", kind: "Event", metadata: { name: "a" } })).toBe(
    EventsEvent,
  );
  expect(scheme.resourceOf({ group: "apps", version: "v2", kind: "Deployment" })).toBeUndefined();
  expect(scheme.resourceOf({ metadata: { name: "a" } })).toBeUndefined();
});

test("a kind that is not in the scheme is refused, where it was found [client/scheme-unknown]", ({ expect }) => {
  expect(() => scheme.typed(parsed("example.dev/v1", "Door"), "door.yaml")).toThrow(
    'Read door.yaml: expected a kind of the scheme, but it is "example.dev/v1 Door"',
  );
  expect(() => scheme.typed({ kind: "Pod" })).toThrow("Read an object: expected a text in apiVersion");
  expect(() => scheme.typed(parsed("v1", "__proto__"))).toThrow(KindError);
});

test("a scheme grows into another one [client/scheme]", ({ expect }) => {
  const more = scheme.with([Door]);
  const typed = more.typed(parsed("example.dev/v1", "Door"));
  expectTypeOf(typed).toEqualTypeOf<Pod | Deployment | Event | EventsEvent | ObjectOf<typeof Door>>();
  expect([...more]).toEqual([Pod, Deployment, Event, EventsEvent, Door]);
  expect([...scheme]).toHaveLength(4);
});

test("two resources can't stand for one kind [client/scheme-taken]", ({ expect }) => {
  const other: Resource = { ...Pod, plural: "podlings" };
  expect(() => new Scheme<Resource>([Pod, other])).toThrow(
    "expected one resource for v1 Pod, but pods and podlings both claim it",
  );
  expect([...new Scheme([Pod, { ...Pod }])]).toHaveLength(1);
});
