import { ChangeLog, isChosen, text } from "./change-log.ts";
import type { History, Listing, Operation, Seen } from "./operation.ts";

/** Whether what was answered and what was told of it agree: each write once, at its version, in the order of time, and nothing else. */
export function logProblems({ operations, log }: History): readonly string[] {
  const changes = new ChangeLog(log);
  return [
    ...changes.problems(),
    ...operations.flatMap((operation) => answerProblems(changes, operation)),
    ...orderProblems(operations),
    ...unwantedProblems(changes, operations),
  ];
}

/** Whoever was shown an object was shown a state that it had, the same as everybody else at that version. */
function answerProblems(log: ChangeLog, { key, output }: Operation): readonly string[] {
  if (output.type !== "object" || isOver(output.object)) return [];
  const { object } = output;
  const known = log.at(object.version).get(key);
  return text(known) === text(object) ? [] : [`answer: ${text(object)} was shown, but the log has ${text(known)}`];
}

/** The last state of an object that its last finalizer had kept: it never was stored. */
function isOver({ isDeleting, finalizers }: Seen): boolean {
  return isDeleting && finalizers.length === 0;
}

/** Of two writes the one that was called after the other had returned has the higher version, whatever they wrote. */
function orderProblems(operations: readonly Operation[]): readonly string[] {
  const writes = operations.flatMap((operation) => {
    const { input, output } = operation;
    const isWrite = input.type !== "get" && output.type === "object" && !isOver(output.object);
    return isWrite ? [{ operation, version: output.object.version }] : [];
  });
  return writes.flatMap((late) => {
    const { call, key } = late.operation;
    const early = writes.find(({ operation, version }) => operation.return < call && version > late.version);
    if (early === undefined || mayBeIdle(late.operation, operations)) return [];
    return [`order: version ${late.version} of ${key} was written after version ${early.version}`];
  });
}

/** A write that changes nothing has the version of another, which may be one whose answer was lost. */
function mayBeIdle(operation: Operation, operations: readonly Operation[]): boolean {
  const { key, input, output, return: end } = operation;
  if (input.type === "create" || output.type !== "object") return false;
  const { version } = output.object;
  return operations.some(
    (other) =>
      other !== operation &&
      other.key === key &&
      other.call < end &&
      (other.output.type === "unknown" || (other.output.type === "object" && other.output.object.version === version)),
  );
}

/** Every change in the log is somebody's: those that no answer tells of are among those whose answers were lost. */
function unwantedProblems({ events }: ChangeLog, operations: readonly Operation[]): readonly string[] {
  const known = new Set(operations.flatMap(({ output }) => (output.type === "object" ? [output.object.version] : [])));
  const ends = new Set(operations.flatMap(({ output }) => endedBy(output)));
  const lost = new Map<string, number>();
  for (const { key, input, output } of operations) {
    if (output.type === "unknown" && input.type !== "get") lost.set(key, (lost.get(key) ?? 0) + 1);
  }
  return events.flatMap(({ type, object }) => {
    if (type === "DELETED" ? ends.has(object.uid) : known.has(object.version)) return [];
    const left = lost.get(object.name) ?? 0;
    lost.set(object.name, left - 1);
    return left > 0 ? [] : [`log: nobody has asked for ${type} ${text(object)}`];
  });
}

function endedBy(output: Operation["output"]): readonly string[] {
  if (output.type === "deleted") return [output.uid];
  return output.type === "object" && isOver(output.object) ? [output.object.uid] : [];
}

/** Whether each list is a state that there was, as new as it had to be, and expired only if it could. */
export function listingProblems({ listings, operations, log, forgotten }: History): readonly string[] {
  const changes = new ChangeLog(log);
  return listings.flatMap((listing) => {
    const { asked, tier, result } = listing;
    if (result === "expired") {
      // The pages of a list of now are of a state that may be forgotten before the last one.
      return asked === undefined || asked < forgotten ? [] : [`list: version ${asked} expired, but was kept`];
    }
    const { version, objects } = result;
    const expected = [...changes.at(version).values()].filter((object) => isChosen(object, tier));
    const newest = newestBefore(operations, listing);
    return [
      ...(asked === undefined || version === asked ? [] : [`list: version ${asked} was asked for, not ${version}`]),
      ...(asked !== undefined || version >= newest
        ? []
        : [`list: version ${version} is older than ${newest}, which had been answered`]),
      ...(texts(objects) === texts(expected)
        ? []
        : [`list: at ${version} came ${texts(objects)}, not ${texts(expected)}`]),
    ];
  });
}

/** The newest version that anybody had been told of before the list was called. */
function newestBefore(operations: readonly Operation[], { call }: Listing): number {
  return Math.max(
    0,
    ...operations.flatMap(({ return: end, output }) =>
      end < call && output.type === "object" && !isOver(output.object) ? [output.object.version] : [],
    ),
  );
}

function texts(objects: readonly Seen[]): string {
  return objects
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .map(text)
    .join(", ");
}
