import { readFileSync } from "node:fs";
import { test } from "vitest";
import { realClock } from "../../src/async/index.ts";
import { describeReal } from "../../tools/control-plane/describe-real.ts";
import { startBothServers } from "./both-servers.ts";
import { generate } from "./generate.ts";
import { knownClasses } from "./known-classes.ts";
import { printDifference } from "./print-verdict.ts";
import { runScripts } from "./run-scripts.ts";
import { scripts } from "./scripts/index.ts";
import { judge } from "./verdict.ts";

const root = new URL("../../", import.meta.url);
const page = readFileSync(new URL("docs/fidelity.md", root), "utf8");

/** Few enough for every run of the tests; `npm run differential` sends many more. */
const requests = 120;
/** Scripts that leave nothing behind and take no time. */
const chosen: readonly string[] = ["json-patch", "strategic-patch", "selectors", "delete-options", "metadata-rules"];

describeReal("the real server and ours", () => {
  test("give the same answers, but for what is listed with its reason [apiserver/differential]", async ({ expect }) => {
    await using servers = await startBothServers();
    const generated = generate({ seed: "test", requests }).filter(({ isLate }) => isLate !== true);
    const named = scripts.filter(({ id }) => chosen.includes(id.replace("apiserver/", "")));
    const nowMs = realClock.now();
    const outcome = await runScripts([...named, ...generated], { servers, prefix: `differential-${nowMs}`, nowMs });
    const { problems, total } = judge(outcome, knownClasses(page));
    expect(problems, outcome.differences.map(printDifference).join("\n")).toEqual([]);
    expect(total.requests).toBeGreaterThan(200);
  });
});

test("every script is named after a behaviour that is listed [apiserver/differential-scripts]", ({ expect }) => {
  const listed = readFileSync(new URL("docs/behaviours/apiserver.md", root), "utf8");
  const ids = new Set(scripts.map(({ id }) => id));
  expect([...ids].filter((id) => !listed.includes(`- \`${id}\`:`))).toEqual([]);
  const counted = scripts.flatMap(({ calls }) => calls).filter(({ isSetup }) => isSetup !== true);
  expect(counted.length).toBeGreaterThanOrEqual(400);
});

test("the same seed makes the same requests, another one makes others [apiserver/differential-seed]", ({ expect }) => {
  const made = (seed: string): string => JSON.stringify(generate({ seed, requests: 300 }));
  expect(made("1")).toBe(made("1"));
  expect(made("1")).not.toBe(made("2"));
  const kinds = generate({ seed: "1", requests: 300 });
  const counts = kinds.map(({ calls }) => calls.filter(({ isSetup }) => isSetup !== true).length);
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(300);
  expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1);
});
