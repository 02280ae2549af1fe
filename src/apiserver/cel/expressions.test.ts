import { test } from "vitest";
import { Expressions } from "./expressions.ts";

test("an expression of a policy sees the request, its objects and the variables before it, with their types [apiserver/expressions]", ({
  expect,
}) => {
  const policy = new Expressions().policy();
  const read = (text: string, scope: object = {}): string | undefined =>
    policy.problem({ text, result: "bool", ...scope })?.detail;
  expect(read("object.a == 1 && request.userInfo.groups.exists(g, g == 'a')")).toBeUndefined();
  expect(read("namespaceObject.status.conditions[0].lastTransitionTime")).toBe(
    "must evaluate to bool but got google.protobuf.Timestamp",
  );
  expect(read("params.a", { hasParams: true })).toBe("must evaluate to bool but got dyn");
  expect(read("params.a")).toContain("undeclared reference to 'params'");
  expect(read("authorizer.requestResource.check('get').allowed()", { hasAuthorizer: true })).toBeUndefined();
  expect(read("variables.size() == 0")).toContain("undeclared reference to 'variables'");
  expect(policy.define("names", { text: "['a'].map(x, x)", result: "anything" })).toBeUndefined();
  expect(read("variables.names[0] == 1")).toContain("no matching overload for '_==_' applied to '(string, int)'");
  expect(read("variables.other == 1")).toContain("undefined field 'other'");
  expect(policy.conditionProblem({ text: "variables.names == []", result: "bool" })?.detail).toContain("undeclared");
});

test("what a selector of devices may cost is known before it is kept [apiserver/expressions]", ({ expect }) => {
  const expressions = new Expressions();
  const nested = (depth: number): string =>
    depth === 0 ? "true" : `device.attributes.all(a${depth}, ${nested(depth - 1)})`;
  expect(expressions.deviceProblem(nested(2))).toBeUndefined();
  expect(expressions.deviceProblem(nested(5))).toEqual({ kind: "costly", detail: "too complex, exceeds cost limit" });
  expect(expressions.deviceProblem("duration('x') == duration('1s')")?.kind).toBe("invalid");
});
