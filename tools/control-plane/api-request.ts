import { request } from "node:https";

/** A server and who speaks to it: with a client certificate, with a token, or anonymously. */
export interface ApiEndpoint {
  readonly server: string;
  readonly ca: string;
  readonly clientCertificate?: string | undefined;
  readonly clientKey?: string | undefined;
  readonly token?: string | undefined;
}

/** One request. `body` is sent as JSON, and JSON is asked for unless `accept` says otherwise. */
export interface ApiRequest {
  readonly method?: string | undefined;
  readonly path: string;
  readonly body?: unknown;
  readonly accept?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** What a server answered, whatever it was. */
export interface ApiAnswer {
  readonly status: number;
  readonly text: string;
}

/** Sends one request over a connection of its own. Rejects only if there is no answer. */
export function requestApi(
  endpoint: ApiEndpoint,
  { method = "GET", path, body, accept = "application/json", signal }: ApiRequest,
): Promise<ApiAnswer> {
  const payload = body === undefined ? undefined : JSON.stringify(body);
  const { promise, resolve, reject } = Promise.withResolvers<ApiAnswer>();
  const outgoing = request(new URL(path, endpoint.server), {
    method,
    agent: false,
    ca: endpoint.ca,
    ...(endpoint.clientCertificate === undefined ? {} : { cert: endpoint.clientCertificate, key: endpoint.clientKey }),
    headers: {
      accept,
      ...(endpoint.token === undefined ? {} : { authorization: `Bearer ${endpoint.token}` }),
      ...(payload === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(signal === undefined ? {} : { signal }),
  });
  outgoing.on("error", reject);
  outgoing.on("response", (incoming) => {
    let text = "";
    incoming.setEncoding("utf8");
    incoming.on("data", (chunk: string) => (text += chunk));
    incoming.on("error", reject);
    incoming.on("end", () => resolve({ status: incoming.statusCode ?? 0, text }));
  });
  outgoing.end(payload);
  return promise;
}
