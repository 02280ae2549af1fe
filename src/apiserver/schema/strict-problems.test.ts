import { test } from "vitest";
import { builtInSchemas } from "./built-in-schemas.ts";
import type { Schema } from "./schema.ts";
import { strictFindings, strictProblems } from "./strict-problems.ts";
import { validateFields } from "./validate-fields.ts";

const configMap = builtInSchemas().schemaOf({ apiVersion: "v1", kind: "ConfigMap" }) as Schema;

/** As kube-apiserver v1.36.3 answers. */
test.for([
  [
    '{"metadata":{"x":1,"x":2,"labels":{"a":"1","a":"1","a":"2"},"labels":{"a":"1","a":"2"}}}',
    ['unknown field "metadata.x"', 'duplicate field "metadata.labels.a"', 'duplicate field "metadata.labels"'],
  ],
  [
    '{"metadata":{"managedFields":[{"a":1,"manager":"a","manager":"b","manager":"c","a":2}],"managedFields":[{"a":1,"manager":"a","manager":"b"}]},"x":1,"x":{"y":1,"y":2}}',
    [
      'unknown field "metadata.managedFields[0].a"',
      'duplicate field "metadata.managedFields[0].manager"',
      'duplicate field "metadata.managedFields"',
      'unknown field "x"',
    ],
  ],
] as const)(
  "of %s each problem is told once, where it was first met [apiserver/strict-once]",
  ([text, problems], { expect }) => {
    expect(strictFindings(text, configMap)).toEqual({ problems, hasRepeated: true, hasRaw: false, hasNotation: false });
  },
);

test("the same names at other places are other problems [apiserver/strict-once]", ({ expect }) => {
  const twice = '{"a":1,"a":2,"a":3}';
  expect(strictProblems(`{"b":${twice},"c":[${twice},${twice}],"b":{"d":${twice}},"a":0}`, undefined)).toEqual([
    'duplicate field "b.a"',
    'duplicate field "c[0].a"',
    'duplicate field "c[1].a"',
    'duplicate field "b"',
    'duplicate field "b.d.a"',
  ]);
});

/** If its words were made each time, these would be a hundred thousand million characters. */
test.for([
  ["in one object", '"a":1,'.repeat(100_000)],
  ["in an object that comes back itself", '"x":{"a":1,"a":2},'.repeat(100_000)],
] as const)("a problem may come back any number of times %s [apiserver/strict-once]", ([, inner], { expect }) => {
  const name = "n".repeat(1_000_000);
  const problems = strictProblems(`{"${name}":{${inner}"z":0}}`, undefined);
  expect(problems.map((problem) => problem.replace(name, "n"))).toEqual(
    inner.startsWith('"a"') ? ['duplicate field "n.a"'] : ['duplicate field "n.x.a"', 'duplicate field "n.x"'],
  );
});

test("a text that was looked at already is not read again [apiserver/field-validation]", ({ expect }) => {
  const body = { text: '{"a":1}', value: { a: 1 }, schema: configMap, mode: "Warn" } as const;
  expect(validateFields({ ...body, found: [] }).warnings).toEqual([]);
  expect(validateFields(body).warnings).toEqual(['unknown field "a"']);
});
