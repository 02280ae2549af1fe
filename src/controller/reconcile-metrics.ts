import type { Counter, Histogram, Metrics } from "../observe/index.ts";
import { reconcileResults } from "./outcome.ts";
import type { ReconcileResultName } from "./outcome.ts";

/** The metrics of one controller, all there from the start. */
export class ReconcileMetrics {
  readonly #totals: ReadonlyMap<ReconcileResultName, Counter>;
  readonly #seconds: Histogram;

  constructor(metrics: Metrics, controller: string) {
    const totals = metrics.counter("setpoint_reconcile_total", {
      help: "Reconciles that ended, by how",
      labels: ["controller", "result"],
    });
    this.#totals = new Map(reconcileResults.map((result) => [result, totals.labels({ controller, result })]));
    this.#seconds = metrics
      .histogram("setpoint_reconcile_duration_seconds", {
        help: "Seconds from the beginning of a reconcile to its end",
        labels: ["controller"],
      })
      .labels({ controller });
  }

  ended(result: ReconcileResultName, ms: number): void {
    this.#totals.get(result)?.inc();
    this.#seconds.observe(ms / 1_000);
  }
}
