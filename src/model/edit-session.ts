import { isContainer, shallowCopy } from "./container.ts";
import { deepEqual } from "./deep-equal.ts";
import { defaultMaxDepth } from "./defaults.ts";
import { tooDeep } from "./depth.ts";
import { DraftNode } from "./draft-node.ts";
import type { DraftScope } from "./draft-node.ts";
import { setOwn } from "./own-property.ts";

/** One run of a recipe: its drafts, and the way from them to the result. */
export class EditSession implements DraftScope {
  readonly #nodes = new Map<unknown, DraftNode>();
  /** What drafts and assigned values have become. Each is settled once, however often it is used. */
  readonly #settled = new Map<object, object>();
  /** The keys on the way down to what is being settled. */
  readonly #path: string[] = [];
  #isEnded = false;

  get isEnded(): boolean {
    return this.#isEnded;
  }

  isDraft(value: object): boolean {
    return this.#nodes.has(value);
  }

  draftOf(value: object, isOriginal: boolean): object {
    const node = new DraftNode(value, isOriginal, this);
    this.#nodes.set(node.draft, node);
    return node.draft;
  }

  /** From here on, every use of a draft throws. */
  end(): void {
    this.#isEnded = true;
  }

  /** What a draft, or a value that may hold drafts, has become. */
  settle(value: object): object {
    const node = this.#nodes.get(value);
    if (node !== undefined && isAsBefore(node)) return node.base;
    const known = this.#settled.get(value);
    if (known !== undefined) return known;
    const settled = node === undefined ? this.#settleAssigned(value) : this.#settleNode(node);
    this.#settled.set(value, settled);
    return settled;
  }

  /** The original if, in the end, nothing is different. */
  #settleNode({ base: given, copy, isOriginal, isWritten, draftedKeys }: DraftNode): object {
    const base = (isOriginal ? given : this.settle(given)) as Members;
    const members = copy as Members;
    let isChanged = isWritten && lacksMember(members, base);
    for (const key of isOriginal && !isWritten ? draftedKeys : Object.keys(members)) {
      const value = members[key];
      const before = Object.hasOwn(base, key) ? base[key] : undefined;
      if (value === before) continue;
      const after = this.#settleMember(key, before, value);
      if (after !== value) setOwn(members, key, after);
      if (!Object.is(after, before)) isChanged = true;
    }
    return isChanged ? members : base;
  }

  /** The old member if the new one says the same, so that it stays shared. */
  #settleMember(key: string, before: unknown, value: unknown): unknown {
    const after = this.#settleBelow(key, value);
    const decidedBelow = this.#nodes.get(value)?.base === before;
    return !decidedBelow && deepEqual(before, after) ? before : after;
  }

  /** A document that holds itself has no end: it is refused here. */
  #settleBelow(key: string, value: unknown): unknown {
    if (!isContainer(value)) return value;
    this.#path.push(key);
    if (this.#path.length >= defaultMaxDepth) throw tooDeep(this.#path, { attempt: "edit a document" });
    const settled = this.settle(value);
    this.#path.pop();
    return settled;
  }

  /** Values from outside are not written to: where one holds a draft, it is copied. */
  #settleAssigned(value: object): object {
    let result = value;
    for (const [key, member] of Object.entries(value)) {
      const settled = this.#settleBelow(key, member);
      if (settled === member) continue;
      if (result === value) result = shallowCopy(value);
      setOwn(result, key, settled);
    }
    return result;
  }
}

type Members = Record<string, unknown>;

function isAsBefore({ isOriginal, isWritten, draftedKeys }: DraftNode): boolean {
  return isOriginal && !isWritten && draftedKeys.length === 0;
}

/** Whether `base` has a member that `copy` has lost. One that was `undefined` is not missed. */
function lacksMember(copy: Members, base: Members): boolean {
  if (Array.isArray(base) && Array.isArray(copy)) return base.length !== copy.length;
  return Object.keys(base).some((key) => !Object.hasOwn(copy, key) && base[key] !== undefined);
}
