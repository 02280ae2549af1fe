import type { Model } from "./linearizable.ts";
import type { Content, Operation, Output, Seen } from "./operation.ts";

/** An object of which some is not known, because the answer to a write was lost. */
interface Kept extends Content {
  readonly uid: string | undefined;
  readonly version: number | undefined;
  readonly isDeleting: boolean;
}

/** One key of a store. Versions only grow: whatever comes next is above the floor. */
export interface KeyState {
  readonly object: Kept | undefined;
  readonly floor: number;
}

/** What Kubernetes does with one object: a register with a version, finalizers and a marked end. */
export const objectModel: Model<KeyState, Operation> = Object.freeze<Model<KeyState, Operation>>({
  initial: { object: undefined, floor: 0 },
  next: nextStates,
  isOptional: ({ output }) => output.type === "unknown",
  identify: (state) => JSON.stringify(state),
});

function nextStates(state: KeyState, operation: Operation): readonly KeyState[] {
  const { input, output } = operation;
  const wanted = input.type === "update" || input.type === "delete" ? input.version : undefined;
  if (
    wanted !== undefined &&
    state.object !== undefined &&
    state.object.version === undefined &&
    wanted > state.floor
  ) {
    // Nobody knows yet: what the answer says of it is so.
    if (output.type === "refused" && output.reason === "Conflict") return [state];
    return explained(effectOf({ ...state, object: { ...state.object, version: wanted } }, operation), output);
  }
  const effect = effectOf(state, operation);
  if (typeof effect !== "string") return explained(effect, output);
  return output.type === "refused" && output.reason === effect ? [state] : [];
}

interface Effect {
  readonly state: KeyState;
  /** The object that the answer shows or, if it is gone, tells of. */
  readonly answered: Kept | undefined;
  readonly isDeleted?: true;
}

/** The state afterwards and what the answer shows of it, or the reason of the refusal. */
function effectOf(state: KeyState, { input }: Operation): Effect | string {
  const { object } = state;
  if (input.type === "create") {
    if (object !== undefined) return "AlreadyExists";
    return shown(put(state, { ...input.content, uid: undefined, version: undefined, isDeleting: false }));
  }
  if (object === undefined) return "NotFound";
  if (input.type === "get") return shown(state);
  if (input.type === "patch") return change(state, object, input.change);
  if (input.version !== undefined && input.version !== object.version) return "Conflict";
  return input.type === "delete" ? removal(state, object) : change(state, object, input.content);
}

function shown(state: KeyState): Effect {
  return { state, answered: state.object };
}

function removal(state: KeyState, object: Kept): Effect {
  if (object.finalizers.length === 0) return { state: gone(state, object), answered: object, isDeleted: true };
  return shown(object.isDeleting ? state : put(state, { ...object, isDeleting: true, version: undefined }));
}

function change(state: KeyState, object: Kept, content: Partial<Content>): Effect | string {
  const next: Kept = { ...object, ...content };
  if (object.isDeleting && next.finalizers.some((name) => !object.finalizers.includes(name))) return "Invalid";
  if (next.isDeleting && next.finalizers.length === 0) return { state: gone(state, object), answered: next };
  return shown(sameContent(next, object) ? state : put(state, { ...next, version: undefined }));
}

function put(state: KeyState, object: Kept): KeyState {
  return { object, floor: Math.max(state.floor, state.object?.version ?? 0) };
}

function gone({ floor }: KeyState, { version = 0 }: Kept): KeyState {
  return { object: undefined, floor: Math.max(floor, version) };
}

/** The state with what the answer reveals of it; none if the answer tells of another one. */
function explained(effect: Effect | string, output: Output): readonly KeyState[] {
  if (typeof effect === "string" || output.type === "refused") return [];
  const { state, answered, isDeleted } = effect;
  if (output.type === "unknown") return [state];
  if (output.type === "deleted") {
    return isDeleted === true && (answered?.uid ?? output.uid) === output.uid ? [state] : [];
  }
  if (isDeleted === true || answered === undefined || !agrees(answered, output.object)) return [];
  const { object, floor } = state;
  if (object === undefined) return [state];
  const { uid, version } = output.object;
  if (object.version === undefined && version <= floor) return [];
  return [{ floor, object: { ...object, uid, version } }];
}

function agrees(kept: Kept, seen: Seen): boolean {
  return (
    sameContent(kept, seen) &&
    kept.isDeleting === seen.isDeleting &&
    (kept.uid === undefined || kept.uid === seen.uid) &&
    // The last state of an object that its last finalizer kept has a version of no importance.
    (kept.version === undefined || kept.version === seen.version || isOver(kept))
  );
}

function isOver({ isDeleting, finalizers }: Kept): boolean {
  return isDeleting && finalizers.length === 0;
}

/** Whether a write would change nothing. */
export function sameContent(a: Content, b: Content): boolean {
  return a.value === b.value && a.tier === b.tier && a.finalizers.join() === b.finalizers.join();
}
