import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["src/**/*.test.ts", "test/**/*.test.ts", "tools/**/*.test.ts", "bench/**/*.test.ts"],
    pool: "forks",
    globalSetup: ["tools/control-plane/global-setup.ts"],
  },
});
