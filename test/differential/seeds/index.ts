import { coreSeeds } from "./core-seeds.ts";
import { customSeeds } from "./custom-seeds.ts";
import { networkSeeds } from "./network-seeds.ts";
import { otherSeeds } from "./other-seeds.ts";
import type { Seed } from "./seed.ts";
import { workloadSeeds } from "./workload-seeds.ts";

/** One for each kind that a default server keeps objects of, and one of a kind that is defined. */
export const seeds: readonly Seed[] = [...coreSeeds, ...workloadSeeds, ...networkSeeds, ...otherSeeds, ...customSeeds];
