import type { StatusCause } from "../../../model/index.ts";
import { goQuoted } from "../../crd/index.ts";
import type { Document } from "../document.ts";
import type { Fields } from "./places.ts";

/** Where a daemon set tells how often its template changed. The count has 64 bits. */
const templateGeneration = "deprecated.daemonset.template.generation";

/** Why what stands for the count is none, in the words of Kubernetes' decoder. */
export function templateGenerationProblem({ metadata }: Document): string | undefined {
  const sent = metadata.annotations?.[templateGeneration];
  if (sent === undefined || countOf(sent) !== undefined) return undefined;
  return `strconv.ParseInt: parsing ${goQuoted(sent)}: ${digits.test(sent) ? "value out of range" : "invalid syntax"}`;
}

/** The count begins with one, whatever less is sent. */
export function withTemplateGeneration(metadata: Fields): Fields {
  const annotations = (metadata["annotations"] ?? {}) as Readonly<Record<string, string>>;
  const count = countOf(annotations[templateGeneration]) ?? 1n;
  return { ...metadata, annotations: { ...annotations, [templateGeneration]: String(count < 1n ? 1n : count) } };
}

/** A daemon set with the count of the old one, and one more if its template is another. After the largest count comes the least. */
export function withCounted(next: Document, old: Document, isOther: boolean): Document {
  const count = countOf(old.metadata.annotations?.[templateGeneration]) ?? 1n;
  const counted = isOther ? wrapped(count + 1n) : count;
  const annotations = { ...next.metadata.annotations, [templateGeneration]: String(counted) };
  return { ...next, metadata: { ...next.metadata, annotations } };
}

/** A count below zero has gone beyond the largest. */
export function templateGenerationCauses({ metadata }: Document): readonly StatusCause[] {
  const count = metadata.annotations?.[templateGeneration] ?? "";
  if (!count.startsWith("-")) return [];
  const field = "spec.templateGeneration";
  return ["must not be decremented", "must be greater than or equal to 0"].map((words) => ({
    reason: "FieldValueInvalid",
    message: `Invalid value: ${count}: ${words}`,
    field,
  }));
}

const digits = /^[+-]?\d+$/;

/** The count that a text is. What was stored may be none. */
function countOf(text = ""): bigint | undefined {
  const count = digits.test(text) ? BigInt(text) : undefined;
  return count !== undefined && wrapped(count) === count ? count : undefined;
}

function wrapped(count: bigint): bigint {
  return BigInt.asIntN(64, count);
}
