/**
 * The server's side of HTTP/2, on a socket that speaks TLS already.
 *
 * Promises: requests of a connection are answered side by side, and what is answered within one turn of the event loop goes out in one write;
 * bodies go no faster than the other side takes them, and what is not taken costs no more than its windows; whatever cannot be read ends
 * its stream or its connection, as the standard says. Does not promise: priorities, pushes, tunnels.
 *
 * @module
 */
export { Http2Connection } from "./connection.ts";
export type { Http2ConnectionOptions } from "./connection.ts";
export { OutputBlocks } from "./output-blocks.ts";
