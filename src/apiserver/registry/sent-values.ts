import { getOwn } from "../../model/index.ts";
import type { OwnerReference, StatusCause } from "../../model/index.ts";
import type { Document } from "./document.ts";
import { isEmpty } from "./sent-empty.ts";

/** The body of a request as it was read, before it got its one form. */
export interface SentBody {
  body?: unknown;
  /** All who own the object after a patch, if somebody does so twice. */
  owners?: readonly OwnerReference[] | undefined;
}

/** Causes that quote an empty list, map or text as such where one was sent: in an object's one form it is as good as none. */
export function quotingSent(causes: readonly StatusCause[], sent: SentBody | undefined): readonly StatusCause[] {
  if (sent === undefined || !causes.some(isAboutNothing)) return causes;
  return causes.map((cause) => {
    const empty = isAboutNothing(cause) ? emptyAt(sent.body, cause.field ?? "") : undefined;
    return empty === undefined ? cause : { ...cause, message: cause.message?.replace("null", empty) };
  });
}

function isAboutNothing({ message }: StatusCause): boolean {
  return message !== undefined && /^(?:Invalid|Unsupported) value: null:/.test(message);
}

/** What is empty at a place, as Kubernetes writes it; `undefined` if nothing is. Of a whole `spec` it quotes the rules, as only ingresses have them. */
function emptyAt(body: unknown, place: string): string | undefined {
  let value = body;
  for (const [, key, name] of (place === "spec" ? "spec.rules" : place).matchAll(/\[([^\]]*)\]|([^.[\]]+)/g)) {
    if (typeof value !== "object" || value === null) return undefined;
    value = getOwn(value, key ?? name ?? "");
  }
  if (value === "") return '""';
  if (!isEmpty(value)) return undefined;
  return Array.isArray(value) ? "[]" : "{}";
}

/** The document as those see it who record what was sent: with what has owners and is not kept. */
export function asSent(document: Document, sent: SentBody | undefined): Document {
  const filled = withSentLists(document, sent);
  const { owners } = sent ?? {};
  return owners === undefined ? filled : { ...filled, metadata: { ...filled.metadata, ownerReferences: owners } };
}

/** The document with the empty lists that were sent where it says, at its top or right below, that there is none: they have owners. */
export function withSentLists(document: Document, sent: SentBody | undefined): Document {
  const parts = ["spec", "status"].flatMap((name) => {
    const part = fieldOf(document, name);
    if (typeof part !== "object" || part === null) return [];
    const filled = filledWith(part, fieldOf(sent?.body, name));
    return filled === part ? [] : [[name, filled] as const];
  });
  const filled = filledWith(document, sent?.body) as Document;
  return parts.length === 0 ? filled : { ...filled, ...Object.fromEntries(parts) };
}

function filledWith(fields: object, sent: unknown): object {
  const names = Object.keys(fields).filter((name) => getOwn(fields, name) === null && isEmpty(fieldOf(sent, name)));
  return names.length === 0 ? fields : { ...fields, ...Object.fromEntries(names.map((name) => [name, []])) };
}

/** Whether, inside of a value, a field of one of these names was sent empty, or as a single value, that is not kept. */
export function hasSentEmpty(sent: unknown, kept: unknown, names: readonly string[]): boolean {
  if (typeof sent !== "object" || sent === null) return false;
  return Object.entries(sent).some(([name, value]: [string, unknown]) => {
    const own = fieldOf(kept, name);
    if (own !== undefined) return hasSentEmpty(value, own, names);
    return names.includes(name) && value !== null && (typeof value !== "object" || isEmpty(value));
  });
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? getOwn(value, name) : undefined;
}
