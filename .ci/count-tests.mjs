// Prints what Vitest's JSON report counted; the last line is the one that closes a run. Runs on the machine's own Node.
import { readFileSync } from "node:fs";

const text = readFileSync(process.argv[2], "utf8");
const {
  numPassedTests = 0,
  numFailedTests = 0,
  numPendingTests = 0,
  numFailedTestSuites = 0,
  testResults = [],
} = JSON.parse(text || "{}");
// A file that cannot be loaded has no tests: count it as one failure.
const failures = numFailedTests > 0 ? numFailedTests : numFailedTestSuites;
for (const { name, message, assertionResults } of testResults) {
  if (message) console.log(`failed: ${name}: ${message.split("\n", 1)[0]}`);
  for (const { status, fullName, failureMessages = [] } of assertionResults) {
    if (failureMessages.length === 0) continue;
    const outcome = status === "failed" ? "failed" : "passed only when it was run again";
    console.log(`${outcome}: ${name}: ${fullName}\n  ${failureMessages[0].slice(0, 1000)}`);
  }
}
if (numPendingTests > 0) console.log(`skipped, for the reasons given above: ${numPendingTests}`);
console.log(`${numPassedTests} passed, ${failures} failed`);
process.exitCode = numPassedTests === 0 || failures > 0 ? 1 : 0;
