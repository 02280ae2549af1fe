import { isPlainObject } from "./container.ts";
import { excerpt } from "./quote.ts";
import { invalidSelector, Requirement } from "./requirement.ts";
import type { Labels } from "./requirement.ts";
import { compareUtf8 } from "./utf8.ts";

/** A choice of objects by their labels: all requirements must hold. Immutable. */
export class Selector {
  /** Sorted by key; those of one key stay in the order in which they were given. */
  readonly requirements: readonly Requirement[];
  readonly #impossible: boolean;

  /** See `parseSelector`, `selectorFromLabels` and `selectorFromLabelSelector` for the usual ways to get one. */
  constructor(requirements: readonly Requirement[], { impossible = false }: { readonly impossible?: boolean } = {}) {
    this.requirements = Object.freeze([...requirements].sort((a, b) => compareUtf8(a.key, b.key)));
    this.#impossible = impossible;
  }

  /** True for the selector that restricts nothing. */
  get isEverything(): boolean {
    return this.requirements.length === 0 && !this.#impossible;
  }

  /** True for the selector `nothing()`. Contradicting requirements are not detected. */
  get isNothing(): boolean {
    return this.#impossible;
  }

  /** Whether an object with these labels is chosen. Looks at own properties only. */
  matches(labels: Labels): boolean {
    if (this.#impossible) return false;
    for (const requirement of this.requirements) if (!requirement.matches(labels)) return false;
    return true;
  }

  /** A selector with further requirements. `nothing()` stays what it is. */
  add(...requirements: readonly Requirement[]): Selector {
    return this.#impossible ? this : new Selector([...this.requirements, ...requirements]);
  }

  /** The one value that the first requirement on `key` leaves possible, if it leaves exactly one. */
  exactValueOf(key: string): string | undefined {
    const requirement = this.requirements.find((candidate) => candidate.key === key);
    if (requirement?.values.length !== 1) return undefined;
    const { operator, values } = requirement;
    return operator === "=" || operator === "==" || operator === "in" ? values[0] : undefined;
  }

  /** The text that Kubernetes prints and that parses to the same selector. Empty for both `everything()` and `nothing()`. */
  toString(): string {
    return this.requirements.join(",");
  }
}

const every = new Selector([]);
const no = new Selector([], { impossible: true });

/** The selector that chooses all objects. */
export function everything(): Selector {
  return every;
}

/** The selector that chooses no object. */
export function nothing(): Selector {
  return no;
}

/** Chooses the objects that carry all of these labels. No labels choose everything. Throws `SETPOINT_INVALID_SELECTOR`. */
export function selectorFromLabels(labels: Labels, place?: string): Selector {
  if (labels !== undefined && !isPlainObject(labels))
    throw invalidSelector(`found ${excerpt(labels)}, expected: labels`, place);
  const entries = Object.entries(labels ?? {}).sort(([a], [b]) => compareUtf8(a, b));
  return new Selector(entries.map(([key, value]) => new Requirement({ key, operator: "=", values: [value] }, place)));
}
