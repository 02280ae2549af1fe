import { exactIntegerText, getOwn, InvalidInputError, isExactInteger } from "../../model/index.ts";
import { parseGoTime } from "./go-time.ts";
import { illegalBase64At } from "./illegal-base64.ts";
import { readQuantity } from "./quantity-input.ts";
import type { Schema } from "./schema.ts";
import { notationOf } from "./written-number.ts";

/**
 * Says, in the words of Kubernetes' decoder, what in a value has the wrong type; `undefined` when nothing has. `null` fits everywhere. Fields
 * that the schema does not name are passed over. Like the decoder, it names the first mistake of the document, unless there is one in a
 * value with a form of its own, such as a quantity or a time: then the first of those.
 */
export function typeProblem(value: unknown, schema: Schema): string | undefined {
  const check = new TypeCheck();
  check.visit(value, schema);
  return check.fatal ?? check.first;
}

class TypeCheck {
  first: string | undefined;
  /** The decoder stops here. */
  fatal: string | undefined;
  /** The Go struct around the value and the names of the fields that lead to it; lists and maps add nothing. */
  #struct = "";
  readonly #fields: string[] = [];

  /** `goType` is given where the schema alone does not tell it. */
  visit(value: unknown, schema: Schema, goType: string | undefined = schema.goType): void {
    if (value === null || value === undefined || this.fatal !== undefined) return;
    if (schema.isIntOrString === true) this.#intOrString(value);
    else if (schema.format === "quantity") this.#quantity(value);
    else if (schema.format === "date-time") this.#time(value, schema);
    else if (schema.type === "object" && schema.preservesUnknown !== true) this.#object(value, schema, goType);
    else if (schema.type === "array") this.#array(value, schema, goType);
    else if (schema.type !== undefined && schema.type !== "object") this.#scalar(value, schema, goType);
  }

  #object(value: unknown, schema: Schema, goType: string | undefined): void {
    if (jsonType(value) !== "object") return this.#wrong(value, goType ?? goTypeOf(schema));
    const { properties, values } = schema;
    if (values !== undefined) {
      const inner = innerType(goType);
      for (const key of Object.keys(value as object)) this.visit(getOwn(value as object, key), values, inner);
      return;
    }
    if (properties === undefined) return;
    const outer = this.#struct;
    for (const key of Object.keys(value as object)) {
      const property = getOwn(properties, key) as Schema | undefined;
      if (property === undefined) continue;
      this.#struct = shortName(schema);
      this.#fields.push(property.embeddedIn === undefined ? key : `${property.embeddedIn}.${key}`);
      this.visit(getOwn(value as object, key), property);
      this.#fields.pop();
    }
    this.#struct = outer;
  }

  #array(value: unknown, schema: Schema, goType: string | undefined): void {
    if (!Array.isArray(value)) return this.#wrong(value, goType ?? goTypeOf(schema));
    const { items = {} } = schema;
    const inner = innerType(goType);
    for (const item of value) this.visit(item, items, inner);
  }

  #scalar(value: unknown, schema: Schema, goType: string | undefined): void {
    const { type, format } = schema;
    const found = jsonType(value);
    const wanted = type === "boolean" ? "bool" : type === "string" ? "string" : "number";
    if (format === "byte" && Array.isArray(value)) this.#byteList(value);
    else if (found !== wanted) this.#wrong(value, goType ?? goTypeOf(schema));
    else if (format === "byte") this.#bytes(value as string);
    else if (type === "integer" && !isInRange(value, format)) {
      this.first ??= this.#message(`number ${numberText(value)}`, goType ?? goTypeOf(schema));
    }
  }

  #bytes(text: string): void {
    const at = illegalBase64At(text);
    if (at !== undefined) this.first ??= `illegal base64 data at input byte ${at}`;
  }

  /** Bytes may also be a list of numbers. */
  #byteList(list: readonly unknown[]): void {
    for (const item of list) {
      if (item === null) continue;
      const found = jsonType(item);
      if (found !== "number") this.#wrong(item, "uint8");
      else if (!isByte(item)) this.first ??= this.#message(`number ${numberText(item)}`, "uint8");
    }
  }

  #intOrString(value: unknown): void {
    const found = jsonType(value);
    if (found === "string") return;
    if (found !== "number") this.fatal = this.#message(found, "int32");
    else if (!isInRange(value, "int32")) this.fatal = this.#message(`number ${numberText(value)}`, "int32");
  }

  #quantity(value: unknown): void {
    try {
      readQuantity(value);
    } catch (error) {
      if (!InvalidInputError.is(error)) throw error;
      this.fatal = error.detail;
    }
  }

  #time(value: unknown, schema: Schema): void {
    if (typeof value !== "string") {
      this.fatal = this.#message(jsonType(value), "string");
      return;
    }
    const read = parseGoTime(value, isMicroTime(schema));
    if (typeof read === "string") this.fatal = read;
  }

  #wrong(value: unknown, goType: string): void {
    this.first ??= this.#message(jsonType(value), goType);
  }

  #message(found: string, goType: string): string {
    const place = this.#fields.length === 0 ? "Go value" : `Go struct field ${this.#struct}.${this.#fields.join(".")}`;
    return `json: cannot unmarshal ${found} into ${place} of type ${goType}`;
  }
}

/** Whether a schema is of times that are written with microseconds. */
export function isMicroTime({ name }: Schema): boolean {
  return name?.endsWith(".MicroTime") === true;
}

function jsonType(value: unknown): string {
  if (Array.isArray(value)) return "array";
  if (typeof value === "boolean") return "bool";
  return isExactInteger(value) || notationOf(value) !== undefined ? "number" : typeof value;
}

function numberText(value: unknown): string {
  return exactIntegerText(value) ?? notationOf(value) ?? String(value);
}

function isInRange(value: unknown, format: string | undefined): boolean {
  if (typeof value === "number" && Math.abs(value) < 2 ** 31) return Number.isInteger(value);
  const text = exactIntegerText(value);
  if (text === undefined) return false;
  const bits = format === "int32" ? 32 : 64;
  return BigInt.asIntN(bits, BigInt(text)) === BigInt(text);
}

function isByte(value: unknown): boolean {
  return typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= 255;
}

const scalarTypes: Readonly<Record<string, string>> = { boolean: "bool", number: "float64", string: "string" };

/** The name of a type as Go's messages show it. */
export function goTypeOf(schema: Schema): string {
  const { goType, name, type, format, items, values } = schema;
  if (goType !== undefined) return goType;
  if (name !== undefined) return name.slice(name.lastIndexOf(".", name.lastIndexOf(".") - 1) + 1);
  if (items !== undefined) return `[]${goTypeOf(items)}`;
  if (values !== undefined) return `map[string]${goTypeOf(values)}`;
  if (type === "integer") return format ?? "int64";
  return format === "byte" ? "[]uint8" : (scalarTypes[type ?? ""] ?? "interface {}");
}

/** The type of the items of a list or the values of a map; `undefined` when the type has a name of its own. */
export function innerType(outer: string | undefined): string | undefined {
  return outer === undefined ? undefined : /^(?:\[\]|map\[[^\]]*\])(?<inner>.+)$/.exec(outer)?.groups?.["inner"];
}

function shortName({ name = "" }: Schema): string {
  return name.slice(name.lastIndexOf(".") + 1);
}
