import { test } from "vitest";
import type { CustomResourceDefinition } from "../../types/apiextensions/v1/index.ts";
import {
  checkDefinition,
  isConditionTrue,
  definedVersions,
  withDefaults,
  withStatus,
  withTerminating,
} from "./index.ts";

type Spec = CustomResourceDefinition["spec"];

const version: Spec["versions"][number] = {
  name: "v1",
  served: true,
  storage: true,
  schema: { openAPIV3Schema: { type: "object" } },
};

function made(
  spec: Partial<Spec> = {},
  metadata: Partial<CustomResourceDefinition["metadata"]> = {},
): CustomResourceDefinition {
  const names = { plural: "widgets", kind: "Widget" };
  const whole: Spec = { group: "example.com", scope: "Namespaced", names, versions: [version], ...spec };
  return withDefaults({ metadata: { name: `${whole.names.plural}.${whole.group}`, ...metadata }, spec: whole });
}

test("each rule of a definition has its cause [apiserver/crd-rules]", ({ expect }) => {
  const label = "a DNS-1035 label must consist of lower case alphanumeric characters or '-'";
  const rules: readonly (readonly [CustomResourceDefinition, string, string])[] = [
    [made({}, { name: "x" }), "metadata.name", 'Invalid value: "x": must be spec.names.plural+"."+spec.group'],
    [made({ group: "nodot" }), "spec.group", 'Invalid value: "nodot": should be a domain with at least one dot'],
    [made({ group: "A.b" }), "spec.group", 'Invalid value: "A.b": a lowercase RFC 1123 subdomain'],
    [made({ scope: "X" }), "spec.scope", 'Unsupported value: "X": supported values: "Cluster", "Namespaced"'],
    [made({ preserveUnknownFields: true }), "spec.preserveUnknownFields", "Invalid value: true: cannot set to true"],
    [
      made({ conversion: { strategy: "Webhook" } }),
      "spec.conversion.webhookClientConfig",
      "Required value: required when strategy is set to Webhook",
    ],
    [
      made({
        conversion: { strategy: "Webhook", webhook: { clientConfig: { url: "" }, conversionReviewVersions: ["v1"] } },
      }),
      "spec.conversion.strategy",
      'Unsupported value: "Webhook"',
    ],
    [made({ conversion: { strategy: "x" } }), "spec.conversion.strategy", 'Unsupported value: "x": supported values'],
    [
      made({ versions: [] }),
      "spec.versions",
      "Invalid value: []: must have exactly one version marked as storage version",
    ],
    [made({ versions: [version, { ...version, storage: false }] }), "spec.versions", "Invalid value: ["],
    [
      made({ versions: [{ ...version, schema: undefined }] }),
      "spec.versions[0].schema.openAPIV3Schema",
      "Required value",
    ],
    [made({ versions: [{ ...version, name: "V_" }] }), "spec.versions[0].name", `Invalid value: "V_": ${label}`],
    [made({ names: { plural: "widgets", kind: "a b" } }), "spec.names.singular", `Invalid value: "a b": ${label}`],
    [
      made({ names: { plural: "widgets", kind: "W", listKind: "W" } }),
      "spec.names.listKind",
      'Invalid value: "W": kind and listKind may not be the same',
    ],
    [
      made({ names: { plural: "widgets", kind: "W", shortNames: ["A"] } }),
      "spec.names.shortNames[0]",
      `Invalid value: "A": ${label}`,
    ],
    [
      made({ names: { plural: "widgets", kind: "W", categories: ["A"] } }),
      "spec.names.categories[0]",
      `Invalid value: "A": ${label}`,
    ],
  ];
  for (const [definition, field, message] of rules) {
    const cause = checkDefinition(definition)[0];
    expect([cause?.field, cause?.message?.slice(0, message.length)]).toEqual([field, message]);
  }
  expect(checkDefinition(made())).toEqual([]);
});

test("a definition in one of Kubernetes' groups says who approved it [apiserver/crd-approval]", ({ expect }) => {
  const inGroup = (group: string, approved?: string): CustomResourceDefinition =>
    made({ group }, approved === undefined ? {} : { annotations: { "api-approved.kubernetes.io": approved } });
  for (const group of ["x.k8s.io", "k8s.io", "a.b.kubernetes.io"]) {
    expect(checkDefinition(inGroup(group))[0]?.reason).toBe("FieldValueRequired");
    expect(checkDefinition(inGroup(group, "bad"))[0]?.reason).toBe("FieldValueInvalid");
    expect(checkDefinition(inGroup(group, "unapproved, sample"))).toEqual([]);
    expect(checkDefinition(inGroup(group, "https://example.com/1"))).toEqual([]);
  }
  expect(checkDefinition(inGroup("notk8s.io"))).toEqual([]);
  const status = (approved: string): unknown =>
    withStatus(inGroup("x.k8s.io", approved), { others: [], now: "T" }).status?.conditions?.[0];
  expect(status("unapproved, sample")).toEqual({
    type: "KubernetesAPIApprovalPolicyConformant",
    status: "False",
    lastTransitionTime: "T",
    reason: "UnapprovedAnnotation",
    message: 'not approved: "unapproved, sample"',
  });
  expect(status("https://example.com/1")).toMatchObject({ status: "True", reason: "ApprovedAnnotation" });
});

test("names taken by another definition of the group are told, and the free ones accepted [apiserver/crd-names]", ({
  expect,
}) => {
  const first = withStatus(made({ names: { plural: "widgets", kind: "Widget", shortNames: ["w"] } }), {
    others: [],
    now: "T",
  });
  const conflict = (names: Spec["names"], group = "example.com"): unknown => {
    const { conditions, acceptedNames } =
      withStatus(made({ names, group }), { others: [first], now: "T" }).status ?? {};
    const { reason, message } = conditions?.find(({ type }) => type === "NamesAccepted") ?? {};
    return [reason, message, acceptedNames?.plural, acceptedNames?.kind];
  };
  expect(conflict({ plural: "w", kind: "X" })).toEqual(["PluralConflict", '"w" is already in use', "", "X"]);
  expect(conflict({ plural: "xs", singular: "widget", kind: "X" })).toEqual([
    "SingularConflict",
    '"widget" is already in use',
    "xs",
    "X",
  ]);
  expect(conflict({ plural: "xs", kind: "X", shortNames: ["w"] })).toEqual([
    "ShortNamesConflict",
    '"w" is already in use',
    "xs",
    "X",
  ]);
  expect(conflict({ plural: "xs", singular: "x", kind: "Widget", listKind: "Xs" })).toEqual([
    "KindConflict",
    '"Widget" is already in use',
    "xs",
    "",
  ]);
  expect(conflict({ plural: "xs", kind: "X", listKind: "WidgetList" })).toEqual([
    "ListKindConflict",
    '"WidgetList" is already in use',
    "xs",
    "X",
  ]);
  expect(conflict({ plural: "widgets", kind: "Widget" }, "other.com")).toEqual([
    "NoConflicts",
    "no conflicts found",
    "widgets",
    "Widget",
  ]);
});

test("a condition keeps its time while it stays, and what was established stays so [apiserver/crd-conditions]", ({
  expect,
}) => {
  const first = withStatus(made(), { others: [], now: "T1" });
  const rival = withStatus(made({ names: { plural: "gadgets", kind: "Gadget" } }), { others: [], now: "T1" });
  const renamed = { ...first, spec: { ...first.spec, names: { ...first.spec.names, singular: "gadget" } } };
  const second = withStatus(renamed, { others: [rival], now: "T2" });
  const ended = withTerminating(second, "T3");
  expect(
    ended.status?.conditions?.map(({ type, status, lastTransitionTime }) => `${type} ${status} ${lastTransitionTime}`),
  ).toEqual(["NamesAccepted False T2", "Established True T1", "Terminating True T3"]);
  expect(ended.status?.acceptedNames?.singular).toBe("widget");
  expect([isConditionTrue(ended, "Established"), isConditionTrue(ended, "NamesAccepted")]).toEqual([true, false]);
});

test("an established definition serves its served versions and keeps objects in one [apiserver/crd-versions]", ({
  expect,
}) => {
  const versions = [
    version,
    { ...version, name: "v2", storage: false, subresources: { status: {} } },
    { ...version, name: "v3", storage: false, served: false },
  ];
  const definition = made({ versions, scope: "Cluster" });
  expect(definedVersions(definition).served).toEqual([]);
  const served = definedVersions(withStatus(definition, { others: [], now: "T" })).served;
  expect(
    served.map(({ resource, isStorageVersion }) => [
      resource.version,
      resource.scope,
      resource.subresources,
      isStorageVersion,
    ]),
  ).toEqual([
    ["v1", "Cluster", [], true],
    ["v2", "Cluster", ["status"], false],
  ]);
  expect(definedVersions(definition).stored?.resource).toMatchObject({
    version: "v1",
    plural: "widgets",
    kind: "Widget",
  });
});
