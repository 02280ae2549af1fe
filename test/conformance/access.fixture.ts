import { text } from "node:stream/consumers";
import { realClock } from "../../src/async/index.ts";
import type { PolicyRule } from "../../src/types/rbac/v1/index.ts";
import type { TestServer } from "./for-each-server.ts";

/** What was answered. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The body, if it is JSON. */
  readonly json: Body | undefined;
  /** The body as it came. */
  readonly text: string;
}

/** What the tests look at in a body. */
export interface Body {
  readonly kind?: string;
  readonly message?: string;
  readonly metadata?: Readonly<Record<string, unknown>>;
  readonly spec?: Readonly<Record<string, unknown>>;
  readonly status?: Readonly<Record<string, unknown>>;
  readonly [member: string]: unknown;
}

/** What to send, and as whom; the administrator by default. */
export interface AskOptions {
  readonly body?: unknown;
  /** Instead of that, a body as it is to be sent. */
  readonly text?: string | undefined;
  readonly token?: string | undefined;
  /** To be taken for somebody. */
  readonly as?: string | undefined;
  readonly groups?: readonly string[] | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** Sends `POST /path` and reads the whole answer. */
export async function ask(server: TestServer, line: string, options: AskOptions = {}): Promise<Answer> {
  const { body, token = server.token, as, groups = [], headers } = options;
  const sent = options.text ?? (body === undefined ? undefined : JSON.stringify(body));
  const [method = "", path = ""] = line.split(" ");
  const response = await server.transport({
    method,
    path,
    headers: {
      accept: "application/json",
      ...(token === "" ? {} : { authorization: `Bearer ${token}` }),
      ...(sent === undefined ? {} : { "content-type": "application/json" }),
      ...(as === undefined ? {} : { "impersonate-user": as }),
      ...headers,
    },
    repeatedHeaders: groups.map((group) => ["impersonate-group", group] as const),
    ...(sent === undefined ? {} : { body: new TextEncoder().encode(sent) }),
  });
  const all = await text(response.body);
  return { status: response.status, headers: response.headers, json: jsonOf(all), text: all };
}

function jsonOf(all: string): Body | undefined {
  try {
    return JSON.parse(all) as Body;
  } catch {
    return undefined;
  }
}

/** Why a request was refused, a line for each reason. */
export function causesOf({ json }: Answer): readonly string[] {
  const { causes = [] } = (json?.["details"] ?? {}) as {
    readonly causes?: readonly { readonly field: string; readonly message: string }[];
  };
  return causes.map(({ field, message }) => `${field}: ${message}`);
}

/** The path of roles and bindings. */
export const rbac = "/apis/rbac.authorization.k8s.io/v1";

/** The path of reviews of users, and of rights. */
export const authentication = "/apis/authentication.k8s.io/v1";
export const authorization = "/apis/authorization.k8s.io/v1";

/** Lets users of these names do something in the test's namespace, and returns when the server has noticed: the real one takes its time. */
export async function allow(server: TestServer, users: readonly string[], rules: readonly PolicyRule[]): Promise<void> {
  const { namespace } = server;
  const name = `test-${users[0]?.replaceAll(":", "-")}`;
  const apiGroup = "rbac.authorization.k8s.io";
  const roles = `${rbac}/namespaces/${namespace}`;
  await ask(server, `POST ${roles}/roles`, { body: { metadata: { name }, rules } });
  const subjects = users.map((user) => ({ kind: "User", apiGroup, name: user }));
  const body = { metadata: { name }, roleRef: { apiGroup, kind: "Role", name }, subjects };
  await ask(server, `POST ${roles}/rolebindings`, { body });
  const [first] = rules;
  const [verb, group, resource] = [first?.verbs[0], first?.apiGroups?.[0], first?.resources?.[0]];
  await eventually(async () => {
    const spec = { user: users[0], resourceAttributes: { namespace, verb, group, resource } };
    const review = await ask(server, `POST ${authorization}/subjectaccessreviews`, { body: { spec } });
    return review.json?.status?.["allowed"] === true;
  });
}

/** Waits until a question is answered with yes. */
export async function eventually(isSo: () => Promise<boolean>): Promise<void> {
  const limit = realClock.timeout(60_000);
  while (!(await isSo())) await realClock.sleep(20, limit);
}
