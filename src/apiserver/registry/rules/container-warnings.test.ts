import { test } from "vitest";
import { containerWarnings } from "./container-warnings.ts";

test("ports that conflict are told of, with the first that they conflict with", ({ expect }) => {
  const ports = [{ containerPort: 80 }, { containerPort: 80, hostPort: 1 }, { containerPort: 81 }];
  const [warning, ...others] = containerWarnings({ containers: [{ name: "a", ports }] }, "spec");
  expect([warning, others]).toEqual([
    "spec.containers[0].ports[1]: overlapping port definition with spec.containers[0].ports[0]",
    [],
  ]);
});

test("a pod with very many ports is warned of as many as an answer has room for", ({ expect }) => {
  const ports = Array.from({ length: 50_000 }, () => ({ containerPort: 80 }));
  expect(containerWarnings({ containers: [{ name: "a", ports }] }, "spec")).toHaveLength(100);
});
