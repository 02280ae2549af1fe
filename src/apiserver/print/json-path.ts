import { getOwn } from "../../model/index.ts";

type Step =
  | { readonly type: "field"; readonly name: string }
  | { readonly type: "index"; readonly index: number }
  | { readonly type: "all" }
  | { readonly type: "filter"; readonly path: readonly Step[]; readonly value: string };

/** A field, whose dots may be escaped; an index; a quoted field; a filter with what it compares. */
const tokens: readonly string[] = [
  String.raw`((?:\\.|[^.[\]\\'"*])+|\*)`,
  String.raw`\[(-?\d+|\*)\]`,
  String.raw`\['([^']*)'\]`,
  String.raw`\[\?\(\s*@((?:\.[\w-]+)+)\s*==\s*(?:"([^"]*)"|'([^']*)'|(true|false|-?\d+))\s*\)\]`,
];

/** A path into objects, of the form that printer columns use: fields, indexes, `[*]` and filters for equality. */
export class JsonPath {
  readonly #steps: readonly Step[] | undefined;

  /** A path that is not understood finds nothing. */
  constructor(text: string) {
    this.#steps = parse(text.replace(/^\{(.*)\}$/, "$1"));
  }

  /** Every value at the path, in order. */
  find(object: unknown): readonly unknown[] {
    return this.#steps === undefined ? [] : walk([object], this.#steps);
  }
}

function parse(text: string): readonly Step[] | undefined {
  const token = new RegExp(`\\.?(?:${tokens.join("|")})`, "y");
  const steps: Step[] = [];
  for (let at = 0; at < text.length; at = token.lastIndex) {
    token.lastIndex = at;
    const found = token.exec(text);
    if (found === null) return undefined;
    steps.push(stepOf(found));
  }
  return steps;
}

function stepOf([, name, index, quoted, path, ...values]: readonly (string | undefined)[]): Step {
  if (name === "*" || index === "*") return { type: "all" };
  if (index !== undefined) return { type: "index", index: Number(index) };
  if (path === undefined) return { type: "field", name: name?.replaceAll(/\\(.)/g, "$1") ?? quoted ?? "" };
  const inner = path
    .slice(1)
    .split(".")
    .map((field): Step => ({ type: "field", name: field }));
  return { type: "filter", path: inner, value: values.find((value) => value !== undefined) ?? "" };
}

function walk(start: readonly unknown[], steps: readonly Step[]): readonly unknown[] {
  let values = start;
  for (const step of steps) values = values.flatMap((value) => next(value, step));
  return values;
}

function next(value: unknown, step: Step): readonly unknown[] {
  if (typeof value !== "object" || value === null) return [];
  if (step.type === "field") {
    const member = Array.isArray(value) ? undefined : getOwn(value, step.name);
    return member === undefined ? [] : [member];
  }
  if (step.type === "all") return Object.values(value);
  if (!Array.isArray(value)) return [];
  const items: readonly unknown[] = value;
  if (step.type === "index") return items.slice(step.index, step.index === -1 ? undefined : step.index + 1);
  return items.filter((item) => walk([item], step.path).some((found) => String(found) === step.value));
}
