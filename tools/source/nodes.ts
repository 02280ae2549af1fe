import { visitorKeys } from "oxc-parser";
import type { Node } from "oxc-parser";

/** A node and those above it, the nearest last. */
export interface Visit {
  readonly node: Node;
  readonly ancestors: readonly Node[];
}

/** Every node of a tree in the order of the source, each before its children. */
export function* nodesOf(node: Node, ancestors: readonly Node[] = []): Generator<Visit, void, void> {
  yield { node, ancestors };
  const inside = [...ancestors, node];
  for (const child of childrenOf(node)) yield* nodesOf(child, inside);
}

/** The direct children of a node in the order of the source. */
export function childrenOf(node: Node): readonly Node[] {
  return (visitorKeys[node.type] ?? []).flatMap((key) => {
    const value: unknown = Object.getOwnPropertyDescriptor(node, key)?.value;
    return Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : [];
  });
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value && typeof value.type === "string";
}
