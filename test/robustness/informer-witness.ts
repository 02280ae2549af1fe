import assert from "node:assert/strict";
import type { Change, ResourceEventHandler } from "../../src/informer/index.ts";
import { compareResourceVersions } from "../../src/model/index.ts";
import type { KubeObject } from "../../src/model/index.ts";

interface Life {
  begun: number;
  ended: number;
}

/** What a witness holds against an informer. */
export interface WitnessOptions {
  /** The server may be restored: versions may fall, and what has ended may come back. */
  readonly mayGoBack?: boolean | undefined;
}

/**
 * A handler that knows what it was told and nothing else, and complains about whatever can't be: a beginning of what is there, a change of
 * what is not, a step back in time, a second end. `check` compares what it believes with what the server has.
 */
export class InformerWitness<T extends KubeObject> implements ResourceEventHandler<T> {
  readonly #mayGoBack: boolean;
  readonly #present = new Map<string, T>();
  readonly #lives = new Map<string, Life>();
  readonly #complaints: string[] = [];
  /** Each call on one line, without those that told of no change. */
  readonly told: string[] = [];
  /** How often it was told what it knew. */
  repeated = 0;

  constructor({ mayGoBack = false }: WitnessOptions = {}) {
    this.#mayGoBack = mayGoBack;
  }

  add(object: T): void {
    const key = keyOf(object);
    if (this.#present.has(key)) this.#complain("an add of what is there", object);
    if (this.#life(object).begun++ > 0 && !this.#mayGoBack) this.#complain("a second beginning", object);
    this.#present.set(key, object);
    this.told.push(`add ${key}`);
  }

  update(old: T, current: T): void {
    const key = keyOf(current);
    const known = this.#present.get(key);
    if (known === undefined) this.#complain("an update of what is not there", current);
    else if (known.metadata.uid !== current.metadata.uid || old.metadata.uid !== current.metadata.uid)
      this.#complain("an update to another object", current);
    else if (versionOf(old) !== versionOf(known)) this.#complain("an update from another state", current);
    else if (!this.#mayGoBack && compareResourceVersions(versionOf(current), versionOf(known)) < 0)
      this.#complain("a step back in time", current);
    this.#present.set(key, current);
    if (versionOf(old) === versionOf(current)) this.repeated += 1;
    else this.told.push(`update ${key}`);
  }

  delete(object: T, { isFinalStateUnknown }: { readonly isFinalStateUnknown: boolean }): void {
    const key = keyOf(object);
    const known = this.#present.get(key);
    if (known === undefined || known.metadata.uid !== object.metadata.uid)
      this.#complain("an end of what is not there", object);
    else if (!this.#mayGoBack && compareResourceVersions(versionOf(object), versionOf(known)) < 0)
      this.#complain("an end in an older state", object);
    this.#life(object).ended += 1;
    this.#present.delete(key);
    this.told.push(`delete ${key}${isFinalStateUnknown ? "?" : ""}`);
  }

  /** Takes a change of an informer's stream. */
  take(change: Change<T>): void {
    if (change.type === "add") this.add(change.object);
    else if (change.type === "update") this.update(change.old, change.object);
    else this.delete(change.object, change);
  }

  /** Throws unless it believes what the server has, every life that it was told of is whole, and nothing was wrong on the way. */
  check(onServer: readonly T[]): void {
    assert.deepEqual(this.#complaints, []);
    assert.deepEqual(statesOf(this.#present.values()), statesOf(onServer));
    const alive = new Set(onServer.map(({ metadata }) => metadata.uid));
    for (const [uid, { begun, ended }] of this.#lives)
      assert.equal(begun - ended, alive.has(uid) ? 1 : 0, `${uid} began ${begun} and ended ${ended} times`);
  }

  #life({ metadata: { uid = "" } }: T): Life {
    const life = this.#lives.get(uid) ?? { begun: 0, ended: 0 };
    this.#lives.set(uid, life);
    return life;
  }

  #complain(what: string, object: T): void {
    this.#complaints.push(`${what}: ${keyOf(object)} ${object.metadata.uid ?? ""}@${versionOf(object)}`);
  }
}

/** Who is there in which state, so that two copies of a collection can be compared. Managed fields are nobody's state. */
export function statesOf(objects: Iterable<KubeObject>): readonly unknown[] {
  const sorted = [...objects].toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  return sorted.map((object): unknown =>
    JSON.parse(JSON.stringify(object, (name, value: unknown) => (name === "managedFields" ? undefined : value))),
  );
}

function keyOf({ metadata: { namespace = "", name } }: KubeObject): string {
  return `${namespace}/${name}`;
}

function versionOf({ metadata: { resourceVersion = "" } }: KubeObject): string {
  return resourceVersion;
}
