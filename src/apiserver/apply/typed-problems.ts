import { isExactInteger } from "../../model/index.ts";
import { goSyntax, goText, goType } from "./go-value.ts";
import { jsonKind, mapOf } from "./json-kind.ts";
import { itemElement } from "./list-items.ts";
import { fieldElement, formatPath } from "./path-element.ts";
import type { Path } from "./path-element.ts";
import { kindOf } from "./shape.ts";
import type { ListShape, MapShape, Shape } from "./shape.ts";

/** What in a value does not fit its shape, in Kubernetes' words; `undefined` if all does. `null` fits everywhere. */
export function typedProblem(
  value: unknown,
  shape: Shape,
  { allowsDuplicates = false }: { readonly allowsDuplicates?: boolean } = {},
): string | undefined {
  const check = new Check(allowsDuplicates);
  check.visit(value, shape, []);
  const { problems } = check;
  return problems.length < 2 ? problems[0] : ["errors:", ...problems.map((problem) => `  ${problem}`)].join("\n");
}

class Check {
  readonly problems: string[] = [];
  readonly #allowsDuplicates: boolean;

  constructor(allowsDuplicates: boolean) {
    this.#allowsDuplicates = allowsDuplicates;
  }

  visit(value: unknown, shape: Shape, path: Path): void {
    if (value === null || value === undefined) return;
    const inner = shape[kindOf(shape, value)];
    if (inner === undefined) return;
    if (typeof inner === "string") this.#scalar(value, inner, path);
    else if ("items" in inner) this.#list(value, inner, path);
    else this.#map(value, inner, path);
  }

  #scalar(value: unknown, scalar: NonNullable<Shape["scalar"]>, path: Path): void {
    if (scalar === "numeric" && typeof value !== "number" && !isExactInteger(value)) {
      this.#add(path, `expected numeric (int or float), got ${goType(value)}`);
    } else if (scalar === "string" && typeof value !== "string") {
      this.#add(path, `expected string, got &value.valueUnstructured{Value:${goSyntax(value)}}`);
    } else if (scalar === "boolean" && typeof value !== "boolean") {
      this.#add(path, `expected boolean, got &{${goText(value)}}`);
    } else if (scalar === "untyped" && jsonKind(value) !== "scalar") {
      this.#add(path, `expected any scalar, got &{${goText(value)}}`);
    }
  }

  #list(value: unknown, list: ListShape, path: Path): void {
    if (!Array.isArray(value)) return this.#add(path, `expected list, got &{${goText(value)}}`);
    const seen = new Set<string>();
    for (const [index, item] of (value as readonly unknown[]).entries()) {
      const found = list.isAtomic ? { element: `i:${index}` } : itemElement(list, item);
      if ("problem" in found) return this.#add(path, `element ${index}: ${found.problem}`);
      const at = [...path, found.element];
      if (seen.has(found.element) && !this.#allowsDuplicates) {
        this.#add(path, `duplicate entries for key ${formatPath([found.element])}`);
      }
      seen.add(found.element);
      this.visit(item, list.items, at);
    }
  }

  #map(value: unknown, map: MapShape, path: Path): void {
    if (jsonKind(value) !== "map") return this.#add(path, `expected map, got &{${goText(value)}}`);
    for (const [name, member] of Object.entries(mapOf(value))) {
      const at = [...path, fieldElement(name)];
      const shape = map.named(name) ?? map.values;
      if (shape === undefined) return this.#add(at, "field not declared in schema");
      this.visit(member, shape, at);
    }
  }

  #add(path: Path, problem: string): void {
    this.problems.push(path.length === 0 ? problem : `${formatPath(path)}: ${problem}`);
  }
}
