import { test } from "vitest";
import type { Document } from "../document.ts";
import { builtInRules } from "./index.ts";

const annotations = { "kubernetes.io/ingress.class": "x" };

function told(ingress: object, old?: object): readonly string[] {
  const warnings: string[] = [];
  const { check } = builtInRules["networking.k8s.io/ingresses"] ?? {};
  const causes = check?.(ingress as Document, old as Document | undefined, (text) => warnings.push(text)) ?? [];
  return [...causes.map(({ field, message }) => `${field}: ${message}`), ...warnings];
}

test("the class of a new ingress is told in one way, and the former way is on its way out [apiserver/rules-as-data]", ({
  expect,
}) => {
  const rules = [{ host: "a" }];
  const former = { metadata: { annotations }, spec: { rules } };
  const both = { metadata: { annotations }, spec: { rules, ingressClassName: "y" } };
  expect(told(former)).toEqual([
    "annotation \"kubernetes.io/ingress.class\" is deprecated, please use 'spec.ingressClassName' instead",
  ]);
  expect(told(both)).toEqual([
    'annotations.kubernetes.io/ingress.class: Invalid value: "x": must match `ingressClassName` when both are specified',
  ]);
  expect(told({ ...both, spec: { rules, ingressClassName: "x" } })).toEqual([]);
  expect([told(former, former), told(both, both)]).toEqual([[], []]);
});
