/** Where a server listens, and the names that its certificate carries. */
export const loopback = {
  address: "127.0.0.1",
  dnsNames: ["localhost"],
  ipAddresses: ["127.0.0.1", "::1"],
} as const;

/** The names and addresses by which a server may be called. */
export const loopbackNames: readonly string[] = [...loopback.dnsNames, ...loopback.ipAddresses];

/** Whether a `Host` header names this machine. A page of a stranger whose name was made to resolve to this machine names another. */
export function isLoopbackHost(host: string | undefined): boolean {
  const name = /^(?:\[([^\]]*)\]|([^:]*))(?::\d+)?$/.exec(host?.toLowerCase() ?? "");
  return name !== null && loopbackNames.includes(name[1] ?? name[2] ?? "");
}
