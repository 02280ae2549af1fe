import type { Document } from "../document.ts";
import { valueAt, withValueAt } from "../value-at.ts";

/** A new job with the selector and labels that tell its pods from all others, unless its maker chose a selector. */
export function createdJob(job: Document): Document {
  if (valueAt(job, ["spec", "manualSelector"]) === true) return job;
  const { uid = "", name } = job.metadata;
  const own = {
    "batch.kubernetes.io/controller-uid": uid,
    "batch.kubernetes.io/job-name": name,
    "controller-uid": uid,
    "job-name": name,
  };
  const labels = { ...(valueAt(job, ["spec", "template", "metadata", "labels"]) as object | undefined), ...own };
  const marked = withValueAt(job, ["spec", "template", "metadata", "labels"], labels);
  const selector = { matchLabels: { "batch.kubernetes.io/controller-uid": uid } };
  // Kubernetes shows the labels of the template as those of the job, if it has none.
  const metadata = job.metadata.labels === undefined ? { ...job.metadata, labels } : job.metadata;
  return { ...withValueAt(marked, ["spec", "selector"], selector), metadata };
}
