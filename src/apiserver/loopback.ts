/** Where a server listens, and the names that its certificate carries. */
export const loopback = {
  address: "127.0.0.1",
  dnsNames: ["localhost"],
  ipAddresses: ["127.0.0.1", "::1"],
} as const;

/** The names and addresses by which a server may be called. */
export const loopbackNames: readonly string[] = [...loopback.dnsNames, ...loopback.ipAddresses];

/**
 * Whether a `Host` header names this machine: by a name of the loopback interface or by one of the other addresses. A page of a stranger
 * whose name was made to resolve to this machine names another.
 */
export function isOwnHost(host: string | undefined, addresses: readonly string[] = []): boolean {
  const parts = /^(?:\[([^\]]*)\]|([^:]*))(?::\d+)?$/.exec(host?.toLowerCase() ?? "");
  const name = parts?.[1] ?? parts?.[2] ?? "";
  return loopbackNames.includes(name) || addresses.includes(name);
}
