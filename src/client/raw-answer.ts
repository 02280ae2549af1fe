import { AnswerDecodeError, describeRequest } from "./errors.ts";
import { readBytes } from "./read-answer.ts";
import type { ReadAnswerOptions } from "./read-answer.ts";
import type { HttpResponse } from "./transport.ts";

/** A whole answer as it came. */
export interface RawAnswer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Uint8Array;
}

/** Reads an answer to its end, whatever it is. Throws `SETPOINT_ANSWER_DECODE` when it is too large. */
export async function readRaw(
  { status, headers, body }: HttpResponse,
  { line, maxBytes }: ReadAnswerOptions,
): Promise<RawAnswer> {
  const { bytes, isWhole } = await readBytes(body, { maxBytes });
  if (!isWhole) throw new AnswerDecodeError(`${describeRequest(line)}: expected at most ${maxBytes} bytes`);
  return { status, headers, bytes };
}
