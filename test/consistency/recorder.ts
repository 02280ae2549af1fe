import type { ChangeEvent, History, Input, Listing, Operation, Output, WatchRecord } from "./operation.ts";

/** Writes down what everybody asks and is told, with one count of calls and returns for all. */
export class Recorder {
  readonly #operations: Operation[] = [];
  readonly #listings: Listing[] = [];
  readonly #watches: WatchRecord[] = [];
  readonly log: ChangeEvent[] = [];
  #count = 0;

  /** An answer that does not come is lost: it counts as never having returned. */
  async operation(key: string, input: Input, run: () => Promise<Output>): Promise<Output> {
    const call = this.#count++;
    const output = await run().catch((): Output => ({ type: "unknown" }));
    const end = output.type === "unknown" ? Infinity : this.#count++;
    this.#operations.push({ key, input, output, call, return: end });
    return output;
  }

  async listing(
    what: Pick<Listing, "tier" | "asked">,
    run: () => Promise<Listing["result"]>,
  ): Promise<Listing["result"]> {
    const call = this.#count++;
    const result = await run();
    this.#listings.push({ ...what, result, call, return: this.#count++ });
    return result;
  }

  watch(record: WatchRecord): void {
    this.#watches.push(record);
  }

  history(forgotten: number): History {
    return { operations: this.#operations, listings: this.#listings, watches: this.#watches, log: this.log, forgotten };
  }
}
