import { defineConfig } from "vitest/config";

const source = (path: string): string => new URL(`./src/${path}`, import.meta.url).pathname;

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
  },
});
