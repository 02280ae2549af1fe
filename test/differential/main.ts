import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { realClock, systemRandom } from "../../src/async/index.ts";
import { startBothServers } from "./both-servers.ts";
import { generatedRequests } from "./defaults.ts";
import { generate } from "./generate.ts";
import { knownClasses } from "./known-classes.ts";
import { printDifference, printVerdict } from "./print-verdict.ts";
import { runScripts } from "./run-scripts.ts";
import { scripts } from "./scripts/index.ts";
import { judge } from "./verdict.ts";

const { values } = parseArgs({
  options: {
    seed: { type: "string" },
    json: { type: "boolean", default: false },
    only: { type: "string" },
    kind: { type: "string" },
    /** Changes only what is inside this field: `metadata`. */
    field: { type: "string" },
    verb: { type: "string" },
    requests: { type: "string", default: String(generatedRequests) },
    /** Shows every difference, not one of each class. */
    all: { type: "boolean", default: false },
  },
});

const { kind, field, verb } = values;
const seed = values.seed ?? String(systemRandom.integer(1_000_000_000));
console.log(`seed ${seed}`);
const page = readFileSync(new URL("../../docs/fidelity.md", import.meta.url), "utf8");
const named = scripts.filter((script) => kind === undefined || script.kind === kind);
const all = [
  ...(values.only === "generated" ? [] : named),
  ...(values.only === "scripts" ? [] : generate({ seed, requests: Number(values.requests), kind, field, verb })),
];
const started = realClock.monotonic();
await using servers = await startBothServers();
const nowMs = realClock.now();
// The same seed may come again while the real server still has the namespaces of the last time.
const outcome = await runScripts(all, { servers, prefix: `d${seed}-${nowMs.toString(36)}`, nowMs });
const verdict = judge(outcome, knownClasses(page));
if (values.all) for (const one of outcome.differences) console.log(`${one.className}\n${printDifference(one)}`);
console.log(printVerdict(verdict));
console.log(`${Math.round((realClock.monotonic() - started) / 1000)} s`);
if (values.json) {
  const { total, kinds, problems } = verdict;
  const classes = verdict.classes.map(({ name, count, isKnown }) => ({ name, count, isKnown }));
  console.log(JSON.stringify({ seed, total, kinds, classes, problems }));
}
process.exitCode = verdict.problems.length === 0 ? 0 : 1;
