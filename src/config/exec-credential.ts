import { parseJson } from "../model/index.ts";
import { checkedToken } from "./bearer-token.ts";
import { hideCredential } from "./credential-source.ts";
import type { ClientCertificate } from "./credential-source.ts";
import { checkedPair } from "./pem.ts";
import type { EndingCredential } from "./renewed-credentials.ts";
import { invalid, Section } from "./section.ts";

/** What a plugin was asked for, and when. */
export interface ExecAnswerOptions {
  readonly apiVersion: string;
  readonly nowMs: number;
}

/** Reads what a plugin printed: a token, or a certificate with its key, or both. Throws a `ConfigError` that tells nothing of it. */
export function readExecCredential(output: string, options: ExecAnswerOptions): EndingCredential {
  const root = new Section(parsed(output), { file: printed });
  for (const [key, expected] of [
    ["kind", "ExecCredential"],
    ["apiVersion", options.apiVersion],
  ] as const) {
    if (root.text(key) !== expected) throw invalid(root.placeOf(key), "it is not what was asked for", expected);
  }
  const status = root.section("status");
  const token = status.text("token");
  const certificate = readPair(status, options.nowMs);
  if (token === undefined && certificate === undefined) {
    throw invalid(root.placeOf("status"), "there is no credential in it", "a token, or a certificate and its key");
  }
  const authorization = token === undefined ? undefined : `Bearer ${checkedToken(token, status.placeOf("token"))}`;
  return { credential: hideCredential({ authorization, certificate }), endsAtMs: readEnd(status) };
}

const printed = "the output of the plugin";

function parsed(output: string): unknown {
  try {
    return parseJson(output);
  } catch {
    // The cause is left out: it may quote what was printed.
    throw invalid(printed, "it is not JSON", "one ExecCredential");
  }
}

function readPair(status: Section, nowMs: number): ClientCertificate | undefined {
  const certificate = status.text("clientCertificateData");
  const key = status.text("clientKeyData");
  if (certificate === undefined && key === undefined) return undefined;
  const places = { certificate: status.placeOf("clientCertificateData"), key: status.placeOf("clientKeyData"), nowMs };
  if (certificate !== undefined && key !== undefined) return checkedPair({ certificate, key }, places);
  const place = certificate === undefined ? places.certificate : places.key;
  throw invalid(place, "found nothing", "a client certificate together with its key");
}

function readEnd(status: Section): number | undefined {
  const text = status.text("expirationTimestamp");
  if (text === undefined) return undefined;
  const endsAtMs = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/.test(text) ? Date.parse(text) : Number.NaN;
  if (!Number.isNaN(endsAtMs)) return endsAtMs;
  throw invalid(status.placeOf("expirationTimestamp"), "it is no time", "a time like 2030-01-31T12:00:00Z");
}
