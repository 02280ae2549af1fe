import type { StatusCause } from "../../../model/index.ts";
import { forbidden, invalid, notSupported, required } from "../../crd/index.ts";
import { isGiven, partAt, partsAt, textAt } from "./members.ts";
import type { Fields } from "./places.ts";

/** A security context and how messages call it. */
interface PlacedContext {
  readonly context: Fields;
  readonly field: string;
}

/** The security contexts of all containers of a pod, in the order in which they are looked at. */
function contextsOf(spec: Fields, field: string): readonly PlacedContext[] {
  return ["initContainers", "containers", "ephemeralContainers"].flatMap((list) =>
    partsAt(spec, list).map((container, index) => ({
      context: partAt(container, "securityContext") ?? {},
      field: `${field}.${list}[${index}].securityContext`,
    })),
  );
}

function isHostProcess(context: Fields): boolean | undefined {
  const value = partAt(context, "windowsOptions")?.["hostProcess"];
  return typeof value === "boolean" ? value : undefined;
}

/** Containers that are processes of the node are so all together, and on its network. */
export function hostProcessCauses(spec: Fields, field: string): readonly StatusCause[] {
  const ofPod = isHostProcess(partAt(spec, "securityContext") ?? {});
  const contexts = contextsOf(spec, field);
  const count = contexts.filter(({ context }) => isHostProcess(context) ?? ofPod ?? false).length;
  const all = "If pod contains any hostProcess containers then all containers must be HostProcess containers";
  const network = "hostNetwork must be true if pod contains any hostProcess containers";
  return [
    ...contexts.flatMap(({ context, field: at }) => {
      const own = isHostProcess(context);
      if (ofPod === undefined || own === undefined || own === ofPod) return [];
      const words = `pod hostProcess value must be identical if both are specified, was ${ofPod}`;
      return [invalid(`${at}.windowsOptions.hostProcess`, own, words)];
    }),
    ...(count > 0 && count < contexts.length ? [invalid(field, "", all)] : []),
    ...(count > 0 && spec["hostNetwork"] !== true ? [invalid(`${field}.hostNetwork`, false, network)] : []),
  ];
}

/** What pods of Windows cannot have: at the pod itself, in its context, in those of its containers. */
const linuxOnly: readonly string[] = [
  "securityContext.appArmorProfile",
  "securityContext.seLinuxOptions",
  "hostUsers",
  "hostPID",
  "hostIPC",
  "securityContext.seccompProfile",
  "securityContext.fsGroup",
  "securityContext.fsGroupChangePolicy",
  "securityContext.sysctls",
  "shareProcessNamespace",
  "securityContext.runAsUser",
  "securityContext.runAsGroup",
  "securityContext.supplementalGroups",
  "securityContext.supplementalGroupsPolicy",
  "securityContext.seLinuxChangePolicy",
];
const linuxContainerOnly: readonly string[] = [
  "appArmorProfile",
  "seLinuxOptions",
  "seccompProfile",
  "capabilities",
  "readOnlyRootFilesystem",
  "privileged",
  "allowPrivilegeEscalation",
  "procMount",
  "runAsUser",
  "runAsGroup",
];

function windowsCauses(spec: Fields, field: string): readonly StatusCause[] {
  const words = "cannot be set for a windows pod";
  const isSet = (path: string): boolean => {
    const [first = "", second] = path.split(".");
    if (second !== undefined) return isGiven(partAt(spec, first) ?? {}, second);
    // Go keeps no pointer for these two.
    return first === "hostPID" || first === "hostIPC" ? spec[first] === true : isGiven(spec, first);
  };
  return [
    ...linuxOnly.filter(isSet).map((path) => forbidden(`${field}.${path}`, words)),
    ...contextsOf(spec, field).flatMap(({ context, field: at }) =>
      linuxContainerOnly.filter((name) => isGiven(context, name)).map((name) => forbidden(`${at}.${name}`, words)),
    ),
  ];
}

function linuxCauses(spec: Fields, field: string): readonly StatusCause[] {
  const own = { context: partAt(spec, "securityContext") ?? {}, field: `${field}.securityContext` };
  return [own, ...contextsOf(spec, field)]
    .filter(({ context }) => isGiven(context, "windowsOptions"))
    .map(({ field: at }) => forbidden(`${at}.windowsOptions`, "windows options cannot be set for a linux pod"));
}

/** For which system the containers of a pod are, and what they cannot have there. */
export function systemCauses(spec: Fields, field: string): readonly StatusCause[] {
  const system = partAt(spec, "os");
  if (system === undefined) return [];
  const name = textAt(system, "name");
  if (name === "") return [required(`${field}.os.name`)];
  if (name === "linux") return linuxCauses(spec, field);
  return name === "windows" ? windowsCauses(spec, field) : [notSupported(`${field}.os`, name, ["linux", "windows"])];
}
