import { dns1123LabelProblems, exactIntegerText, getOwn, labelValueProblems } from "../../../model/index.ts";
import type { Document } from "../document.ts";
import { valueAt } from "../value-at.ts";
import { appArmorWarnings } from "./app-armor.ts";
import { seccompWarnings } from "./pod-annotations.ts";
import { containerWarnings, fractionWarnings } from "./container-warnings.ts";
import { repeats } from "./field-checks.ts";
import { isGiven, listAt, numberAt, partAt, partsAt, textAt } from "./members.ts";
import type { Fields } from "./places.ts";
import { claimWarnings, volumesWarnings } from "./volume-warnings.ts";

type Warnings = (next: Document, old: Document | undefined) => readonly string[];

/** Labels of nodes that have other names by now. */
const formerLabels: Readonly<Record<string, string>> = {
  "beta.kubernetes.io/arch": 'deprecated since v1.14; use "kubernetes.io/arch" instead',
  "beta.kubernetes.io/os": 'deprecated since v1.14; use "kubernetes.io/os" instead',
  "failure-domain.beta.kubernetes.io/region": 'deprecated since v1.17; use "topology.kubernetes.io/region" instead',
  "failure-domain.beta.kubernetes.io/zone": 'deprecated since v1.17; use "topology.kubernetes.io/zone" instead',
  "beta.kubernetes.io/instance-type": 'deprecated since v1.17; use "node.kubernetes.io/instance-type" instead',
  "app.kubernetes.io/created-by": "deprecated since v1.9",
  "scheduler.alpha.kubernetes.io/preferAvoidPods": "deprecated since v1.22; use Taints and Tolerations instead",
  "node-role.kubernetes.io/master": 'use "node-role.kubernetes.io/control-plane" instead',
};

const formerAnnotations: Readonly<Record<string, string>> = {
  "scheduler.alpha.kubernetes.io/critical-pod": 'non-functional in v1.16+; use the "priorityClassName" field instead',
  "security.alpha.kubernetes.io/sysctls": 'non-functional in v1.11+; use the "sysctls" field instead',
  "security.alpha.kubernetes.io/unsafe-sysctls": 'non-functional in v1.11+; use the "sysctls" field instead',
};

function formerLabel(key: string): string | undefined {
  return getOwn(formerLabels, key) as string | undefined;
}

/** What is told of nodes that are chosen by labels; values are looked at only where nodes are just preferred. */
function nodeTermWarnings(term: Fields, field: string, isPreferred: boolean): readonly string[] {
  return partsAt(term, "matchExpressions").flatMap((expression, index) => {
    const at = `${field}.matchExpressions[${index}]`;
    const key = textAt(expression, "key");
    const words = formerLabel(key);
    const values = isPreferred ? listAt(expression, "values").map(String) : [];
    return [
      ...(words === undefined ? [] : [`${at}.key: ${key} is ${words}`]),
      ...values.flatMap((value, number) =>
        labelValueProblems(value).map((problem) => `${at}.values[${number}]: ${value} is invalid, ${problem}`),
      ),
    ];
  });
}

const requiredTerms = "requiredDuringSchedulingIgnoredDuringExecution";
const preferredTerms = "preferredDuringSchedulingIgnoredDuringExecution";

function nodeWarnings(spec: Fields, field: string): readonly string[] {
  const chosen = Object.keys(partAt(spec, "nodeSelector") ?? {}).flatMap((key) => {
    const words = formerLabel(key);
    return words === undefined ? [] : [`${field}.nodeSelector[${key}]: ${words}`];
  });
  const affinity = partAt(partAt(spec, "affinity") ?? {}, "nodeAffinity");
  if (affinity === undefined) return chosen;
  const at = `${field}.affinity.nodeAffinity`;
  return [
    ...chosen,
    ...partsAt(partAt(affinity, requiredTerms) ?? {}, "nodeSelectorTerms").flatMap((term, index) =>
      nodeTermWarnings(term, `${at}.${requiredTerms}.nodeSelectorTerms[${index}]`, false),
    ),
    ...partsAt(affinity, preferredTerms).flatMap((term, index) =>
      nodeTermWarnings(partAt(term, "preference") ?? {}, `${at}.${preferredTerms}[${index}].preference`, true),
    ),
  ];
}

const choosesNothing = "a null labelSelector results in matching no pod";

function spreadWarnings(spec: Fields, field: string): readonly string[] {
  return partsAt(spec, "topologySpreadConstraints").flatMap((spread, index) => {
    const at = `${field}.topologySpreadConstraints[${index}]`;
    const key = textAt(spread, "topologyKey");
    const words = formerLabel(key);
    return [
      ...(words === undefined ? [] : [`${at}.topologyKey: ${key} is ${words}`]),
      ...(isGiven(spread, "labelSelector") ? [] : [`${at}.labelSelector: ${choosesNothing}`]),
    ];
  });
}

function affinityWarnings(spec: Fields, field: string): readonly string[] {
  const whole = partAt(spec, "affinity");
  if (whole === undefined) return [];
  return ["podAffinity", "podAntiAffinity"].flatMap((name) => {
    const affinity = partAt(whole, name) ?? {};
    const at = `${field}.affinity.${name}`;
    const terms = [
      ...partsAt(affinity, requiredTerms).map((term, index) => [term, `${at}.${requiredTerms}[${index}]`] as const),
      ...partsAt(affinity, preferredTerms).map(
        (term, index) =>
          [partAt(term, "podAffinityTerm") ?? {}, `${at}.${preferredTerms}[${index}].podAffinityTerm`] as const,
      ),
    ];
    return terms
      .filter(([term]) => !isGiven(term, "labelSelector"))
      .map(([, place]) => `${place}.labelSelector: ${choosesNothing}`);
  });
}

/** The items of a list that have the same text at a member as one before. */
function repeated(spec: Fields, list: string, member: string): readonly (readonly [index: number, text: string])[] {
  const texts = partsAt(spec, list).map((item) => textAt(item, member));
  const again = repeats(texts);
  return texts.flatMap((text, index) => (again.has(index) ? [[index, text] as const] : []));
}

function nameWarnings(spec: Fields, field: string): readonly string[] {
  return [
    ...repeated(spec, "hostAliases", "ip").map(
      ([index, text]) => `${field}.hostAliases[${index}].ip: duplicate ip ${JSON.stringify(text)}`,
    ),
    ...repeated(spec, "imagePullSecrets", "name").map(
      ([index, text]) => `${field}.imagePullSecrets[${index}].name: duplicate name ${JSON.stringify(text)}`,
    ),
    ...partsAt(spec, "imagePullSecrets").flatMap((secret, index) =>
      textAt(secret, "name") === "" ? [`${field}.imagePullSecrets[${index}].name: invalid empty name ""`] : [],
    ),
  ];
}

function annotationWarnings(annotations: Fields, field: string): readonly string[] {
  return Object.entries(formerAnnotations)
    .filter(([key]) => Object.hasOwn(annotations, key))
    .map(([key, words]) => `${field}[${key}]: ${words}`);
}

/** What whoever writes a pod, or a template of pods that stands at `field`, is told of it. */
function warningsOf(pod: Fields, field = ""): readonly string[] {
  const at = (name: string): string => (field === "" ? name : `${field}.${name}`);
  const spec = partAt(pod, "spec") ?? {};
  const annotations = partAt(partAt(pod, "metadata") ?? {}, "annotations");
  const isNegative = exactIntegerText(getOwn(spec, "terminationGracePeriodSeconds"))?.startsWith("-") === true;
  const seccomp = seccompWarnings(pod, at("metadata.annotations"));
  // Of pods this was told when their annotations became fields.
  const appArmor = field === "" ? () => [] : appArmorWarnings(pod, field);
  const graceWords = "must be >= 0; negative values are invalid and will be treated as 1";
  return [
    ...nodeWarnings(spec, at("spec")),
    ...spreadWarnings(spec, at("spec")),
    ...(annotations === undefined ? [] : annotationWarnings(annotations, at("metadata.annotations"))),
    ...volumesWarnings(spec, at("spec.volumes")),
    ...nameWarnings(spec, at("spec")),
    ...fractionWarnings(partAt(spec, "overhead") ?? {}, at("spec.overhead"), ["memory", "ephemeral-storage"]),
    ...seccomp.ofPod,
    ...containerWarnings(spec, at("spec"), (one) => [...seccomp.ofContainer(one), ...appArmor(one)]),
    ...(isNegative ? [`${at("spec.terminationGracePeriodSeconds")}: ${graceWords}`] : []),
    ...affinityWarnings(spec, at("spec")),
  ];
}

function hostNameWarnings({ metadata }: Document, words: string): readonly string[] {
  const problems = dns1123LabelProblems(metadata.name);
  if (problems.length === 0 || metadata.name === "") return [];
  return [
    `metadata.name: ${words}, which can result in surprising behavior; a DNS label is recommended: [${problems.join(" ")}]`,
  ];
}

/** What whoever makes a pod is told. Those who change pods are programs. */
export const podWarnings: Warnings = (next, old) =>
  old === undefined ? [...hostNameWarnings(next, "this is used in the Pod's hostname"), ...warningsOf(next)] : [];

/** How sets of pods differ in what their writers are told. */
interface TemplateOptions {
  readonly isNamed?: boolean;
  /** Whether a change is one that something is told of. */
  readonly isChanged?: (next: Document, old: Document) => boolean;
  /** Whoever changes the set is told of the template that it had: Kubernetes takes the one for the other. */
  readonly isOfFormer?: boolean;
}

/** What whoever writes a template of pods at a path is told, if it is new or another than before. */
export function templateWarnings(path: readonly string[], options: TemplateOptions = {}): Warnings {
  const isChanged = options.isChanged ?? ((next, old) => next.metadata.generation !== old.metadata.generation);
  return (next, old) => {
    if (old !== undefined && !isChanged(next, old)) return [];
    const isNamed = old === undefined && options.isNamed === true;
    const told = options.isOfFormer === true ? (old ?? next) : next;
    return [
      ...(isNamed ? hostNameWarnings(next, "this is used in Pod names and hostnames") : []),
      ...warningsOf((valueAt(told, path) ?? {}) as Fields, path.join(".")),
    ];
  };
}

const setTemplate: Warnings = templateWarnings(["spec", "template"]);

/** What whoever writes a stateful set is told: of its pods, its claims and what it keeps. */
export const statefulSetWarnings: Warnings = (next, old) => {
  const spec = (next["spec"] ?? {}) as Fields;
  const keepsAll = (numberAt(spec, "revisionHistoryLimit") ?? 0) < 0;
  const words = "a negative value retains all historical revisions; a value >= 0 is recommended";
  return [
    ...setTemplate(next, old),
    ...partsAt(spec, "volumeClaimTemplates").flatMap((claim, index) => {
      const at = `spec.volumeClaimTemplates[${index}]`;
      return claimWarnings(partAt(claim, "spec") ?? {}, old === undefined ? at : `${at}.Spec`);
    }),
    ...(keepsAll ? [`spec.revisionHistoryLimit: ${words}`] : []),
  ];
};
