import { readFileSync } from "node:fs";
import { test } from "vitest";
import type { Answer, Call } from "./call.ts";
import { aspectOf, classOf } from "./difference.ts";
import { edited, jsonPatch, mergePatch, textOf, twice } from "./edit-body.ts";
import { edgeOf } from "./edge-of.ts";
import type { Edge } from "./edge-of.ts";
import type { Edit } from "./edit-body.ts";
import { hangUp } from "./https-sender.ts";
import { isKnown, knownClasses } from "./known-classes.ts";
import { Normaliser } from "./normalise.ts";
import type { Normal } from "./normalise.ts";

const startedMs = Date.parse("2026-01-01T00:00:00Z");
const uid = "11111111-2222-3333-4444-555555555555";

function answer(body: unknown, status = 200): Answer {
  return { status, headers: { "content-type": "application/json", date: "now" }, text: JSON.stringify(body) };
}

function normal(body: unknown, status = 200): Normal {
  return new Normaliser(startedMs).normal(answer(body, status), false);
}

test("what differs between servers is not compared, and all else is [apiserver/differential-normalised]", ({
  expect,
}) => {
  const made = (id: string, version: string): unknown => ({
    metadata: { uid: id, resourceVersion: version, creationTimestamp: "2026-01-01T00:00:07Z", generation: 1 },
  });
  const one = normal(made(uid, "7"));
  expect(one).toEqual(normal(made(uid.replaceAll("1", "9"), "123")));
  expect(one).not.toEqual(normal({ metadata: { uid, resourceVersion: "7", generation: 2 } }));
  const reader = new Normaliser(startedMs);
  const versions = ["7", "7", "9"].map((version) => reader.normal(answer(made(uid, version)), false).body);
  expect(versions[0]).toEqual(versions[1]);
  expect(versions[0]).not.toEqual(versions[2]);
  const groups = [{ name: "apps" }, { name: "d7-1.setpoint.dev" }];
  expect(normal({ groups }).body).toEqual({ groups: [{ name: "apps" }] });
  expect(normal({ message: "map[nodePort:30448 port:80]" }).body).toEqual({ message: "map[nodePort:<port> port:80]" });
  expect(normal({ time: "1999-01-01T00:00:00Z" }).body).toEqual({ time: "1999-01-01T00:00:00Z" });
});

test("a difference is told by what it is about [apiserver/differential-classes]", ({ expect }) => {
  const refused = (...fields: readonly string[]): Normal =>
    normal({ details: { causes: fields.map((field) => ({ field, reason: "r", message: "m" })) } }, 422);
  expect(aspectOf(normal({ a: 1 }), normal({ a: 1 }))).toBeUndefined();
  expect(aspectOf(normal({}), refused("a"))).toBe("accepts");
  expect(aspectOf(refused("a"), normal({}))).toBe("refuses");
  expect(aspectOf(refused("a", "b"), refused("b", "a"))).toBe("causes-order");
  expect(aspectOf(refused("a"), refused("a", "b"))).toBe("causes-missing");
  expect(aspectOf(refused("a", "b"), refused("a"))).toBe("causes-extra");
  expect(aspectOf(normal({ spec: 1 }), normal({ spec: 2 }))).toBe("spec");
  expect(aspectOf(normal({ metadata: { managedFields: [] } }), normal({ metadata: {} }))).toBe("managed-fields");
  const known = knownClasses(
    "### Because\n\n- `accepts/Pod` `causes/*`\n- `code/Pod`: for once\n\nNot `accepts/Node`.\n",
  );
  expect(known.map(({ reason }) => reason)).toEqual(["Because", "Because", "for once"]);
  expect(["accepts/Pod", "accepts/Node", "causes/Node"].map((name) => isKnown(name, known))).toEqual([
    true,
    false,
    true,
  ]);
});

test("one change is made as a body, a JSON patch and a merge patch [apiserver/differential-edits]", ({ expect }) => {
  const body = { a: { list: [{ n: 1 }, { n: 2 }] } };
  const edits = [{ path: ["a", "list", 1, "n"], value: 3 }];
  expect(edited(body, edits)).toEqual({ a: { list: [{ n: 1 }, { n: 3 }] } });
  expect(jsonPatch(body, edits)).toEqual([{ op: "replace", path: "/a/list/1/n", value: 3 }]);
  expect(mergePatch(body, edits, false)).toEqual({ a: { list: [{ n: 1 }, { n: 3 }] } });
  expect(mergePatch(body, edits, true)).toEqual({ a: { list: [{ n: 3 }] } });
  expect(edited({}, [{ path: ["x", 0, "y"], value: 1 }])).toEqual({ x: [{ y: 1 }] });
  expect(jsonPatch({}, [{ path: ["x", 0, "y"], value: 1 }])).toEqual([{ op: "add", path: "/x", value: [{ y: 1 }] }]);
  expect(edited(body, [{ path: ["a", "list", 0] }])).toEqual({ a: { list: [{ n: 2 }] } });
  expect(textOf(edited({ a: 1 }, [{ path: [`a${twice}`], value: 1 }]))).toBe('{"a":1,"a":1}');
});

test("a request that brings what Go tells from nothing is of a class of its own [apiserver/differential-classes]", ({
  expect,
}) => {
  const body = { spec: { ports: [1], names: [1, 2], host: "a" } };
  const edge = (edit: Edit): Edge | undefined => edgeOf(edited(body, [edit]), [edit]);
  expect([
    edge({ path: ["spec", "ports"], value: [] }),
    edge({ path: ["spec", "ports", 0] }),
    edge({ path: ["spec", "since"], value: "0001-01-01T00:00:00Z" }),
  ]).toEqual(["empty-value", "empty-value", "zero-time"]);
  expect([
    edge({ path: ["spec", "names", 0] }),
    edge({ path: ["spec", "host"], value: "" }),
    edge({ path: ["spec", "ports"] }),
  ]).toEqual([undefined, undefined, undefined]);
});

test("a server that hangs up is of a class that is listed only after a patch at which the real one does [apiserver/differential-classes]", ({
  expect,
}) => {
  const gone = new Normaliser(startedMs).normal(hangUp, true);
  const patch = (body: unknown, type = "strategic-merge-patch"): Call => ({
    method: "PATCH",
    path: "/apis/apps/v1/namespaces/{ns}/deployments/a?dryRun=All",
    contentType: `application/${type}+json`,
    body,
    edge: "empty-value",
  });
  const containers = (name: unknown): string =>
    JSON.stringify({ spec: { template: { spec: { containers: [{ name: "a" }, { name }] } } } });
  const real = (call: Call, kind = "Deployment"): string | undefined =>
    classOf({ ours: normal({}, 422), real: gone }, call, kind);
  expect([[], {}, ["a"], { a: 1 }].map((name) => real(patch(containers(name))))).toEqual(
    Array.from({ length: 4 }, () => "hang-up/Deployment"),
  );
  const others = [
    real(patch(containers("a"))),
    real(patch(containers(null))),
    real(patch(containers([]), "merge-patch")),
    real({ ...patch({ spec: { selector: { matchExpressions: [{ key: [] }] } } }) }),
    real(patch("{")),
    real({ method: "POST", path: "/apis/apps/v1/namespaces/{ns}/deployments", body: containers([]) }),
  ];
  expect(new Set(others)).toEqual(new Set(["hang-up-otherwise/Deployment"]));
  expect(real(patch(containers([])), "errors")).toBe("hang-up-otherwise/errors");
  const ours = { ours: gone, real: normal({}, 422) };
  expect(classOf(ours, patch(containers([])), "Deployment")).toBe("our-hang-up/Deployment");
  expect(classOf({ ours: gone, real: gone }, patch(containers([])), "Deployment")).toBe("our-hang-up/Deployment");
  const known = knownClasses(readFileSync(new URL("../../docs/fidelity.md", import.meta.url), "utf8"));
  const names = ["hang-up/Pod", "hang-up-otherwise/Pod", "our-hang-up/Pod"];
  expect(names.map((name) => isKnown(name, known))).toEqual([true, false, false]);
});
