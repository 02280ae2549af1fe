import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A folder that is gone when it is disposed. */
export interface TemporaryFolder extends AsyncDisposable {
  readonly path: string;
}

/** Makes a new, empty folder. */
export async function temporaryFolder(): Promise<TemporaryFolder> {
  const path = await mkdtemp(join(tmpdir(), "setpoint-config-"));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true }) };
}
