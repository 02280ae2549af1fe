import type { GroupVersionKind } from "../../model/index.ts";

/** The methods of HTTP that an API has, in the order in which documents show them. */
export type Method = "get" | "put" | "post" | "delete" | "patch";

/** One thing that can be done at a path. Schemas are told by their names. */
export interface ApiOperation {
  readonly method: Method;
  readonly id: string;
  readonly tag: string;
  /** Absent for what is about no kind. */
  readonly action?: string | undefined;
  readonly kind?: GroupVersionKind | undefined;
  /** The names of what the query may have. */
  readonly query: readonly string[];
  readonly body?:
    | { readonly schema: string; readonly isRequired: boolean; readonly types: readonly string[] }
    | undefined;
  /** The schema of each successful answer, by its status. */
  readonly answers: Readonly<Record<number, string>>;
  /** The media types of answers. */
  readonly types: readonly string[];
}

/** A path and what can be done there. */
export interface ApiPath {
  /** With `{name}` and `{namespace}` where those stand. */
  readonly path: string;
  readonly operations: readonly ApiOperation[];
}

/** What the parameters of queries are. */
export const queryTypes: Readonly<Record<string, "string" | "integer" | "boolean">> = {
  allowWatchBookmarks: "boolean",
  continue: "string",
  dryRun: "string",
  fieldManager: "string",
  fieldSelector: "string",
  fieldValidation: "string",
  force: "boolean",
  gracePeriodSeconds: "integer",
  ignoreStoreReadErrorWithClusterBreakingPotential: "boolean",
  labelSelector: "string",
  limit: "integer",
  orphanDependents: "boolean",
  pretty: "string",
  propagationPolicy: "string",
  resourceVersion: "string",
  resourceVersionMatch: "string",
  sendInitialEvents: "boolean",
  shardSelector: "string",
  timeoutSeconds: "integer",
  watch: "boolean",
};

/** The words for the status of an answer. */
export const statusTexts: Readonly<Record<number, string>> = {
  200: "OK",
  201: "Created",
  202: "Accepted",
  401: "Unauthorized",
};

/** A parameter, and where it stands. */
export interface ApiParameter {
  readonly name: string;
  readonly in: "path" | "query";
}

/** What all operations of a path take, and the names in the path itself, by name: a document says it once for the path. */
export function sharedParameters({ path, operations }: ApiPath): readonly ApiParameter[] {
  const [first, ...others] = operations;
  const inPath = ["name", "namespace"].filter((name) => path.includes(`{${name}}`));
  const inQuery = (first?.query ?? []).filter((name) => others.every(({ query }) => query.includes(name)));
  const all = [...parameters(inPath, "path"), ...parameters(inQuery, "query")];
  return all.sort((left, right) => (left.name < right.name ? -1 : 1));
}

/** What one operation takes besides. */
export function ownParameters({ query }: ApiOperation, shared: readonly ApiParameter[]): readonly ApiParameter[] {
  const known = new Set(shared.map(({ name }) => name));
  return parameters(
    query.filter((name) => !known.has(name)),
    "query",
  );
}

function parameters(names: readonly string[], place: ApiParameter["in"]): readonly ApiParameter[] {
  return names.map((name) => ({ name, in: place }));
}
