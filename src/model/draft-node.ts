import { isContainer, shallowCopy } from "./container.ts";
import { InvalidInputError } from "./errors.ts";
import { getOwn, setOwn } from "./own-property.ts";

/** What the drafts of one edit have in common. */
export interface DraftScope {
  readonly isEnded: boolean;
  isDraft(value: object): boolean;
  /** Makes the draft of a value that is none. */
  draftOf(value: object, isOriginal: boolean): object;
}

/**
 * One level of a draft: a copy of the original level, behind a proxy that turns the levels below into drafts when they are read. Reads
 * see own members only, so that no path through a draft leads to a prototype. The copy belongs to the edit; the original, and whatever
 * the recipe assigns, is never written to.
 */
export class DraftNode implements ProxyHandler<object> {
  readonly base: object;
  readonly copy: object;
  readonly draft: object;
  /** Whether the value was there before the edit: then it holds no drafts, as an assigned value may. */
  readonly isOriginal: boolean;
  /** Members that have become drafts where they stand. As long as nothing was written, no others can differ from the original. */
  readonly draftedKeys: string[] = [];
  readonly #scope: DraftScope;
  #isWritten = false;

  constructor(base: object, isOriginal: boolean, scope: DraftScope) {
    this.base = base;
    this.copy = shallowCopy(base);
    this.draft = new Proxy(this.copy, this);
    this.isOriginal = isOriginal;
    this.#scope = scope;
  }

  /** Whether a member was set or deleted. */
  get isWritten(): boolean {
    return this.#isWritten;
  }

  get(copy: object, key: PropertyKey): unknown {
    this.#assertOpen("read");
    if (!Object.hasOwn(copy, key)) return Array.isArray(copy) ? arrayMethod(key) : undefined;
    const value = (copy as Record<PropertyKey, unknown>)[key];
    if (typeof value !== "object" || value === null || typeof key !== "string") return value;
    return this.#scope.isDraft(value) || !isContainer(value) ? value : this.#draftMember(key, value);
  }

  set(copy: object, key: PropertyKey, value: unknown): boolean {
    this.#assertOpen("write");
    if (typeof key === "symbol") throw invalidEdit("a symbol is no key of a document", "string keys");
    if (Object.hasOwn(copy, key) && Object.is(getOwn(copy, key), value)) return true;
    this.#isWritten = true;
    setOwn(copy, key, value);
    return true;
  }

  deleteProperty(copy: object, key: PropertyKey): boolean {
    this.#assertOpen("write");
    if (Object.hasOwn(copy, key)) this.#isWritten = true;
    return Reflect.deleteProperty(copy, key);
  }

  defineProperty(copy: object, key: PropertyKey, descriptor: PropertyDescriptor): boolean {
    if (!Object.hasOwn(descriptor, "value")) throw invalidEdit("a property was defined without a value", "a value");
    return this.set(copy, key, descriptor.value);
  }

  getOwnPropertyDescriptor(copy: object, key: PropertyKey): PropertyDescriptor | undefined {
    // Reading puts the draft of the member where the descriptor will find it.
    this.get(copy, key);
    return Reflect.getOwnPropertyDescriptor(copy, key);
  }

  has(copy: object, key: PropertyKey): boolean {
    this.#assertOpen("read");
    return Object.hasOwn(copy, key);
  }

  ownKeys(copy: object): (string | symbol)[] {
    this.#assertOpen("read");
    return Reflect.ownKeys(copy);
  }

  preventExtensions(): boolean {
    throw invalidEdit("a draft was to be frozen, sealed or closed", "writes to its members only");
  }

  setPrototypeOf(): boolean {
    throw invalidEdit("the prototype of a draft was to be set", "writes to its members only");
  }

  #draftMember(key: string, value: object): object {
    const draft = this.#scope.draftOf(value, this.isOriginal && value === getOwn(this.base, key));
    setOwn(this.copy, key, draft);
    this.draftedKeys.push(key);
    return draft;
  }

  #assertOpen(action: string): void {
    if (!this.#scope.isEnded) return;
    throw new InvalidInputError({
      code: "SETPOINT_DRAFT_ENDED",
      attempt: `${action} a draft`,
      detail: "the recipe that it was given to has ended",
      expected: "drafts to stay inside their recipe",
    });
  }
}

/** The error for an edit that cannot be made. */
export function invalidEdit(detail: string, expected: string): InvalidInputError {
  return new InvalidInputError({ code: "SETPOINT_INVALID_EDIT", attempt: "edit a document", detail, expected });
}

/** `constructor` is left out: without it, methods that make an array make a plain one. */
function arrayMethod(key: PropertyKey): unknown {
  return key === "constructor" ? undefined : getOwn(Array.prototype, key);
}
