import { qualifiedNameProblems, utf8Length } from "../../../model/index.ts";
import type { StatusCause } from "../../../model/index.ts";
import { duplicate, invalid, notSupported, required } from "../../crd/index.ts";
import type { TypeCheck } from "../../schema/index.ts";
import { among, formed, repeats, subdomain } from "./field-checks.ts";
import { isGiven, listAt, numberAt, partAt, partsAt, textAt } from "./members.ts";
import type { Fields } from "./places.ts";
import { notNegative } from "./value-checks.ts";
import { choosesTemplate, notChosen, templateOf } from "./workload-checks.ts";

type Generic = (member: string) => readonly StatusCause[];

const counts = [
  "parallelism",
  "completions",
  "activeDeadlineSeconds",
  "backoffLimit",
  "ttlSecondsAfterFinished",
  "backoffLimitPerIndex",
  "maxFailedIndexes",
] as const;

/** Who cares for a job, if not Kubernetes. */
function managerCauses(spec: Fields, field: string): readonly StatusCause[] {
  if (!isGiven(spec, "managedBy")) return [];
  const name = textAt(spec, "managedBy");
  const at = `${field}.managedBy`;
  const [, host = "", path = ""] = /^([^/]+)\/(.+)$/s.exec(name) ?? [];
  const form = "[A-Za-z0-9/\\-._~%!$&'()*+,;=:]+";
  const causes =
    name === ""
      ? [required(at)]
      : host === ""
        ? [invalid(at, name, 'must be a domain-prefixed path (such as "acme.io/foo")')]
        : [
            ...subdomain(host, at),
            ...(new RegExp(`^${form}$`).test(path)
              ? []
              : [invalid(at, path, `Invalid path (regex used for validation is '${form}')`)]),
          ];
  const isLong = utf8Length(name) > 63;
  const tooLong = { reason: "FieldValueTooLong", message: "Too long: may not be more than 63 bytes", field: at };
  return [...causes, ...(isLong ? [tooLong] : [])];
}

function modeCauses(spec: Fields, field: string): readonly StatusCause[] {
  const mode = textAt(spec, "completionMode");
  const [parallelism, completions] = [numberAt(spec, "parallelism") ?? 0, numberAt(spec, "completions")];
  const failed = numberAt(spec, "maxFailedIndexes") ?? 0;
  if (mode === "Indexed") {
    const most = "must be less than or equal to 100000";
    return [
      ...(completions === undefined ? [required(`${field}.completions`, "when completion mode is Indexed")] : []),
      ...(parallelism > 100_000
        ? [invalid(`${field}.parallelism`, parallelism, `${most} when completion mode is Indexed`)]
        : []),
      ...(completions !== undefined && failed > completions
        ? [invalid(`${field}.maxFailedIndexes`, failed, "must be less than or equal to completions")]
        : []),
      ...(failed > 100_000 ? [invalid(`${field}.maxFailedIndexes`, failed, most)] : []),
    ];
  }
  const known = ["NonIndexed", "Indexed"];
  if (isGiven(spec, "completionMode") && !known.includes(mode)) {
    return [notSupported(`${field}.completionMode`, mode, known)];
  }
  return ["backoffLimitPerIndex", "maxFailedIndexes"]
    .filter((member) => isGiven(spec, member))
    .map((member) => invalid(`${field}.${member}`, spec[member], "requires indexed completion mode"));
}

function given(values: readonly string[]): string {
  return `valid values: [${values.map((value) => JSON.stringify(value)).join(" ")}]`;
}

function oneNeeded(value: string, field: string, values: readonly string[]): readonly StatusCause[] {
  return value === "" ? [required(field, given(values))] : among(values)(value, field);
}

function exitCauses(codes: Fields, field: string, names: readonly string[]): readonly StatusCause[] {
  const values = listAt(codes, "values").map(Number);
  const again = repeats(values);
  const operator = textAt(codes, "operator");
  const name = textAt(codes, "containerName");
  const at = `${field}.values`;
  const words = "must be one of the container or initContainer names in the pod template";
  return [
    ...oneNeeded(operator, `${field}.operator`, ["In", "NotIn"]),
    ...(isGiven(codes, "containerName") && !names.includes(name)
      ? [invalid(`${field}.containerName`, name, words)]
      : []),
    ...(values.length === 0 ? [invalid(at, null, "at least one value is required")] : []),
    ...values.flatMap((value, index) => [
      ...(operator === "In" && value === 0
        ? [invalid(`${at}[${index}]`, value, "must not be 0 for the In operator")]
        : []),
      ...(again.has(index) ? [duplicate(`${at}[${index}]`, value)] : []),
    ]),
    ...(values.some((value, index) => (values[index - 1] ?? value) > value)
      ? [invalid(at, values, "must be ordered")]
      : []),
  ];
}

const failureActions = ["Count", "FailIndex", "FailJob", "Ignore"] as const;

/** One rule about pods that fail, of a job whose containers have some names. */
function failureCauses(rule: Fields, field: string, job: Fields): readonly StatusCause[] {
  const pods = partAt(partAt(job, "template") ?? {}, "spec") ?? {};
  const names = ["containers", "initContainers"].flatMap((list) =>
    partsAt(pods, list).map((container) => textAt(container, "name")),
  );
  const codes = partAt(rule, "onExitCodes");
  const conditions = partsAt(rule, "onPodConditions");
  const action = textAt(rule, "action");
  const isLone = action === "FailIndex" && !isGiven(job, "backoffLimitPerIndex");
  const said = (words: string): StatusCause => ({
    reason: "FieldValueInvalid",
    message: `Invalid value: specifying ${words}`,
    field,
  });
  return [
    ...oneNeeded(action, `${field}.action`, failureActions),
    ...(isLone ? [invalid(`${field}.action`, action, "requires the backoffLimitPerIndex to be set")] : []),
    ...(codes === undefined ? [] : exitCauses(codes, `${field}.onExitCodes`, names)),
    ...conditions.flatMap((pattern, index) => {
      const at = `${field}.onPodConditions[${index}]`;
      return [
        ...formed(qualifiedNameProblems)(textAt(pattern, "type"), `${at}.type`),
        ...oneNeeded(textAt(pattern, "status"), `${at}.status`, ["False", "True", "Unknown"]),
      ];
    }),
    ...(codes !== undefined && conditions.length > 0
      ? [said("both OnExitCodes and OnPodConditions is not supported")]
      : []),
    ...(codes === undefined && conditions.length === 0
      ? [said("one of OnExitCodes and OnPodConditions is required")]
      : []),
  ];
}

function policyCauses(spec: Fields, field: string): readonly StatusCause[] {
  const failure = partAt(spec, "podFailurePolicy");
  const success = partAt(spec, "successPolicy");
  const replacement = textAt(spec, "podReplacementPolicy");
  const isIndexed = textAt(spec, "completionMode") === "Indexed";
  const rules = partsAt(success ?? {}, "rules");
  const at = `${field}.successPolicy`;
  const words = "at least one rules must be specified when the successPolicy is specified";
  const ruleWords = "at least one of succeededCount or succeededIndexes must be specified";
  return [
    ...partsAt(failure ?? {}, "rules").flatMap((rule, index) =>
      failureCauses(rule, `${field}.podFailurePolicy.rules[${index}]`, spec),
    ),
    ...(success !== undefined && !isIndexed ? [invalid(at, success, "requires indexed completion mode")] : []),
    ...(success !== undefined && isIndexed && rules.length === 0 ? [required(`${at}.rules`, words)] : []),
    ...(isIndexed ? rules : []).flatMap((rule, index) => [
      ...(isGiven(rule, "succeededCount") || isGiven(rule, "succeededIndexes")
        ? []
        : [required(`${at}.rules[${index}]`, ruleWords)]),
      ...notNegative(rule, `${at}.rules[${index}]`, ["succeededCount"]),
    ]),
    ...(isGiven(spec, "podReplacementPolicy")
      ? among(failure === undefined ? ["Failed", "TerminatingOrFailed"] : ["Failed"])(
          replacement,
          `${field}.podReplacementPolicy`,
        )
      : []),
  ];
}

/** The pods of a job come to an end. */
function endCauses(spec: Fields, field: string): readonly StatusCause[] {
  const pods = partAt(partAt(spec, "template") ?? {}, "spec") ?? {};
  const policy = textAt(pods, "restartPolicy");
  const at = `${field}.template.spec.restartPolicy`;
  if (policy === "" || policy === "Always") return [required(at, 'valid values: "OnFailure", "Never"')];
  if (policy === "OnFailure" && partAt(spec, "podFailurePolicy") !== undefined) {
    return [invalid(at, policy, 'only "Never" is supported when podFailurePolicy is specified')];
  }
  return among(["OnFailure", "Never"])(policy, at);
}

function runCauses(spec: Fields, field: string, generic: Generic): readonly StatusCause[] {
  const isLone = isGiven(spec, "maxFailedIndexes") && !isGiven(spec, "backoffLimitPerIndex");
  return [
    ...notNegative(spec, field, counts),
    ...(isLone ? [required(`${field}.backoffLimitPerIndex`, "when maxFailedIndexes is specified")] : []),
    ...managerCauses(spec, field),
    ...modeCauses(spec, field),
    ...policyCauses(spec, field),
    ...templateOf(spec, field, generic),
    ...endCauses(spec, field),
  ];
}

const jobSpec: TypeCheck = (spec, field, generic) => {
  if (field !== "spec") return templateCauses(spec, field, generic);
  const selector = partAt(spec, "selector");
  return [
    ...runCauses(spec, field, generic),
    ...(selector === undefined ? [required(`${field}.selector`)] : generic("selector")),
    ...(choosesTemplate(spec) === false ? [notChosen(spec, field)] : []),
  ];
};

/** The job that a cron job makes again and again gets its selector when it is made. */
function templateCauses(spec: Fields, field: string, generic: Generic): readonly StatusCause[] {
  return [
    ...runCauses(spec, field, generic),
    ...(isGiven(spec, "selector")
      ? [invalid(`${field}.selector`, spec["selector"], "`selector` will be auto-generated")]
      : []),
    ...(spec["manualSelector"] === true ? [notSupported(`${field}.manualSelector`, true, ["nil", "false"])] : []),
  ];
}

function scheduleCauses(schedule: string, field: string): readonly StatusCause[] {
  if (schedule === "") return [required(field)];
  const parts = schedule.split(/\s+/).filter((part) => part !== "");
  const words = `expected exactly 5 fields, found ${parts.length}: [${parts.join(" ")}]`;
  const isKnown = schedule.startsWith("@") || schedule.includes("TZ=") || parts.length === 5;
  return [
    ...(isKnown ? [] : [invalid(field, schedule, words)]),
    ...(schedule.includes("TZ")
      ? [invalid(field, schedule, "cannot use TZ or CRON_TZ in schedule, use timeZone field instead")]
      : []),
  ];
}

function zoneCauses(spec: Fields, field: string): readonly StatusCause[] {
  if (!isGiven(spec, "timeZone")) return [];
  const zone = textAt(spec, "timeZone");
  if (zone === "") return [invalid(field, zone, "timeZone must be nil or non-empty string")];
  if (zone.toLowerCase() === "local") {
    const words = "timeZone must be an explicit time zone as defined in https://www.iana.org/time-zones";
    // Go knows its own zone by that name, written so.
    return [
      invalid(field, zone, words),
      ...(zone === "Local" ? [] : [invalid(field, zone, `unknown time zone ${zone}`)]),
    ];
  }
  const isNamed = zone.split("/").every((part) => /^(?!\.{1,2}$)(?!-)[A-Za-z.\-_0-9+]{1,14}$/.test(part));
  if (isNamed && isZone(zone)) return [];
  const isPath = isNamed && zone.includes("..");
  return [invalid(field, zone, isPath ? "time: invalid location name" : `unknown time zone ${zone}`)];
}

function isZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}

const cronJobSpec: TypeCheck = (spec, field, generic) => [
  ...scheduleCauses(textAt(spec, "schedule"), `${field}.schedule`),
  ...notNegative(spec, field, ["startingDeadlineSeconds"]),
  ...zoneCauses(spec, `${field}.timeZone`),
  ...among(["Allow", "Forbid", "Replace"])(textAt(spec, "concurrencyPolicy"), `${field}.concurrencyPolicy`),
  ...(isGiven(spec, "jobTemplate") ? generic("jobTemplate") : jobSpec({}, `${field}.jobTemplate.spec`, () => [])),
  ...notNegative(spec, field, ["successfulJobsHistoryLimit", "failedJobsHistoryLimit"]),
];

/** What jobs are checked for, in the order in which Kubernetes tells it. */
export const jobChecks: Readonly<Record<string, TypeCheck>> = {
  "batch.v1.CronJobSpec": cronJobSpec,
  "batch.v1.JobSpec": jobSpec,
  "batch.v1.JobTemplateSpec": (template, field, generic) =>
    isGiven(template, "spec") ? generic("spec") : jobSpec({}, `${field}.spec`, () => []),
};
