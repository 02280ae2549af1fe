import type { Transport } from "../../src/client/index.ts";
import type { ChangeEvent, Content, Input, Output, Seen } from "./operation.ts";

/** Where the objects of a run are. */
export interface Place {
  readonly send: Transport;
  readonly token: string;
  readonly namespace: string;
}

interface Meta {
  readonly name: string;
  readonly uid: string;
  readonly resourceVersion: string;
  readonly labels?: { readonly tier?: string };
  readonly finalizers?: readonly string[];
  readonly deletionTimestamp?: string;
  readonly annotations?: Readonly<Record<string, string>>;
  readonly continue?: string;
}

interface Answer {
  readonly kind: string;
  readonly metadata: Meta;
  readonly data?: { readonly value?: string };
  readonly items?: readonly Answer[];
  readonly reason?: string;
  readonly details?: { readonly uid?: string };
}

/** One line of a watch. */
export type WatchLine =
  | { readonly type: "event"; readonly event: ChangeEvent }
  | { readonly type: "bookmark"; readonly version: number; readonly endsInitial: boolean }
  | { readonly type: "error"; readonly reason: string };

/** A page of a list. */
export interface Page {
  readonly version: number;
  readonly objects: readonly Seen[];
  readonly next: string | undefined;
}

/** The few requests that the traffic is made of, with the objects as config maps. Whatever is no answer of that kind throws. */
export class ThingsApi {
  readonly #place: Place;
  readonly #path: string;

  constructor(place: Place) {
    this.#place = place;
    this.#path = `/api/v1/namespaces/${place.namespace}/configmaps`;
  }

  async run(name: string, input: Input, signal?: AbortSignal): Promise<Output> {
    const { status, answer } = await this.#ask({ ...requestOf(name, input), signal });
    if (status >= 400) return { type: "refused", reason: answer.reason ?? String(status) };
    if (answer.kind === "Status") return { type: "deleted", uid: answer.details?.uid ?? "" };
    return { type: "object", object: seen(answer) };
  }

  /** A page, or the reason of the refusal. */
  async list(query: Readonly<Record<string, string>>): Promise<Page | string> {
    const { status, answer } = await this.#ask({ method: "GET", path: `?${new URLSearchParams(query).toString()}` });
    if (status >= 400) return answer.reason ?? String(status);
    const { resourceVersion, continue: next } = answer.metadata;
    return {
      version: Number(resourceVersion),
      objects: (answer.items ?? []).map(seen),
      next: next === "" ? undefined : next,
    };
  }

  /** The lines of a watch, until it ends. */
  async *watch(
    query: Readonly<Record<string, string>>,
    { signal, headers }: { readonly signal: AbortSignal; readonly headers?: Readonly<Record<string, string>> },
  ): AsyncGenerator<WatchLine, void, void> {
    const path = `${this.#path}?${new URLSearchParams({ ...query, watch: "1", allowWatchBookmarks: "true" }).toString()}`;
    const request = { method: "GET", path, headers: this.#headers(headers), signal, isStream: true };
    const { status, body } = await this.#place.send(request);
    const decoder = new TextDecoder();
    let pending = "";
    for await (const chunk of body) {
      const lines = (pending + decoder.decode(chunk, { stream: true })).split("\n");
      pending = lines.pop() ?? "";
      for (const line of lines) if (line !== "") yield lineOf(line);
    }
    if (status >= 400) yield { type: "error", reason: (JSON.parse(pending) as Answer).reason ?? String(status) };
  }

  async #ask({ path, body, signal, ...request }: Asked): Promise<{ status: number; answer: Answer }> {
    const headers = this.#headers(request.headers);
    const sent = body === undefined ? {} : { body: new TextEncoder().encode(JSON.stringify(body)) };
    const { status, body: bytes } = await this.#place.send({
      ...request,
      ...sent,
      headers,
      path: `${this.#path}${path}`,
      signal,
      maxRetries: 0,
    });
    const decoder = new TextDecoder();
    let text = "";
    for await (const chunk of bytes) text += decoder.decode(chunk, { stream: true });
    return { status, answer: JSON.parse(text) as Answer };
  }

  #headers(more: Readonly<Record<string, string>> = {}): Readonly<Record<string, string>> {
    return { authorization: `Bearer ${this.#place.token}`, accept: "application/json", ...more };
  }
}

interface Asked {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
}

const json: Readonly<Record<string, string>> = { "content-type": "application/json" };

function requestOf(name: string, input: Input): Asked {
  const path = `/${name}`;
  switch (input.type) {
    case "create":
      return { method: "POST", path: "", headers: json, body: bodyOf(name, input.content) };
    case "update":
      return { method: "PUT", path, headers: json, body: bodyOf(name, input.content, input.version) };
    case "patch": {
      const { value, tier, finalizers } = input.change;
      const body = { metadata: { labels: { tier }, finalizers }, data: { value } };
      return { method: "PATCH", path, headers: { "content-type": "application/merge-patch+json" }, body };
    }
    case "delete": {
      const preconditions = input.version === undefined ? undefined : { resourceVersion: String(input.version) };
      return {
        method: "DELETE",
        path,
        headers: json,
        body: { apiVersion: "v1", kind: "DeleteOptions", preconditions },
      };
    }
    case "get":
      return { method: "GET", path };
  }
}

function bodyOf(name: string, { value, tier, finalizers }: Content, version?: number): object {
  const resourceVersion = version === undefined ? undefined : String(version);
  return {
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: { name, resourceVersion, labels: { tier }, finalizers },
    data: { value },
  };
}

function lineOf(line: string): WatchLine {
  const { type, object } = JSON.parse(line) as { readonly type: string; readonly object: Answer };
  if (type === "ERROR") return { type: "error", reason: object.reason ?? "" };
  const { annotations = {}, resourceVersion } = object.metadata;
  if (type === "BOOKMARK") {
    const endsInitial = annotations["k8s.io/initial-events-end"] === "true";
    return { type: "bookmark", version: Number(resourceVersion), endsInitial };
  }
  return { type: "event", event: { type: type as ChangeEvent["type"], object: seen(object) } };
}

function seen({ metadata, data }: Answer): Seen {
  const { name, uid, resourceVersion, labels, finalizers = [], deletionTimestamp } = metadata;
  return {
    name,
    uid,
    version: Number(resourceVersion),
    value: data?.value ?? "",
    tier: labels?.tier ?? "",
    finalizers: finalizers.toSorted(),
    isDeleting: deletionTimestamp !== undefined,
  };
}
