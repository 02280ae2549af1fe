import type { HttpRequest, Transport } from "./transport.ts";

/** What a path answers with. */
export interface PathAnswer {
  readonly status?: number;
  readonly contentType?: string;
  readonly body: unknown;
}

/** A server that answers by path from what a test may change as it goes. Other paths are not found. */
export interface DiscoveryServer {
  readonly send: Transport;
  readonly answers: Map<string, PathAnswer>;
  /** The paths that were asked for, in order. */
  readonly paths: readonly string[];
  readonly requests: readonly HttpRequest[];
}

/** The media type of the aggregated form. */
export const aggregatedType = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";

export function discoveryServer(answers: Readonly<Record<string, unknown>>): DiscoveryServer {
  const known = new Map(Object.entries(answers).map(([path, body]): [string, PathAnswer] => [path, { body }]));
  const paths: string[] = [];
  const requests: HttpRequest[] = [];
  const send: Transport = async (request) => {
    paths.push(request.path);
    requests.push(request);
    const missing = { status: 404, body: { kind: "Status", status: "Failure", reason: "NotFound", code: 404 } };
    const { status = 200, contentType = "application/json", body }: PathAnswer = known.get(request.path) ?? missing;
    return { status, headers: { "content-type": contentType }, body: once(JSON.stringify(body)) };
  };
  return { send, answers: known, paths, requests };
}

/** The legacy documents of a server with pods, events twice, deployments, and widgets in two versions. */
export const legacyDocuments: Readonly<Record<string, unknown>> = {
  "/api": { kind: "APIVersions", versions: ["v1"] },
  "/apis": {
    kind: "APIGroupList",
    groups: [group("apps", "v1"), group("events.k8s.io", "v1"), group("example.dev", "v2", "v1")],
  },
  "/api/v1": resourceList(
    resource("Pod", { shortNames: ["po"], categories: ["all"] }),
    { ...resource("Pod"), name: "pods/log", singularName: "" },
    { ...resource("Pod"), name: "pods/status", singularName: "" },
    resource("Event", { shortNames: ["ev"] }),
    resource("Node", { namespaced: false, shortNames: ["no"] }),
  ),
  "/apis/apps/v1": resourceList(resource("Deployment", { shortNames: ["deploy"], categories: ["all"] })),
  "/apis/events.k8s.io/v1": resourceList(resource("Event", { shortNames: ["ev"] })),
  "/apis/example.dev/v1": resourceList(resource("Widget", { shortNames: ["po"] }), resource("Gadget")),
  "/apis/example.dev/v2": resourceList(resource("Widget", { shortNames: ["po"] })),
};

/** One entry of a resource list. */
export function resource(kind: string, more: object = {}): object {
  const singularName = kind.toLowerCase();
  return { name: `${singularName}s`, singularName, namespaced: true, kind, verbs: ["get", "list"], ...more };
}

export function resourceList(...resources: readonly object[]): object {
  return { kind: "APIResourceList", resources };
}

/** An entry of the group list: the first version is the preferred one. */
export function group(name: string, ...versions: readonly string[]): object {
  const entries = versions.map((version) => ({ groupVersion: `${name}/${version}`, version }));
  return { name, versions: entries.toReversed(), preferredVersion: entries[0] };
}

async function* once(text: string): AsyncGenerator<Uint8Array, void, void> {
  yield new TextEncoder().encode(text);
}
