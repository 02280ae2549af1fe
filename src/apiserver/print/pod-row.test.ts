import { test } from "vitest";
import type { KubeObject } from "../../model/index.ts";
import { podPrinter } from "./pod-row.ts";

const now = Date.parse("2026-01-01T01:00:00Z");
const two = [{ name: "a" }, { name: "b" }];
const up = { ready: true, restartCount: 0, state: { running: {} } };

/** Ready, status and restarts of a pod with two containers. */
function shown(status: object, spec: object = {}, metadata: object = {}): readonly unknown[] {
  const pod = { metadata: { name: "p", ...metadata }, spec: { containers: two, ...spec }, status };
  return podPrinter.cells(pod as KubeObject, now).slice(1, 4);
}

test.for([
  ["is pending", { phase: "Pending" }, ["0/2", "Pending", "0"]],
  ["runs", { phase: "Running", containerStatuses: [up, up] }, ["2/2", "Running", "0"]],
  [
    "waits behind a gate",
    { phase: "Pending", conditions: [{ type: "PodScheduled", status: "False", reason: "SchedulingGated" }] },
    ["0/2", "SchedulingGated", "0"],
  ],
  [
    "crashes",
    {
      phase: "Running",
      containerStatuses: [
        {
          ready: false,
          restartCount: 3,
          state: { waiting: { reason: "CrashLoopBackOff" } },
          lastState: { terminated: { exitCode: 1, finishedAt: "2026-01-01T00:55:00Z" } },
        },
        up,
      ],
    },
    ["1/2", "CrashLoopBackOff", "3 (5m ago)"],
  ],
  [
    "has ended without a reason",
    { phase: "Failed", containerStatuses: [{ ready: false, restartCount: 0, state: { terminated: { exitCode: 7 } } }] },
    ["0/2", "ExitCode:7", "0"],
  ],
  [
    "was killed",
    {
      phase: "Failed",
      containerStatuses: [{ ready: false, restartCount: 0, state: { terminated: { exitCode: 137, signal: 9 } } }],
    },
    ["0/2", "Signal:9", "0"],
  ],
  [
    "has one container that is done, and is ready",
    {
      phase: "Running",
      conditions: [{ type: "Ready", status: "True" }],
      containerStatuses: [
        { ready: false, restartCount: 0, state: { terminated: { exitCode: 0, reason: "Completed" } } },
        up,
      ],
    },
    ["1/2", "Running", "0"],
  ],
  [
    "has one container that is done, and is not ready",
    {
      phase: "Running",
      containerStatuses: [
        { ready: false, restartCount: 0, state: { terminated: { exitCode: 0, reason: "Completed" } } },
        up,
      ],
    },
    ["1/2", "NotReady", "0"],
  ],
] as const)("a pod that %s says so [apiserver/table-pod-status]", ([, status, cells], { expect }) => {
  expect(shown(status)).toEqual(cells);
});

test.for([
  ["is at work", { state: { running: {} } }, "Init:0/1"],
  ["waits for its image", { state: { waiting: { reason: "ImagePullBackOff" } } }, "Init:ImagePullBackOff"],
  ["waits for its turn", { state: { waiting: { reason: "PodInitializing" } } }, "Init:0/1"],
  ["has failed", { state: { terminated: { exitCode: 2 } } }, "Init:ExitCode:2"],
  ["is done", { state: { terminated: { exitCode: 0, reason: "Completed" } } }, "Pending"],
] as const)("a pod whose init container %s says so [apiserver/table-pod-status]", ([, state, reason], { expect }) => {
  const status = { phase: "Pending", initContainerStatuses: [{ name: "i", restartCount: 0, ready: false, ...state }] };
  expect(shown(status, { initContainers: [{ name: "i" }] })[1]).toBe(reason);
});

test("a sidecar that has started counts among the containers [apiserver/table-pod-status]", ({ expect }) => {
  const sidecar = { name: "s", restartCount: 2, ready: true, started: true, state: { running: {} } };
  const status = { phase: "Running", initContainerStatuses: [sidecar], containerStatuses: [up, up] };
  expect(shown(status, { initContainers: [{ name: "s", restartPolicy: "Always" }] })).toEqual(["3/3", "Running", "2"]);
});

test("a pod that is being deleted ends, or its node is lost [apiserver/table-pod-status]", ({ expect }) => {
  const deleted = { deletionTimestamp: "2026-01-01T00:00:00Z" };
  expect(shown({ phase: "Running" }, {}, deleted)[1]).toBe("Terminating");
  expect(shown({ phase: "Succeeded" }, {}, deleted)[1]).toBe("Succeeded");
  expect(shown({ phase: "Running", reason: "NodeLost" }, {}, deleted)[1]).toBe("Unknown");
});
