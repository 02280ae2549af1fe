import { describe, test } from "vitest";
import { parseSource } from "../../tools/source/source.ts";
import { stateProblems } from "./state-problems.ts";

const other = parseSource(
  "src/queue/options.ts",
  `export interface Options { readonly limit: number; run(): void }
   export interface Draft { limit: number }
   export interface Bag { readonly items: string[] }
   export interface Wide extends Draft { readonly name: string }
   export class Point { readonly x: number; readonly #y: number; get y(): number { return this.#y; } }
   export class Counter { #count = 0; }
   export type Predicate = (error: unknown) => boolean;
   export interface Check { (error: unknown): boolean }
   export function make() { return new Map(); }
   export function title(): string { return ""; }`,
);
const index = parseSource(
  "src/queue/index.ts",
  `export { Counter, Point } from "./options.ts"; export type { Draft as Rough, Options } from "./options.ts";`,
);
const modules = new Map([other, index].map((source) => [source.file, source]));

function problemsIn(text: string): readonly string[] {
  return stateProblems(parseSource("src/queue/a.ts", text), (file) => modules.get(file)).map(({ message }) => message);
}

describe("module-level state", () => {
  test.for([
    `let count = 0;`,
    `export let count = 0;`,
    `var count = 0;`,
    `const cache = new Map();`,
    `export const cache: Map<string, number> = new Map();`,
    `const seen = new Set<string>();`,
    `const owners = new WeakMap();`,
    `const bytes = new Uint8Array(8);`,
    `const registry = new MetricsRegistry();`,
    `const stop = new AbortController();`,
    `const list: string[] = [];`,
    `const list = [];`,
    `export const options = { limit: 1 };`,
    `export const options: Options = { limit: 1 };`,
    `const table: Readonly<Record<string, string[]>> = {};`,
    `const table: Readonly<Record<string, Map<string, string>>> = {};`,
    `const rows: readonly string[][] = [];`,
    `const index: ReadonlyMap<string, Set<string>> = new Map();`,
    `const options = { limit: 1 } satisfies Options;`,
    `const options = Object.freeze({ cache: new Map() });`,
    `const options = Object.freeze({ names: ["a"] });`,
    `const options = { cache: new Map() } as const;`,
    `const options = { deep: { cache: [new Set()] } } as const;`,
    `const words = "a b".split(" ");`,
    `const names = Object.fromEntries([]);`,
    `const names = Array.from("ab");`,
    `const next = (() => { let n = 0; return () => n++; })();`,
    `const next: () => number = (() => { let n = 0; return () => n++; })();`,
    `function make() { return new Map(); } const cache = make();`,
    `function make(): Map<string, string> { return new Map(); } const cache = make();`,
    `function make() { return new Map(); } const cache: Map<string, string> = make();`,
    `function make() { return new Map(); } const cache = Object.freeze(make());`,
    `function make(): string[][] { return []; } const rows = Object.freeze(make());`,
    `const make = () => new Map(); const cache = make();`,
    `const make = function () { return new Map(); }; export const cache = make()!;`,
    `const cache = make?.();`,
    `function make() { return { cache: new Map() }; } const cache = make().cache;`,
    `function make() { return { cache: new Map() }; } const { cache } = make();`,
    `function make() { return new Map(); } const cache = make\`a\`;`,
    `function make() { return new Map(); } class Queue { static readonly cache = make(); }`,
    `async function make(): Promise<string[]> { return []; } const list = await make();`,
    `function make(a: string): string; function make(a: number): string[]; const list = make(1);`,
    `function counter() { let n = 0; return () => n++; } const next = counter();`,
    `function counter(): () => number { let n = 0; return () => n++; } const next = counter();`,
    `function counter() { let n = 0; return () => n++; } const next: () => number = counter();`,
    `function counter() { let n = 0; return () => n++; } const next: { (): number } = counter();`,
    `function counter() { let n = 0; return () => n++; } const next = counter() as (() => number) | undefined;`,
    `type Next = () => number; function counter(): Next { let n = 0; return () => n++; } const next = counter();`,
    `import { make } from "./options.ts"; const cache = make();`,
    `import { make } from "package"; const cache = make();`,
    `import * as maps from "./options.ts"; const cache = maps.make();`,
    `const resource = defineResource({ group: "" });`,
    `const pattern = /a/y; pattern.exec("a");`,
    `export const pattern = new RegExp("a", "g");`,
    `const pattern = /a/g; export const has = (text: string): boolean => pattern.test(text);`,
    `const pattern = /a/g; const alias = pattern;`,
    `export const pattern = /a/g;`,
    `import type { Draft } from "./options.ts"; const draft: Draft = { limit: 1 };`,
    `import type { Rough } from "./index.ts"; const draft: Rough = { limit: 1 };`,
    `import type { Bag } from "./options.ts"; const bag: Bag = { items: [] };`,
    `import type { Wide } from "./options.ts"; const wide: Wide = { limit: 1, name: "" };`,
    `import { Counter } from "./index.ts"; const counter = new Counter();`,
    `interface Local { limit: number } const local: Local = { limit: 1 };`,
    `type Local = { readonly limit: number } | { limit: string }; const local: Local = { limit: 1 };`,
    `const value = flag ? new Map() : undefined;`,
    `class Counter { static count = 0; }`,
    `export class Counter { static readonly all = new Map(); }`,
    `const Counter = class { static count = 0; };`,
    `class Counter { static accessor count = 0; }`,
    `counter.value = 1;`,
    `counter.value++;`,
    `delete counter.value;`,
    `globalThis.cache = 1;`,
    `export function load(): void { globalThis.cache ??= 1; }`,
    `export function load(): void { (globalThis as Cache).cache = 1; }`,
    `export function load(): void { Object.defineProperty(globalThis, "cache", {}); }`,
  ])("is refused: %s", (text, { expect }) => {
    expect(problemsIn(text).length).toBeGreaterThan(0);
  });

  test("is refused with a sentence that says what to do", ({ expect }) => {
    expect(problemsIn(`\nconst cache = new Map();`)).toEqual([
      "src/queue/a.ts:2: This module-level constant is mutable (an instance of Map): keep state in an instance that the caller makes, so that a thousand can live in one process; if it is a constant, declare it so (`readonly T[]`, `Readonly<…>`, `ReadonlyMap`, `as const`, `Object.freeze`).",
    ]);
  });
});

describe("what never changes", () => {
  test.for([
    `const limit = 10;`,
    `const name: string = parts[0];`,
    `const add = (a: number): number => { let sum = a; sum += 1; return sum; };`,
    `export function make(): Map<string, string> { return new Map(); }`,
    `const reasons: readonly string[] = ["a"];`,
    `const rows: readonly (readonly string[])[] = [["a"]];`,
    `const reasons: ReadonlySet<string> = new Set(["a"]);`,
    `const index: ReadonlyMap<string, readonly string[]> = new Map();`,
    `const table: Readonly<Record<string, (list: string[]) => string[]>> = {};`,
    `const options: Readonly<Options> = { limit: 1 };`,
    `export const Pod: Resource<Pod> = { group: "" };`,
    `const options = { limit: 1, names: ["a"] } as const;`,
    `const options = { limit: 1 } as const satisfies Options;`,
    `export const clock: Clock = Object.freeze<Clock>({ now: () => 1 });`,
    `const options = Object.freeze({ names: Object.freeze(["a"]) });`,
    `const words: readonly string[] = "a b".split(" ");`,
    `const table: Readonly<Uint8Array> = (() => new Uint8Array(8))();`,
    `const encoder = new TextEncoder();`,
    `const pattern = /a/u;`,
    `const pattern = /a/g; export const without = (text: string): string => text.replaceAll(pattern, "");`,
    `import type { Options } from "./options.ts"; const options: Options = { limit: 1, run: () => {} };`,
    `import type { Options as Given } from "./index.ts"; const options: Given = { limit: 1, run: () => {} };`,
    `import { Point } from "./index.ts"; const origin = new Point();`,
    `interface Local { readonly limit: number } const local: Local = { limit: 1 };`,
    `type Local = { readonly limit: number } | undefined; const local: Local = { limit: 1 };`,
    `const pattern = new RegExp("a", "u");`,
    `declare let injected: string;`,
    `class Queue { static readonly limit = 1; #count = 0; static is(): boolean { return true; } }`,
    `const resource: Resource<Pod> = defineResource({ group: "" });`,
    `const buckets: readonly number[] = exponentialBuckets(1, 2, 3);`,
    `const missing: unique symbol = Symbol("missing");`,
    `const missing = Symbol("missing");`,
    `const startMs = Date.UTC(2026, 0, 1);`,
    `const names = Object.keys(table).join(", ");`,
    `const path = String.raw\`a\`;`,
    `const isDebug = process.env.DEBUG;`,
    `function rule(): string { return ""; } const nameRule = rule();`,
    `const rule = (): "a" | undefined => "a"; const nameRule = rule();`,
    `import { title } from "./options.ts"; const heading = title();`,
    `function make() { return new Map(); } const names: ReadonlyMap<string, string> = make();`,
    `function make(): string[] { return []; } const names = Object.freeze(make());`,
    `function make(): Record<string, number> { return {}; } const names = Object.freeze(make());`,
    `import type { Predicate } from "./options.ts"; const isGone: Predicate = failedWith("Gone");`,
    `import type { Check } from "./options.ts"; const isGone: Check = failedWith("Gone");`,
    `const add: (a: number) => number = (a) => a + 1;`,
    `for (let i = 0; i < 3; i += 1) run(i);`,
    `export type Cache = Map<string, string>;`,
  ])("is allowed: %s", (text, { expect }) => {
    expect(problemsIn(text)).toEqual([]);
  });
});
