import type { PolicyRule, Subject } from "../../types/rbac/v1/index.ts";
import { bootstrapRbac } from "../../types/pack/index.ts";
import { StatusError } from "../registry/index.ts";
import type { Catalog, Verbs } from "../registry/index.ts";

const group = "rbac.authorization.k8s.io";

/** A role or a binding that every server has. */
interface BootstrapObject {
  readonly plural: string;
  readonly namespace: string;
  readonly body: { readonly metadata: { readonly name: string } };
}

/** What the default roles and bindings are written with. */
export interface BootstrapPolicyOptions {
  readonly verbs: Verbs;
  readonly catalog: Catalog;
}

/** Writes the roles and bindings that every Kubernetes server has, but for those that are there already: these stay as they are. */
export async function writeBootstrapPolicy({ verbs, catalog }: BootstrapPolicyOptions): Promise<void> {
  for (const { plural, namespace, body } of bootstrapObjects()) {
    const served = catalog.find(group, "v1", plural);
    if (served === undefined) continue;
    const { name } = body.metadata;
    try {
      await verbs.get({ served, namespace, name });
    } catch (error) {
      if (!StatusError.is(error) || error.status.reason !== "NotFound") throw error;
      await verbs.create({ served, namespace, name: "" }, body, { fieldManager: "kube-apiserver" });
    }
  }
}

/** The form of the texts is described where they are made, in the code generator. */
function bootstrapObjects(): readonly BootstrapObject[] {
  const { clusterRoles, clusterRoleBindings, roles, roleBindings } = bootstrapRbac;
  return [
    ...linesOf(clusterRoles).map((words) => objectOf("clusterroles", words, roleMembers)),
    ...linesOf(clusterRoleBindings).map((words) => objectOf("clusterrolebindings", words, bindingMembers)),
    ...linesOf(roles).map((words) => objectOf("roles", words, roleMembers)),
    ...linesOf(roleBindings).map((words) => objectOf("rolebindings", words, bindingMembers)),
  ];
}

function linesOf(text: string): readonly (readonly string[])[] {
  return text
    .trim()
    .split("\n")
    .map((line) => line.split(" "));
}

function objectOf(
  plural: string,
  [called = "", ...words]: readonly string[],
  members: (words: readonly string[]) => object,
): BootstrapObject {
  const slash = called.indexOf("/");
  const metadata = {
    name: called.slice(slash + 1),
    labels: { "kubernetes.io/bootstrapping": "rbac-defaults", ...trueLabels(words, "+") },
    annotations: { "rbac.authorization.kubernetes.io/autoupdate": "true" },
  };
  return { plural, namespace: called.slice(0, Math.max(slash, 0)), body: { metadata, ...members(words) } };
}

function roleMembers(words: readonly string[]): object {
  const matchLabels = trueLabels(words, "<");
  if (Object.keys(matchLabels).length > 0) {
    return { rules: null, aggregationRule: { clusterRoleSelectors: [{ matchLabels }] } };
  }
  return { rules: words.filter((word) => !/^[+<]/.test(word)).map(ruleOf) };
}

function trueLabels(words: readonly string[], mark: string): Readonly<Record<string, string>> {
  return Object.fromEntries(words.filter((word) => word.startsWith(mark)).map((word) => [word.slice(1), "true"]));
}

function ruleOf(word: string): PolicyRule {
  const [verbs = [], second = [], resources, resourceNames] = word.split(";").map((list) => list.split(","));
  if (resources === undefined) return { verbs, nonResourceURLs: second };
  return { verbs, apiGroups: second, resources, ...(resourceNames === undefined ? {} : { resourceNames }) };
}

function bindingMembers([role = "", ...subjects]: readonly string[]): object {
  const [kind = "", name = ""] = role.split("/");
  return { subjects: subjects.map(subjectOf), roleRef: { apiGroup: group, kind, name } };
}

function subjectOf(word: string): Subject {
  const [kind = "", ...place] = word.split("/");
  const [namespace = "", name] = place;
  return name === undefined ? { kind, apiGroup: group, name: namespace } : { kind, name, namespace };
}
