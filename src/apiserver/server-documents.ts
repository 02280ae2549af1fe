import { jsonAnswer, textAnswer } from "./answer.ts";
import { serverVersion } from "./defaults.ts";
import { coreVersions, groupDocument, groupList, resourceList } from "./discovery.ts";
import { NoSuchPathError } from "./errors.ts";
import type { ServerResponse } from "./http-message.ts";
import { openApiDocument, openApiIndex } from "./openapi.ts";
import { StatusError } from "./registry/index.ts";
import type { Catalog } from "./registry/index.ts";
import { noSuchPath } from "./resource-verb.ts";

const healthPaths: readonly string[] = ["/healthz", "/livez", "/readyz"];

/** What anybody may ask: whether the server lives, and its version. Undefined for any other path. */
export function publicDocument(path: string): (() => ServerResponse) | undefined {
  if (healthPaths.includes(path)) return () => textAnswer("ok");
  return path === "/version" ? () => jsonAnswer(serverVersion) : undefined;
}

/** A path that names a document, and under which name the server was called. */
export interface DocumentRequest {
  readonly segments: readonly string[];
  readonly host: string;
}

/** What the server tells about itself: discovery and OpenAPI. Throws what the answer to an unknown path is made from. */
export function serverDocument(catalog: Catalog, { segments, host }: DocumentRequest): object {
  const [root, second, ...rest] = segments;
  if (root === "openapi") return openApi(catalog, segments);
  const [third] = rest;
  if (root === "api") return second === undefined ? coreVersions(host) : resources(catalog, "", second);
  if (root !== "apis") throw new NoSuchPathError();
  if (second === undefined) return groupList(catalog);
  return third === undefined ? found(groupDocument(catalog, second)) : resources(catalog, second, third);
}

function resources(catalog: Catalog, group: string, version: string): object {
  const list = resourceList(catalog, group, version);
  if (list === undefined) throw noSuchPath(catalog, group);
  return list;
}

function openApi(catalog: Catalog, [, version, root, ...place]: readonly string[]): object {
  // Whoever still asks for the second version reads a Status better than a page.
  if (version !== "v3") throw StatusError.noSuchResource();
  if (root === undefined) return openApiIndex(catalog);
  const [group = "", groupVersion = "", ...beyond] = root === "api" ? ["", ...place] : place;
  if ((root !== "api" && root !== "apis") || beyond.length > 0) throw noSuchPath(catalog, group);
  return found(openApiDocument(catalog, group, groupVersion));
}

function found(document: object | undefined): object {
  if (document === undefined) throw new NoSuchPathError();
  return document;
}
