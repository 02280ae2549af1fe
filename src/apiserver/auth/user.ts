/** Who asks: a person, a program or a service account, as Kubernetes knows them. */
export interface User {
  readonly name: string;
  readonly uid?: string | undefined;
  readonly groups: readonly string[];
  readonly extra?: Readonly<Record<string, readonly string[]>> | undefined;
}

/** The groups that the server itself gives a meaning. */
export const systemGroups = {
  /** Whoever is in it may do everything. */
  masters: "system:masters",
  authenticated: "system:authenticated",
  unauthenticated: "system:unauthenticated",
  nodes: "system:nodes",
  serviceAccounts: "system:serviceaccounts",
} as const;

/** The name of whoever shows no credential. */
export const anonymousName = "system:anonymous";

const serviceAccountPrefix = "system:serviceaccount:";

/** The name of the user that a service account is. */
export function serviceAccountName(namespace: string, name: string): string {
  return `${serviceAccountPrefix}${namespace}:${name}`;
}

/** The groups that every service account of a namespace is in. */
export function serviceAccountGroups(namespace: string): readonly string[] {
  return [systemGroups.serviceAccounts, `${systemGroups.serviceAccounts}:${namespace}`];
}

/** The service account that a user's name stands for; undefined if it stands for none. */
export function serviceAccountOf(userName: string): { readonly namespace: string; readonly name: string } | undefined {
  if (!userName.startsWith(serviceAccountPrefix)) return undefined;
  const [namespace = "", name = "", ...beyond] = userName.slice(serviceAccountPrefix.length).split(":");
  const isWhole = beyond.length === 0 && isLabel(namespace) && isSubdomain(name);
  return isWhole ? { namespace, name } : undefined;
}

/** The node that a user's name stands for; undefined if it stands for none. */
export function nodeOf(userName: string): string | undefined {
  const name = /^system:node:(.*)$/.exec(userName)?.[1];
  return name !== undefined && isSubdomain(name) ? name : undefined;
}

/** The user as one who has shown a credential. */
export function authenticated(user: User): User {
  return withGroup(user, systemGroups.authenticated);
}

/** The user in one more group, which stands last unless they were in it already. */
export function withGroup(user: User, group: string): User {
  return user.groups.includes(group) ? user : { ...user, groups: [...user.groups, group] };
}

/** The user as reviews tell it: what is empty is left out. */
export function userInfoOf({ name, uid, groups, extra }: User): object {
  return {
    ...(name === "" ? {} : { username: name }),
    ...(uid === undefined || uid === "" ? {} : { uid }),
    ...(groups.length === 0 ? {} : { groups }),
    ...(extra === undefined || Object.keys(extra).length === 0 ? {} : { extra }),
  };
}

function isLabel(text: string): boolean {
  return text.length <= 63 && /^[a-z0-9](?:[-a-z0-9]*[a-z0-9])?$/.test(text);
}

function isSubdomain(text: string): boolean {
  return text.length <= 253 && /^[a-z0-9](?:[-a-z0-9]*[a-z0-9])?(?:\.[a-z0-9](?:[-a-z0-9]*[a-z0-9])?)*$/.test(text);
}
