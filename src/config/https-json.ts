import type { IncomingMessage } from "node:http";
import { linkSignals } from "../async/index.ts";
import type { Clock } from "../async/index.ts";
import { parseJson } from "../model/index.ts";
import { configDefaults } from "./defaults.ts";

/** One request for JSON. With a `form` it is a POST. */
export interface JsonRequest {
  readonly url: URL;
  readonly form?: URLSearchParams | undefined;
  readonly authorization?: string | undefined;
  /** In PEM, instead of the system's authorities. */
  readonly ca?: string | undefined;
  readonly clock: Pick<Clock, "timeout">;
  readonly signal: AbortSignal;
}

/** The status of an answer, and what it says if that is JSON. */
export interface JsonAnswer {
  readonly status: number;
  readonly value: unknown;
}

/**
 * Asks once over verified TLS, whatever the environment says about that. Follows no redirect, waits and reads within limits. Rejects with
 * the platform's error, which has neither the form nor the header in it.
 */
export async function httpsJson({ url, form, authorization, ca, clock, signal }: JsonRequest): Promise<JsonAnswer> {
  if (url.protocol !== "https:") throw new Error("the address does not begin with https:");
  using scope = linkSignals(signal, clock.timeout(configDefaults.issuerMs));
  const body = form?.toString();
  // Loaded only here: it is not small, and the client itself does without it.
  const { request } = await import("node:https");
  const incoming = await new Promise<IncomingMessage>((resolve, reject) => {
    const outgoing = request(url, {
      method: body === undefined ? "GET" : "POST",
      headers: {
        accept: "application/json",
        ...(body === undefined ? {} : { "content-type": "application/x-www-form-urlencoded" }),
        ...(authorization === undefined ? {} : { authorization }),
      },
      agent: false,
      ca,
      rejectUnauthorized: true,
      minVersion: "TLSv1.2",
      signal: scope.signal,
    });
    outgoing.on("error", reject);
    outgoing.on("response", resolve);
    outgoing.end(body);
  });
  const text = await readAll(incoming);
  return { status: incoming.statusCode ?? 0, value: valueOf(text) };
}

async function readAll(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > configDefaults.maxIssuerBytes) throw new Error("the answer is too long");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function valueOf(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}
