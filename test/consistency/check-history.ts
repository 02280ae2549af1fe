import { listingProblems, logProblems } from "./check-log.ts";
import { linearizationProblem } from "./linearizable.ts";
import { objectModel } from "./object-model.ts";
import type { History, Operation } from "./operation.ts";
import { watchProblems } from "./watch-guarantees.ts";

/** Everything in a run that a Kubernetes API server must not do; empty if there is nothing. */
export function historyProblems(history: History): readonly string[] {
  return [
    ...writeProblems(history.operations),
    ...logProblems(history),
    ...listingProblems(history),
    ...watchProblems(history),
  ];
}

/** Whether the writes and reads of each key happened in some order that agrees with their times and answers. */
function writeProblems(operations: readonly Operation[]): readonly string[] {
  return [...Map.groupBy(operations, ({ key }) => key)].flatMap(([key, ofKey]) => {
    const stuck = linearizationProblem(ofKey, objectModel);
    return stuck === undefined ? [] : [`linearizable: ${key}: none can be next of ${JSON.stringify(stuck)}`];
  });
}
