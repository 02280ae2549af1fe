import { parseArgs } from "node:util";
import { apiserver } from "./apiserver/benchmark.ts";
import type { Benchmark } from "./benchmark.ts";
import { client } from "./client/benchmark.ts";
import { compare } from "./compare.ts";
import { informer } from "./informer/benchmark.ts";
import { realInformer } from "./informer/real-benchmark.ts";
import { queue } from "./queue/benchmark.ts";
import { formatReport } from "./report.ts";

const benchmarks: readonly Benchmark[] = [queue, client, informer, realInformer, apiserver];

const usage = `usage: npm run bench -- NAME [--json] [--size N] [--rounds N]

${benchmarks.map(({ name, about }) => `  ${name.padEnd(16)}${about}`).join("\n")}

  --json      the last line of the output is the report as one JSON document
  --size N    how much work one run does
  --rounds N  how often each side runs (5)
`;

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      json: { type: "boolean", default: false },
      size: { type: "string" },
      rounds: { type: "string", default: "5" },
      help: { type: "boolean", default: false },
    },
  });
  const benchmark = benchmarks.find(({ name }) => name === positionals[0]);
  const size = Number(values.size ?? benchmark?.defaultSize);
  const rounds = Number(values.rounds);
  if (benchmark === undefined || positionals.length !== 1 || !(size >= 1) || !(rounds >= 1) || values.help) {
    process.stdout.write(usage);
    return values.help ? 0 : 2;
  }
  process.stderr.write(`preparing ${benchmark.name}\n`);
  await using open = new AsyncDisposableStack();
  const sides = await benchmark.prepare(size, open);
  const onRound = (round: number): void => void process.stderr.write(`round ${round + 1} of ${rounds}\n`);
  const report = await compare(benchmark, { sides, size, rounds, onRound });
  process.stdout.write(`${formatReport(report)}\n`);
  if (values.json) process.stdout.write(`${JSON.stringify(report)}\n`);
  return report.rows.some(({ missing }) => missing !== undefined) ? 1 : 0;
}

process.exitCode = await main();
