import { deepEqual, parseTime } from "../../../model/index.ts";
import type { StatusCause } from "../../../model/index.ts";
import { duplicate, invalid, required } from "../../crd/index.ts";
import type { Document } from "../document.ts";
import { fieldsOf, textOf } from "./field-checks.ts";
import { isGiven, listAt, numberAt, partAt, partsAt, textAt } from "./members.ts";
import type { Fields } from "./places.ts";
import { notNegative } from "./value-checks.ts";

/** A job, its status and the conditions that hold. */
interface JobState {
  readonly spec: Fields;
  readonly status: Fields;
  readonly is: (condition: string) => boolean;
  readonly isFinished: boolean;
}

function stateOf(job: Document | undefined): JobState {
  const status = fieldsOf(job?.["status"]);
  const is = (condition: string): boolean =>
    partsAt(status, "conditions").some((one) => textAt(one, "type") === condition && textAt(one, "status") === "True");
  return { spec: fieldsOf(job?.["spec"]), status, is, isFinished: is("Complete") || is("Failed") };
}

/** What is wrong with conditions together; Kubernetes does not show them. */
function conditionsCause(words: string): StatusCause {
  return { reason: "FieldValueInvalid", message: `Invalid value: ${words}`, field: "status.conditions" };
}

function intervalProblem(interval: string, completions: number): string | readonly [number, number] {
  const parts = interval.split("-");
  if (parts.length > 2) {
    return `the fragment ${JSON.stringify(interval)} violates the requirement that an index interval can have at most two parts separated by '-'`;
  }
  for (const part of parts) {
    if (!/^[+]?\d+$/.test(part)) return `cannot convert string to integer for index: ${JSON.stringify(part)}`;
    if (Number(part) >= completions) return `too large index: ${JSON.stringify(part)}`;
  }
  const [first = 0, last = first] = parts.map(Number);
  if (parts.length === 2 && first >= last) return `non-increasing order, previous: ${first}, current: ${last}`;
  return [first, last];
}

/** What keeps a text from being indexes below a number: `1,3-5`. */
function indexesProblem(text: string, completions: number): string | undefined {
  if (text === "") return undefined;
  let before: number | undefined;
  for (const interval of text.split(",")) {
    const found = intervalProblem(interval, completions);
    if (typeof found === "string") return found;
    const [first, last] = found;
    if (before !== undefined && before >= first) return `non-increasing order, previous: ${before}, current: ${first}`;
    before = last;
  }
  return undefined;
}

function uncountedCauses({ status }: JobState): readonly StatusCause[] {
  const seen = new Set<unknown>();
  return ["succeeded", "failed"].flatMap((list) =>
    listAt(partAt(status, "uncountedTerminatedPods") ?? {}, list).flatMap((uid, index) => {
      const at = `status.uncountedTerminatedPods.${list}[${index}]`;
      if (uid === "") return [invalid(at, uid, "must not be empty")];
      if (seen.has(uid)) return [duplicate(at, uid)];
      seen.add(uid);
      return [];
    }),
  );
}

function timeCauses(next: JobState, old: JobState): readonly StatusCause[] {
  const { status, is } = next;
  const at = "status.completionTime";
  const { completionTime: end = null, startTime: start = null } = status;
  const isNew = is("Complete") !== old.is("Complete") || !deepEqual(end, old.status["completionTime"] ?? null);
  const isMoved =
    !deepEqual(end, old.status["completionTime"] ?? null) || !deepEqual(start, old.status["startTime"] ?? null);
  const isBefore = start !== null && end !== null && parseTime(textOf(end)) < parseTime(textOf(start));
  const early = "cannot set completionTime when there is no Complete=True condition";
  return [
    ...(isNew && isGiven(status, "completionTime") && !is("Complete") ? [invalid(at, end, early)] : []),
    ...(isNew && !isGiven(status, "completionTime") && is("Complete")
      ? [required(at, "completionTime is required for Complete jobs")]
      : []),
    ...(isMoved && isBefore ? [invalid(at, end, "must be equal to or after `startTime`")] : []),
  ];
}

function isChanged(next: JobState, old: JobState, names: readonly string[]): boolean {
  return names.some((name) => next.is(name) !== old.is(name));
}

/** What excludes each other, once one of them changes. */
function endCauses(next: JobState, old: JobState): readonly StatusCause[] {
  return ["Failed", "FailureTarget"]
    .filter((other) => isChanged(next, old, ["Complete", other]) && next.is("Complete") && next.is(other))
    .map((other) => conditionsCause(`cannot set Complete=True and ${other}=true conditions`));
}

/** What cannot hold without another, once one of them changes. */
function conditionCauses(next: JobState, old: JobState): readonly StatusCause[] {
  const { is } = next;
  return [
    ...(isChanged(next, old, ["Failed"]) && is("Failed") && !is("FailureTarget")
      ? [conditionsCause("cannot set Failed=True condition without the FailureTarget=true condition")]
      : []),
    ...(isChanged(next, old, ["Complete", "SuccessCriteriaMet"]) && is("Complete") && !is("SuccessCriteriaMet")
      ? [conditionsCause("cannot set Complete=True condition without the SuccessCriteriaMet=true condition")]
      : []),
  ];
}

function finishedCauses(next: JobState, old: JobState): readonly StatusCause[] {
  const { status, spec, isFinished } = next;
  const isNew = isFinished !== old.isFinished;
  const isOther = (name: string): boolean => isNew || !deepEqual(status[name] ?? 0, old.status[name] ?? 0);
  const pods = partAt(status, "uncountedTerminatedPods") ?? {};
  // Messages show them with the names that Go has for them.
  const shown = { Succeeded: pods["succeeded"] ?? null, Failed: pods["failed"] ?? null };
  const isEmpty = listAt(pods, "failed").length + listAt(pods, "succeeded").length === 0;
  const mayNotStart = spec["suspend"] === true && numberAt(spec, "completions") === 0;
  if (!isFinished) return [];
  return [
    ...(isOther("active") && (numberAt(status, "active") ?? 0) > 0
      ? [invalid("status.active", status["active"], "active>0 is invalid for finished job")]
      : []),
    ...(isOther("startTime") && !isGiven(status, "startTime") && !mayNotStart
      ? [required("status.startTime", "startTime is required for finished job")]
      : []),
    ...(isOther("uncountedTerminatedPods") && !isEmpty
      ? [invalid("status.uncountedTerminatedPods", shown, "must be empty for finished job")]
      : []),
  ];
}

function indexCauses({ spec, status }: JobState, old: JobState): readonly StatusCause[] {
  const completions = numberAt(spec, "completions");
  const [done, failed] = [textAt(status, "completedIndexes"), textAt(status, "failedIndexes")];
  const isDoneNew = done !== textAt(old.status, "completedIndexes");
  const isFailedNew =
    !deepEqual(status["failedIndexes"], old.status["failedIndexes"]) && isGiven(status, "failedIndexes");
  const isLimited = isGiven(spec, "backoffLimitPerIndex");
  const doneProblem = completions === undefined ? undefined : indexesProblem(done, completions);
  const failedProblem = completions === undefined ? undefined : indexesProblem(failed, completions);
  const notIndexed = "cannot set non-empty completedIndexes when non-indexed completion mode";
  const notLimited = "cannot set non-null failedIndexes when backoffLimitPerIndex is null";
  const [doneAt, failedAt] = ["status.completedIndexes", "status.failedIndexes"];
  return [
    ...(isDoneNew && doneProblem !== undefined
      ? [invalid(doneAt, done, `error parsing completedIndexes: ${doneProblem}`)]
      : []),
    ...(isFailedNew && isLimited && failedProblem !== undefined
      ? [invalid(failedAt, failed, `error parsing failedIndexes: ${failedProblem}`)]
      : []),
    ...(isDoneNew && done !== "" && textAt(spec, "completionMode") !== "Indexed"
      ? [invalid(doneAt, done, notIndexed)]
      : []),
    ...(isFailedNew && !isLimited ? [invalid(failedAt, failed, notLimited)] : []),
  ];
}

function lastCauses(next: JobState, old: JobState): readonly StatusCause[] {
  const { status, is } = next;
  const before = old.status;
  const count = (of: Fields, name: string): number => numberAt(of, name) ?? 0;
  const isReadyNew = ["ready", "active"].some((name) => count(status, name) !== count(before, name));
  const isMany = isGiven(status, "ready") && count(status, "ready") > count(status, "active");
  return [
    ...(isReadyNew && isMany
      ? [invalid("status.ready", status["ready"], "cannot set more ready pods than active")]
      : []),
    ...["Failed", "FailureTarget"]
      .filter((other) => is("SuccessCriteriaMet") && is(other))
      .map((other) => conditionsCause(`cannot set SuccessCriteriaMet=True and ${other}=true conditions`)),
    ...["Failed", "Complete", "FailureTarget"]
      .filter((name) => old.is(name) && !is(name))
      .map((name) => conditionsCause(`cannot disable the terminal ${name}=True condition`)),
    ...["failed", "succeeded"]
      .filter((name) => count(status, name) < count(before, name))
      .map((name) => invalid(`status.${name}`, count(status, name), `cannot decrease the ${name} counter`)),
  ];
}

/** What is wrong with how far a job is: whoever runs it tells nothing that cannot be, and takes nothing back. */
export function jobStatusCauses(job: Document, before: Document | undefined): readonly StatusCause[] {
  const [next, old] = [stateOf(job), stateOf(before)];
  return [
    ...notNegative(next.status, "status", ["active", "succeeded", "failed", "ready", "terminating"]),
    ...uncountedCauses(next),
    ...endCauses(next, old),
    ...timeCauses(next, old),
    ...conditionCauses(next, old),
    ...finishedCauses(next, old),
    ...indexCauses(next, old),
    ...lastCauses(next, old),
  ];
}
