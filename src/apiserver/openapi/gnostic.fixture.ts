/** A document of the third version that has one of each. */
export const thirdVersion: object = {
  openapi: "3.0.0",
  info: { title: "Kubernetes", version: "1.36" },
  paths: {
    "/a/{name}": {
      post: {
        tags: ["a"],
        operationId: "createA",
        parameters: [{ name: "q", in: "query", schema: { type: "boolean", uniqueItems: true } }],
        requestBody: { content: { "*/*": { schema: { $ref: "#/components/schemas/A" } } }, required: true },
        responses: { 200: { description: "OK", content: { "application/json": { schema: { type: "string" } } } } },
        "x-kubernetes-action": "post",
      },
      parameters: [{ name: "name", in: "path", required: true, schema: { type: "string" } }],
    },
  },
  components: {
    schemas: {
      A: {
        type: "object",
        required: ["b"],
        properties: {
          b: { default: {}, allOf: [{ $ref: "#/components/schemas/B" }] },
          c: { type: "integer", format: "int32", default: 0, minimum: 1.5, maxLength: 300, enum: [1, "x"] },
          d: { type: "array", items: { type: "string", default: "" }, "x-kubernetes-list-map-keys": ["k"] },
          e: { type: "object", additionalProperties: { type: "boolean", default: false, nullable: true } },
          f: { anyOf: [{ type: "integer" }], not: { pattern: "^x" }, additionalProperties: false },
        },
      },
    },
    securitySchemes: { BearerToken: { type: "apiKey", name: "authorization", in: "header" } },
  },
};

/** A document of the second version that has one of each. */
export const secondVersion: object = {
  swagger: "2.0",
  info: { title: "Kubernetes", version: "1.36" },
  paths: {
    "/a/{name}": {
      put: {
        consumes: ["*/*"],
        produces: ["application/json"],
        schemes: ["https"],
        tags: ["a"],
        operationId: "replaceA",
        parameters: [
          { name: "body", in: "body", required: true, schema: { $ref: "#/definitions/A" } },
          { name: "q", in: "query", type: "boolean", uniqueItems: true },
        ],
        responses: { 200: { description: "OK", schema: { type: "string" } } },
        "x-kubernetes-action": "put",
      },
      parameters: [{ name: "name", in: "path", required: true, type: "string", uniqueItems: true }],
    },
  },
  definitions: {
    A: {
      type: "object",
      required: ["b"],
      properties: {
        b: { $ref: "#/definitions/B", description: "B." },
        c: { type: "integer", format: "int32", minimum: 1.5, maxLength: 300, enum: [1, "x"] },
        d: { type: "array", items: { type: "string" }, "x-kubernetes-list-map-keys": ["k"] },
        e: { type: "object", additionalProperties: { type: "boolean" } },
      },
    },
  },
  security: [{ BearerToken: [] }],
  securityDefinitions: { BearerToken: { type: "apiKey", name: "authorization", in: "header" } },
};
