import { braceList } from "./brace-list.ts";
import { compareText } from "./compare-text.ts";

/** What a file imports, gathered while its text is written. Two things never get one name. */
export class ImportScope {
  /** From the local name to what it is: undefined for what the file itself declares. */
  readonly #taken: Map<string, { readonly module: string; readonly name: string } | undefined>;

  constructor(declared: Iterable<string>) {
    this.#taken = new Map([...declared].map((name) => [name, undefined]));
  }

  /**
   * The local name of `name` of `module`: the same name, or with `prefix` in front when the file has another thing of that
   * name.
   */
  use(imported: { readonly module: string; readonly name: string; readonly prefix: string }): string {
    const { module, name, prefix } = imported;
    let local = name;
    while (this.#taken.has(local)) {
      const taken = this.#taken.get(local);
      if (taken?.module === module && taken.name === name) return local;
      local = `${prefix}${local}`;
    }
    this.#taken.set(local, { module, name });
    return local;
  }

  /** One line, or one block, per module; sorted. */
  print(): readonly string[] {
    const modules = new Map<string, string[]>();
    for (const [local, imported] of this.#taken) {
      if (imported === undefined) continue;
      const names = modules.get(imported.module) ?? [];
      modules.set(imported.module, [...names, local === imported.name ? local : `${imported.name} as ${local}`]);
    }
    return [...modules]
      .toSorted(([left], [right]) => compareText(left, right))
      .map(([module, names]) => braceList("import type", names, module));
  }
}
