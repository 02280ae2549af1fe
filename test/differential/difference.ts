import { deepEqual } from "../../src/model/index.ts";
import type { Call, Script } from "./call.ts";
import { hangUp } from "./https-sender.ts";
import type { Normal } from "./normalise.ts";
import { hasOddMergeKey } from "./odd-merge-key.ts";

/** A request to which the two servers gave different answers. */
export interface Difference {
  /** What kind of difference it is, or what is special about the request, and for which kind of object: `accepts/Pod`. */
  readonly className: string;
  readonly script: Script;
  readonly call: Call;
  readonly ours: Normal;
  readonly real: Normal;
}

/** The class of what two servers answered to a call of a script; `undefined` if it is the same. */
export function classOf(answers: Pick<Difference, "ours" | "real">, call: Call, kind: string): string | undefined {
  const aspect = aspectOf(answers.ours, answers.real);
  switch (aspect) {
    case undefined:
      return undefined;
    case "our-hang-up":
      return `${aspect}/${kind}`;
    case "hang-up":
      return `${hasOddMergeKey(call, kind) ? aspect : "hang-up-otherwise"}/${kind}`;
    default:
      return `${call.edge ?? aspect}/${kind}`;
  }
}

/** How two answers to one request differ; `undefined` if they do not. */
export function aspectOf(ours: Normal, real: Normal): string | undefined {
  if (ours.status === hangUp.status) return "our-hang-up";
  if (real.status === hangUp.status) return "hang-up";
  if (ours.status !== real.status) return statusAspect(ours.status, real.status);
  const body = deepEqual(ours.body, real.body) ? undefined : bodyAspect(ours, real);
  if (body !== undefined) return body;
  const names = new Set([...Object.keys(ours.headers), ...Object.keys(real.headers)]);
  const header = [...names].find((name) => !deepEqual(ours.headers[name], real.headers[name]));
  return header === undefined ? undefined : `header-${header}`;
}

function statusAspect(ours: number, real: number): string {
  if (ours < 400 && real >= 400) return "accepts";
  if (ours >= 400 && real < 400) return "refuses";
  return "code";
}

interface Cause {
  readonly field?: string;
  readonly reason?: string;
  readonly message?: string;
}

function bodyAspect(ours: Normal, real: Normal): string {
  const [our, their] = [causesOf(ours.body), causesOf(real.body)];
  if (their !== undefined || our !== undefined) return causesAspect(our ?? [], their ?? []);
  if (real.status >= 400) return "message";
  const parts = ["metadata", "spec", "status"] as const;
  const different = parts.find(
    (part) =>
      !deepEqual(part in asObject(ours.body) ? asObject(ours.body)[part] : undefined, asObject(real.body)[part]),
  );
  if (different !== "metadata") return different ?? "body";
  const withoutOwners = (body: unknown): unknown => {
    const { managedFields: _owners, ...metadata } = asObject(asObject(body)["metadata"]);
    return metadata;
  };
  return deepEqual(withoutOwners(ours.body), withoutOwners(real.body)) ? "managed-fields" : "metadata";
}

function causesAspect(ours: readonly Cause[], real: readonly Cause[]): string {
  const text = (cause: Cause): string => JSON.stringify([cause.field, cause.reason, cause.message]);
  const [our, their] = [ours.map(text), real.map(text)];
  if (deepEqual(our.toSorted(), their.toSorted())) return deepEqual(our, their) ? "message" : "causes-order";
  if (their.every((cause) => our.includes(cause))) return "causes-extra";
  if (our.every((cause) => their.includes(cause))) return "causes-missing";
  const place = ({ field, reason }: Cause): string => `${field} ${reason}`;
  return deepEqual(ours.map(place).toSorted(), real.map(place).toSorted()) ? "causes-words" : "causes";
}

function causesOf(body: unknown): readonly Cause[] | undefined {
  const { causes } = asObject(asObject(body)["details"]);
  return Array.isArray(causes) ? (causes as readonly Cause[]) : undefined;
}

function asObject(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}
