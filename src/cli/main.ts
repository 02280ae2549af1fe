#!/usr/bin/env node
// Old versions of Node must be able to read this file: the rest is loaded once the version is known.
const oldest = 24;
const running = process.versions.node;

if (Number(running.split(".")[0]) < oldest) {
  process.stderr.write(
    `setpoint: expected Node ${oldest} or newer, but this is ${running}. Get one from https://nodejs.org.\n`,
  );
  process.exitCode = 1;
} else {
  const { processTerminal, runCommand } = await import("./index.ts");
  process.exitCode = await runCommand(process.argv.slice(2), processTerminal());
}
