import type { Clock } from "../../src/async/index.ts";
import { requestApi } from "../control-plane/api-request.ts";
import type { ApiEndpoint } from "../control-plane/api-request.ts";
import { CodegenError } from "./errors.ts";

/** How codegen reads documents of an API server. */
export interface ApiReader {
  /** Answers the JSON document at `path`. Every other outcome is a `CodegenError` that names the address. */
  get(path: string, accept?: string): Promise<unknown>;
}

/** How long one answer may take before the server counts as unreachable. */
const answerDeadlineMs = 30_000;

/** A reader of the server at one address. It opens one connection a request and never asks twice. */
export function createApiReader(endpoint: ApiEndpoint, clock: Clock): ApiReader {
  return {
    async get(path, accept) {
      const url = new URL(path, endpoint.server);
      const signal = clock.timeout(answerDeadlineMs);
      const { status, text } = await requestApi(endpoint, { path, accept, signal }).catch((cause: unknown) => {
        throw new CodegenError("SETPOINT_CODEGEN_UNREACHABLE", `Reading ${url.href}: the server does not answer.`, {
          cause,
        });
      });
      if (status !== 200) {
        throw new CodegenError(
          "SETPOINT_CODEGEN_RESPONSE",
          `Reading ${url.href}: expected status 200, found ${status}: ${text.slice(0, 200)}`,
        );
      }
      return parseJson(text, url);
    },
  };
}

function parseJson(text: string, url: URL): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (cause) {
    throw new CodegenError("SETPOINT_CODEGEN_RESPONSE", `Reading ${url.href}: expected a JSON document.`, { cause });
  }
}
