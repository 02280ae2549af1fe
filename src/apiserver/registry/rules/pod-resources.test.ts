import { test } from "vitest";
import { containersTotal, withPodResources } from "./pod-resources.ts";

function container(requests: object, restartPolicy?: string): object {
  return { resources: { requests }, ...(restartPolicy === undefined ? {} : { restartPolicy }) };
}

function totalOf(spec: Readonly<Record<string, unknown>>): object {
  return Object.fromEntries([...containersTotal(spec, "requests")].map(([name, amount]) => [name, amount.toString()]));
}

test("containers side by side are added up, in the form of the first", ({ expect }) => {
  const containers = [container({ memory: "1Gi", cpu: "1" }), container({ memory: "1073741824" }), {}];
  expect(totalOf({ containers })).toEqual({ memory: "2Gi", cpu: "1" });
});

test("of containers that prepare a pod the largest counts, beside those that stay", ({ expect }) => {
  const initContainers = [container({ cpu: "3" }), container({ cpu: "2" }, "Always"), container({ cpu: "4" })];
  expect(totalOf({ containers: [container({ cpu: "1" })], initContainers })).toEqual({ cpu: "6" });
  expect(totalOf({ containers: [container({ cpu: "5" })], initContainers })).toEqual({ cpu: "7" });
});

test("a pod that says nothing of its resources, or only that there are some, is left alone", ({ expect }) => {
  for (const resources of [undefined, {}, { limits: {}, requests: {} }, { requests: { cpu: "1" } }]) {
    const spec = { containers: [container({ cpu: "1" })], resources };
    expect(withPodResources(spec)).toBe(spec);
  }
});

test("what a pod asks for stays, also where its containers ask for more [apiserver/pod-resources]", ({ expect }) => {
  const spec = { containers: [container({ cpu: "2" })], resources: { limits: { cpu: "3" }, requests: { cpu: "1" } } };
  expect(withPodResources(spec)).toEqual(spec);
});
