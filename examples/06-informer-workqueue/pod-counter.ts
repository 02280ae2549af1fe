import { WorkQueue } from "setpoint";
import type { SharedInformer } from "setpoint/informer";
import type { Pod } from "setpoint/kinds";

/** How many pods a namespace has, told each time that it changes. */
export type Report = (namespace: string, pods: number) => void;

/**
 * The loop of every controller, by hand: handlers put keys into a queue, a worker takes them and looks at the copy, not at the change. So
 * many changes of one namespace are one piece of work, and what fails is tried again later.
 */
export class PodCounter implements Disposable {
  readonly #informer: SharedInformer<Pod>;
  readonly #report: Report;
  readonly #queue = new WorkQueue();
  readonly #counts = new Map<string, number>();
  readonly #registration: Disposable;

  constructor(informer: SharedInformer<Pod>, report: Report) {
    this.#informer = informer;
    this.#report = report;
    // The handler does as little as can be: what it takes long for, it would be late for.
    const enqueue = ({ metadata }: Pod): void => this.#queue.add(metadata.namespace ?? "");
    this.#registration = informer.addHandler({
      add: enqueue,
      update: (_old, pod) => enqueue(pod),
      delete: enqueue,
    });
  }

  /** Works until the signal is aborted. May run several times side by side: one namespace is never in work twice. */
  async work(signal: AbortSignal): Promise<void> {
    for (;;) {
      using lease = await this.#queue.take(signal);
      if (lease === undefined) return;
      try {
        this.#count(lease.key);
        this.#queue.forget(lease.key);
      } catch {
        this.#queue.addRateLimited(lease.key);
      }
    }
  }

  #count(namespace: string): void {
    const pods = this.#informer.indexer.indexKeys("namespace", namespace).length;
    if (this.#counts.get(namespace) === pods) return;
    this.#report(namespace, pods);
    this.#counts.set(namespace, pods);
  }

  [Symbol.dispose](): void {
    this.#registration[Symbol.dispose]();
    this.#queue.shutDownNow();
  }
}
