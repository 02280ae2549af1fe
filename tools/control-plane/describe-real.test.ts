import { test } from "vitest";
import { isContinuousIntegration } from "./describe-real.ts";

test.for(["true", "1", "True", "yes", "woodpecker", "drone"])("CI=%s is continuous integration", (CI, { expect }) => {
  expect(isContinuousIntegration({ CI })).toBe(true);
});

test.for([undefined, "", "false", "0"])("CI=%s is not", (CI, { expect }) => {
  expect(isContinuousIntegration({ CI })).toBe(false);
});
