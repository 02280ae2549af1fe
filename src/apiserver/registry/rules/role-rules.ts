import { pathSegmentProblems } from "../../../model/index.ts";
import type { StatusCause } from "../../../model/index.ts";
import { invalid, notSupported, required } from "../../crd/index.ts";
import {
  fieldsOf,
  formed,
  items,
  itemsOf,
  members,
  needed,
  optional,
  subdomain,
  textOf,
  unlessEmpty,
} from "./field-checks.ts";
import type { FieldCheck } from "./field-checks.ts";
import type { Fields } from "./places.ts";
import { labelSelector } from "./selector-checks.ts";

const group = "rbac.authorization.k8s.io";

function policyRule(isNamespaced: boolean): FieldCheck {
  return (value, field) => {
    const given = (name: string): readonly unknown[] => itemsOf(fieldsOf(value)[name]);
    const urls = given("nonResourceURLs");
    const at = `${field}.nonResourceURLs`;
    const isBoth = ["apiGroups", "resources", "resourceNames"].some((name) => given(name).length > 0);
    const verbs = needed(undefined, "verbs must contain at least one value")(given("verbs"), `${field}.verbs`);
    if (urls.length > 0) {
      return [
        ...verbs,
        ...(isNamespaced ? [invalid(at, urls, "namespaced rules cannot apply to non-resource URLs")] : []),
        ...(isBoth ? [invalid(at, urls, "rules cannot apply to both regular resources and non-resource URLs")] : []),
      ];
    }
    return [
      ...verbs,
      ...members({
        apiGroups: needed(undefined, "resource rules must supply at least one api group"),
        resources: needed(undefined, "resource rules must supply at least one resource"),
      })(value, field),
    ];
  };
}

/** What is wrong with a selector whose labels are then looked for. */
const usedSelector: FieldCheck = (value, field) => {
  const causes = labelSelector(value, field);
  return causes.length === 0 ? causes : [...causes, invalid(field, null, "invalid label selector.")];
};

/** What is wrong with a role in a namespace. */
export function roleCauses(role: Fields): readonly StatusCause[] {
  return members({ rules: items(policyRule(true)) })(role, "");
}

/** What is wrong with a role everywhere. */
export function clusterRoleCauses(role: Fields): readonly StatusCause[] {
  return members({
    rules: items(policyRule(false)),
    aggregationRule: optional(
      members({
        clusterRoleSelectors: needed(
          items(usedSelector),
          "at least one clusterRoleSelector required if aggregationRule is non-nil",
        ),
      }),
    ),
  })(role, "");
}

const inGroup =
  (supported: string): FieldCheck =>
  (value, field) =>
    textOf(value) === supported ? [] : [notSupported(field, textOf(value), [supported])];

const kinds: readonly string[] = ["ServiceAccount", "User", "Group"];

function subject(isNamespaced: boolean): FieldCheck {
  return (value, field) => {
    const { kind, name, apiGroup, namespace } = fieldsOf(value);
    const named = needed()(name, `${field}.name`);
    if (!kinds.includes(textOf(kind))) return [...named, notSupported(`${field}.kind`, textOf(kind), kinds)];
    if (kind !== "ServiceAccount") return [...named, ...inGroup(group)(apiGroup, `${field}.apiGroup`)];
    return [
      ...named,
      ...unlessEmpty(subdomain)(name, `${field}.name`),
      ...inGroup("")(apiGroup, `${field}.apiGroup`),
      ...(!isNamespaced && textOf(namespace) === "" ? [required(`${field}.namespace`)] : []),
    ];
  };
}

/** What is wrong with whom a binding gives which role. */
export function bindingCauses(binding: Fields, isNamespaced: boolean): readonly StatusCause[] {
  const roles = isNamespaced ? ["Role", "ClusterRole"] : ["ClusterRole"];
  return members({
    roleRef: members({
      apiGroup: inGroup(group),
      kind: (value, field) => (roles.includes(textOf(value)) ? [] : [notSupported(field, textOf(value), roles)]),
      name: needed(formed(pathSegmentProblems)),
    }),
    subjects: items(subject(isNamespaced)),
  })(binding, "");
}
