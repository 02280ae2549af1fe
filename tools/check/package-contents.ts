import { spawnSync } from "node:child_process";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import { readRepositoryFile, repositoryRoot } from "../source/repository.ts";
import { packageProblems } from "./package-problems.ts";
import type { PackedFile } from "./package-problems.ts";

/** The files that npm would publish. It asks the npm that was called, so that the check does not depend on what else is on the PATH. */
function packedFiles(): readonly PackedFile[] {
  const cli = process.env["npm_execpath"];
  const [command, args] = cli === undefined ? ["npm", []] : [process.execPath, [cli]];
  const packed = spawnSync(command, [...args, "pack", "--dry-run", "--json"], {
    cwd: repositoryRoot,
    encoding: "utf8",
  });
  // A list in some versions of npm, an object by package name in others.
  const answer = JSON.parse(packed.stdout) as Record<string, { files: PackedFile[] }>;
  return Object.values(answer).flatMap(({ files }) => files);
}

const { messages } = await publint({ pkgDir: repositoryRoot, pack: "npm", strict: true });
const manifest = JSON.parse(readRepositoryFile("package.json")) as Record<string, unknown>;
const problems = [
  ...messages.map((message) => formatMessage(message, manifest) ?? message.code),
  ...packageProblems(packedFiles()),
];

if (problems.length > 0) console.log(problems.join("\n"));
process.exitCode = problems.length === 0 ? 0 : 1;
