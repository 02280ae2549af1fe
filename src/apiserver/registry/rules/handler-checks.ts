import { portNameProblems } from "../../../model/index.ts";
import type { StatusCause } from "../../../model/index.ts";
import { forbidden, invalid, notSupported, required } from "../../crd/index.ts";
import { isGiven, listAt, numberAt, partAt, partsAt, textAt } from "./members.ts";
import type { Fields } from "./places.ts";
import { inRange, notNegative, requiredTexts } from "./value-checks.ts";

const ports: readonly [number, number] = [1, 65_535];

/** A port that is a number or a name. */
function portCauses(value: unknown, field: string): readonly StatusCause[] {
  if (typeof value === "string") return portNameProblems(value).map((problem) => invalid(field, value, problem));
  return inRange(typeof value === "number" ? value : 0, field, ports);
}

const headerWords =
  "a valid HTTP header must consist of alphanumeric characters or '-' (e.g. 'X-Header-Name', regex used for validation is '[-A-Za-z0-9]+')";

function httpCauses(action: Fields, field: string): readonly StatusCause[] {
  const scheme = textAt(action, "scheme");
  return [
    ...requiredTexts(action, field, ["path"]),
    ...portCauses(action["port"], `${field}.port`),
    ...(["HTTP", "HTTPS"].includes(scheme) ? [] : [notSupported(`${field}.scheme`, scheme, ["HTTP", "HTTPS"])]),
    ...partsAt(action, "httpHeaders")
      .map((header) => textAt(header, "name"))
      .filter((name) => !/^[-A-Za-z0-9]+$/.test(name))
      .map((name) => invalid(`${field}.httpHeaders`, name, headerWords)),
  ];
}

/** How something is done in a container; a pod has so many seconds to end. */
export interface HandlerContext {
  readonly grace: number | undefined;
}

type Action = (action: Fields, field: string, context: HandlerContext) => readonly StatusCause[];

const actions: Readonly<Record<string, Action>> = {
  exec: (action, field) => (listAt(action, "command").length === 0 ? [required(`${field}.command`)] : []),
  httpGet: httpCauses,
  tcpSocket: (action, field) => portCauses(action["port"], `${field}.port`),
  grpc: (action, field) => inRange(numberAt(action, "port") ?? 0, `${field}.port`, ports),
  sleep: (action, field, { grace }) => {
    const seconds = numberAt(action, "seconds") ?? 0;
    if (grace === undefined || (seconds >= 0 && seconds <= grace)) return [];
    return [invalid(field, seconds, `must be non-negative and less than terminationGracePeriodSeconds (${grace})`)];
  },
};

function handlerCauses(handler: Fields, field: string, context: HandlerContext): readonly StatusCause[] {
  const [first, ...others] = Object.keys(actions).filter((name) => partAt(handler, name) !== undefined);
  if (first === undefined) return [required(field, "must specify a handler type")];
  return [
    ...(actions[first]?.(partAt(handler, first) ?? {}, `${field}.${first}`, context) ?? []),
    ...others.map((name) => forbidden(`${field}.${name}`, "may not specify more than 1 handler type")),
  ];
}

const counts = [
  "initialDelaySeconds",
  "timeoutSeconds",
  "periodSeconds",
  "successThreshold",
  "failureThreshold",
] as const;

/** What is done when a container starts and ends. */
export function lifecycleCauses(lifecycle: Fields, field: string, context: HandlerContext): readonly StatusCause[] {
  return ["postStart", "preStop"].flatMap((name) => {
    const handler = partAt(lifecycle, name);
    return handler === undefined ? [] : handlerCauses(handler, `${field}.${name}`, context);
  });
}

/** How it is found out whether a container is well. */
export function probeCauses(container: Fields, name: string, field: string): readonly StatusCause[] {
  const probe = partAt(container, name);
  if (probe === undefined) return [];
  const at = `${field}.${name}`;
  const grace = numberAt(probe, "terminationGracePeriodSeconds");
  const successes = numberAt(probe, "successThreshold") ?? 0;
  const isReadiness = name === "readinessProbe";
  return [
    ...handlerCauses(probe, at, { grace: undefined }),
    ...notNegative(probe, at, counts),
    ...(grace !== undefined && grace <= 0
      ? [invalid(`${at}.terminationGracePeriodSeconds`, grace, "must be greater than 0")]
      : []),
    ...(isReadiness && isGiven(probe, "terminationGracePeriodSeconds")
      ? [invalid(`${at}.terminationGracePeriodSeconds`, grace, "must not be set for readinessProbes")]
      : []),
    ...(!isReadiness && successes !== 1 ? [invalid(`${at}.successThreshold`, successes, "must be 1")] : []),
  ];
}
