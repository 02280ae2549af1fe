import type { Section } from "./section.ts";

/** The lists of named entries that a context is made of. */
export type EntryList = "clusters" | "users" | "contexts";

/** The context that is current, and where that is said. */
export interface CurrentContext {
  readonly name: string;
  readonly place: string;
}

/**
 * Kubeconfigs, read as one. The first that has an entry of a name has it alone: what it leaves out is not looked for in the others. Each
 * entry still knows the file that it is from.
 */
export class Kubeconfig {
  readonly #documents: readonly Section[];

  constructor(documents: readonly Section[]) {
    this.#documents = documents;
  }

  /** Whether there was no file at all. */
  get isEmpty(): boolean {
    return this.#documents.length === 0;
  }

  get currentContext(): CurrentContext | undefined {
    for (const document of this.#documents) {
      const name = document.text("current-context");
      if (name !== undefined) return { name, place: document.placeOf("current-context") };
    }
    return undefined;
  }

  entry(list: EntryList, name: string): Section | undefined {
    for (const document of this.#documents) {
      const found = document.entry(list, name);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  names(list: EntryList): readonly string[] {
    return [...new Set(this.#documents.flatMap((document) => document.names(list)))];
  }

  /** Where a list, or another field at the top, would stand: all files. */
  placeOf(key: string): string {
    const places = this.#documents.map((document) => document.placeOf(key));
    return places.length === 0 ? key : places.join(" and ");
  }
}
