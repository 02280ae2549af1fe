import type { PolicyRule } from "../../types/rbac/v1/index.ts";
import type { Store, StoredObject } from "../storage/index.ts";
import type { Attributes } from "./attributes.ts";
import { ruleAllows } from "./policy-rule.ts";
import { Policy } from "./policy.ts";
import type { Grant, PolicyObjects } from "./policy.ts";
import { systemGroups } from "./user.ts";
import type { User } from "./user.ts";

/** Whether something is allowed, and what there is to say about it. */
export interface Decision {
  readonly isAllowed: boolean;
  /** Empty when there is nothing to say. */
  readonly reason: string;
}

/** All rules that concern a user somewhere, and what could not be found. */
export interface UserRules {
  readonly rules: readonly PolicyRule[];
  /** Empty when every role exists. */
  readonly problem: string;
}

/** Decides who may do what. */
export interface Authorizer {
  decide(user: User, attributes: Attributes): Promise<Decision>;
  rulesOf(user: User, namespace: string): Promise<UserRules>;
}

const everything: readonly PolicyRule[] = [
  { verbs: ["*"], apiGroups: ["*"], resources: ["*"] },
  { verbs: ["*"], nonResourceURLs: ["*"] },
];

/** Where Kubernetes itself keeps the objects that rights come from. */
const collections: Readonly<Record<keyof PolicyObjects, string>> = {
  clusterRoles: "rbac.authorization.k8s.io/clusterroles",
  roles: "rbac.authorization.k8s.io/roles",
  clusterRoleBindings: "rbac.authorization.k8s.io/clusterrolebindings",
  roleBindings: "rbac.authorization.k8s.io/rolebindings",
};

/** What the authorizer reads, and what has to be there before it does. */
export interface RbacOptions {
  readonly store: Store;
  /** Resolves when the roles that every server has are written. */
  prepare(): Promise<void>;
}

/**
 * Rights by the roles and bindings in the store, as they are at the time of the question: a write that was answered counts. Whoever is in
 * `system:masters` may do everything without a look at the store. Rules of aggregated roles are written by a controller, not made up here.
 */
export class RbacAuthorizer implements Authorizer {
  readonly #options: RbacOptions;
  #known: { readonly revision: number; readonly objects: PolicyObjects; readonly policy: Policy } | undefined;

  constructor(options: RbacOptions) {
    this.#options = options;
  }

  async decide(user: User, attributes: Attributes): Promise<Decision> {
    if (user.groups.includes(systemGroups.masters)) return { isAllowed: true, reason: "" };
    const namespace = attributes.type === "resource" ? attributes.namespace : "";
    const grants = (await this.#policy()).grantsOf(user, namespace);
    const allowing = grants.find(({ rules }) => rules?.some((rule) => ruleAllows(rule, attributes)) === true);
    if (allowing !== undefined) return { isAllowed: true, reason: `RBAC: allowed by ${allowing.description}` };
    const problem = problemOf(grants);
    return { isAllowed: false, reason: problem === "" ? "" : `RBAC: ${problem}` };
  }

  async rulesOf(user: User, namespace: string): Promise<UserRules> {
    const grants = (await this.#policy()).grantsOf(user, namespace);
    const rules = grants.flatMap((grant) => grant.rules ?? []);
    return { rules, problem: problemOf(grants) };
  }

  /** Read again only when something was written since, and arranged again only when that was a role or a binding. */
  async #policy(): Promise<Policy> {
    await this.#options.prepare();
    const { store } = this.#options;
    const { revision } = store;
    if (this.#known?.revision === revision) return this.#known.policy;
    const names = Object.keys(collections) as (keyof PolicyObjects)[];
    const scanned = await Promise.all(
      names.map(async (name) => [name, (await store.scan({ collection: collections[name] })).objects] as const),
    );
    const objects = Object.fromEntries(scanned) as unknown as PolicyObjects;
    const known = this.#known;
    const isSame = known !== undefined && names.every((name) => isSameList(known.objects[name], objects[name]));
    const policy = isSame ? known.policy : new Policy(objects);
    this.#known = { revision, objects, policy };
    return policy;
  }
}

/** Everybody may do everything. */
export class AllowAll implements Authorizer {
  async decide(): Promise<Decision> {
    return { isAllowed: true, reason: "" };
  }

  async rulesOf(): Promise<UserRules> {
    return { rules: everything, problem: "" };
  }
}

function isSameList(a: readonly StoredObject[], b: readonly StoredObject[]): boolean {
  return a.length === b.length && a.every((object, index) => object.bytes === b[index]?.bytes);
}

/** Each role that is missing, once, as Go tells a list of errors. */
function problemOf(grants: readonly Grant[]): string {
  const problems = [...new Set(grants.filter(({ rules }) => rules === undefined).map(({ problem }) => problem))];
  return problems.length < 2 ? (problems[0] ?? "") : `[${problems.join(", ")}]`;
}
