import type { Schema, StrategicField } from "./schema.ts";

/** What one field of a pack says, and the name of the schema that it refers to, if it does. */
export interface FieldText extends Omit<Schema, "items" | "values"> {
  readonly reference?: string | undefined;
  readonly items?: FieldText | undefined;
  readonly values?: FieldText | undefined;
}

type Marks = { -readonly [K in keyof FieldText]: FieldText[K] };

const cores: Readonly<Record<string, FieldText>> = {
  a: {},
  b: { type: "boolean" },
  d: { type: "number", format: "double" },
  i: { type: "integer", format: "int32" },
  l: { type: "integer", format: "int64" },
  n: { type: "integer" },
  o: { type: "object", preservesUnknown: true },
  q: { format: "quantity" },
  s: { type: "string" },
  t: { type: "string", format: "date-time" },
  x: { isIntOrString: true },
  y: { type: "string", format: "byte" },
};

/**
 * Reads the text of a schema: a letter for a plain type, `[items]`, `{values of a map}` or the name of another schema, and then marks:
 * `=;` `=1;` `="text;` a default, `(A,B)` the values, `#a;` `#s;` `#mkey,key;` the type of a list, `%` atomic, `/` not atomic though the
 * other schema is, `^strategy@key;` patches, `!` and `?` an empty value that is written or kept, `~type;` the type in Go, `<struct;` the
 * embedded struct around it. In texts `&` is a space.
 */
export function readSchemaText(text: string): FieldText {
  return new Reader(text).schema();
}

class Reader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  schema(): FieldText {
    const found: Marks = this.#core();
    while (this.#mark(found));
    return found;
  }

  #core(): Marks {
    const first = this.#text[this.#at];
    if (first === "[" || first === "{") {
      this.#at++;
      const inner = this.schema();
      this.#at++;
      return first === "[" ? { type: "array", items: inner } : { type: "object", values: inner };
    }
    const pattern = /[\w.-]+/y;
    pattern.lastIndex = this.#at;
    const word = pattern.exec(this.#text)?.[0] ?? "";
    this.#at += word.length;
    return word.length === 1 && Object.hasOwn(cores, word) ? { ...cores[word] } : { reference: word };
  }

  /** Reads one mark. False at the end. */
  #mark(found: Marks): boolean {
    switch (this.#text[this.#at++]) {
      case "=":
        readDefault(this.#until(";"), found);
        return true;
      case "(":
        found.enum = this.#until(")").replaceAll("&", " ").split(",");
        return true;
      case "#":
        readListType(this.#until(";"), found);
        return true;
      case "%":
        found.isAtomic = true;
        return true;
      case "/":
        found.isAtomic = false;
        return true;
      case "^":
        found.patch = readPatch(this.#until(";"));
        return true;
      case "?":
        found.emptyValue = "kept";
        return true;
      case "!":
        found.emptyValue = "written";
        return true;
      case "~":
        found.goType = this.#until(";");
        return true;
      case "<":
        found.embeddedIn = this.#until(";");
        return true;
      default:
        this.#at--;
        return false;
    }
  }

  #until(end: string): string {
    const start = this.#at;
    this.#at = this.#text.indexOf(end, start) + 1;
    return this.#text.slice(start, this.#at - 1);
  }
}

function readDefault(text: string, found: Marks): void {
  if (text === "") found.hasZeroDefault = true;
  else found.default = text.startsWith('"') ? text.slice(1).replaceAll("&", " ") : (JSON.parse(text) as unknown);
}

function readListType(text: string, found: Marks): void {
  found.listType = ({ a: "atomic", s: "set", m: "map" } as const)[text.charAt(0)];
  if (text.length > 1) found.listKeys = text.slice(1).split(",");
}

function readPatch(text: string): StrategicField {
  const [strategies = "", mergeKey] = text.split("@");
  return { strategies: strategies.split("+") as StrategicField["strategies"][number][], mergeKey };
}
