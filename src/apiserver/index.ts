/**
 * A Kubernetes API server that runs in the process of whoever starts it: over function calls, and over HTTPS on the loopback interface.
 *
 * Promised: real HTTP semantics and Statuses of Kubernetes, the same in process and on a socket; a credential is needed on both, and
 * rights by RBAC unless that is switched off; what goes wrong is told without showing the inside; a closed server leaves no socket, timer or
 * listener behind, and its store can be used by the next one. Custom resources are served, and discovered, as soon as their definition is written.
 *
 * Bodies and answers are JSON, YAML or protobuf, answers also tables or metadata; over sockets by HTTP/1.1, HTTP/2 or WebSocket.
 *
 * All four kinds of patches, server-side apply among them, dry runs and field validation are done as Kubernetes does them.
 *
 * Discovery and OpenAPI tell what is served, in the words of Kubernetes and without its prose.
 *
 * Not promised yet: all that Kubernetes checks of built-in kinds in code.
 *
 * @module
 */
export { ApiServer } from "./api-server.ts";
export type { ApiServerOptions, ListeningApiServer, ListenOptions } from "./api-server.ts";
export type { AuthorizationMode, TokenUser } from "./auth/index.ts";
export { ConnectionCutError, ServerClosedError, ServerListenError } from "./errors.ts";
export type { ActiveFault, Fault, RefusedWith } from "./fault.ts";
export type { ServerRequest, ServerResponse } from "./http-message.ts";
export type { Endpoint } from "./https-endpoint.ts";
export type { DropOptions, ServerFaults } from "./server-faults.ts";
export { MemoryStore, StoreError } from "./storage/index.ts";
export type {
  Change,
  Commit,
  MemoryStoreOptions,
  Scan,
  Store,
  StoredObject,
  StoreErrorCode,
  StoreKey,
  StoreRange,
  WatchRange,
} from "./storage/index.ts";
