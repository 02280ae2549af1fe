import { test } from "vitest";
import type { ResourceAttributes } from "../../types/authorization/v1/index.ts";
import { selectorCauses, selectorProblem } from "./access-selectors.ts";

const key =
  "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')";
const value =
  "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')";
const needed = "values: Required value: must be specified when `operator` is 'In' or 'NotIn'";
const unwanted = "values: Forbidden: may not be specified when `operator` is 'Exists' or 'DoesNotExist'";
const [field, label] = ["spec.resourceAttributes.fieldSelector", "spec.resourceAttributes.labelSelector"];

function told(resource: ResourceAttributes): readonly string[] {
  return selectorCauses(resource).map((cause) => `${cause.field}: ${cause.message}`);
}

test("what a review says of fields and labels is refused in Kubernetes' words [apiserver/access-reviews-refused]", ({
  expect,
}) => {
  expect(told({ fieldSelector: {}, labelSelector: {} })).toEqual(
    [field, label].map(
      (at) => `${at}.requirements: Required value: when ${at} is specified, requirements or rawSelector is required`,
    ),
  );
  const both = { rawSelector: "a=b", requirements: [{ key: "", operator: "In" }] };
  expect(told({ fieldSelector: both })).toEqual([
    `${field}.rawSelector: Invalid value: "a=b": may not specified at the same time as requirements`,
    `${field}.requirements[0].key: Required value: must be specified`,
    `${field}.requirements[0].${needed}`,
  ]);
  const requirements = [
    { key: "a", operator: "NotIn" },
    { key: "A b", operator: "Exists", values: ["-"] },
  ];
  expect(told({ labelSelector: { requirements } })).toEqual([
    `${label}.requirements[0].${needed}`,
    `${label}.requirements[1].${unwanted}`,
    `${label}.requirements[1].key: Invalid value: "A b": name part ${key}`,
    `${label}.requirements[1].values[0]: Invalid value: "-": ${value}`,
  ]);
});

test("what of it nobody understands is left out, and the answer says so [apiserver/access-reviews]", ({ expect }) => {
  const ignored = (at: string, how = "ignored"): string => `${at} ${how} due to parse error`;
  const one = (operator: string, ...values: string[]): object => ({ key: "a", operator, values });
  const fields = (...requirements: object[]): string =>
    selectorProblem({ fieldSelector: { requirements } } as ResourceAttributes);
  const labels = (...requirements: object[]): string =>
    selectorProblem({ labelSelector: { requirements } } as ResourceAttributes);
  expect(selectorProblem(undefined)).toBe("");
  expect(selectorProblem({ fieldSelector: { rawSelector: "a=b" }, labelSelector: { rawSelector: "a" } })).toBe("");
  expect(selectorProblem({ fieldSelector: { rawSelector: "a" }, labelSelector: { rawSelector: "a=-" } })).toBe(
    `${ignored(field)}; ${ignored(label)}`,
  );
  expect(fields(one("In", "b"), one("NotIn", "b"))).toBe("");
  expect(fields(one("In", "b", "c"))).toBe(ignored(field));
  expect(fields(one("In", "b"), one("Exists"))).toBe(ignored(field, "partially ignored"));
  expect(labels(one("In", "b", "c"), one("Exists"))).toBe("");
  expect(labels(one("Gt", "1"))).toBe(ignored(label));
});
