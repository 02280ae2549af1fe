import { conversionProblem, normalized, readSentVersion } from "../schema/index.ts";
import type { SchemaSource } from "../schema/index.ts";
import { ApplyRefusedError } from "./errors.ts";
import type { JsonMap } from "./json-kind.ts";
import { Shapes } from "./shape.ts";
import type { Shape } from "./shape.ts";
import { typedProblem } from "./typed-problems.ts";
import { formatKind } from "./write.ts";

/** An object in one of the versions of its kind, and its shape there. */
export interface Typed {
  readonly object: JsonMap;
  readonly apiVersion: string;
  readonly shape: Shape;
  /** Whether a definition says what versions there are: an object is shown as it is in all of them, also in those that do not know its fields. */
  readonly isCustom: boolean;
}

/** Gives an object of a built-in kind as another version of the kind shows it. */
export type ConvertVersion = (object: JsonMap, apiVersion: string) => JsonMap;

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

  /**
   * The same object in another version, of a built-in kind with all that Go writes there; `undefined` if the kind is built in and has no
   * such version. Throws `ApplyRefusedError` if it is custom and has none, or does not fit: `doing` is what Kubernetes then says that it
   * failed to do. Throws for what is no version, too.
   */
  convert(typed: Typed, apiVersion: string, doing = ""): Typed | undefined {
    if (typed.apiVersion === apiVersion) return typed;
    const { isCustom } = typed;
    const kind = String(typed.object["kind"]);
    if (!isCustom && readSentVersion(apiVersion) === undefined) {
      throw new ApplyRefusedError(`unexpected GroupVersion string: ${apiVersion}`);
    }
    const shape = this.#shapeIn(typed, apiVersion);
    if (!isCustom) return shape && { object: this.#builtIn(typed, apiVersion, doing), apiVersion, shape, isCustom };
    const object = renamed(typed.object, apiVersion);
    if (shape === undefined) {
      throw new ApplyRefusedError(doing + noVersion({ apiVersion: typed.apiVersion, kind }, apiVersion));
    }
    const problem = typedProblem(object, shape);
    if (problem !== undefined) throw new ApplyRefusedError(doing + problem);
    return { object, apiVersion, shape, isCustom };
  }

  /** An object of a built-in kind goes through Go's own form of it. */
  #builtIn({ object, apiVersion: from }: Typed, apiVersion: string, doing: string): JsonMap {
    const kind = String(object["kind"]);
    const schema = this.#schemas.schemaOf({ apiVersion: from, kind }) ?? {};
    const problem = conversionProblem(object, schema);
    if (problem !== undefined) {
      const type = formatKind({ apiVersion: from, kind });
      throw new ApplyRefusedError(`${doing}unable to convert unstructured object to ${type}: ${problem}`);
    }
    const converted = this.#convert(normalized(object, schema) as JsonMap, apiVersion);
    return normalized(converted, this.#schemas.schemaOf({ apiVersion, kind }) ?? {}) as JsonMap;
  }

  /** Events are in two groups. Kubernetes does not know the fields of one in the other. */
  #shapeIn({ object, apiVersion: from }: Typed, apiVersion: string): Shape | undefined {
    if (groupOf(from) !== groupOf(apiVersion)) return undefined;
    return this.shapeOf({ apiVersion, kind: String(object["kind"]) });
  }
}

function groupOf(apiVersion: string): string {
  return apiVersion.includes("/") ? (apiVersion.split("/", 1)[0] ?? "") : "";
}

/** Why an object of a custom kind is not to be had in a version. */
function noVersion(kind: { readonly apiVersion: string; readonly kind: string }, apiVersion: string): string {
  return groupOf(kind.apiVersion) === groupOf(apiVersion)
    ? `request to convert CR to an invalid group/version: ${apiVersion}`
    : `${formatKind(kind)} is unstructured and is not suitable for converting to "${apiVersion}"`;
}

/** Most versions of a kind differ by their name alone. */
function renamed(object: JsonMap, apiVersion: string): JsonMap {
  return { ...object, apiVersion };
}
