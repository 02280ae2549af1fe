import type { Resource } from "../model/index.ts";

/** Something that went wrong and that the informer has survived. */
export interface InformerFailure {
  /** Whose it is: the server's or that of the way to it, a handler's, an index function's or a projection's. */
  readonly source: "server" | "handler" | "index" | "projection";
  readonly resource: Resource;
  /** The object that it was about, if it was about one. */
  readonly key?: string | undefined;
  readonly error: unknown;
}
