import { typeProblem } from "./json-shape.ts";
import type { Shape } from "./json-shape.ts";

const names: Shape = {
  plural: "string",
  singular: "string",
  kind: "string",
  listKind: "string",
  shortNames: ["string"],
  categories: ["string"],
};
const versions: Shape = [
  {
    name: "string",
    served: "bool",
    storage: "bool",
    schema: { openAPIV3Schema: "object" },
    subresources: { status: "object", scale: "object" },
  },
];
const condition: Shape = { type: "string", status: "string", reason: "string", message: "string" };
const definition: Shape = {
  spec: {
    group: "string",
    scope: "string",
    names,
    versions,
    conversion: { strategy: "string" },
    preserveUnknownFields: "bool",
  },
  status: { acceptedNames: names, storedVersions: ["string"], conditions: [condition] },
};

/** Which member of a definition has the wrong type, in the words of Kubernetes' decoder. What has no problem can be used as a definition. */
export function definitionTypeProblem(document: object): string | undefined {
  return typeProblem(document, definition, "CustomResourceDefinition");
}
