import type { Peer, User } from "./auth/index.ts";
import type { ServerResponse } from "./http-message.ts";

/** Who asks: what their connection proves, and who that is if it was found out before. */
export interface Caller {
  readonly peer?: Peer | undefined;
  readonly user?: User | undefined;
  /** How long they wait for the answer at most; as long as it takes by default. */
  readonly patienceMs?: number | undefined;
}

/** Who asks. A refusal means that the body of the request is never read, and that the connection ends. */
export interface Identified extends Caller {
  readonly refusal?: ServerResponse | undefined;
}
