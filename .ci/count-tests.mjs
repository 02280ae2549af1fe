// Prints what Vitest's JSON report counted, as the one line that closes a run. Runs on the machine's own Node.
import { readFileSync } from "node:fs";

const text = readFileSync(process.argv[2], "utf8");
const {
  numPassedTests = 0,
  numFailedTests = 0,
  numPendingTests = 0,
  numFailedTestSuites = 0,
} = JSON.parse(text || "{}");
// A file that cannot be loaded has no tests: count it as one failure.
const failures = numFailedTests > 0 ? numFailedTests : numFailedTestSuites;
console.log(`${numPassedTests} passed, ${failures} failed${numPendingTests > 0 ? `, ${numPendingTests} skipped` : ""}`);
process.exitCode = numPassedTests === 0 || failures > 0 ? 1 : 0;
