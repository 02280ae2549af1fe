import type { StatusReason } from "../model/index.ts";
import type { ServerRequest } from "./http-message.ts";
import { StatusError } from "./registry/index.ts";

/** What is to go wrong, with which requests, and how often. Several of these may be combined. */
export interface Fault {
  /** Default: all requests. */
  readonly match?: ((request: ServerRequest) => boolean) | undefined;
  /** How many requests it concerns. Default: all until it is removed. */
  readonly times?: number | undefined;
  /** Nothing is done, and nothing answered, before that. */
  readonly delayMs?: number | undefined;
  /** The request is refused with this, and nothing is done. */
  readonly refuse?: RefusedWith | undefined;
  /** The body of the answer comes no faster than this. */
  readonly bytesPerSecond?: number | undefined;
  /** After so many bytes of the body the connection breaks. */
  readonly cutAfterBytes?: number | undefined;
  /** After so many bytes of the body nothing more comes; the connection stays. */
  readonly stallAfterBytes?: number | undefined;
}

/** A refusal as Kubernetes gives it. */
export interface RefusedWith {
  readonly reason: StatusReason;
  readonly message?: string | undefined;
  readonly retryAfterSeconds?: number | undefined;
}

/** A fault that was planned. Removing or disposing it heals: what it held up goes on. */
export interface ActiveFault extends Disposable {
  /** How many requests it has concerned. */
  readonly fired: number;
  remove(): void;
}

/** The error that a refusal is. */
export function refusalOf({ reason, message, retryAfterSeconds }: RefusedWith): StatusError {
  const details = retryAfterSeconds === undefined ? undefined : { retryAfterSeconds };
  return new StatusError(reason, message ?? "a fault that was asked for", details);
}
