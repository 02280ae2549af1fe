import { ConfigError } from "./errors.ts";

type Fields = Readonly<Record<string, unknown>>;

/** What a test changes of the usual kubeconfig. */
export interface KubeconfigParts {
  readonly cluster?: Fields;
  readonly user?: Fields;
  readonly context?: Fields;
  readonly root?: Fields;
}

/** A kubeconfig with one context `x`, one cluster `c` and one user `u`, changed where a test needs it. */
export function kubeconfig({ cluster, user, context, root }: KubeconfigParts = {}): string {
  return JSON.stringify({
    apiVersion: "v1",
    kind: "Config",
    clusters: [{ name: "c", cluster: { server: "https://cluster.example:6443", ...cluster } }],
    users: [{ name: "u", user: { ...user } }],
    contexts: [{ name: "x", context: { cluster: "c", user: "u", ...context } }],
    "current-context": "x",
    ...root,
  });
}

/** The `ConfigError` that the work ends with. */
export async function refusalOf(work: Promise<unknown>): Promise<ConfigError> {
  const error: unknown = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!ConfigError.is(error)) throw new Error("expected a ConfigError", { cause: error });
  return error;
}
