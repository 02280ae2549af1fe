import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { test } from "vitest";

const script = fileURLToPath(new URL("many-clusters.ts", import.meta.url));

interface Leftovers {
  readonly clusters: number;
  readonly heapBytesPerCluster: number;
  readonly resourcesBefore: readonly string[];
  readonly resourcesAfter: readonly string[];
}

test(
  "a thousand clusters in one process leave no socket, timer or heap behind [cluster/leaves-nothing]",
  {
    timeout: 300_000,
  },
  async ({ expect }) => {
    const { stdout } = await promisify(execFile)(process.execPath, ["--expose-gc", script, "1000"]);
    const left = JSON.parse(stdout) as Leftovers;
    process.stdout.write(`a thousand clusters: ${left.heapBytesPerCluster.toFixed(0)} bytes of heap each are left\n`);
    expect(left.clusters).toBe(1000);
    expect(left.resourcesAfter).toEqual(left.resourcesBefore);
    expect(left.resourcesAfter.filter((name) => /Timeout|Immediate|TCP|TLS|Pipe.*Connect/.test(name))).toEqual([]);
    // One cluster holds far more than this while it lives. What is left is what the compiler has learnt: over 3,500 clusters it is nothing.
    expect(left.heapBytesPerCluster).toBeLessThan(4096);
  },
);
