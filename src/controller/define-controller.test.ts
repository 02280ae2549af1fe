import { expectTypeOf, test } from "vitest";
import type { Resource } from "../model/index.ts";
import { ConfigMap, Pod } from "../types/core/v1/index.ts";
import { defineController } from "./define-controller.ts";
import type { ControllerOptions } from "./define-controller.ts";
import type { ControllerDefinition, ReconcileContext, StatusOf } from "./definition.ts";
import { ControllerError } from "./errors.ts";
import { Doors } from "./scripted-server.fixture.ts";
import type { Door } from "./scripted-server.fixture.ts";

const reconcile = async (): Promise<void> => {};

function problem(options: Partial<ControllerOptions<Door>>): string {
  try {
    defineController({ for: Doors, reconcile, ...options });
  } catch (error) {
    return ControllerError.is(error, "SETPOINT_CONTROLLER_INVALID") ? error.message : String(error);
  }
  return "none";
}

test("a kind and a function are enough [controller/defaults]", ({ expect }) => {
  expect(defineController({ for: Doors, reconcile })).toEqual({
    name: "doors",
    for: Doors,
    reconcile,
    workers: 1,
    reconcileTimeoutMs: 300_000,
  });
  const finalize = reconcile;
  const given = defineController({
    name: "painter",
    for: Doors,
    reconcile,
    finalize,
    workers: 3,
    reconcileTimeout: "10s",
    finalizer: "paint.example.dev/door",
  });
  expect(given).toMatchObject({ name: "painter", finalize, workers: 3, reconcileTimeoutMs: 10_000 });
  expect(given.finalizer).toBe("paint.example.dev/door");
});

test("the finalizer is named after group and controller [controller/finalizer-name]", ({ expect }) => {
  const finalize = reconcile;
  expect(defineController({ for: Doors, reconcile, finalize }).finalizer).toBe("example.dev/doors-controller");
  expect(() => defineController({ for: Pod, reconcile, finalize })).toThrow(/expected the option `finalizer`/);
  expect(defineController({ for: Pod, reconcile, finalize, finalizer: "a.dev/b" }).finalizer).toBe("a.dev/b");
});

test("what could not work is refused, with what was expected [controller/definition-checked]", ({ expect }) => {
  const finalize = reconcile;
  expect(problem({})).toBe("none");
  expect(problem({ name: "No Name" })).toMatch(/^Define the controller No Name: its name/);
  expect(problem({ name: "a".repeat(60), finalize })).toMatch(/its finalizer .*no more than 63 bytes/);
  expect(problem({ finalize, finalizer: "plain" })).toMatch(/needs a domain/);
  expect(problem({ workers: 0 })).toMatch(/expected 1 worker or more, got 0/);
  expect(problem({ workers: 1.5 })).toMatch(/got 1.5/);
  expect(problem({ reconcileTimeout: 0 })).toMatch(/above zero/);
  expect(problem({ reconcileTimeout: "soon" })).toMatch(
    /InvalidDurationError.*reconcileTimeout of the controller doors/,
  );
  expect(problem({ reconcile: undefined as never })).toMatch(/expected a function `reconcile`/);
});

test("the object and its status are typed by the kind, and kinds mix in a list [controller/types-inferred]", ({
  expect,
}) => {
  const doors = defineController({
    for: Doors,
    async reconcile(door, { status }) {
      expectTypeOf(door).toEqualTypeOf<Door>();
      expectTypeOf(status).parameter(0).toEqualTypeOf<NonNullable<Door["status"]>>();
      return { requeueAfter: "1m" };
    },
    async finalize(door) {
      expectTypeOf(door).toEqualTypeOf<Door>();
    },
  });
  const maps = defineController({
    for: ConfigMap,
    async reconcile(_map, context) {
      expectTypeOf(context).toEqualTypeOf<ReconcileContext<ConfigMap>>();
    },
  });
  expectTypeOf<StatusOf<ConfigMap>>().toBeNever();
  expectTypeOf(doors.for).toEqualTypeOf<Resource<Door>>();
  const list: readonly ControllerDefinition[] = [doors, maps];
  expect(list).toHaveLength(2);
});
