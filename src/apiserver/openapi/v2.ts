import { ownParameters, queryTypes, sharedParameters, statusTexts } from "./api-path.ts";
import type { ApiOperation, ApiParameter, ApiPath } from "./api-path.ts";
import type { ApiDocument } from "./api-document.ts";
import { serverInfo } from "./defaults.ts";
import { schemaReference } from "./schema-document.ts";
import type { SchemaDocument } from "./schema-document.ts";
import { textSchema } from "./schema-names.ts";
import { v2Kind, v2Schema } from "./v2-schema.ts";

/** One document of everything in the second version of OpenAPI. It says less than the third: defaults and alternatives are left out. */
export function v2Document(documents: readonly ApiDocument[]): object {
  const paths = documents.flatMap((document) => document.paths).toSorted((a, b) => (a.path < b.path ? -1 : 1));
  return {
    swagger: "2.0",
    info: serverInfo,
    paths: Object.fromEntries(paths.map((path) => [path.path, pathItem(path)])),
    definitions: definitionsOf(documents),
    securityDefinitions: { BearerToken: { type: "apiKey", name: "authorization", in: "header" } },
    security: [{ BearerToken: [] }],
  };
}

const protobufType = "application/vnd.kubernetes.protobuf";
const known = "x-kubernetes-group-version-kind";

/** What several documents have is there once; its kinds are those of all. */
function definitionsOf(documents: readonly ApiDocument[]): Readonly<Record<string, SchemaDocument>> {
  const all = new Map<string, SchemaDocument>();
  for (const [name, schema] of documents.flatMap(({ schemas }) => Object.entries(schemas))) {
    const before = all.get(name);
    if (before === undefined) all.set(name, v2Kind(schema));
    else if (known in schema) all.set(name, { ...before, [known]: joinedKinds(before[known], schema[known]) });
  }
  return Object.fromEntries([...all].sort(([left], [right]) => (left < right ? -1 : 1)));
}

function joinedKinds(left: unknown, right: unknown): readonly unknown[] {
  const all = [left, right].flat().map((kind): [string, unknown] => [JSON.stringify(kind), kind]);
  return [...new Map(all).values()];
}

function pathItem(path: ApiPath): object {
  const shared = sharedParameters(path);
  const operations = path.operations.map((one): [string, object] => [one.method, operation(one, shared)]);
  const parameters = shared.map(parameter);
  return { ...Object.fromEntries(operations), ...(parameters.length === 0 ? {} : { parameters }) };
}

function operation(one: ApiOperation, shared: readonly ApiParameter[]): object {
  const { id, tag, action, kind, body, answers, types } = one;
  const parameters = [
    ...(body === undefined ? [] : [bodyParameter(body)]),
    ...ownParameters(one, shared).map(parameter),
  ];
  const responses = Object.entries(answers).map(([status, schema]): [string, object] => [
    status,
    { description: statusTexts[Number(status)], schema: v2Schema(schemaReference(schema)) },
  ]);
  return {
    ...(answers[200] === textSchema ? {} : { consumes: consumed(one) }),
    produces: types,
    schemes: ["https"],
    tags: [tag],
    operationId: id,
    ...(parameters.length === 0 ? {} : { parameters }),
    responses: { ...Object.fromEntries(responses), 401: { description: statusTexts[401] } },
    ...(action === undefined ? {} : { "x-kubernetes-action": action }),
    ...(kind === undefined ? {} : { [known]: kind }),
  };
}

/** What an operation takes is told even where it takes no body. */
function consumed({ body, action, types }: ApiOperation): readonly string[] {
  return body?.types ?? (action === undefined || !types.includes(protobufType) ? types : ["*/*"]);
}

function bodyParameter({ schema, isRequired }: ApiOperation["body"] & object): object {
  return {
    name: "body",
    in: "body",
    ...(isRequired ? { required: true } : {}),
    schema: v2Schema(schemaReference(schema)),
  };
}

function parameter({ name, in: place }: ApiParameter): object {
  const type = place === "path" ? "string" : queryTypes[name];
  return { name, in: place, ...(place === "path" ? { required: true } : {}), type, uniqueItems: true };
}
