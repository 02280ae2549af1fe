import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

/** A source file, for the tests of what imports the package by its published names. */
function source(path: string): string {
  return fileURLToPath(new URL(`src/${path}`, import.meta.url));
}

export default defineConfig({
  resolve: {
    alias: [
      { find: /^setpoint$/, replacement: source("index.ts") },
      { find: /^setpoint\/kinds$/, replacement: source("kinds.ts") },
      { find: /^setpoint\/(.+)$/, replacement: source("$1/index.ts") },
    ],
  },
  test: {
    include: ["src/**/*.test.ts", "test/**/*.test.ts", "tools/**/*.test.ts", "bench/**/*.test.ts"],
    pool: "forks",
    globalSetup: ["tools/control-plane/global-setup.ts"],
    // Limits on what hangs, never on what is slow: the tests also pass on a machine several times busier than this one.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
  },
});
