import type { StatusCause } from "../../../model/index.ts";
import { invalid, required } from "../../crd/index.ts";
import type { Document } from "../document.ts";
import { valueAt, withValueAt } from "../value-at.ts";

/** A new job with the selector and labels that tell its pods from all others, unless its maker chose a selector. */
export function createdJob(job: Document): Document {
  if (valueAt(job, ["spec", "manualSelector"]) === true) return job;
  const { uid = "" } = job.metadata;
  const own = ownLabels(job);
  const labels = { ...(valueAt(job, ["spec", "template", "metadata", "labels"]) as object | undefined), ...own };
  const marked = withValueAt(job, ["spec", "template", "metadata", "labels"], labels);
  const selector = { matchLabels: { "batch.kubernetes.io/controller-uid": uid } };
  // Kubernetes shows the labels of the template as those of the job, if it has none.
  const metadata = job.metadata.labels === undefined ? { ...job.metadata, labels } : job.metadata;
  return { ...withValueAt(marked, ["spec", "selector"], selector), metadata };
}

/** In the order in which they are looked for. */
function ownLabels({ metadata: { uid = "", name } }: Document): Readonly<Record<string, string>> {
  return {
    "controller-uid": uid,
    "job-name": name,
    "batch.kubernetes.io/controller-uid": uid,
    "batch.kubernetes.io/job-name": name,
  };
}

/** The labels that tell the pods of a job from all others stay, unless its maker chose a selector. */
export function generatedSelectorCauses(job: Document): readonly StatusCause[] {
  const selector = valueAt(job, ["spec", "selector"]) ?? undefined;
  if (selector === undefined || valueAt(job, ["spec", "manualSelector"]) === true) return [];
  const labels = (valueAt(job, ["spec", "template", "metadata", "labels"]) ?? {}) as Readonly<Record<string, unknown>>;
  return Object.entries(ownLabels(job)).flatMap(([key, value]) => {
    const field = `spec.template.metadata.labels[${key}]`;
    if (labels[key] === undefined) return [required(field, `must be '${value}'`)];
    return labels[key] === value ? [] : [invalid(field, labels, `must be '${value}'`)];
  });
}
