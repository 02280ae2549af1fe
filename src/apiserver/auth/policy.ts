import { getOwn, parseJson } from "../../model/index.ts";
import type { PolicyRule, Subject } from "../../types/rbac/v1/index.ts";
import type { StoredObject } from "../storage/index.ts";
import { listOf, objectOf, textOf, textsOf } from "./json-members.ts";
import { serviceAccountName } from "./user.ts";
import type { User } from "./user.ts";

/** One subject of a binding, and where that leads. */
export interface Grant {
  readonly binding: StoredObject;
  /** Which of its subjects. */
  readonly index: number;
  /** How Kubernetes describes it when it allows something. */
  readonly description: string;
  /** In which namespace it counts; empty for all and the cluster itself. */
  readonly namespace: string;
  /** Undefined when the role does not exist. */
  readonly rules: readonly PolicyRule[] | undefined;
  /** What is wrong when there is no such role. */
  readonly problem: string;
}

/** The stored objects that rights come from. */
export interface PolicyObjects {
  readonly clusterRoles: readonly StoredObject[];
  readonly roles: readonly StoredObject[];
  readonly clusterRoleBindings: readonly StoredObject[];
  readonly roleBindings: readonly StoredObject[];
}

/** Roles and bindings as of one moment, arranged by whom they concern. */
export class Policy {
  readonly #roles = new Map<string, readonly PolicyRule[]>();
  readonly #grants = new Map<string, Grant[]>();

  constructor({ clusterRoles, roles, clusterRoleBindings, roleBindings }: PolicyObjects) {
    for (const role of [...clusterRoles, ...roles]) {
      const { namespace, name } = role.key;
      this.#roles.set(roleKey(namespace, name), rulesOf(read(role)));
    }
    for (const binding of [...clusterRoleBindings, ...roleBindings]) this.#bind(binding);
  }

  /**
   * What concerns a user in a namespace: cluster-wide bindings first, then by name, each by the first of its subjects that the user is.
   * Empty stands for the cluster scope.
   */
  grantsOf({ name, groups }: User, namespace: string): readonly Grant[] {
    const found = [userKey(name), ...groups.map(groupKey)].flatMap((key) => this.#grants.get(key) ?? []);
    const counting = found.filter((grant) => grant.namespace === "" || grant.namespace === namespace);
    const first = new Map<StoredObject, Grant>();
    for (const grant of counting) {
      if (grant.index < (first.get(grant.binding)?.index ?? Infinity)) first.set(grant.binding, grant);
    }
    return [...first.values()].sort((a, b) => (a.namespace === b.namespace ? 0 : a.namespace === "" ? -1 : 1));
  }

  #bind(binding: StoredObject): void {
    const { namespace, name } = binding.key;
    const document = read(binding);
    const roleRef = objectOf(getOwn(document, "roleRef"));
    const [kind, role] = [textOf(roleRef, "kind"), textOf(roleRef, "name")];
    const isLocal = namespace !== "" && kind === "Role";
    const rules =
      isLocal || kind === "ClusterRole" ? this.#roles.get(roleKey(isLocal ? namespace : "", role)) : undefined;
    const problem = `${kind.toLowerCase()}.rbac.authorization.k8s.io ${JSON.stringify(role)} not found`;
    const what = namespace === "" ? "ClusterRoleBinding" : "RoleBinding";
    const called = JSON.stringify(namespace === "" ? name : `${name}/${namespace}`);
    for (const [index, subject] of subjectsOf(document).entries()) {
      const key = subjectKey(subject, namespace);
      if (key === undefined) continue;
      const to = describeSubject(subject, namespace);
      const description = `${what} ${called} of ${kind} ${JSON.stringify(role)} to ${to}`;
      const grants = this.#grants.get(key) ?? [];
      this.#grants.set(key, grants);
      grants.push({ binding, index, description, namespace, rules, problem });
    }
  }
}

function subjectKey({ kind, name, namespace = "" }: Subject, bindingNamespace: string): string | undefined {
  if (kind === "User") return userKey(name);
  if (kind === "Group") return groupKey(name);
  const where = namespace === "" ? bindingNamespace : namespace;
  return kind === "ServiceAccount" && where !== "" ? userKey(serviceAccountName(where, name)) : undefined;
}

function describeSubject({ kind, name, namespace = "" }: Subject, bindingNamespace: string): string {
  if (kind !== "ServiceAccount") return `${kind} ${JSON.stringify(name)}`;
  return `${kind} ${JSON.stringify(`${name}/${namespace === "" ? bindingNamespace : namespace}`)}`;
}

function userKey(name: string): string {
  return `u${name}`;
}

function groupKey(name: string): string {
  return `g${name}`;
}

function roleKey(namespace: string, name: string): string {
  return `${namespace}/${name}`;
}

function rulesOf(document: object): readonly PolicyRule[] {
  return listOf(getOwn(document, "rules")).map((item) => {
    const rule = objectOf(item);
    const lists = ["verbs", "apiGroups", "resources", "resourceNames", "nonResourceURLs"]
      .map((key) => [key, textsOf(getOwn(rule, key))] as const)
      .filter(([key, texts]) => key === "verbs" || texts.length > 0);
    return Object.fromEntries(lists) as unknown as PolicyRule;
  });
}

function subjectsOf(document: object): readonly Subject[] {
  return listOf(getOwn(document, "subjects")).map((item) => {
    const subject = objectOf(item);
    return { kind: textOf(subject, "kind"), name: textOf(subject, "name"), namespace: textOf(subject, "namespace") };
  });
}

function read({ bytes }: StoredObject): object {
  return objectOf(parseJson(new TextDecoder().decode(bytes)));
}
