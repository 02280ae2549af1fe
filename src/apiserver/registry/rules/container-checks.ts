import { getOwn, parseQuantity, portNameProblems, qualifiedNameProblems } from "../../../model/index.ts";
import type { StatusCause } from "../../../model/index.ts";
import { invalid, required as missing } from "../../crd/index.ts";
import { valueAt } from "../value-at.ts";
import type { Fields, Place } from "./places.ts";
import { check, required, shaped } from "./rule.ts";
import type { Rule } from "./rule.ts";

const portWords = "must be between 1 and 65535, inclusive";

/** What is wrong with a port that is a number or a name. */
function portCauses({ value = 0, field }: Place): readonly StatusCause[] {
  if (typeof value === "number") return value >= 1 && value <= 65_535 ? [] : [invalid(field, value, portWords)];
  return typeof value === "string" ? portNameProblems(value).map((problem) => invalid(field, value, problem)) : [];
}

const handlers: readonly string[] = ["exec", "httpGet", "tcpSocket", "grpc"];

function probeChecks(name: string): readonly Rule[] {
  return [
    check(name, ({ value, field }) => {
      if (typeof value !== "object" || value === null) return [];
      const hasHandler = handlers.some((handler) => getOwn(value, handler) !== undefined);
      return hasHandler ? [] : [missing(field, "must specify a handler type")];
    }),
    check(`${name}.httpGet.port`, portCauses),
    check(`${name}.tcpSocket.port`, portCauses),
  ];
}

const sources = ["fieldRef", "resourceFieldRef", "configMapKeyRef", "secretKeyRef", "fileKeyRef"] as const;

/** What containers are refused for besides their names and images. */
export const containerChecks: readonly Rule[] = [
  check("ports[].containerPort", ({ value = 0, field }) => {
    if (value === 0) return [missing(field)];
    return typeof value === "number" && (value < 1 || value > 65_535) ? [invalid(field, value, portWords)] : [];
  }),
  shaped("ports[].name", portNameProblems),
  required("env[].name"),
  check("env[].valueFrom", ({ value, field }) => {
    if (typeof value !== "object" || value === null) return [];
    if (sources.some((source) => getOwn(value, source) !== undefined)) return [];
    const [last, ...others] = sources.map((source) => `\`${source}\``).toReversed();
    return [invalid(field, "", `must specify one of: ${others.toReversed().join(", ")} or ${last}`)];
  }),
  ...["livenessProbe", "readinessProbe", "startupProbe"].flatMap(probeChecks),
  check("resources", ({ value, field }) => resourceCauses((value ?? {}) as Fields, field)),
];

function resourceCauses(resources: Fields, field: string): readonly StatusCause[] {
  const amounts = ["limits", "requests"].flatMap((kind) =>
    Object.entries((resources[kind] ?? {}) as Fields).flatMap(([name, amount]) =>
      amountCauses(name, String(amount), `${field}.${kind}[${name}]`),
    ),
  );
  const over = Object.entries((resources["limits"] ?? {}) as Fields).flatMap(([name, limit]) => {
    const request = valueAt(resources, ["requests", name]);
    if (request === undefined || parseQuantity(String(request)).compare(parseQuantity(String(limit))) <= 0) return [];
    const words = `must be less than or equal to ${name} limit of ${String(limit)}`;
    return [invalid(`${field}.requests`, request, words)];
  });
  return [...amounts, ...over];
}

function amountCauses(name: string, amount: string, field: string): readonly StatusCause[] {
  const problems = [
    ...qualifiedNameProblems(name),
    ...(isKnown(name) ? [] : ["must be a standard resource for containers"]),
  ];
  const isNegative = amount.startsWith("-");
  return [
    ...problems.map((problem) => invalid(field, name, problem)),
    ...(isNegative ? [invalid(field, amount, "must be greater than or equal to 0")] : []),
  ];
}

function isKnown(name: string): boolean {
  return name.includes("/") || ["cpu", "memory", "ephemeral-storage"].includes(name) || name.startsWith("hugepages-");
}

/** The volumes that a container mounts are those of its pod. */
export function mountCauses({ value, field }: Place): readonly StatusCause[] {
  const spec = (value ?? {}) as Fields;
  const named = (list: unknown): readonly unknown[] =>
    (Array.isArray(list) ? (list as readonly Fields[]) : []).map(({ name }) => name);
  const volumes = named(spec["volumes"]);
  return ["initContainers", "containers"].flatMap((kind) =>
    ((spec[kind] ?? []) as readonly Fields[]).flatMap(({ volumeMounts }, index) =>
      named(volumeMounts).flatMap((name, mount) =>
        volumes.includes(name)
          ? []
          : [
              {
                reason: "FieldValueNotFound",
                message: `Not found: ${JSON.stringify(name)}`,
                field: `${field}.${kind}[${index}].volumeMounts[${mount}].name`,
              },
            ],
      ),
    ),
  );
}
