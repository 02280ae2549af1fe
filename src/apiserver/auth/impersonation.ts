import { StatusError } from "../registry/index.ts";
import type { Attributes, ResourceAttributes } from "./attributes.ts";
import { forbidden } from "./forbidden.ts";
import type { Authorizer } from "./rbac.ts";
import { anonymousName, nodeOf, serviceAccountGroups, serviceAccountOf, systemGroups, withGroup } from "./user.ts";
import type { User } from "./user.ts";

/** What is looked at of a request. Names are in lower case. */
export interface RequestHeaders {
  readonly headers: Readonly<Record<string, string>>;
  /** More headers, each on a line of its own, for names that were sent several times. */
  readonly repeatedHeaders?: readonly (readonly [string, string])[] | undefined;
}

/** To be taken for the node on which one runs, whichever that is. */
const ownNode = "associated-node";

const extraPrefix = "impersonate-extra-";

/** Whom a request wants to be taken for; undefined when it does not. Throws 400 when it names groups, a uid or more without a name. */
export function wantedUser(request: RequestHeaders): User | undefined {
  const lines = impersonationLines(request);
  if (lines.length === 0) return undefined;
  const valuesOf = (wanted: string): readonly string[] =>
    lines.filter(([name]) => name === wanted).map(([, value]) => value);
  const [name = ""] = valuesOf("impersonate-user");
  const [uid = ""] = valuesOf("impersonate-uid");
  const groups = valuesOf("impersonate-group");
  const extra = Map.groupBy(
    lines.filter(([header]) => header.startsWith(extraPrefix)),
    ([header]) => unescaped(header.slice(extraPrefix.length)),
  );
  const values = [...extra].map(([key, found]) => [key, found.map(([, value]) => value)] as const);
  if (name === "") {
    if (uid === "" && groups.length === 0 && extra.size === 0) return undefined;
    throw StatusError.badRequest(
      `requested ${goText({ uid, groups, extra: values })} without impersonating a user name`,
    );
  }
  return {
    name,
    groups,
    ...(uid === "" ? {} : { uid }),
    ...(values.length === 0 ? {} : { extra: Object.fromEntries(values) }),
  };
}

/** Whether a request wants to be taken for somebody else's. */
export function isImpersonation(request: RequestHeaders): boolean {
  return impersonationLines(request).length > 0;
}

/** Somebody without a name, as Go prints it. */
function goText({
  uid,
  groups,
  extra,
}: {
  readonly uid: string;
  readonly groups: readonly string[];
  readonly extra: readonly (readonly [string, readonly string[]])[];
}): string {
  const list = (texts: readonly string[]): string =>
    `[]string{${texts.map((text) => JSON.stringify(text)).join(", ")}}`;
  const members = extra.map(([key, values]) => `${JSON.stringify(key)}:${list(values)}`).join(", ");
  const groupText = groups.length === 0 ? "[]string(nil)" : list(groups);
  const extraText = `map[string][]string${extra.length === 0 ? "(nil)" : `{${members}}`}`;
  return `&user.DefaultInfo{Name:"", UID:${JSON.stringify(uid)}, Groups:${groupText}, Extra:${extraText}}`;
}

function impersonationLines({ headers, repeatedHeaders = [] }: RequestHeaders): readonly (readonly [string, string])[] {
  return [...Object.entries(headers), ...repeatedHeaders]
    .filter(([name]) => name.startsWith("impersonate-"))
    .map(([name, value]) => [name, Buffer.from(value, "latin1").toString("utf8")] as const);
}

function unescaped(key: string): string {
  try {
    return decodeURIComponent(key);
  } catch {
    return key;
  }
}

/** Somebody who wants to be taken for another, and what for. */
export interface Impersonation {
  readonly authorizer: Authorizer;
  readonly user: User;
  readonly wanted: User;
  readonly attributes: Attributes;
}

/** A way to be taken for somebody. */
interface Mode {
  /** `impersonate`, or `impersonate:<mode>`. */
  readonly verb: string;
  /** What is asked of the request itself; undefined for the old way, which allows everything that the other may do. */
  readonly on: Attributes | undefined;
}

/**
 * The other user, complete with the groups that follow from the name. First the way that Kubernetes constrains to certain requests is tried,
 * then the old one; the first refusal is what is thrown.
 */
export async function impersonated(asked: Impersonation): Promise<User> {
  let first: StatusError | undefined;
  for (const mode of modesFor(asked)) {
    const refusal = await refusalOf(asked, mode);
    if (refusal === undefined) return completed(asked.wanted, mode);
    first ??= refusal;
  }
  throw first ?? forbidden(asked.user.name, asked.attributes);
}

async function refusalOf({ authorizer, user, wanted }: Impersonation, mode: Mode): Promise<StatusError | undefined> {
  for (const attributes of [...(mode.on === undefined ? [] : [mode.on]), ...identityOf(wanted, mode)]) {
    const { isAllowed, reason } = await authorizer.decide(user, attributes);
    if (!isAllowed) return forbidden(user.name, attributes, reason);
  }
  // The right to everything cannot be had by a way that is there to constrain rights.
  if (mode.on === undefined || !wanted.groups.some((group) => group === "" || group === systemGroups.masters))
    return undefined;
  return forbidden(user.name, mode.on, "impersonating the system:masters group is not allowed");
}

function modesFor({ user, wanted, attributes }: Impersonation): readonly Mode[] {
  const constrained = constrainedModes(user, wanted).map((mode) => ({
    verb: `impersonate:${mode}`,
    on: { ...attributes, verb: `impersonate-on:${mode}:${attributes.verb}` },
  }));
  return [...constrained, { verb: "impersonate", on: undefined }];
}

function constrainedModes(user: User, wanted: User): readonly string[] {
  const isNameOnly = wanted.uid === undefined && wanted.groups.length === 0 && wanted.extra === undefined;
  const node = nodeOf(wanted.name);
  if (node !== undefined && isNameOnly) return [...(isOnNode(user, node) ? [ownNode] : []), "arbitrary-node"];
  if (serviceAccountOf(wanted.name) !== undefined && isNameOnly) return ["serviceaccount"];
  return node === undefined && serviceAccountOf(wanted.name) === undefined ? ["user-info"] : [];
}

/** Whether somebody is a service account whose token says that it runs on a node. */
function isOnNode({ name, extra = {} }: User, node: string): boolean {
  const nodes = extra["authentication.kubernetes.io/node-name"];
  return serviceAccountOf(name) !== undefined && nodes?.length === 1 && nodes[0] === node;
}

/** Every part of an identity is a right of its own. */
function identityOf({ name, uid, groups, extra = {} }: User, { verb, on }: Mode): readonly ResourceAttributes[] {
  const group = on === undefined ? "" : "authentication.k8s.io";
  const part = (resource: string, partName: string, more: Partial<ResourceAttributes> = {}): ResourceAttributes => {
    return { type: "resource", verb, group, resource, subresource: "", namespace: "", name: partName, ...more };
  };
  const own = { group: "authentication.k8s.io" };
  return [
    namePart(name, { part, verb }),
    ...(uid === undefined ? [] : [part("uids", uid, own)]),
    ...groups.map((one) => part("groups", one)),
    ...Object.entries(extra).flatMap(([subresource, values]) =>
      values.map((value) => part("userextras", value, { ...own, subresource })),
    ),
  ];
}

interface NameParts {
  readonly verb: string;
  readonly part: (resource: string, name: string, more?: Partial<ResourceAttributes>) => ResourceAttributes;
}

function namePart(name: string, { part, verb }: NameParts): ResourceAttributes {
  const account = serviceAccountOf(name);
  if (account !== undefined) return part("serviceaccounts", account.name, { namespace: account.namespace });
  const node = verb === "impersonate" ? undefined : nodeOf(name);
  if (node === undefined) return part("users", name);
  return part("nodes", verb === `impersonate:${ownNode}` ? "*" : node);
}

function completed(wanted: User, { on }: Mode): User {
  const user = wanted.groups.length > 0 ? wanted : { ...wanted, groups: groupsByName(wanted.name, on !== undefined) };
  if (user.name === anonymousName) return withGroup(user, systemGroups.unauthenticated);
  return user.groups.includes(systemGroups.unauthenticated) ? user : withGroup(user, systemGroups.authenticated);
}

function groupsByName(name: string, isConstrained: boolean): readonly string[] {
  const account = serviceAccountOf(name);
  if (account !== undefined) return serviceAccountGroups(account.namespace);
  return isConstrained && nodeOf(name) !== undefined ? [systemGroups.nodes] : [];
}
