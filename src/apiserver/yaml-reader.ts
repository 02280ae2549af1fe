import type * as Yaml from "yaml";
import type { Alias, Document, LineCounter, Node, Pair, YAMLMap } from "yaml";
import { setOwn } from "../model/index.ts";
import { serverDefaults } from "./defaults.ts";
import { refusedYaml } from "./refused-yaml.ts";

/** What knows the nodes of a document. */
export type Nodes = Pick<typeof Yaml, "isAlias" | "isMap" | "isScalar" | "isSeq" | "visit">;

/** What each node costs that comes by an alias, beside the length of its text. */
const nodeCost = 16;

/** A key as its map tells it from others, which is by its type as well, as JSON has it, and as it is shown. */
interface Key {
  readonly id: string;
  readonly name: string;
  readonly shown: string;
}

/**
 * Reads the nodes of a YAML document as Kubernetes' reader does. The members of a map, also those that a merge key (`<<`) brings along, are
 * set in their order: of a key that occurs twice the last counts. Long integers are those of the platform.
 */
export class YamlReader {
  /** The keys that occurred twice: `line 3: key "name" already set in map`. What is inside of the value is told before. */
  readonly repeated: string[] = [];
  readonly #nodes: Nodes;
  readonly #lines: LineCounter;
  readonly #targets: ReadonlyMap<unknown, Node>;
  /** The lists and maps around the node that is read. */
  readonly #around = new Set<unknown>();
  /** How many aliases are around it. */
  #aliases = 0;
  #growth = 0;

  constructor(document: Document.Parsed, lines: LineCounter, nodes: Nodes) {
    this.#nodes = nodes;
    this.#lines = lines;
    this.#targets = targetsOf(document, nodes);
  }

  value(node: unknown): unknown {
    const { isAlias, isMap, isScalar, isSeq } = this.#nodes;
    if (isAlias(node)) return this.#through(node, (target) => this.value(target));
    if (isScalar(node)) {
      this.#spend(node.source?.length ?? 0);
      return node.value;
    }
    this.#spend(0);
    if (isSeq(node)) return this.#inside(node, () => node.items.map((item) => this.value(item)));
    const object = {};
    if (isMap(node)) this.#inside(node, () => this.#fill(object, new Set(), node));
    return isMap(node) ? object : null;
  }

  #fill(object: object, seen: Set<string>, { items }: YAMLMap): void {
    for (const { key, value } of items as readonly Pair[]) {
      if (this.#isMerge(key)) {
        this.#merge(object, seen, value);
        continue;
      }
      const { id, name, shown } = this.#key(key);
      const read = this.value(value);
      if (seen.has(id)) this.repeated.push(`line ${this.#lineOf(value ?? key)}: key ${shown} already set in map`);
      seen.add(id);
      setOwn(object, name, read);
    }
  }

  #isMerge(key: unknown): boolean {
    return this.#nodes.isScalar(key) && key.type === "PLAIN" && key.source === "<<" && key.tag === undefined;
  }

  /** The earlier maps of a list count before the later ones: they are set after them. */
  #merge(object: object, seen: Set<string>, source: unknown): void {
    const { isSeq } = this.#nodes;
    this.#spend(0);
    for (const one of isSeq(source) ? source.items.toReversed() : [source]) this.#mergeOne(object, seen, one);
  }

  #mergeOne(object: object, seen: Set<string>, source: unknown): void {
    const { isAlias } = this.#nodes;
    if (isAlias(source)) return this.#through(source, (target) => this.#mergeMap(object, seen, target));
    return this.#mergeMap(object, seen, source);
  }

  #mergeMap(object: object, seen: Set<string>, source: unknown): void {
    if (!this.#nodes.isMap(source)) throw refusedYaml("map merge requires map or sequence of maps as the value");
    this.#spend(0);
    this.#inside(source, () => this.#fill(object, seen, source));
  }

  /** Nothing, a list and a map name no member. */
  #key(node: unknown): Key {
    const { isAlias, isScalar } = this.#nodes;
    if (isAlias(node)) return this.#through(node, (target) => this.#key(target));
    const value = isScalar(node) ? node.value : undefined;
    if (value === undefined || value === null) throw refusedYaml("invalid map key");
    const name = typeof value === "number" ? floatKey(value) : String(value);
    this.#spend(name.length);
    return { id: `${typeof value} ${name}`, name, shown: typeof value === "string" ? JSON.stringify(value) : name };
  }

  #through<T>(alias: Alias, read: (target: Node) => T): T {
    const target = this.#targets.get(alias) as Node;
    if (this.#around.has(target)) throw refusedYaml(`anchor '${alias.source.slice(0, 64)}' value contains itself`);
    this.#aliases += 1;
    const result = read(target);
    this.#aliases -= 1;
    return result;
  }

  #inside<T>(node: unknown, read: () => T): T {
    this.#around.add(node);
    const result = read();
    this.#around.delete(node);
    return result;
  }

  /** What comes by aliases makes a document larger than its text, level by level many times. */
  #spend(length: number): void {
    if (this.#aliases === 0) return;
    this.#growth += nodeCost + length;
    if (this.#growth > serverDefaults.maxYamlGrowth) throw refusedYaml("document contains excessive aliasing");
  }

  #lineOf(node: unknown): number {
    const [start = 0] = (node as { readonly range?: readonly number[] | null } | null)?.range ?? [];
    return this.#lines.linePos(start).line;
  }
}

/** What the aliases of a document stand for: what the last anchor of that name before them is at. */
function targetsOf(document: Document.Parsed, { isAlias, visit }: Nodes): ReadonlyMap<unknown, Node> {
  const anchored = new Map<string, Node>();
  const targets = new Map<unknown, Node>();
  visit(document, {
    Node: (_, node) => {
      if (!isAlias(node)) return void (node.anchor !== undefined && anchored.set(node.anchor, node));
      const target = anchored.get(node.source);
      if (target === undefined) throw refusedYaml(`unknown anchor${shownName(node.source)} referenced`);
      return void targets.set(node, target);
    },
  });
  return targets;
}

function shownName(name: string): string {
  return /^\w{1,64}$/.test(name) ? ` '${name}'` : "";
}

function floatKey(value: number): string {
  if (Number.isNaN(value)) return ".nan";
  if (Number.isFinite(value)) return String(value);
  return value > 0 ? ".inf" : "-.inf";
}
