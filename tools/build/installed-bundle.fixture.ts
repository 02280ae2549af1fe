import { cp, mkdir, symlink } from "node:fs/promises";
import { join } from "node:path";
import { temporaryFolder } from "../control-plane/temporary-folder.ts";
import { repositoryRoot } from "../source/repository.ts";
import { bundle } from "./bundle.ts";
import { runProgram } from "./run-program.fixture.ts";

/** Our package as it is after an installation that left out what it depends on, but for what the API server loads at once. */
export interface InstalledBundle extends AsyncDisposable {
  readonly folder: string;
  /** The written modules: file name to what each imports at once and what it imports later. */
  readonly modules: ReadonlyMap<string, { readonly imports: readonly string[]; readonly later: readonly string[] }>;
  /** Runs the text of a program that may import the package, and gives what it prints as JSON. */
  readonly run: (program: string) => Promise<unknown>;
}

/** Bundles the sources as they are now. */
export async function installBundle(): Promise<InstalledBundle> {
  await using open = new AsyncDisposableStack();
  const { path: folder } = open.use(await temporaryFolder());
  const installed = join(folder, "node_modules/setpoint");
  await mkdir(installed, { recursive: true });
  await cp(join(repositoryRoot, "package.json"), join(installed, "package.json"));
  await symlink(join(repositoryRoot, "node_modules/re2js"), join(folder, "node_modules/re2js"));
  const chunks = await bundle({ source: join(repositoryRoot, "src"), output: join(installed, "dist") });
  const moved = open.move();
  return {
    folder,
    modules: new Map(chunks.map((chunk) => [chunk.fileName, { imports: chunk.imports, later: chunk.dynamicImports }])),
    run: (program) => runProgram(folder, program),
    [Symbol.asyncDispose]: () => moved.disposeAsync(),
  };
}
