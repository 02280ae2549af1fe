import type { Document } from "../document.ts";

const enforced = "kubernetes.io/enforce-mountable-secrets";

/** What the writer of a service account is told, unless it was there before. */
export function accountWarnings(next: Document, old: Document | undefined): readonly string[] {
  const isNew = has(next) && !(old !== undefined && has(old));
  const advice = "prefer separate namespaces to isolate access to mounted secrets";
  return isNew ? [`metadata.annotations[${enforced}]: deprecated in v1.32+; ${advice}`] : [];
}

function has({ metadata }: Document): boolean {
  return metadata.annotations?.[enforced] !== undefined;
}
