import type { Random } from "../../src/async/index.ts";
import type { History } from "./operation.ts";
import { Recorder } from "./recorder.ts";
import { ThingsApi } from "./things-api.ts";
import type { Place } from "./things-api.ts";
import { TrafficClient, tiers } from "./traffic-client.ts";
import { fenceOf, watchUntilFence, witness } from "./watcher.ts";

/** How much traffic there is, and where. */
export interface TrafficOptions {
  readonly place: Place;
  readonly random: Random;
  readonly clients: number;
  /** Of each client. */
  readonly requests: number;
  readonly finalizers: readonly string[];
  /** Called over and over while the clients are at work: what goes wrong with the server. Gives up to which version it may have forgotten changes. */
  readonly disturb: (seen: number) => Promise<number>;
}

/** Lets clients and watchers loose on a place where there is nothing, and gives what they have seen. */
export async function runTraffic(options: TrafficOptions): Promise<History> {
  const { place, random, clients, requests, finalizers, disturb } = options;
  const api = new ThingsApi(place);
  const recorder = new Recorder();
  const start = await api.list({});
  if (typeof start === "string") throw new Error(`list before the traffic: ${start}`);
  const scene = { api, recorder, random, keys: ["k0", "k1", "k2", "k3"], finalizers };
  let forgotten = 0;
  let working = true;
  const work = async (): Promise<void> => {
    await Promise.all(Array.from({ length: clients }, () => new TrafficClient(scene).run(requests)));
    working = false;
    for (const tier of tiers) await writeFence(scene, tier);
  };
  const disturbance = async (): Promise<void> => {
    while (working) forgotten = Math.max(forgotten, await disturb(recorder.log.at(-1)?.object.version ?? 0));
  };
  const watchers = [undefined, ...tiers, undefined].map((tier, index) => async (): Promise<void> => {
    const slowness = index % 2 === 0 ? 2 : 30;
    recorder.watch({ tier, sessions: await watchUntilFence({ api, random, tier, slowness }) });
  });
  const all = [work, disturbance, () => witness(api, start.version, recorder.log), ...watchers];
  await Promise.all(all.map((task) => task()));
  return recorder.history(forgotten);
}

/** The last write that a watch of the tier sees. */
async function writeFence(
  { api, recorder }: { readonly api: ThingsApi; readonly recorder: Recorder },
  tier: string,
): Promise<void> {
  const name = fenceOf(tier);
  const content = { value: "end", tier, finalizers: [] };
  await recorder.operation(name, { type: "create", content }, () => api.run(name, { type: "create", content }));
}
