import { beforeAll, describe, test } from "vitest";
import { lintInScratch } from "./lint-in-scratch.ts";
import type { Findings } from "./lint-in-scratch.ts";

/** Each line is a module of its own, with the path that the rule finds in it. */
const ambient: Readonly<Record<string, string>> = {
  "a timer": `setTimeout(() => undefined, 1);`,
  "an interval": `setInterval(() => undefined, 1);`,
  "a timer through globalThis": `globalThis.setTimeout(() => undefined, 1);`,
  "a timer through a string key": `globalThis["setTimeout"](() => undefined, 1);`,
  "a timer taken out of globalThis": `export const { setTimeout: later } = globalThis;`,
  "a timer of node:timers": `import { setTimeout as later } from "node:timers"; later(() => undefined, 1);`,
  "a timer of timers, the whole module": `import * as timers from "timers"; timers.setInterval(() => undefined, 1);`,
  "a sleep of node:timers/promises": `import { setTimeout as sleep } from "node:timers/promises"; await sleep(1);`,
  "a sleep imported dynamically": `export const { setTimeout: sleep } = await import("node:timers/promises");`,
  "a timer passed on": `export { setTimeout } from "node:timers";`,
  "all timers passed on": `export * from "node:timers/promises";`,
  "a scheduler": `import { scheduler } from "node:timers/promises"; await scheduler.wait(1);`,
  "the wall clock": `export const now: number = Date.now();`,
  "the wall clock as a value": `export const now: () => number = Date.now;`,
  "the wall clock through globalThis": `export const now: number = globalThis.Date.now();`,
  "the wall clock taken out of Date": `export const { now } = Date;`,
  "the wall clock with a default": `export const { now = () => 0 } = Date;`,
  "a new date": `export const date: Date = new Date();`,
  "a new date through globalThis": `export const date: Date = new globalThis.Date();`,
  "a date as text": `export const date: string = Date();`,
  "a time-out signal": `export const signal: AbortSignal = AbortSignal.timeout(1);`,
  "the monotonic clock": `export const now: number = performance.now();`,
  "the monotonic clock of a module": `import { performance } from "node:perf_hooks"; export const now: number = performance.now();`,
  "the process's clock": `export const now: bigint = process.hrtime.bigint();`,
  randomness: `export const random: number = Math.random();`,
  "a random id": `export const id: string = crypto.randomUUID();`,
  "a random id through globalThis": `export const id: string = globalThis.crypto.randomUUID();`,
  "a random id of node:crypto": `import { randomUUID } from "node:crypto"; export const id: string = randomUUID();`,
  "a random id of node:crypto, the whole module": `import crypto from "node:crypto"; export const id: string = crypto.randomUUID();`,
  "a random id of web crypto": `import { webcrypto } from "node:crypto"; export const id: string = webcrypto.randomUUID();`,
  "random bytes": `import { randomBytes } from "node:crypto"; export const bytes: Uint8Array = randomBytes(8);`,
};

const harmless: Readonly<Record<string, string>> = {
  "a timer of a clock": `export const wait = (clock: { setTimeout: (ms: number) => void }): void => clock.setTimeout(1);`,
  "a parameter of the same name": `export const wait = (setTimeout: (ms: number) => void): void => setTimeout(1);`,
  "the type of a timer": `export type Handle = ReturnType<typeof setTimeout>;`,
  "a date of a given time": `export const date = (ms: number): Date => new Date(ms);`,
  "parsing a date": `export const ms: number = Date.parse("2026-01-01");`,
  "a turn of the event loop": `export const turn = (run: () => void): NodeJS.Immediate => setImmediate(run);`,
  hashing: `import { createHash } from "node:crypto"; export const digest: string = createHash("sha256").digest("hex");`,
};

/** What other rules refuse, by the rule. */
const refused: Readonly<Record<string, string>> = {
  "eslint(max-lines)": Array.from({ length: 401 }, (_, line) => `export const name${line} = ${line};`).join("\n"),
  "eslint(max-lines-per-function)": `export function long(): void {\n${"  console.log();\n".repeat(39)}}`,
  "eslint(max-params)": `export const sum = (a: number, b: number, c: number, d: number): number => a + b + c + d;`,
  "typescript(no-floating-promises)": `export const start = (): void => { Promise.resolve(); };`,
  "typescript(no-misused-promises)": `export const start = (list: number[]): void => list.forEach(async () => {});`,
  "typescript(await-thenable)": `await 1;`,
  "typescript(no-explicit-any)": `export const value = (input: any): unknown => input;`,
  "typescript(switch-exhaustiveness-check)": `export const size = (kind: "a" | "b"): void => { switch (kind) { case "a": } };`,
  "typescript(consistent-type-imports)": `import { Server } from "node:http"; export type Listener = Server;`,
  "typescript(no-for-in-array)": `for (const index in [1, 2]) console.log(index);`,
  "eslint(guard-for-in)": `export const all = (o: object): void => { for (const key in o) console.log(key); };`,
  "eslint(eqeqeq)": `export const same = (a: unknown, b: unknown): boolean => a == b;`,
  "eslint(prefer-const)": `let a = 1; console.log(a);`,
  "import(no-default-export)": `export default 1;`,
};

const inSrc = {
  "src/queue/console.ts": `console.log("x");`,
  "src/queue/process.ts": `export const platform: string = process.platform;`,
  "src/queue/process.test.ts": `export const platform: string = process.platform;`,
  "src/queue/process.fixture.ts": `export const platform: string = process.platform;`,
  "src/manager/process.ts": `export const platform: string = process.platform;`,
  "src/cycle/a.ts": `import { b } from "./b.ts"; export const a = (): number => b();`,
  "src/cycle/b.ts": `import { a } from "./a.ts"; export const b = (): number => a();`,
  "src/async/clock.ts": `export const now: number = Date.now(); setTimeout(() => undefined, 1);`,
  "bench/clock.ts": `export const now: number = performance.now();`,
  "bench/wall.ts": `export const now: number = Date.now();`,
};

const file = (kind: string, name: string): string => `tools/${kind}/${name.replaceAll(/[^a-z]+/g, "-")}.ts`;

function modules(kind: string, snippets: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(snippets).map(([name, text]) => [file(kind, name), `${text}\n`]));
}

describe("the repository's lint configuration", () => {
  let findings: Findings = new Map();
  const rulesBrokenIn = (path: string): readonly string[] => findings.get(path) ?? [];

  beforeAll(() => {
    const all = {
      ambient: modules("ambient", ambient),
      harmless: modules("harmless", harmless),
      refused: modules("refused", refused),
    };
    findings = lintInScratch({ ...all.ambient, ...all.harmless, ...all.refused, ...inSrc });
  }, 60_000);

  test.for(Object.keys(ambient))("refuses %s outside src/async", (name, { expect }) => {
    expect(rulesBrokenIn(file("ambient", name))).toContain("setpoint(no-ambient-time)");
  });

  test.for(Object.keys(harmless))("allows %s", (name, { expect }) => {
    expect(rulesBrokenIn(file("harmless", name))).not.toContain("setpoint(no-ambient-time)");
  });

  test.for(Object.keys(refused))("has the rule %s", (rule, { expect }) => {
    expect(rulesBrokenIn(file("refused", rule))).toContain(rule);
  });

  test("leaves time and randomness to src/async", ({ expect }) => {
    expect(rulesBrokenIn("src/async/clock.ts")).toEqual([]);
  });

  test("lets benchmarks measure, but not read the wall clock", ({ expect }) => {
    expect(rulesBrokenIn("bench/clock.ts")).toEqual([]);
    expect(rulesBrokenIn("bench/wall.ts")).toContain("setpoint(no-ambient-time)");
  });

  test("refuses an import cycle", ({ expect }) => {
    expect(rulesBrokenIn("src/cycle/a.ts")).toContain("import(no-cycle)");
  });

  test("keeps the console out of src", ({ expect }) => {
    expect(rulesBrokenIn("src/queue/console.ts")).toContain("eslint(no-console)");
  });

  test("keeps the platform's globals out of portable folders, but not out of their tests", ({ expect }) => {
    expect(rulesBrokenIn("src/queue/process.ts")).toContain("eslint(no-restricted-globals)");
    expect(rulesBrokenIn("src/queue/process.test.ts")).toEqual([]);
    expect(rulesBrokenIn("src/queue/process.fixture.ts")).toEqual([]);
    expect(rulesBrokenIn("src/manager/process.ts")).toEqual([]);
  });
});
