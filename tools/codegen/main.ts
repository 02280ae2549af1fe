import { fileURLToPath } from "node:url";
import { realClock } from "../../src/async/index.ts";
import { ControlPlaneError } from "../control-plane/errors.ts";
import { startRealControlPlane } from "../control-plane/testing.ts";
import type { ApiDescription } from "./api-description.ts";
import { createApiReader } from "./api-reader.ts";
import type { ApiReader } from "./api-reader.ts";
import { CodegenError } from "./errors.ts";
import { generateObjects, readBootstrapObjects } from "./objects/generate-objects.ts";
import { generatePack } from "./pack/generate-pack.ts";
import { generateTables, readServedPackages } from "./proto/generate-tables.ts";
import { generateRbac, readBootstrapRbac } from "./rbac/generate-rbac.ts";
import type { Files } from "./output.ts";
import { runCodegen } from "./run-codegen.ts";

const usage = `Usage: npm run codegen [-- --check]

Writes src/types, src/clientset and src/kinds.ts from the API of a real API server, which it starts for itself,
and the protobuf tables, the schema pack, the default roles and objects in src/types/pack, with what the Go modules of that server tell.

  --check   write nothing; name the files that are not current and exit with 1
`;

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

async function generateMore(reader: ApiReader, api: ApiDescription): Promise<Files> {
  const packages = await readServedPackages();
  const rbac = generateRbac(await readBootstrapRbac(reader), api.serverVersion);
  const objects = generateObjects(await readBootstrapObjects(reader), api.serverVersion);
  return new Map([...generateTables(packages, api.serverVersion), ...generatePack(api, packages), ...rbac, ...objects]);
}

/** A server of its own, so that nobody's custom resources become types. */
async function main(words: readonly string[]): Promise<number> {
  if (words.includes("--help")) {
    process.stdout.write(usage);
    return 0;
  }
  const unknown = words.find((word) => word !== "--check");
  if (unknown !== undefined) {
    process.stderr.write(`codegen: expected --check or nothing, found ${unknown}\n\n${usage}`);
    return 2;
  }
  await using controlPlane = await startRealControlPlane();
  const reader = createApiReader(controlPlane, realClock);
  return await runCodegen({
    reader,
    generateMore: (api) => generateMore(reader, api),
    sourceFolder: fileURLToPath(new URL("../../src", import.meta.url)),
    check: words.includes("--check"),
    print,
  });
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  if (!CodegenError.is(error) && !ControlPlaneError.is(error)) throw error;
  process.stderr.write(`codegen: ${error.message}\n`);
  process.exitCode = 1;
}
