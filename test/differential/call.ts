import type { Edge } from "./edge-of.ts";

/** One request. `{ns}` stands for the script's namespace; `{name.uid}`, `{name.version}` and `{name.continue}` for what the answer kept as `name` said. */
export interface Call {
  readonly method: string;
  readonly path: string;
  /** Sent as JSON, or as it is if it is a text. */
  readonly body?: unknown;
  readonly contentType?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Keeps uid, version and continue token of the answer under this name. */
  readonly as?: string | undefined;
  /** Prepares what comes next: it is neither compared nor counted. */
  readonly isSetup?: boolean | undefined;
  /** A preparation that may find what it makes: it is left as it is. */
  readonly mayExist?: boolean | undefined;
  /** The real server goes on with the object in the background: what comes next waits for that. */
  readonly settles?: boolean | undefined;
  /** Of the answer only the status and the headers are compared. */
  readonly isOpaque?: boolean | undefined;
  /** What is wrong with the request, or a remark; for the report. */
  readonly note?: string | undefined;
  /** What is special about its values: a difference is then one of that class, whatever differs. */
  readonly edge?: Edge | undefined;
}

/** Requests that are sent in their order, in a namespace of their own. */
export interface Script {
  /** The behaviour, or where it was generated. */
  readonly id: string;
  /** What the differences are counted for. */
  readonly kind: string;
  readonly calls: readonly Call[];
  /** It changes what the server does with other requests: it runs when the others have ended. */
  readonly isLate?: boolean | undefined;
}

/** What a server answered. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly text: string;
}

/** Sends a call to one server. */
export type Send = (call: Call) => Promise<Answer>;
