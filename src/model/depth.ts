import { isContainer } from "./container.ts";
import { defaultMaxDepth, manyVisits } from "./defaults.ts";
import { InvalidInputError } from "./errors.ts";

/** Where a value stands and what was done with it. */
export interface DepthOptions {
  readonly place?: string | undefined;
  readonly maxDepth?: number | undefined;
  readonly attempt?: string | undefined;
}

interface Level {
  readonly value: object;
  readonly depth: number;
  readonly key: string;
  readonly parent: Level | undefined;
}

/** How much of the path to a level that is too deep is told: so many steps, so many characters of each. */
const toldSteps = 8;
const toldKeyLength = 40;

/**
 * Throws `SETPOINT_TOO_DEEP` when arrays and objects nest deeper than allowed; a cycle nests without end. Takes no stack, so that no
 * depth can overflow it.
 */
export function assertDepth(value: unknown, options: DepthOptions = {}): void {
  survey(value, options);
}

/** Does what `assertDepth` does, and tells whether a number was met that may not be what was written, because it is too large. */
export function survey(value: unknown, { place, maxDepth = defaultMaxDepth, attempt }: DepthOptions): boolean {
  const pending: Level[] = isContainer(value) ? [{ value, depth: 1, key: "", parent: undefined }] : [];
  // Once much was visited: how deep each object was met. One that occurs again and again is walked again only where it is deeper.
  const deepest = new Map<object, number>();
  let visits = 0;
  let hasInexact = isInexact(value);
  for (let level = pending.pop(); level !== undefined; level = pending.pop()) {
    if (++visits > manyVisits) {
      if ((deepest.get(level.value) ?? 0) >= level.depth) continue;
      deepest.set(level.value, level.depth);
    }
    if (level.depth > maxDepth) throw tooDeep(pathTo(level), { place, maxDepth, attempt });
    for (const [key, child] of Object.entries(level.value)) {
      if (isContainer(child)) pending.push({ value: child, depth: level.depth + 1, key, parent: level });
      else if (isInexact(child)) hasInexact = true;
    }
  }
  return hasInexact;
}

function isInexact(value: unknown): boolean {
  return typeof value === "number" && (value > Number.MAX_SAFE_INTEGER || value < Number.MIN_SAFE_INTEGER);
}

/** The error for something that nests deeper than `maxDepth`. Of the keys on the way down, `path`, only the beginning is told. */
export function tooDeep(
  path: readonly string[],
  { place, maxDepth = defaultMaxDepth, attempt }: DepthOptions,
): InvalidInputError {
  const told = path
    .slice(0, toldSteps)
    .map((key) => (/^\d+$/.test(key) ? `[${key}]` : `.${key.slice(0, toldKeyLength)}`));
  const beginning = `${told.join("").replace(/^\./, "")}…`;
  return new InvalidInputError({
    code: "SETPOINT_TOO_DEEP",
    attempt: attempt ?? "use a document",
    place: place === undefined ? beginning : `${place}, ${beginning}`,
    detail: `arrays and objects nest deeper than ${maxDepth} levels`,
    expected: `at most ${maxDepth} levels`,
  });
}

function pathTo(deepest: Level): readonly string[] {
  const keys: string[] = [];
  for (let level: Level = deepest; level.parent !== undefined; level = level.parent) keys.push(level.key);
  return keys.reverse();
}
