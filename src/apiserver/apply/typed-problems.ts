import { isExactInteger } from "../../model/index.ts";
import { firstToTell } from "../schema/index.ts";
import { goSyntax, goText, goType } from "./go-value.ts";
import { jsonKind, mapOf } from "./json-kind.ts";
import { itemElement } from "./list-items.ts";
import { fieldElement, formatPath, lengthOf } from "./path-element.ts";
import type { Path, PathElement } from "./path-element.ts";
import { kindOf } from "./shape.ts";
import type { ListShape, MapShape, Shape } from "./shape.ts";

/** What in a value does not fit its shape, in Kubernetes' words; `undefined` if all does. `null` fits everywhere. */
export function typedProblem(
  value: unknown,
  shape: Shape,
  { allowsDuplicates = false }: { readonly allowsDuplicates?: boolean } = {},
): string | undefined {
  const check = new Check(allowsDuplicates);
  check.visit(value, shape);
  const problems = firstToTell(check.found, ({ path, problem }) => lengthOf(path) + problem.length).map(told);
  return problems.length < 2 ? problems[0] : ["errors:", ...problems.map((problem) => `  ${problem}`)].join("\n");
}

interface Found {
  readonly path: Path;
  readonly problem: string;
}

function told({ path, problem }: Found): string {
  return path.length === 0 ? problem : `${formatPath(path)}: ${problem}`;
}

/** Walks through a value. Where it is, is one list for all steps: nearly nothing has a problem, and every write is walked through. */
class Check {
  readonly found: Found[] = [];
  readonly #allowsDuplicates: boolean;
  readonly #path: PathElement[] = [];

  constructor(allowsDuplicates: boolean) {
    this.#allowsDuplicates = allowsDuplicates;
  }

  visit(value: unknown, shape: Shape): void {
    if (value === null || value === undefined) return;
    const inner = shape[kindOf(shape, value)];
    if (inner === undefined) return;
    if (typeof inner === "string") this.#scalar(value, inner);
    else if ("items" in inner) this.#list(value, inner);
    else this.#map(value, inner);
  }

  #inside(element: PathElement, value: unknown, shape: Shape): void {
    this.#path.push(element);
    this.visit(value, shape);
    this.#path.pop();
  }

  #scalar(value: unknown, scalar: NonNullable<Shape["scalar"]>): void {
    if (scalar === "numeric" && typeof value !== "number" && !isExactInteger(value)) {
      this.#add(`expected numeric (int or float), got ${goType(value)}`);
    } else if (scalar === "string" && typeof value !== "string") {
      this.#add(`expected string, got &value.valueUnstructured{Value:${goSyntax(value)}}`);
    } else if (scalar === "boolean" && typeof value !== "boolean") {
      this.#add(`expected boolean, got &{${goText(value)}}`);
    } else if (scalar === "untyped" && jsonKind(value) !== "scalar") {
      this.#add(`expected any scalar, got &{${goText(value)}}`);
    }
  }

  #list(value: unknown, list: ListShape): void {
    if (!Array.isArray(value)) return this.#add(`expected list, got &{${goText(value)}}`);
    const seen = new Set<string>();
    for (const [index, item] of (value as readonly unknown[]).entries()) {
      const found = list.isAtomic ? { element: `i:${index}` } : itemElement(list, item);
      if ("problem" in found) return this.#add(`element ${index}: ${found.problem}`);
      if (seen.has(found.element) && !this.#allowsDuplicates) {
        this.#add(`duplicate entries for key ${formatPath([found.element])}`);
      }
      seen.add(found.element);
      this.#inside(found.element, item, list.items);
    }
  }

  #map(value: unknown, map: MapShape): void {
    if (jsonKind(value) !== "map") return this.#add(`expected map, got &{${goText(value)}}`);
    const members = mapOf(value);
    for (const name of Object.keys(members)) {
      const shape = map.named(name) ?? map.values;
      if (shape === undefined) return this.#add("field not declared in schema", fieldElement(name));
      this.#inside(fieldElement(name), members[name], shape);
    }
  }

  #add(problem: string, ...below: Path): void {
    this.found.push({ path: [...this.#path, ...below], problem });
  }
}
