import { fieldElement, sortElements } from "./path-element.ts";
import type { Path, PathElement } from "./path-element.ts";

/** A set of paths to parts of an object. A path in it says nothing about the paths above and below it. */
export class FieldSet {
  readonly #members: Set<PathElement>;
  readonly #children: Map<PathElement, FieldSet>;

  /** Takes over what it is given: nobody else may write to that. */
  constructor(members: Set<PathElement> = new Set(), children: Map<PathElement, FieldSet> = new Map()) {
    this.#members = members;
    this.#children = children;
  }

  /** The set of fields at these paths of names: `["metadata", "labels"]`. */
  static ofFields(...paths: readonly (readonly string[])[]): FieldSet {
    const set = new FieldSet();
    for (const path of paths) set.insert(path.map(fieldElement));
    return set;
  }

  /** What is in any of the sets, in one go: many sets take as long as they are large together. */
  static unionOf(sets: readonly FieldSet[]): FieldSet {
    const [first, ...others] = sets;
    if (first === undefined || others.length === 0) return first ?? new FieldSet();
    const members = new Set(sets.flatMap((set) => [...set.#members]));
    const children = Map.groupBy(
      sets.flatMap((set) => [...set.#children]),
      ([element]) => element,
    );
    const united = [...children].map(([at, below]) => [at, FieldSet.unionOf(below.map(([, child]) => child))] as const);
    return new FieldSet(members, new Map(united));
  }

  get members(): ReadonlySet<PathElement> {
    return this.#members;
  }

  /** What is in the set below each step. No part of it is empty. */
  get children(): ReadonlyMap<PathElement, FieldSet> {
    return this.#children;
  }

  get isEmpty(): boolean {
    return this.#members.size === 0 && this.#children.size === 0;
  }

  /** Adds a path, while the set is being made. The empty path, the whole object, belongs to nobody. */
  insert(path: Path, depth = 0): void {
    const element = path[depth];
    if (element === undefined) return;
    if (depth === path.length - 1) this.#members.add(element);
    else this.#descend(element).insert(path, depth + 1);
  }

  /** Adds a step and what is below it, while the set is being made. */
  insertBelow(element: PathElement, below: FieldSet | undefined): void {
    this.#members.add(element);
    if (below !== undefined && !below.isEmpty) this.#children.set(element, below);
  }

  #descend(element: PathElement): FieldSet {
    const known = this.#children.get(element);
    if (known !== undefined) return known;
    const child = new FieldSet();
    this.#children.set(element, child);
    return child;
  }

  /** What is in the set below a path, to add to it, while the set is being made: something has to be added then. */
  at(path: Path): FieldSet {
    return path.reduce<FieldSet>((set, element) => set.#descend(element), this);
  }

  has(path: Path, depth = 0): boolean {
    const element = path[depth];
    if (element === undefined) return false;
    if (depth === path.length - 1) return this.#members.has(element);
    return this.#children.get(element)?.has(path, depth + 1) ?? false;
  }

  union(other: FieldSet): FieldSet {
    if (other.isEmpty) return this;
    if (this.isEmpty) return other;
    const children = new Map(this.#children);
    for (const [element, child] of other.children) children.set(element, children.get(element)?.union(child) ?? child);
    return new FieldSet(this.#members.union(other.members), children);
  }

  intersection(other: FieldSet): FieldSet {
    return new FieldSet(
      this.#members.intersection(other.members),
      this.#changed((element, child) => {
        const match = other.children.get(element);
        return match === undefined ? undefined : child.intersection(match);
      }),
    );
  }

  /** Without these paths. What is below or above one of them stays. */
  difference(other: FieldSet): FieldSet {
    if (other.isEmpty || this.isEmpty) return this;
    return new FieldSet(
      this.#members.difference(other.members),
      this.#changed((element, child) => {
        const match = other.children.get(element);
        return match === undefined ? child : child.difference(match);
      }),
    );
  }

  /** Without these paths and all that is below them. */
  without(other: FieldSet): FieldSet {
    if (other.isEmpty || this.isEmpty) return this;
    return new FieldSet(
      this.#members.difference(other.members),
      this.#changed((element, child) => {
        if (other.members.has(element)) return undefined;
        const match = other.children.get(element);
        return match === undefined ? child : child.without(match);
      }),
    );
  }

  /** All paths, in Kubernetes' order: at each level the members first, then what is below. */
  *paths(prefix: Path = []): Generator<Path, void, void> {
    for (const element of sortElements(this.#members)) yield [...prefix, element];
    for (const element of sortElements(this.#children.keys())) {
      yield* this.#children.get(element)?.paths([...prefix, element]) ?? [];
    }
  }

  #changed(change: (element: PathElement, child: FieldSet) => FieldSet | undefined): Map<PathElement, FieldSet> {
    const changed = new Map<PathElement, FieldSet>();
    for (const [element, child] of this.#children) {
      const next = change(element, child);
      if (next !== undefined && !next.isEmpty) changed.set(element, next);
    }
    return changed;
  }
}
