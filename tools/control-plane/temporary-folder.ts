import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A new folder for one test, gone when it is disposed. */
export interface TemporaryFolder extends AsyncDisposable {
  readonly path: string;
}

/** Makes one. Its path is short enough for a socket in it. */
export async function temporaryFolder(): Promise<TemporaryFolder> {
  const path = await mkdtemp(join(tmpdir(), "setpoint-test-"));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true, maxRetries: 3 }) };
}
