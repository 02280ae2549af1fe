import { linkSignals } from "../async/index.ts";
import type { Clock } from "../async/index.ts";
import { statusAnswer } from "./answer.ts";
import { ConnectionCutError } from "./errors.ts";
import { refusalOf } from "./fault.ts";
import type { ActiveFault, Fault } from "./fault.ts";
import type { ServerRequest, ServerResponse } from "./http-message.ts";

/** What a fault works with. */
export interface PlannedFaultOptions {
  readonly clock: Clock;
  onRemove(): void;
}

/** One fault, from when it is planned until it is removed. */
export class PlannedFault implements ActiveFault {
  readonly #fault: Fault;
  readonly #options: PlannedFaultOptions;
  readonly #removed = new AbortController();
  #fired = 0;

  constructor(fault: Fault, options: PlannedFaultOptions) {
    this.#fault = fault;
    this.#options = options;
  }

  get fired(): number {
    return this.#fired;
  }

  remove(): void {
    this.#removed.abort();
    this.#options.onRemove();
  }

  [Symbol.dispose](): void {
    this.remove();
  }

  /** Whether the request is one that it concerns; then it counts. */
  takes(request: ServerRequest): boolean {
    const { match = () => true, times = Infinity } = this.#fault;
    if (this.#fired >= times || !match(request)) return false;
    this.#fired += 1;
    return true;
  }

  async apply(
    request: ServerRequest,
    answer: (request: ServerRequest) => Promise<ServerResponse>,
  ): Promise<ServerResponse> {
    const { delayMs = 0, refuse } = this.#fault;
    if (delayMs > 0) await this.#rest(delayMs, request);
    if (refuse !== undefined) return statusAnswer(refusalOf(refuse).status);
    const response = await answer(request);
    return this.#spoilsBody ? { ...response, body: this.#spoil(response.body, request) } : response;
  }

  get #spoilsBody(): boolean {
    const { bytesPerSecond, cutAfterBytes, stallAfterBytes } = this.#fault;
    return bytesPerSecond !== undefined || cutAfterBytes !== undefined || stallAfterBytes !== undefined;
  }

  async *#spoil(body: AsyncIterable<Uint8Array>, request: ServerRequest): AsyncGenerator<Uint8Array, void, void> {
    const { bytesPerSecond = Infinity, cutAfterBytes = Infinity, stallAfterBytes = Infinity } = this.#fault;
    let left = Math.min(cutAfterBytes, stallAfterBytes);
    for await (const chunk of body) {
      const isRemoved = this.#removed.signal.aborted;
      const part = isRemoved ? chunk : chunk.subarray(0, left);
      left -= part.length;
      if (part.length > 0) yield part;
      await this.#rest((part.length / bytesPerSecond) * 1_000, request);
      if (isRemoved || left > 0) continue;
      if (cutAfterBytes <= stallAfterBytes) throw new ConnectionCutError(request.path);
      await this.#rest(Infinity, request);
      yield chunk.subarray(part.length);
    }
  }

  /** Rests so long, or until the fault is removed. Rejects when whoever asked is gone. */
  async #rest(delayMs: number, { signal }: ServerRequest): Promise<void> {
    if (delayMs <= 0 || this.#removed.signal.aborted) return;
    using scope = linkSignals(signal, this.#removed.signal);
    try {
      await this.#options.clock.sleep(delayMs, scope.signal);
    } catch {
      signal?.throwIfAborted();
    }
  }
}
