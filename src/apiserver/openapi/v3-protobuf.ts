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

/** The bytes of a document in the third version of OpenAPI, as `openapi.v3.Document` of gnostic. */
export function encodeV3(document: object): Uint8Array {
  const to = new ProtobufWriter();
  writeMembers(to, document, { members: documentMembers, extensions: 9 });
  return to.bytes();
}

/** A schema, or a reference to one. */
const schemaField: WriteField = (to, number, value) => {
  const { $ref } = value as { readonly $ref?: unknown };
  const write = $ref === undefined ? wrappedField(1, ownSchemaField) : wrappedField(2, wrappedField(1, textField));
  write(to, number, $ref ?? value);
};
const ownSchemaField: WriteField = messageField(() => schemaMembers, 36);
const schemasField: WriteField = listField(schemaField);

/** Of a default that is no plain value it is only told that there is one. */
const defaultField: WriteField = (to, number, value) => {
  to.message(number, () => {
    if (typeof value === "number") to.double(1, value);
    else if (typeof value === "boolean") to.count(2, Number(value));
    else if (typeof value === "string") to.text(3, value);
  });
};

const schemaMembers: Members = {
  nullable: [1, booleanField],
  externalDocs: [6, messageField(() => ({ description: [1, textField], url: [2, textField] }))],
  example: [7, anyField],
  title: [9, textField],
  ...limitsFrom(10),
  type: [25, textField],
  allOf: [26, schemasField],
  oneOf: [27, schemasField],
  anyOf: [28, schemasField],
  not: [29, ownSchemaField],
  items: [30, wrappedField(1, schemaField)],
  properties: [31, wrappedField(1, namedField(schemaField))],
  additionalProperties: [32, valuesField(schemaField)],
  default: [33, defaultField],
  description: [34, textField],
  format: [35, textField],
};

const parameterField: WriteField = wrappedField(
  1,
  messageField(() => ({
    name: [1, textField],
    in: [2, textField],
    required: [4, booleanField],
    schema: [10, schemaField],
  })),
);

const contentField: WriteField = wrappedField(1, namedField(messageField(() => ({ schema: [1, schemaField] }))));
const bodyField: WriteField = wrappedField(
  1,
  messageField(() => ({ content: [2, contentField], required: [3, booleanField] })),
);
const responseField: WriteField = wrappedField(
  1,
  messageField(() => ({ description: [1, textField], content: [3, contentField] })),
);

const operationField: WriteField = messageField(
  () => ({
    tags: [1, textsField],
    operationId: [5, textField],
    parameters: [6, listField(parameterField)],
    requestBody: [7, bodyField],
    responses: [8, wrappedField(2, namedField(responseField))],
  }),
  13,
);

const pathItemField: WriteField = messageField(() => ({
  get: [4, operationField],
  put: [5, operationField],
  post: [6, operationField],
  delete: [7, operationField],
  patch: [10, operationField],
  parameters: [13, listField(parameterField)],
}));

const securityField: WriteField = wrappedField(
  1,
  messageField(() => ({ type: [1, textField], name: [3, textField], in: [4, textField] })),
);

const documentMembers: Members = {
  openapi: [1, textField],
  info: [2, messageField(() => ({ title: [1, textField], version: [6, textField] }))],
  paths: [4, wrappedField(1, namedField(pathItemField))],
  components: [
    5,
    messageField(() => ({
      schemas: [1, wrappedField(1, namedField(schemaField))],
      securitySchemes: [7, wrappedField(1, namedField(securityField))],
    })),
  ],
};
