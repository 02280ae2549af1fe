import { selectorFromLabelSelector } from "../../../model/index.ts";
import type { LabelSelector, StatusCause } from "../../../model/index.ts";
import { forbidden, invalid, notSupported, required } from "../../crd/index.ts";
import type { TypeCheck } from "../../schema/index.ts";
import { among, label } from "./field-checks.ts";
import { isGiven, numberAt, partAt, partsAt, textAt } from "./members.ts";
import type { Fields } from "./places.ts";
import { podTemplateCauses } from "./pod-spec-checks.ts";
import { notNegative } from "./value-checks.ts";

type Generic = (member: string) => readonly StatusCause[];

/** Whether the pods of a template are those that a selector chooses; `undefined` if the selector cannot be read. No selector chooses nothing. */
export function choosesTemplate(spec: Fields): boolean | undefined {
  const selector = partAt(spec, "selector") as LabelSelector | undefined;
  if (selector === undefined) return false;
  const labels = partAt(partAt(partAt(spec, "template") ?? {}, "metadata") ?? {}, "labels") ?? {};
  try {
    return selectorFromLabelSelector(selector).matches(labels as Readonly<Record<string, string>>);
  } catch {
    return undefined;
  }
}

function isEmptySelector(spec: Fields): boolean {
  const { matchLabels = {}, matchExpressions = [] } = (partAt(spec, "selector") ?? {
    matchLabels: { a: "" },
  }) as LabelSelector;
  return Object.keys(matchLabels).length + matchExpressions.length === 0;
}

/** The labels of a template that is not chosen. */
export function notChosen(spec: Fields, field: string): StatusCause {
  const labels = partAt(partAt(partAt(spec, "template") ?? {}, "metadata") ?? {}, "labels");
  return invalid(`${field}.template.metadata.labels`, labels ?? null, "`selector` does not match template `labels`");
}

/** Where the spec of a set stands, what messages call the set, and what the schema finds. */
interface SetOf {
  readonly field: string;
  readonly generic: Generic;
  readonly empty: string;
  readonly kind: string;
  readonly unread: string;
}

function selectorCauses(spec: Fields, { field, generic, empty }: SetOf): readonly StatusCause[] {
  const at = `${field}.selector`;
  if (partAt(spec, "selector") === undefined) return [required(at)];
  return [
    ...generic("selector"),
    ...(isEmptySelector(spec) ? [invalid(at, spec["selector"], `empty selector is invalid for ${empty}`)] : []),
  ];
}

/** The template of pods that are always started again, and go when their set says so. */
function templateCauses(spec: Fields, { field, generic, kind }: SetOf): readonly StatusCause[] {
  const pods = partAt(partAt(spec, "template") ?? {}, "spec") ?? {};
  const policy = textAt(pods, "restartPolicy");
  const at = `${field}.template.spec`;
  return [
    ...templateOf(spec, field, generic),
    ...(policy === "Always" || policy === "" ? [] : [notSupported(`${at}.restartPolicy`, policy, ["Always"])]),
    ...(isGiven(pods, "activeDeadlineSeconds")
      ? [forbidden(`${at}.activeDeadlineSeconds`, `activeDeadlineSeconds in ${kind} is not Supported`)]
      : []),
  ];
}

/** A template that is not there is one without content. */
export function templateOf(spec: Fields, field: string, generic: Generic): readonly StatusCause[] {
  return partAt(spec, "template") === undefined
    ? podTemplateCauses({}, `${field}.template`, () => [])
    : generic("template");
}

/** A selector that cannot be read; of some sets nothing more is said. */
function unreadCause(spec: Fields, { field, unread }: SetOf): StatusCause {
  const cause = invalid(`${field}.selector`, spec["selector"], unread);
  return unread === "" ? { ...cause, message: cause.message?.replace(/: $/, "") } : cause;
}

function chosenTemplate(spec: Fields, set: SetOf): readonly StatusCause[] {
  const isChosen = choosesTemplate(spec);
  if (isChosen === undefined) return [unreadCause(spec, set)];
  return [...(isChosen || isEmptySelector(spec) ? [] : [notChosen(spec, set.field)]), ...templateCauses(spec, set)];
}

const percentWords =
  "a valid percent string must be a numeric string followed by an ending '%' (e.g. '1%',  or '93%', regex used for validation is '[0-9]+%')";

function isPercent(value: unknown): value is string {
  return typeof value === "string" && /^[0-9]+%$/.test(value);
}

/** How many pods a number or share means; Go reads what is neither as 0. */
function amountOf(value: unknown): number {
  if (isPercent(value)) return Number.parseInt(value, 10);
  if (typeof value === "string") return /^[+-]?\d+$/.test(value) ? Number(value) : 0;
  return typeof value === "number" ? value : 0;
}

function amountCauses(value: unknown, field: string): readonly StatusCause[] {
  if (typeof value === "string") return isPercent(value) ? [] : [invalid(field, value, percentWords)];
  return amountOf(value) < 0 ? [invalid(field, value, "must be greater than or equal to 0")] : [];
}

function shareCauses(value: unknown, field: string): readonly StatusCause[] {
  return isPercent(value) && amountOf(value) > 100 ? [invalid(field, value, "must not be greater than 100%")] : [];
}

/** Messages show a strategy with the names that Go has for its members. */
function shown(strategy: Fields): object {
  const rolling = partAt(strategy, "rollingUpdate");
  const { maxUnavailable = 0, maxSurge = 0 } = rolling ?? {};
  return {
    Type: textAt(strategy, "type"),
    RollingUpdate: rolling === undefined ? null : { MaxUnavailable: maxUnavailable, MaxSurge: maxSurge },
  };
}

function deploymentStrategy(strategy: Fields, field: string): readonly StatusCause[] {
  const rolling = partAt(strategy, "rollingUpdate");
  const type = textAt(strategy, "type");
  if (type === "Recreate") {
    const words = "may not be specified when strategy `type` is 'Recreate'";
    return rolling === undefined ? [] : [forbidden(`${field}.rollingUpdate`, words)];
  }
  if (type !== "RollingUpdate") return [notSupported(field, shown(strategy), ["Recreate", "RollingUpdate"])];
  const { maxUnavailable, maxSurge } = rolling ?? {};
  const at = `${field}.rollingUpdate`;
  const isStuck = amountOf(maxUnavailable) === 0 && amountOf(maxSurge) === 0;
  return [
    ...amountCauses(maxUnavailable, `${at}.maxUnavailable`),
    ...amountCauses(maxSurge, `${at}.maxSurge`),
    ...(isStuck ? [invalid(`${at}.maxUnavailable`, maxUnavailable, "may not be 0 when `maxSurge` is 0")] : []),
    ...shareCauses(maxUnavailable, `${at}.maxUnavailable`),
  ];
}

const deploymentSpec: TypeCheck = (spec, field, generic) => {
  const set = { field, generic, empty: "deployment", kind: "ReplicaSet", unread: "invalid label selector" };
  const deadline = numberAt(spec, "progressDeadlineSeconds");
  const isShort = deadline !== undefined && deadline <= (numberAt(spec, "minReadySeconds") ?? 0);
  const at = `${field}.progressDeadlineSeconds`;
  return [
    ...notNegative(spec, field, ["replicas"]),
    ...selectorCauses(spec, set),
    ...chosenTemplate(spec, set),
    ...(isGiven(spec, "strategy") ? deploymentStrategy(partAt(spec, "strategy") ?? {}, `${field}.strategy`) : []),
    ...notNegative(spec, field, ["minReadySeconds", "revisionHistoryLimit", "progressDeadlineSeconds"]),
    ...(isShort ? [invalid(at, deadline, "must be greater than minReadySeconds")] : []),
  ];
};

const replicaSetSpec: TypeCheck = (spec, field, generic) => {
  const set = { field, generic, empty: "deployment", kind: "ReplicaSet", unread: "invalid label selector" };
  return [
    ...notNegative(spec, field, ["replicas", "minReadySeconds"]),
    ...selectorCauses(spec, set),
    ...chosenTemplate(spec, set),
  ];
};

function daemonStrategy(strategy: Fields, field: string): readonly StatusCause[] {
  const type = textAt(strategy, "type");
  if (type === "OnDelete") return [];
  if (type !== "RollingUpdate") return [notSupported(field, shown(strategy), ["RollingUpdate", "OnDelete"])];
  const { maxUnavailable, maxSurge } = partAt(strategy, "rollingUpdate") ?? {};
  const at = `${field}.rollingUpdate`;
  const [gone, added] = [amountOf(maxUnavailable) !== 0, amountOf(maxSurge) !== 0];
  return [
    ...amountCauses(maxUnavailable, `${at}.maxUnavailable`),
    ...amountCauses(maxSurge, `${at}.maxSurge`),
    ...shareCauses(maxUnavailable, `${at}.maxUnavailable`),
    ...shareCauses(maxSurge, `${at}.maxSurge`),
    ...(gone && added ? [invalid(`${at}.maxSurge`, maxSurge, "may not be set when maxUnavailable is non-zero")] : []),
    ...(gone || added ? [] : [required(`${at}.maxUnavailable`, "cannot be 0 when maxSurge is 0")]),
  ];
}

const daemonSetSpec: TypeCheck = (spec, field, generic) => {
  const set = { field, generic, empty: "daemonset", kind: "DaemonSet", unread: "" };
  return [
    ...(partAt(spec, "selector") === undefined ? [] : generic("selector")),
    ...(choosesTemplate(spec) === false ? [notChosen(spec, field)] : []),
    ...(isEmptySelector(spec)
      ? [invalid(`${field}.selector`, spec["selector"], "empty selector is invalid for daemonset")]
      : []),
    ...templateCauses(spec, set),
    ...notNegative(spec, field, ["minReadySeconds"]),
    ...(isGiven(spec, "updateStrategy")
      ? daemonStrategy(partAt(spec, "updateStrategy") ?? {}, `${field}.updateStrategy`)
      : []),
    ...notNegative(spec, field, ["revisionHistoryLimit"]),
  ];
};

function statefulStrategy(strategy: Fields, field: string): readonly StatusCause[] {
  const rolling = partAt(strategy, "rollingUpdate");
  const type = textAt(strategy, "type");
  const at = `${field}.rollingUpdate`;
  if (type === "") return [required(field)];
  if (type === "OnDelete") {
    return rolling === undefined ? [] : [invalid(at, rolling, "only allowed for updateStrategy 'RollingUpdate'")];
  }
  if (type !== "RollingUpdate") return [invalid(field, strategy, "must be 'RollingUpdate' or 'OnDelete'")];
  if (rolling === undefined) return [];
  const { maxUnavailable } = rolling;
  const gone = `${at}.maxUnavailable`;
  if (maxUnavailable === undefined) return notNegative(rolling, at, ["partition"]);
  return [
    ...notNegative(rolling, at, ["partition"]),
    ...amountCauses(maxUnavailable, gone),
    ...(amountOf(maxUnavailable) === 0 ? [invalid(gone, maxUnavailable, "cannot be 0")] : []),
    ...shareCauses(maxUnavailable, gone),
  ];
}

const statefulSetSpec: TypeCheck = (spec, field, generic) => {
  const set = { field, generic, empty: "statefulset", kind: "StatefulSet", unread: "" };
  const [management, service] = [textAt(spec, "podManagementPolicy"), textAt(spec, "serviceName")];
  const retention = partAt(spec, "persistentVolumeClaimRetentionPolicy");
  const at = `${field}.persistentVolumeClaimRetentionPolicy`;
  const policies = ["OrderedReady", "Parallel"];
  return [
    ...(management === "" || policies.includes(management)
      ? []
      : [invalid(`${field}.podManagementPolicy`, management, "must be 'OrderedReady' or 'Parallel'")]),
    ...(isGiven(spec, "updateStrategy")
      ? statefulStrategy(partAt(spec, "updateStrategy") ?? {}, `${field}.updateStrategy`)
      : []),
    ...["whenDeleted", "whenScaled"].flatMap((when) =>
      retention === undefined ? [] : among(["Retain", "Delete"])(textAt(retention, when), `${at}.${when}`),
    ),
    ...notNegative(spec, field, ["replicas", "minReadySeconds"]),
    ...notNegative(partAt(spec, "ordinals") ?? {}, `${field}.ordinals`, ["start"]),
    ...(service === "" ? [] : label(service, `${field}.serviceName`)),
    ...selectorCauses(spec, set),
    ...chosenTemplate(spec, { ...set, generic: withClaims(spec, field, generic) }),
  ];
};

/** The volumes of its claims are there for its pods, whose names and domains it gives itself. */
function withClaims(spec: Fields, field: string, generic: Generic): Generic {
  const claims = partsAt(spec, "volumeClaimTemplates").map((claim) => textAt(partAt(claim, "metadata") ?? {}, "name"));
  const own = [`${field}.template.spec.hostname`, `${field}.template.spec.subdomain`];
  const isClaim = ({ reason, message, field: at = "" }: StatusCause): boolean =>
    reason === "FieldValueNotFound" &&
    at.includes(".volumeMounts[") &&
    claims.some((name) => message === `Not found: ${JSON.stringify(name)}`);
  const list = `${field}.template.spec.volumes[`;
  // Kubernetes counts the volumes of the claims first.
  const counted = (at: string): string =>
    at.startsWith(list)
      ? list + at.slice(list.length).replace(/^\d+/, (index) => String(Number(index) + claims.length))
      : at;
  return (member) => {
    const causes = generic(member)
      .filter((cause) => !isClaim(cause) && !own.includes(cause.field ?? ""))
      .map((cause) => ({ ...cause, field: counted(cause.field ?? "") }));
    if (member !== "template") return causes;
    const isOfSpec = ({ field: at = "" }: StatusCause): boolean => at.startsWith(`${field}.template.spec`);
    const ofMetadata = causes.filter((cause) => !isOfSpec(cause));
    // What is wrong with labels and annotations is told again at the end.
    return [...ofMetadata, ...namesCauses(claims, list), ...causes.filter(isOfSpec), ...ofMetadata];
  };
}

/** The names of claims are those of volumes. */
function namesCauses(claims: readonly string[], list: string): readonly StatusCause[] {
  return claims.flatMap((name, index) => {
    const at = `${list}${index}]`;
    return name === ""
      ? [required(`${at}.persistentVolumeClaim.claimName`), required(`${at}.name`)]
      : label(name, `${at}.name`);
  });
}

const controllerSpec: TypeCheck = (spec, field, generic) => {
  const selector = partAt(spec, "selector") ?? {};
  const template = partAt(spec, "template");
  const labels = partAt(partAt(template ?? {}, "metadata") ?? {}, "labels") ?? {};
  const isChosen = Object.entries(selector).every(([key, value]) => labels[key] === value);
  const set = { field, generic, empty: "", kind: "ReplicationController", unread: "" };
  return [
    ...notNegative(spec, field, ["minReadySeconds"]),
    ...(Object.keys(selector).length === 0 ? [required(`${field}.selector`)] : []),
    ...notNegative(spec, field, ["replicas"]),
    ...(template === undefined ? [required(`${field}.template`)] : []),
    ...(template !== undefined && !isChosen ? [notChosen(spec, field)] : []),
    ...(template === undefined ? [] : templateCauses(spec, set)),
  ];
};

/** What sets of pods are checked for, in the order in which Kubernetes tells it. */
export const workloadChecks: Readonly<Record<string, TypeCheck>> = {
  "apps.v1.DaemonSetSpec": daemonSetSpec,
  "apps.v1.DeploymentSpec": deploymentSpec,
  "apps.v1.ReplicaSetSpec": replicaSetSpec,
  "apps.v1.StatefulSetSpec": statefulSetSpec,
  "core.v1.ReplicationControllerSpec": controllerSpec,
};
