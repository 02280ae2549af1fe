import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A source folder for one test, not made yet, in a parent folder that goes with the test. */
export interface TemporarySource extends AsyncDisposable {
  readonly path: string;
}

/** Makes the parent of a source folder. Disposing removes it with everything in it. */
export async function temporarySource(): Promise<TemporarySource> {
  const parent = await mkdtemp(join(tmpdir(), "setpoint-codegen-"));
  return {
    path: join(parent, "src"),
    [Symbol.asyncDispose]: () => rm(parent, { recursive: true }),
  };
}
