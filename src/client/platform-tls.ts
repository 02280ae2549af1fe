import type * as Tls from "node:tls";

/** Loaded with the first configuration of TLS: it is a fifth of the memory that importing the client takes, and an in-process client never needs it. */
export function platformTls(): typeof Tls {
  return process.getBuiltinModule("node:tls");
}
