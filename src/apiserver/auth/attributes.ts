import { InvalidInputError, parseFieldSelector, pathSegmentProblems } from "../../model/index.ts";

/** What somebody wants to do, as far as their rights depend on it. */
export type Attributes = ResourceAttributes | PathAttributes;

/** Something about a resource. It need not exist. */
export interface ResourceAttributes {
  readonly type: "resource";
  readonly verb: string;
  readonly group: string;
  readonly resource: string;
  /** Empty for the object itself. */
  readonly subresource: string;
  /** Empty for the cluster scope. */
  readonly namespace: string;
  /** Empty for the collection. */
  readonly name: string;
}

/** Something about a path that names no resource. */
export interface PathAttributes {
  readonly type: "path";
  readonly verb: string;
  readonly path: string;
}

/** A path that was understood: one about a resource, or any other. */
export type AskedPath = AskedResource | { readonly type: "document" };

/** A resource as a path names it. */
export interface AskedResource {
  readonly type: "resource";
  readonly group: string;
  readonly plural: string;
  readonly namespace: string;
  readonly name: string;
  readonly subresource: string | undefined;
  /** The path itself asks for a watch. */
  readonly isWatch?: boolean | undefined;
}

/** A request as far as rights are concerned. */
export interface AskedRequest {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** Undefined when the path can name nothing. */
  readonly parsed: AskedPath | undefined;
}

const resourceVerbs: ReadonlyMap<string, string> = new Map([
  ["POST", "create"],
  ["GET", "get"],
  ["HEAD", "get"],
  ["PUT", "update"],
  ["PATCH", "patch"],
  ["DELETE", "delete"],
]);

/** What a request is about. It says nothing of whether the server can do that. */
export function attributesOf({ method, path, query, parsed }: AskedRequest): Attributes {
  if (parsed?.type !== "resource") return { type: "path", verb: method.toLowerCase(), path };
  const { group, plural, subresource = "" } = parsed;
  const verb = resourceVerbs.get(method) ?? "";
  // A namespace is also in itself: who may do something in it may do that to it.
  const namespace = group === "" && plural === "namespaces" ? parsed.name : parsed.namespace;
  return { type: "resource", group, resource: plural, subresource, namespace, ...namedVerb(verb, parsed, query) };
}

function namedVerb(
  verb: string,
  { name, isWatch: isWatchPath = false }: AskedResource,
  query: URLSearchParams,
): { readonly verb: string; readonly name: string } {
  if (isWatchPath && verb === "get") return { verb: "watch", name: name || selectedName(query) };
  if (name !== "") return { verb, name };
  if (verb === "delete") return { verb: "deletecollection", name };
  return verb === "get" ? { verb: isWatch(query) ? "watch" : "list", name: selectedName(query) } : { verb, name };
}

function isWatch(query: URLSearchParams): boolean {
  const text = query.get("watch")?.toLowerCase();
  return text !== undefined && text !== "false" && text !== "0";
}

/** Whoever selects one name needs no more rights than for that object. */
function selectedName(query: URLSearchParams): string {
  try {
    const name = parseFieldSelector(query.get("fieldSelector") ?? "").exactValueOf("metadata.name") ?? "";
    return pathSegmentProblems(name).length === 0 ? name : "";
  } catch (error) {
    if (InvalidInputError.is(error)) return "";
    throw error;
  }
}
