import { portNameProblems } from "../../../model/index.ts";
import type { StatusCause } from "../../../model/index.ts";
import { duplicate, forbidden, invalid, notFound, notSupported, required, tooMany } from "../../crd/index.ts";
import { variableCauses, variablesCauses } from "./env-checks.ts";
import { lifecycleCauses, probeCauses } from "./handler-checks.ts";
import { among, label, repeats } from "./field-checks.ts";
import { isGiven, listAt, numberAt, partAt, partsAt, textAt } from "./members.ts";
import { deviceCauses, mountCauses } from "./mount-checks.ts";
import type { Volumes } from "./mount-checks.ts";
import type { Fields } from "./places.ts";
import { resourceCauses } from "./resource-checks.ts";
import { containerSecurity } from "./security-checks.ts";
import { inRange } from "./value-checks.ts";

/** What containers are checked against: what their pod has. */
export interface PodContext {
  readonly spec: Fields;
  readonly field: string;
  readonly volumes: Volumes;
  readonly claims: readonly string[];
}

const protocols: readonly string[] = ["SCTP", "TCP", "UDP"];

function portCauses(container: Fields, field: string): readonly StatusCause[] {
  const ports = partsAt(container, "ports");
  const again = repeats(ports.map((port) => textAt(port, "name")));
  return ports.flatMap((port, index) => {
    const at = `${field}[${index}]`;
    const [name, protocol] = [textAt(port, "name"), textAt(port, "protocol")];
    const number = numberAt(port, "containerPort") ?? 0;
    const problems = name === "" ? [] : portNameProblems(name);
    const isAgain = name !== "" && problems.length === 0 && again.has(index);
    const host = numberAt(port, "hostPort") ?? 0;
    return [
      ...problems.map((problem) => invalid(`${at}.name`, name, problem)),
      ...(isAgain ? [duplicate(`${at}.name`, name)] : []),
      ...(number === 0 ? [required(`${at}.containerPort`)] : inRange(number, `${at}.containerPort`, [1, 65_535])),
      ...(host === 0 ? [] : inRange(host, `${at}.hostPort`, [1, 65_535])),
      ...(protocol === "" ? [required(`${at}.protocol`)] : among(protocols)(protocol, `${at}.protocol`)),
    ];
  });
}

/** Ports of the node are used once. */
function hostPortCauses(containers: readonly Fields[], field: string): readonly StatusCause[] {
  const taken = new Set<string>();
  return containers.flatMap((container, index) =>
    partsAt(container, "ports").flatMap((port, number) => {
      const host = numberAt(port, "hostPort") ?? 0;
      const key = `${textAt(port, "protocol")}/${textAt(port, "hostIP")}/${host}`;
      if (host === 0) return [];
      if (taken.has(key)) return [duplicate(`${field}[${index}].ports[${number}].hostPort`, key)];
      taken.add(key);
      return [];
    }),
  );
}

/** Of resizing, everything is said of the list but what is there twice. */
function resizeCauses(container: Fields, field: string, restart: string): readonly StatusCause[] {
  const policies = partsAt(container, "resizePolicy");
  const known = (value: string, values: readonly string[]): readonly StatusCause[] =>
    value === "" ? [required(field)] : among(values)(value, field);
  const words = "must be 'NotRequired' when pod `restartPolicy` is 'Never'";
  const again = repeats(policies.map((policy) => textAt(policy, "resourceName")));
  return policies.flatMap((policy, index) => {
    const [name, way] = [textAt(policy, "resourceName"), textAt(policy, "restartPolicy")];
    return [
      ...(again.has(index) ? [duplicate(`${field}[${index}]`, name)] : []),
      ...known(name, ["cpu", "memory"]),
      ...known(way, ["NotRequired", "RestartContainer"]),
      ...(restart === "Never" && way !== "NotRequired" ? [invalid(field, way, words)] : []),
    ];
  });
}

/** Whether an image is asked for, and when. */
export function pullCauses(policy: string, field: string): readonly StatusCause[] {
  return policy === "" ? [required(field)] : among(["Always", "IfNotPresent", "Never"])(policy, field);
}

function commonCauses(container: Fields, at: string, context: PodContext): readonly StatusCause[] {
  const { spec, volumes, claims } = context;
  const name = textAt(container, "name");
  const messages = textAt(container, "terminationMessagePolicy");
  const security = partAt(container, "securityContext");
  return [
    ...(name === "" ? [required(`${at}.name`)] : label(name, `${at}.name`)),
    ...(textAt(container, "image") === "" ? [required(`${at}.image`)] : []),
    ...(["File", "FallbackToLogsOnError"].includes(messages)
      ? []
      : [notSupported(`${at}.terminationMessagePolicy`, messages, ["File", "FallbackToLogsOnError"])]),
    ...portCauses(container, `${at}.ports`),
    ...partsAt(container, "env").flatMap((variable, index) => variableCauses(variable, `${at}.env[${index}]`)),
    ...partsAt(container, "envFrom").flatMap((from, index) =>
      variablesCauses(from, `${at}.envFrom[${index}]`, `${at}.envFrom`),
    ),
    ...mountCauses(container, `${at}.volumeMounts`, volumes),
    ...deviceCauses(container, `${at}.volumeDevices`, volumes),
    ...pullCauses(textAt(container, "imagePullPolicy"), `${at}.imagePullPolicy`),
    ...resourceCauses(partAt(container, "resources") ?? {}, { field: `${at}.resources`, claims }),
    ...resizeCauses(container, `${at}.resizePolicy`, textAt(spec, "restartPolicy")),
    ...(security === undefined
      ? []
      : containerSecurity(security, `${at}.securityContext`, spec["hostUsers"] !== false)),
  ];
}

const probes = ["livenessProbe", "readinessProbe", "startupProbe"] as const;

function runningCauses(container: Fields, at: string, { spec }: PodContext): readonly StatusCause[] {
  const lifecycle = partAt(container, "lifecycle");
  const grace = numberAt(spec, "terminationGracePeriodSeconds");
  return [
    ...(lifecycle === undefined ? [] : lifecycleCauses(lifecycle, `${at}.lifecycle`, { grace })),
    ...probes.flatMap((name) => probeCauses(container, name, at)),
  ];
}

/** When a container is started again. */
function restartCauses(container: Fields, at: string): readonly StatusCause[] {
  const rules = partsAt(container, "restartPolicyRules");
  const isMissing = !isGiven(container, "restartPolicy");
  if (isMissing && rules.length === 0) return [];
  const policy = `${at}.restartPolicy`;
  return [
    ...(isMissing
      ? [required(policy, "must specify restartPolicy when restart rules are used")]
      : among(["Always", "Never", "OnFailure"])(textAt(container, "restartPolicy"), policy)),
    ...(rules.length > 20 ? [tooMany(`${at}.restartPolicyRules`, rules.length, 20)] : []),
    ...rules.flatMap((rule, index) => [
      ...among(["Restart", "RestartAllContainers"])(
        textAt(rule, "action"),
        `${at}.restartPolicyRules[${index}].action`,
      ),
      ...exitCodesCauses(partAt(rule, "exitCodes"), `${at}.restartPolicyRules[${index}].exitCodes`),
    ]),
  ];
}

function exitCodesCauses(codes: Fields | undefined, field: string): readonly StatusCause[] {
  if (codes === undefined) return [required(field, "must be specified")];
  const count = listAt(codes, "values").length;
  return [
    ...among(["In", "NotIn"])(textAt(codes, "operator"), `${field}.operator`),
    ...(count > 255 ? [tooMany(`${field}.values`, count, 255)] : []),
  ];
}

/** The containers of a pod that do its work. */
export function containersCauses(context: PodContext): readonly StatusCause[] {
  const list = `${context.field}.containers`;
  const containers = partsAt(context.spec, "containers");
  if (containers.length === 0) return [required(list)];
  const names = containers.map((container) => textAt(container, "name"));
  const again = repeats(names);
  return [
    ...containers.flatMap((container, index) => {
      const at = `${list}[${index}]`;
      const name = names[index] ?? "";
      return [
        ...commonCauses(container, at, context),
        ...(again.has(index) ? [duplicate(`${at}.name`, name)] : []),
        ...runningCauses(container, at, context),
        ...restartCauses(container, at),
      ];
    }),
    ...hostPortCauses(containers, list),
  ];
}

function initialCauses(container: Fields, at: string, context: PodContext): readonly StatusCause[] {
  const keepsRunning = textAt(container, "restartPolicy") === "Always";
  const words = "may not be set for init containers without restartPolicy=Always";
  const sized = partsAt(container, "resizePolicy");
  const restarting = "must not be set to 'RestartContainer' for non-sidecar initContainers";
  return [
    ...hostPortCauses([container], `${context.field}.initContainers`),
    ...(keepsRunning
      ? runningCauses(container, at, context)
      : ["lifecycle", ...probes]
          .filter((name) => isGiven(container, name))
          .map((name) => forbidden(`${at}.${name}`, words))),
    ...sized.flatMap((policy, index) =>
      !keepsRunning && textAt(policy, "restartPolicy") === "RestartContainer"
        ? [invalid(`${at}.resizePolicy[${index}].restartPolicy`, "RestartContainer", restarting)]
        : [],
    ),
  ];
}

/** The containers that run before them. */
export function initContainersCauses(context: PodContext): readonly StatusCause[] {
  const working = partsAt(context.spec, "containers").map((container) => textAt(container, "name"));
  const containers = partsAt(context.spec, "initContainers");
  const again = repeats([...working, ...containers.map((container) => textAt(container, "name"))]);
  return containers.flatMap((container, index) => {
    const at = `${context.field}.initContainers[${index}]`;
    const name = textAt(container, "name");
    const isAgain = again.has(working.length + index) && (name !== "" || working.includes(""));
    return [
      ...commonCauses(container, at, context),
      ...restartCauses(container, at).slice(0, isGiven(container, "restartPolicy") ? undefined : 1),
      ...(isAgain ? [duplicate(`${at}.name`, name)] : []),
      ...initialCauses(container, at, context),
    ];
  });
}

const notEphemeral: readonly string[] = [
  "ports",
  "resources",
  "resizePolicy",
  "restartPolicy",
  "restartPolicyRules",
  ...probes,
  "lifecycle",
];

/** The containers that are added for a while. */
export function ephemeralContainersCauses(context: PodContext): readonly StatusCause[] {
  const { spec, field } = context;
  const others = ["containers", "initContainers"]
    .flatMap((list) => partsAt(spec, list))
    .map((container) => textAt(container, "name"));
  const containers = partsAt(spec, "ephemeralContainers");
  const again = repeats([...others, ...containers.map((container) => textAt(container, "name"))]);
  const words = "cannot be set for an Ephemeral Container";
  return containers.flatMap((container, index) => {
    const at = `${field}.ephemeralContainers[${index}]`;
    const [name, target] = [textAt(container, "name"), textAt(container, "targetContainerName")];
    return [
      ...commonCauses(container, at, context),
      ...paddedImage(container, at),
      ...(again.has(others.length + index) ? [duplicate(`${at}.name`, name)] : []),
      ...(target === "" || others.includes(target) ? [] : [notFound(`${at}.targetContainerName`, target)]),
      ...notEphemeral.filter((member) => isSet(container, member)).map((member) => forbidden(`${at}.${member}`, words)),
      ...partsAt(container, "volumeMounts").flatMap((mount, number) =>
        ["subPath", "subPathExpr"]
          .filter((member) => textAt(mount, member) !== "")
          .map((member) => forbidden(`${at}.volumeMounts[${number}].${member}`, words)),
      ),
    ];
  });
}

/** Pods, unlike templates, have images without space around them. */
export function paddedImage(container: Fields, at: string): readonly StatusCause[] {
  const image = textAt(container, "image");
  return image === image.trim() ? [] : [invalid(`${at}.image`, image, "must not have leading or trailing whitespace")];
}

/** Of a probe or a lifecycle Go keeps a pointer, which counts even if it leads to nothing; a list or resources without content do not. */
function isSet(container: Fields, member: string): boolean {
  const value = container[member] ?? undefined;
  if (typeof value !== "object" || member === "lifecycle" || member.endsWith("Probe")) return value !== undefined;
  return Object.keys(value).length > 0;
}
