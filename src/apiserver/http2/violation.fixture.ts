import { expect } from "vitest";
import type { ErrorCode } from "./protocol.ts";

/** What is thrown for bytes that cannot be read. */
export function violation(reason: ErrorCode): unknown {
  return expect.objectContaining({ name: "ConnectionViolation", reason });
}
