import { utf8Length } from "../../../model/index.ts";
import type { StatusCause } from "../../../model/index.ts";
import { duplicate, invalid, required, tooLong } from "../../crd/index.ts";
import { among, numberOf, repeats, subdomain } from "./field-checks.ts";
import { isGiven, listAt, numberAt, partAt, partsAt, textAt } from "./members.ts";
import type { Fields } from "./places.ts";
import { descendingPath, inRange } from "./value-checks.ts";

const ids: readonly [number, number] = [0, 2_147_483_647];

function idCauses(context: Fields, field: string, members: readonly string[]): readonly StatusCause[] {
  return members.flatMap((member) => inRange(numberAt(context, member), `${field}.${member}`, ids));
}

const profiles = ["Localhost", "RuntimeDefault", "Unconfined"] as const;

function typeCauses(profile: Fields, field: string, name: string): readonly StatusCause[] {
  const type = textAt(profile, "type");
  if (type === "") return [required(`${field}.type`, `type is required when ${name} is set`)];
  return among(profiles)(type, `${field}.type`);
}

function seccompCauses(profile: Fields, field: string): readonly StatusCause[] {
  const at = `${field}.localhostProfile`;
  const hasPath = isGiven(profile, "localhostProfile");
  const isLocal = textAt(profile, "type") === "Localhost";
  return [
    ...typeCauses(profile, field, "seccompProfile"),
    ...(isLocal && !hasPath ? [required(at, "must be set when seccomp type is Localhost")] : []),
    ...(isLocal && hasPath ? descendingPath(textAt(profile, "localhostProfile"), at) : []),
    ...(!isLocal && hasPath ? [invalid(at, profile, "can only be set when seccomp type is Localhost")] : []),
  ];
}

/** How long the path of a file may be. */
const longestPath = 4095;

/** What is wrong with what a container may do by its profile of AppArmor. */
export function appArmorCauses(profile: Fields, field: string): readonly StatusCause[] {
  const at = `${field}.localhostProfile`;
  const type = textAt(profile, "type");
  const path = textAt(profile, "localhostProfile");
  if (type === "Localhost") {
    return [
      ...(path !== path.trim() ? [invalid(at, path, "must not be padded with whitespace")] : []),
      ...(path === "" ? [required(at, "must be set when AppArmor type is Localhost")] : []),
      ...(utf8Length(path) > longestPath ? [tooLong(at, longestPath)] : []),
    ];
  }
  const isMisplaced = isGiven(profile, "localhostProfile") && (profiles as readonly string[]).includes(type);
  return [
    ...typeCauses(profile, field, "appArmorProfile"),
    ...(isMisplaced ? [invalid(at, path, "can only be set when AppArmor type is Localhost")] : []),
  ];
}

function userNameProblems(name: string): readonly string[] {
  if (name === "") return ["runAsUserName cannot be an empty string"];
  if (/\p{Cc}/u.test(name)) return ["runAsUserName cannot contain control characters"];
  const parts = name.split("\\");
  if (parts.length > 2) return ["runAsUserName cannot contain more than one backslash"];
  const user = parts.at(-1) ?? "";
  const domain = parts.length === 2 ? (parts[0] ?? "") : undefined;
  const isDomain =
    domain === undefined ||
    /^[^\\/:*?"<>|.][^\\/:*?"<>|]{0,14}$/.test(domain) ||
    /^[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/.test(domain);
  const length = utf8Length(user);
  return [
    ...((domain ?? "").length >= 256 ? ["runAsUserName's Domain length must be under 256 characters"] : []),
    ...(isDomain ? [] : ["runAsUserName's Domain doesn't match the NetBios nor the DNS format"]),
    ...(length === 0 ? ["runAsUserName's User cannot be empty"] : []),
    ...(length > 104 ? ["runAsUserName's User length must not be longer than 104 characters"] : []),
    ...(/^[. ]+$/.test(user) ? ["runAsUserName's User cannot contain only periods or spaces"] : []),
    ...(/["/\\:;|=,+*?<>@[\]]/.test(user)
      ? ["runAsUserName's User cannot contain the following characters: \"/\\:;|=,+*?<>@[]"]
      : []),
  ];
}

function windowsCauses(options: Fields, field: string): readonly StatusCause[] {
  const at = `${field}.gmsaCredentialSpec`;
  const spec = textAt(options, "gmsaCredentialSpec");
  const user = textAt(options, "runAsUserName");
  return [
    ...(isGiven(options, "gmsaCredentialSpecName")
      ? subdomain(textAt(options, "gmsaCredentialSpecName"), `${at}Name`)
      : []),
    ...(isGiven(options, "gmsaCredentialSpec") && spec === ""
      ? [invalid(at, spec, "gmsaCredentialSpec cannot be an empty string")]
      : []),
    ...(isGiven(options, "runAsUserName")
      ? userNameProblems(user).map((problem) => invalid(`${field}.runAsUserName`, user, problem))
      : []),
  ];
}

/** The parts that contexts of pods and of containers have, if they are there. */
function partCauses(context: Fields, field: string, name: string): readonly StatusCause[] {
  const part = partAt(context, name);
  if (part === undefined) return [];
  if (name === "seccompProfile") return seccompCauses(part, `${field}.${name}`);
  return name === "windowsOptions" ? windowsCauses(part, `${field}.${name}`) : appArmorCauses(part, `${field}.${name}`);
}

const unmaskedWords = "`hostUsers` must be false to use `Unmasked`";

/** What a container may do. */
export function containerSecurity(context: Fields, field: string, hostUsers: boolean): readonly StatusCause[] {
  const mount = textAt(context, "procMount");
  const hasMount = isGiven(context, "procMount");
  const words = "cannot set `allowPrivilegeEscalation` to false and";
  const isHeld = context["allowPrivilegeEscalation"] === false;
  const added = listAt(partAt(context, "capabilities") ?? {}, "add");
  return [
    ...idCauses(context, field, ["runAsUser", "runAsGroup"]),
    ...(hasMount ? among(["Default", "Unmasked"])(mount, `${field}.procMount`) : []),
    ...(hostUsers && mount === "Unmasked" ? [invalid(`${field}.procMount`, mount, unmaskedWords)] : []),
    ...partCauses(context, field, "seccompProfile"),
    ...(isHeld && context["privileged"] === true ? [invalid(field, context, `${words} \`privileged\` to true`)] : []),
    ...(isHeld && added.includes("CAP_SYS_ADMIN")
      ? [invalid(field, context, `${words} \`capabilities.Add\` CAP_SYS_ADMIN`)]
      : []),
    ...partCauses(context, field, "windowsOptions"),
    ...partCauses(context, field, "appArmorProfile"),
  ];
}

const sysctlForm = "([a-z0-9]([-_a-z0-9]*[a-z0-9])?[\\./])*[a-z0-9]([-_a-z0-9]*[a-z0-9])?";

/** Which of the node's own a parameter of its kernel belongs to; a pod that shares that may not change it. */
const kernelParts: readonly (readonly [shared: string, prefixes: readonly string[]])[] = [
  ["hostNetwork", ["net."]],
  ["hostIPC", ["kernel.shm", "kernel.msg", "kernel.sem", "fs.mqueue."]],
];

function sharedCauses(name: string, spec: Fields, field: string): readonly StatusCause[] {
  const parameter = name.replaceAll("/", ".");
  return kernelParts
    .filter(([shared, prefixes]) => spec[shared] === true && prefixes.some((prefix) => parameter.startsWith(prefix)))
    .map(([shared]) => invalid(field, name, `may not be specified when '${shared}' is true`));
}

function sysctlCauses(context: Fields, spec: Fields, field: string): readonly StatusCause[] {
  const names = partsAt(context, "sysctls").map((one) => textAt(one, "name"));
  const again = repeats(names);
  const form = new RegExp(`^${sysctlForm}$`);
  const words = `must have at most 253 characters and match regex ^${sysctlForm}$`;
  return names.flatMap((name, index) => {
    const at = `${field}.sysctls[${index}].name`;
    if (name === "") return [required(at)];
    if (name.length > 253 || !form.test(name)) return [invalid(at, name, words)];
    return [...(again.has(index) ? [duplicate(at, name)] : []), ...sharedCauses(name, spec, at)];
  });
}

/** What the containers of a pod may do. */
export function podSecurity(spec: Fields, field: string): readonly StatusCause[] {
  const context = partAt(spec, "securityContext") ?? {};
  const isShared = spec["shareProcessNamespace"] === true && spec["hostPID"] === true;
  const oneOf = (member: string, values: readonly string[]): readonly StatusCause[] =>
    isGiven(context, member) ? among(values)(textAt(context, member), `${field}.${member}`) : [];
  return [
    ...idCauses(context, field, ["fsGroup", "runAsUser", "runAsGroup"]),
    ...listAt(context, "supplementalGroups").flatMap((group, index) =>
      inRange(numberOf(group), `${field}.supplementalGroups[${index}]`, ids),
    ),
    ...(isShared
      ? [invalid(`${field}.shareProcessNamespace`, true, "ShareProcessNamespace and HostPID cannot both be enabled")]
      : []),
    ...sysctlCauses(context, spec, field),
    ...oneOf("fsGroupChangePolicy", ["Always", "OnRootMismatch"]),
    ...partCauses(context, field, "seccompProfile"),
    ...partCauses(context, field, "windowsOptions"),
    ...partCauses(context, field, "appArmorProfile"),
    ...oneOf("supplementalGroupsPolicy", ["Merge", "Strict"]),
    ...oneOf("seLinuxChangePolicy", ["Recursive"]),
  ];
}
