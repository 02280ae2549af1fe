import { deepEqual, getOwn } from "../../../model/index.ts";
import type { StatusCause } from "../../../model/index.ts";
import { forbidden, invalid } from "../../crd/index.ts";
import type { Document } from "../document.ts";
import { withValueAt } from "../value-at.ts";
import { partAt, partsAt, textAt } from "./members.ts";
import type { Fields } from "./places.ts";
import { appArmorCauses } from "./security-checks.ts";

/** Profiles of containers were annotations of their pods before they were fields. */
const prefix = "container.apparmor.security.beta.kubernetes.io/";
/** What a profile of a node is named with. */
export const localPrefix = "localhost/";
/** The profiles that every node has. */
export const fixedProfiles: Readonly<Record<string, string>> = {
  unconfined: "Unconfined",
  "runtime/default": "RuntimeDefault",
};

/** The annotations about profiles, by container. */
function profileTexts(pod: Fields): ReadonlyMap<string, string> {
  const all = Object.entries(partAt(partAt(pod, "metadata") ?? {}, "annotations") ?? {});
  const told = all.filter(([key]) => key.startsWith(prefix));
  return new Map(told.map(([key, text]) => [key.slice(prefix.length), String(text)]));
}

/** The profile that an annotation names. */
function profileOf(text: string): Fields | undefined {
  const type = getOwn(fixedProfiles, text);
  if (type !== undefined) return { type };
  const local = text.startsWith(localPrefix) ? text.slice(localPrefix.length) : "";
  return local === "" ? undefined : { type: "Localhost", localhostProfile: local };
}

function profileIn(owner: Fields): Fields | undefined {
  return partAt(partAt(owner, "securityContext") ?? {}, "appArmorProfile");
}

function hasNoProfiles(spec: Fields): boolean {
  return textAt(partAt(spec, "os") ?? {}, "name") === "windows";
}

/** Where a pod has containers. */
export const containerLists: readonly string[] = ["initContainers", "containers", "ephemeralContainers"];

function deprecation(field: string, name: string): string {
  return `${field}[${prefix}${name}]: deprecated since v1.30; use the "appArmorProfile" field instead`;
}

/**
 * A new pod whose containers have the profiles that its annotations name, where they have none and the pod as a whole has another. Whoever
 * makes it is told that this is not how it is done any more.
 */
export function withAppArmorProfiles(pod: Document, warn?: (text: string) => void): Document {
  const texts = profileTexts(pod);
  const spec = partAt(pod, "spec") ?? {};
  if (texts.size === 0 || hasNoProfiles(spec)) return pod;
  const ofPod = profileIn(spec);
  const complete = (container: Fields): Fields => {
    const name = textAt(container, "name");
    const text = texts.get(name);
    if (text === undefined || profileIn(container) !== undefined) return container;
    const named = profileOf(text);
    const profile = named !== undefined && appArmorCauses(named, "").length === 0 ? named : undefined;
    if (profile !== undefined && deepEqual(profile, ofPod)) return container;
    warn?.(deprecation("metadata.annotations", name));
    return profile === undefined ? container : withValueAt(container, ["securityContext", "appArmorProfile"], profile);
  };
  const given = containerLists.filter((list) => partsAt(spec, list).length > 0);
  return {
    ...pod,
    spec: { ...spec, ...Object.fromEntries(given.map((list) => [list, partsAt(spec, list).map(complete)])) },
  };
}

/** What whoever writes a template of pods at a field is told of the annotation of a container. */
export function appArmorWarnings(template: Fields, field: string): (container: Fields) => readonly string[] {
  const texts = profileTexts(template);
  const ofPod = profileIn(partAt(template, "spec") ?? {});
  return (container) => {
    const name = textAt(container, "name");
    const text = texts.get(name);
    if (text === undefined || profileIn(container) !== undefined) return [];
    if (ofPod !== undefined && deepEqual(profileOf(text), ofPod)) return [];
    return [deprecation(`${field}.metadata.annotations`, name)];
  };
}

/** The annotations of a pod, or a template, that name no container, or no profile. */
export function appArmorAnnotationCauses(pod: Fields, field: string): readonly StatusCause[] {
  const texts = profileTexts(pod);
  if (texts.size === 0) return [];
  const spec = partAt(pod, "spec") ?? {};
  const names = new Set(
    containerLists.flatMap((list) => partsAt(spec, list)).map((container) => textAt(container, "name")),
  );
  return [...texts].flatMap(([name, text]) => {
    const at = `${field}[${prefix}${name}]`;
    const isProfile = text === "" || Object.hasOwn(fixedProfiles, text) || text.startsWith(localPrefix);
    return [
      ...(names.has(name) ? [] : [invalid(at, name, "container not found")]),
      ...(isProfile ? [] : [invalid(at, text, `invalid AppArmor profile name: ${JSON.stringify(text)}`)]),
    ];
  });
}

/** The annotations of a pod stay as they were when it was made. */
export function appArmorChangeCauses(next: Fields, old: Fields): readonly StatusCause[] {
  const [after, before] = [profileTexts(next), profileTexts(old)];
  if (after.size === 0 && before.size === 0) return [];
  const at = (name: string): string => `metadata.annotations[${prefix}${name}]`;
  return [
    ...[...before]
      .filter(([name, text]) => after.get(name) !== text)
      .map(([name]) => forbidden(at(name), "may not remove or update AppArmor annotations")),
    ...[...after]
      .filter(([name]) => !before.has(name))
      .map(([name]) => forbidden(at(name), "may not add AppArmor annotations")),
  ];
}

/** The annotations that name another profile than the container has, or else its pod, whose spec stands at a field. */
export function appArmorMatchCauses(pod: Fields, field: string): readonly StatusCause[] {
  const texts = profileTexts(pod);
  const spec = partAt(pod, "spec") ?? {};
  if (texts.size === 0 || hasNoProfiles(spec)) return [];
  return containerLists.flatMap((list) =>
    partsAt(spec, list).flatMap((container, index) => {
      const profile = profileIn(container) ?? profileIn(spec);
      const text = texts.get(textAt(container, "name"));
      if (profile === undefined || text === undefined) return [];
      const at = `${field}.${list}[${index}].securityContext.appArmorProfile`;
      return mismatchCauses(profile, text, { field: at, what: "apparmor", profiles: fixedProfiles });
    }),
  );
}

/** What a profile is one of, and where it stands. */
interface ProfilePlace {
  readonly field: string;
  readonly what: string;
  /** The types of profiles by what annotations name them. */
  readonly profiles: Readonly<Record<string, string>>;
}

/** Whether the text of an annotation is another profile than that of a field. */
export function mismatchCauses(
  profile: Fields,
  text: string,
  { field, what, profiles }: ProfilePlace,
): readonly StatusCause[] {
  const type = textAt(profile, "type");
  const isLocal = type === "Localhost";
  if (!isLocal && !Object.values(profiles).includes(type)) return [];
  const isSameType = isLocal ? text.startsWith(localPrefix) : getOwn(profiles, text) === type;
  if (!isSameType) return [forbidden(`${field}.type`, `${what} type in annotation and field must match`)];
  if (!isLocal || text.slice(localPrefix.length) === getOwn(profile, "localhostProfile")) return [];
  return [forbidden(`${field}.localhostProfile`, `${what} profile in annotation and field must match`)];
}
