import { createReadStream } from "node:fs";
import { maxFileBytes } from "./defaults.ts";
import { ConfigError } from "./errors.ts";

/** A file to read, and what names it: `place` is the field or the variable, for the message. */
export interface NamedFile {
  readonly path: string;
  readonly place: string;
}

/** The content of a file, of which at most `maxFileBytes` are read. Pipes will do as well. */
export async function readLimited({ path, place }: NamedFile): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      length += chunk.length;
      if (length > maxFileBytes) break;
    }
  } catch (error) {
    throw unreadable({ path, place }, error);
  }
  if (length <= maxFileBytes) return Buffer.concat(chunks).toString("utf8");
  throw new ConfigError({
    code: "SETPOINT_CONFIG_UNREADABLE",
    place,
    detail: `${path} is too large`,
    expected: `a file of at most ${maxFileBytes} bytes`,
  });
}

function unreadable({ path, place }: NamedFile, error: unknown): ConfigError {
  const isMissing = codeOf(error) === "ENOENT" || codeOf(error) === "ENOTDIR";
  return new ConfigError(
    {
      code: isMissing ? "SETPOINT_CONFIG_MISSING" : "SETPOINT_CONFIG_UNREADABLE",
      place,
      detail: isMissing ? `there is no file ${path}` : `the file ${path} can't be read: ${codeOf(error)}`,
      expected: "a file that this process may read",
    },
    { cause: error },
  );
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "unknown";
}
