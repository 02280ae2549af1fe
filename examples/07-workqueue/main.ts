/**
 * The work queue at work: a flood of changes, two workers, a service that fails now and then.
 * Ctrl-C ends it early and in order: what is in work is finished, the rest is dropped.
 */
import { MetricsRegistry, realClock, runAll, WorkQueue } from "setpoint";
import { seededRandom } from "setpoint/async";
import { ExponentialLimiter } from "setpoint/queue";

const objects = ["default/web", "default/db", "shop/cart", "shop/pay", "kube-system/dns"];
const changes = 60;

const random = seededRandom("the same story every time");
const registry = new MetricsRegistry();
const queue = new WorkQueue({
  limiter: new ExponentialLimiter({ initialMs: 100, maxMs: 2000 }),
  metrics: { registry, name: "example" },
});
const stop = new AbortController();
process.once("SIGINT", () => stop.abort(new Error("interrupted")));

const started = realClock.monotonic();
function say(text: string): void {
  const seconds = ((realClock.monotonic() - started) / 1000).toFixed(2);
  process.stdout.write(`${seconds.padStart(6)} s  ${text}\n`);
}

/** Somebody changes objects much faster than anybody could work. */
async function change(signal: AbortSignal): Promise<void> {
  for (let i = 0; i < changes; i++) {
    const key = objects[random.integer(objects.length)]!;
    queue.add(key, { priority: key.startsWith("kube-system/") ? 1 : 0 });
    await realClock.sleep(20, signal);
  }
  say(`${changes} changes are in; what is ready or being retried is still worked on`);
}

/** Takes one key at a time. Nobody else gets it meanwhile; a change that comes meanwhile is not lost. */
async function work(name: string, signal: AbortSignal): Promise<void> {
  for (;;) {
    using lease = await queue.take(signal);
    if (lease === undefined) return;
    say(`${name} works on ${lease.key}`);
    await realClock.sleep(120); // Not aborted: what is in work is finished.
    if (random.next() < 0.25) {
      queue.addRateLimited(lease.key, { priority: lease.priority });
      say(`${name} failed on ${lease.key}, try ${queue.retries(lease.key)}: it waits and comes back`);
    } else queue.forget(lease.key);
  }
}

/** Ends the workers once nothing is left to do. */
async function finish(signal: AbortSignal): Promise<void> {
  await change(signal);
  while (queue.size + queue.delayed + queue.working > 0) await realClock.sleep(50, signal);
  await queue.drain(signal);
}

say("two workers, five objects, one key in work at a time");
await runAll([finish, (signal) => work("anna", signal), (signal) => work("ben ", signal)], {
  signal: stop.signal,
  onStopError: (error) => say(`while stopping: ${String(error)}`),
});
queue.shutDownNow();

say(stop.signal.aborted ? "stopped" : "all done");
const shown = ["workqueue_adds_total", "workqueue_retries_total", "workqueue_work_duration_seconds_count"];
const lines = registry.text().split("\n");
process.stdout.write(`\n${lines.filter((line) => shown.some((name) => line.startsWith(`${name}{`))).join("\n")}\n`);
