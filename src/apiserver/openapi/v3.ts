import { ownParameters, queryTypes, sharedParameters, statusTexts } from "./api-path.ts";
import type { ApiOperation, ApiParameter, ApiPath } from "./api-path.ts";
import type { ApiDocument } from "./api-document.ts";
import { customInfo, serverInfo } from "./defaults.ts";
import { schemaReference } from "./schema-document.ts";

/** A document in the third version of OpenAPI. */
export function v3Document({ isCustom, paths, schemas }: ApiDocument): object {
  const securitySchemes = { BearerToken: { type: "apiKey", name: "authorization", in: "header" } };
  return {
    openapi: "3.0.0",
    info: isCustom ? customInfo : serverInfo,
    paths: Object.fromEntries(paths.map((path) => [path.path, pathItem(path)])),
    components: {
      ...(Object.keys(schemas).length === 0 ? {} : { schemas }),
      ...(isCustom ? {} : { securitySchemes }),
    },
  };
}

function pathItem(path: ApiPath): object {
  const shared = sharedParameters(path);
  const operations = path.operations.map((one): [string, object] => [one.method, operation(one, shared)]);
  return { ...Object.fromEntries(operations), ...parametersOf(shared) };
}

function operation(one: ApiOperation, shared: readonly ApiParameter[]): object {
  const { id, tag, action, kind, body, answers, types } = one;
  const responses = Object.entries(answers).map(([status, schema]): [string, object] => [
    status,
    { description: statusTexts[Number(status)], content: contentOf(types, schema) },
  ]);
  return {
    tags: [tag],
    operationId: id,
    ...parametersOf(ownParameters(one, shared)),
    ...(body === undefined ? {} : { requestBody: requestBody(body) }),
    responses: { ...Object.fromEntries(responses), 401: { description: statusTexts[401] } },
    ...(action === undefined ? {} : { "x-kubernetes-action": action }),
    ...(kind === undefined ? {} : { "x-kubernetes-group-version-kind": kind }),
  };
}

function requestBody({ types, schema, isRequired }: ApiOperation["body"] & object): object {
  return { content: contentOf(types, schema), ...(isRequired ? { required: true } : {}) };
}

function contentOf(types: readonly string[], schema: string): object {
  return Object.fromEntries(types.toSorted().map((type) => [type, { schema: schemaReference(schema) }]));
}

function parametersOf(all: readonly ApiParameter[]): { readonly parameters?: readonly object[] } {
  if (all.length === 0) return {};
  const parameters = all.map(({ name, in: place }) => ({
    name,
    in: place,
    ...(place === "path" ? { required: true } : {}),
    schema: { type: place === "path" ? "string" : queryTypes[name], uniqueItems: true },
  }));
  return { parameters };
}
