import { request as requestHttp } from "node:http";
import type { IncomingMessage } from "node:http";
import { request as requestHttps } from "node:https";
import { CodegenError } from "./errors.ts";

/** How codegen reads documents of an API server. */
export interface ApiReader {
  /** Answers the JSON document at `path`. Every other outcome is a `CodegenError` that names the address. */
  get(path: string, accept?: string): Promise<unknown>;
}

/** Where the server is and who asks. */
export interface ApiReaderOptions {
  /** The address up to the port: `https://127.0.0.1:6443`. */
  readonly server: string;
  /** The certificate authority of the server, in PEM. */
  readonly ca?: string | undefined;
  readonly token?: string | undefined;
}

/** Silence on a socket after which the server counts as unreachable. */
const idleTimeoutMs = 30_000;

/** A reader of the server at one address. It opens one connection a request and never asks twice. */
export function createApiReader({ server, ca, token }: ApiReaderOptions): ApiReader {
  return {
    async get(path, accept = "application/json") {
      const url = new URL(path, server);
      const headers = { accept, ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) };
      const { status, body } = await exchange(url, { headers, ca }).catch((cause: unknown) => {
        throw new CodegenError("SETPOINT_CODEGEN_UNREACHABLE", `Reading ${url.href}: the server does not answer.`, {
          cause,
        });
      });
      if (status !== 200) {
        throw new CodegenError(
          "SETPOINT_CODEGEN_RESPONSE",
          `Reading ${url.href}: expected status 200, found ${status}: ${body.slice(0, 200)}`,
        );
      }
      return parseJson(body, url);
    },
  };
}

interface Exchange {
  readonly headers: Readonly<Record<string, string>>;
  readonly ca: string | undefined;
}

function exchange(url: URL, { headers, ca }: Exchange): Promise<{ status: number | undefined; body: string }> {
  return new Promise((resolve, reject) => {
    const answered = (response: IncomingMessage): void => {
      response.setEncoding("utf8");
      let body = "";
      response.on("data", (text: string) => (body += text));
      response.on("end", () => resolve({ status: response.statusCode, body }));
      response.on("error", reject);
    };
    const options = { headers, timeout: idleTimeoutMs, agent: false };
    const request =
      url.protocol === "http:" ? requestHttp(url, options, answered) : requestHttps(url, { ...options, ca }, answered);
    request.on("timeout", () => request.destroy(new Error(`nothing was received for ${idleTimeoutMs} ms`)));
    request.on("error", reject);
    request.end();
  });
}

function parseJson(body: string, url: URL): unknown {
  try {
    return JSON.parse(body) as unknown;
  } catch (cause) {
    throw new CodegenError("SETPOINT_CODEGEN_RESPONSE", `Reading ${url.href}: expected a JSON document.`, { cause });
  }
}
