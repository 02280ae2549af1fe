import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { test } from "vitest";
import { ApiServer } from "../../src/apiserver/index.ts";
import { temporaryFolder } from "../../tools/control-plane/temporary-folder.ts";
import { describeGo } from "./client-go/describe-go.ts";
import { buildH2spec } from "./h2spec/build-h2spec.ts";

/** How many rules the pinned h2spec has, with those that the standard only recommends. */
const ruleCount = 146;

/** One rule of the standard, and why it does not hold, or was not looked at; empty if it holds. */
interface Rule {
  readonly name: string;
  readonly trouble: string;
}

/** Reads the report of h2spec, XML of one form: a rule that holds has nothing in it. */
function rulesOf(report: string): readonly Rule[] {
  const found = report.matchAll(/<testcase package="([^"]*)" classname="([^"]*)"[^>]*>(.*?)<\/testcase>/gs);
  return [...found].map(([, section, text, trouble = ""]) => ({
    name: `${section}: ${text}`,
    trouble: trouble.trim(),
  }));
}

describeGo("h2spec on the embedded server", () => {
  test("finds nothing in how HTTP/2 is spoken, also where the standard only recommends [apiserver/http2-conformance]", async ({
    expect,
  }) => {
    const program = await buildH2spec();
    await using server = await ApiServer.start();
    await using folder = await temporaryFolder();
    const { hostname, port } = new URL((await server.listen()).url);
    const report = join(folder.path, "report.xml");
    // The answer is long enough for the rules about windows: with a shorter one some would be skipped.
    const target = ["-t", "-k", "-h", hostname, "-p", port, "-P", "/readyz?verbose"];
    // What fails is in the report, and by its end code in how the command ends.
    const failure = await promisify(execFile)(program, [...target, "--strict", "-o", "3", "-j", report]).then(
      () => undefined,
      (error: unknown) => error,
    );
    const rules = rulesOf(await readFile(report, "utf8"));
    expect(rules.filter(({ trouble }) => trouble !== "")).toEqual([]);
    expect(rules).toHaveLength(ruleCount);
    expect(failure).toBeUndefined();
  });
});
