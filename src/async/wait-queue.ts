import { onAbort } from "./signals.ts";

/**
 * Somebody who waits. Whoever takes it out of the queue must settle it.
 *
 * @unstable
 */
export interface Waiter<Result, Item> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

interface Node<Result, Item> extends Waiter<Result, Item> {
  readonly signal: AbortSignal | undefined;
  listening: Disposable | undefined;
  before: Node<Result, Item> | undefined;
  after: Node<Result, Item> | undefined;
}

/**
 * Those who wait, first come first served. One whose signal is aborted leaves at once and without a trace. Every operation is O(1).
 *
 * @unstable
 */
export class WaitQueue<Result, Item = undefined> {
  #first: Node<Result, Item> | undefined;
  #last: Node<Result, Item> | undefined;
  #size = 0;

  /** How many wait. */
  get size(): number {
    return this.#size;
  }

  /** Waits at the end of the queue, bringing `item`. Rejects with the reason of the signal when that is aborted first. */
  wait(item: Item, signal?: AbortSignal): Promise<Result> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) {
        reject(signal.reason);
        return;
      }
      const node: Node<Result, Item> = {
        item,
        resolve,
        reject,
        signal,
        listening: undefined,
        before: this.#last,
        after: undefined,
      };
      if (this.#last === undefined) this.#first = node;
      else this.#last.after = node;
      this.#last = node;
      this.#size += 1;
      node.listening = onAbort(signal, (reason) => {
        this.#remove(node);
        reject(reason);
      });
    });
  }

  /** Takes out the one who has waited longest. */
  shift(): Waiter<Result, Item> | undefined {
    for (;;) {
      const node = this.#first;
      if (node === undefined) return undefined;
      this.#remove(node);
      node.listening?.[Symbol.dispose]();
      if (!node.signal?.aborted) return node;
      // Aborted in this very moment, and told so only now: earlier listeners of its signal are still running.
      node.reject(node.signal.reason);
    }
  }

  #remove(node: Node<Result, Item>): void {
    if (node.before === undefined) this.#first = node.after;
    else node.before.after = node.after;
    if (node.after === undefined) this.#last = node.before;
    else node.after.before = node.before;
    this.#size -= 1;
  }
}
