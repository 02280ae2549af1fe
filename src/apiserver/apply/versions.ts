import type { SchemaSource } from "../schema/index.ts";
import type { JsonMap } from "./json-kind.ts";
import { Shapes } from "./shape.ts";
import type { Shape } from "./shape.ts";

/** An object in one of the versions of its kind, and its shape there. */
export interface Typed {
  readonly object: JsonMap;
  readonly apiVersion: string;
  readonly shape: Shape;
}

/** Gives an object in another version of its kind; `undefined` if there is no such version. */
export type ConvertVersion = (object: JsonMap, apiVersion: string) => JsonMap | undefined;

/** The versions of all kinds. */
export class Versions {
  readonly #schemas: SchemaSource;
  readonly #convert: ConvertVersion;
  readonly #shapes = new Shapes();

  constructor(schemas: SchemaSource, convert: ConvertVersion = renamed) {
    this.#schemas = schemas;
    this.#convert = convert;
  }

  /** The shape of the objects of a kind; `undefined` if it is not known. */
  shapeOf(kind: { readonly apiVersion: string; readonly kind: string }): Shape | undefined {
    const schema = this.#schemas.schemaOf(kind);
    return schema === undefined ? undefined : this.#shapes.of(schema);
  }

  /** The same object in another version; `undefined` if the kind has no such version. */
  convert(typed: Typed, apiVersion: string): Typed | undefined {
    if (typed.apiVersion === apiVersion) return typed;
    // Events are in two groups. Kubernetes does not know the fields of one in the other.
    if (groupOf(typed.apiVersion) !== groupOf(apiVersion)) return undefined;
    const shape = this.shapeOf({ apiVersion, kind: String(typed.object["kind"]) });
    const object = shape && this.#convert(typed.object, apiVersion);
    return shape === undefined || object === undefined ? undefined : { object, apiVersion, shape };
  }
}

function groupOf(apiVersion: string): string {
  return apiVersion.includes("/") ? (apiVersion.split("/", 1)[0] ?? "") : "";
}

/** Most versions of a kind differ by their name alone. */
function renamed(object: JsonMap, apiVersion: string): JsonMap {
  return { ...object, apiVersion };
}
