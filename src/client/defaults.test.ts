import { createRequire } from "node:module";
import { test } from "vitest";
import { clientDefaults } from "./defaults.ts";

test("the user agent names this version and the platform [client/headers]", ({ expect }) => {
  const { version } = createRequire(import.meta.url)("../../package.json") as { readonly version: string };
  expect(clientDefaults.userAgent).toBe(`setpoint/${version} (${process.platform}/${process.arch})`);
});
