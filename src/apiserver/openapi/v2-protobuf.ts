import {
  anyField,
  booleanField,
  listField,
  messageField,
  namedField,
  textField,
  wrappedField,
  writeMembers,
} from "./protobuf-fields.ts";
import type { Members, WriteField } from "./protobuf-fields.ts";
import { ProtobufWriter } from "./protobuf-writer.ts";
import { limitsFrom, textsField, valuesField } from "./schema-fields.ts";

/** The bytes of a document in the second version of OpenAPI, as `openapi.v2.Document` of gnostic: what kubectl of old asks for. */
export function encodeV2(document: object): Uint8Array {
  const to = new ProtobufWriter();
  writeMembers(to, document, { members: documentMembers, extensions: 16 });
  return to.bytes();
}

const schemaField: WriteField = messageField(() => schemaMembers, 31);

const schemaMembers: Members = {
  $ref: [1, textField],
  format: [2, textField],
  title: [3, textField],
  description: [4, textField],
  default: [5, anyField],
  ...limitsFrom(6),
  additionalProperties: [21, valuesField(schemaField)],
  type: [22, wrappedField(1, textField)],
  items: [23, wrappedField(1, schemaField)],
  properties: [25, wrappedField(1, namedField(schemaField))],
  externalDocs: [29, messageField(() => ({ description: [1, textField], url: [2, textField] }))],
  example: [30, anyField],
};

const bodyMembers: Members = {
  description: [1, textField],
  name: [2, textField],
  in: [3, textField],
  required: [4, booleanField],
  schema: [5, schemaField],
};
const pathMembers: Members = {
  required: [1, booleanField],
  in: [2, textField],
  description: [3, textField],
  name: [4, textField],
  type: [5, textField],
  uniqueItems: [19, booleanField],
};
const queryMembers: Members = { ...pathMembers, type: [6, textField], uniqueItems: [20, booleanField] };

/** A parameter stands in messages of their own, which say of what kind it is. */
const parameterField: WriteField = (to, number, value) => {
  const { in: place } = value as { readonly in: string };
  const inner =
    place === "body"
      ? wrappedField(
          1,
          messageField(() => bodyMembers),
        )
      : wrappedField(2, place === "path" ? pathParameter : queryParameter);
  wrappedField(1, inner)(to, number, value);
};
const queryParameter: WriteField = wrappedField(
  3,
  messageField(() => queryMembers),
);
const pathParameter: WriteField = wrappedField(
  4,
  messageField(() => pathMembers),
);

const responseMembers: Members = { description: [1, textField], schema: [2, wrappedField(1, schemaField)] };
const responsesField: WriteField = wrappedField(
  1,
  namedField(
    wrappedField(
      1,
      messageField(() => responseMembers),
    ),
  ),
);

const operationField: WriteField = messageField(
  () => ({
    tags: [1, textsField],
    operationId: [5, textField],
    produces: [6, textsField],
    consumes: [7, textsField],
    parameters: [8, listField(parameterField)],
    responses: [9, responsesField],
    schemes: [10, textsField],
  }),
  13,
);

const pathItemField: WriteField = messageField(() => ({
  get: [2, operationField],
  put: [3, operationField],
  post: [4, operationField],
  delete: [5, operationField],
  patch: [8, operationField],
  parameters: [9, listField(parameterField)],
}));

const apiKeyField: WriteField = messageField(() => ({
  type: [1, textField],
  name: [2, textField],
  in: [3, textField],
}));

const documentMembers: Members = {
  swagger: [1, textField],
  info: [2, messageField(() => ({ title: [1, textField], version: [2, textField] }))],
  paths: [8, wrappedField(2, namedField(pathItemField))],
  definitions: [9, wrappedField(1, namedField(schemaField))],
  security: [12, listField(wrappedField(1, namedField(wrappedField(1, textsField))))],
  securityDefinitions: [13, wrappedField(1, namedField(wrappedField(2, apiKeyField)))],
};
