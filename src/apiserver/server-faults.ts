import type { Clock } from "../async/index.ts";
import { ConnectionCutError } from "./errors.ts";
import { refusalOf } from "./fault.ts";
import type { ActiveFault, Fault, RefusedWith } from "./fault.ts";
import type { ServerRequest, ServerResponse } from "./http-message.ts";
import type { OpenWatches } from "./open-watches.ts";
import { PlannedFault } from "./planned-fault.ts";

/** Which open watches end, and how: as if their time was over, by a broken connection, or with an error in the stream. */
export interface DropOptions {
  readonly match?: ((request: ServerRequest) => boolean) | undefined;
  readonly how?: "end" | "cut" | RefusedWith | undefined;
}

/** What an `ApiServer` does wrong when it is told to. Only whoever has the server can tell it: no request can. */
export class ServerFaults {
  readonly #clock: Clock;
  readonly #watches: OpenWatches;
  readonly #planned = new Set<PlannedFault>();

  constructor(clock: Clock, watches: OpenWatches) {
    this.#clock = clock;
    this.#watches = watches;
  }

  /** Plans a fault. Of several that concern a request the first one planned is taken. */
  inject(fault: Fault): ActiveFault {
    const planned = new PlannedFault(fault, { clock: this.#clock, onRemove: () => this.#planned.delete(planned) });
    this.#planned.add(planned);
    return planned;
  }

  /** Ends open watches, those that somebody reads, and says how many. Default: all, as if their time was over. */
  dropWatches({ match = () => true, how = "end" }: DropOptions = {}): number {
    const dropped = [...this.#watches].filter(({ request }) => match(request));
    for (const watch of dropped) watch.end(reasonOf(how, watch.request));
    return dropped.length;
  }

  /** Removes every fault. */
  clear(): void {
    for (const planned of this.#planned) planned.remove();
  }

  /** Answers a request with the fault that concerns it, if there is one. */
  apply(request: ServerRequest, answer: (request: ServerRequest) => Promise<ServerResponse>): Promise<ServerResponse> {
    for (const planned of this.#planned) if (planned.takes(request)) return planned.apply(request, answer);
    return answer(request);
  }
}

function reasonOf(how: "end" | "cut" | RefusedWith, { path }: ServerRequest): unknown {
  if (how === "end") return undefined;
  return how === "cut" ? new ConnectionCutError(path) : refusalOf(how);
}
