import { selectorFromLabelSelector } from "../../../model/index.ts";
import type { LabelSelector, StatusCause } from "../../../model/index.ts";
import { invalid, required } from "../../crd/index.ts";
import type { Document } from "../document.ts";
import { valueAt, withValueAt } from "../value-at.ts";

type Labels = Readonly<Record<string, string>>;

const templateLabels: readonly string[] = ["spec", "template", "metadata", "labels"];
const ownUid = "batch.kubernetes.io/controller-uid";

function isManual(job: Document): boolean {
  return valueAt(job, ["spec", "manualSelector"]) === true;
}

/** A job without labels has those of its template. */
export function withTemplateLabels(job: Document): Document {
  const labels = valueAt(job, templateLabels) as Labels | undefined;
  const { labels: own = {} } = job.metadata;
  if (labels === undefined || Object.keys(own).length > 0) return job;
  return { ...job, metadata: { ...job.metadata, labels } };
}

/** A new job with the selector and labels that tell its pods from all others, unless its maker chose a selector. */
export function createdJob(job: Document): Document {
  if (isManual(job)) return job;
  const given = valueAt(job, templateLabels) as Labels | undefined;
  const labels = sorted({ ...ownLabels(job), ...given });
  const marked = withValueAt(job, templateLabels, labels);
  const selector = (valueAt(job, ["spec", "selector"]) ?? {}) as LabelSelector;
  const matchLabels = sorted({ [ownUid]: job.metadata.uid ?? "", ...selector.matchLabels });
  // Labels that were taken from the template follow it.
  const isTaken = job.metadata.labels === undefined || job.metadata.labels === given;
  const metadata = isTaken ? { ...job.metadata, labels } : job.metadata;
  return { ...withValueAt(marked, ["spec", "selector"], { ...selector, matchLabels }), metadata };
}

/** Labels in the order in which messages show them. */
function sorted(labels: Labels): Labels {
  return Object.fromEntries(Object.entries(labels).toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

/** In the order in which they are looked for. */
function ownLabels({ metadata: { uid = "", name } }: Document): Labels {
  return {
    "controller-uid": uid,
    "job-name": name,
    [ownUid]: uid,
    "batch.kubernetes.io/job-name": name,
  };
}

/** The labels that the pods of a job have to have; those of an old job may be without the newer ones. */
function neededLabels(job: Document, old: Document | undefined): Labels {
  const before = (valueAt(old, templateLabels) ?? {}) as Labels;
  const newer = Object.keys(ownLabels(job)).filter((key) => key.includes("/"));
  const isNewer = old === undefined || newer.every((key) => Object.hasOwn(before, key));
  return Object.fromEntries(Object.entries(ownLabels(job)).filter(([key]) => isNewer || !key.includes("/")));
}

function isChosen(selector: LabelSelector, labels: Labels): boolean {
  try {
    return selectorFromLabelSelector(selector).matches(labels);
  } catch {
    return true;
  }
}

/** The labels that tell the pods of a job from all others stay, unless its maker chose a selector. */
export function generatedSelectorCauses(job: Document, old: Document | undefined): readonly StatusCause[] {
  const selector: LabelSelector | undefined = valueAt(job, ["spec", "selector"]) ?? undefined;
  if (selector === undefined || isManual(job)) return [];
  const labels = (valueAt(job, templateLabels) ?? {}) as Labels;
  const needed = neededLabels(job, old);
  return [
    ...Object.entries(needed).flatMap(([key, value]) => {
      const field = `spec.template.metadata.labels[${key}]`;
      if (labels[key] === undefined) return [required(field, `must be '${value}'`)];
      return labels[key] === value ? [] : [invalid(field, labels, `must be '${value}'`)];
    }),
    ...(isChosen(selector, needed) ? [] : [invalid("spec.selector", selector, "`selector` not auto-generated")]),
  ];
}
