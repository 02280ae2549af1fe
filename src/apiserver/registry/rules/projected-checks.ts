import type { StatusCause } from "../../../model/index.ts";
import { forbidden, invalid, required } from "../../crd/index.ts";
import { numberAt, partAt, partsAt, textAt } from "./members.ts";
import type { Fields } from "./places.ts";
import { fieldReference, resourceReference } from "./reference-checks.ts";
import { localPath, requiredTexts } from "./value-checks.ts";

/** Who may do what with a file. */
export function fileMode(value: Fields, field: string, member: string): readonly StatusCause[] {
  const mode = numberAt(value, member) ?? 0;
  if (mode >= 0 && mode <= 0o777) return [];
  return [invalid(`${field}.${member}`, mode, "must be a number between 0 and 0777 (octal), both inclusive")];
}

/** A file for a key. */
export function keyToPath(item: Fields, field: string): readonly StatusCause[] {
  return [
    ...requiredTexts(item, field, ["key", "path"]),
    ...localPath(textAt(item, "path"), `${field}.path`),
    ...fileMode(item, field, "mode"),
  ];
}

const inFiles = [
  "metadata.annotations",
  "metadata.labels",
  "metadata.name",
  "metadata.namespace",
  "metadata.uid",
] as const;

/** A file about the pod. */
export function downwardFile(file: Fields, field: string): readonly StatusCause[] {
  const [pod, container] = [partAt(file, "fieldRef"), partAt(file, "resourceFieldRef")];
  const isBoth = pod !== undefined && container !== undefined;
  return [
    ...requiredTexts(file, field, ["path"]),
    ...localPath(textAt(file, "path"), `${field}.path`),
    ...(pod === undefined ? [] : fieldReference(pod, `${field}.fieldRef`, inFiles)),
    ...(isBoth
      ? [invalid(field, "resource", "fieldRef and resourceFieldRef can not be specified simultaneously")]
      : []),
    ...(pod === undefined && container !== undefined
      ? resourceReference(container, `${field}.resourceFieldRef`, true)
      : []),
    ...(pod === undefined && container === undefined
      ? [required(field, "one of fieldRef and resourceFieldRef is required")]
      : []),
    ...fileMode(file, field, "mode"),
  ];
}

function tokenCauses(token: Fields, field: string, volume: string): readonly StatusCause[] {
  const seconds = numberAt(token, "expirationSeconds") ?? 0;
  const at = `${field}.expirationSeconds`;
  const path = textAt(token, "path");
  return [
    ...(seconds < 600 ? [invalid(at, seconds, "may not specify a duration less than 10 minutes")] : []),
    ...(seconds > 2 ** 32 ? [invalid(at, seconds, "may not specify a duration larger than 2^32 seconds")] : []),
    ...(path === "" ? [required(`${volume}.path`)] : localPath(path, `${volume}.path`)),
  ];
}

/** Files from several sources in one directory, each at a path of its own. */
export function projected(volume: Fields, field: string): readonly StatusCause[] {
  const taken = new Set<string>();
  const once = (path: string, name: string): readonly StatusCause[] => {
    if (path === "" || !taken.has(path)) {
      taken.add(path);
      return [];
    }
    return [invalid(field, name, "conflicting duplicate paths")];
  };
  return [
    ...fileMode(volume, field, "defaultMode"),
    ...partsAt(volume, "sources").flatMap((source, index) => sourceCauses({ source, index, volume: field, once })),
  ];
}

interface ProjectedSource {
  readonly source: Fields;
  readonly index: number;
  readonly volume: string;
  readonly once: (path: string, name: string) => readonly StatusCause[];
}

function sourceCauses({ source, index, volume, once }: ProjectedSource): readonly StatusCause[] {
  const at = `${volume}.sources[${index}]`;
  const keyed = (name: string): readonly StatusCause[] => {
    const part = partAt(source, name);
    if (part === undefined) return [];
    return [
      ...requiredTexts(part, `${at}.${name}`, ["name"]),
      ...partsAt(part, "items").flatMap((item, number) => [
        ...keyToPath(item, `${at}.${name}.items[${number}]`),
        ...once(textAt(item, "path"), textAt(part, "name")),
      ]),
    ];
  };
  const token = partAt(source, "serviceAccountToken");
  const given = ["secret", "configMap", "downwardAPI", "serviceAccountToken"].filter((name) => partAt(source, name));
  return [
    ...keyed("secret"),
    ...keyed("configMap"),
    ...partsAt(partAt(source, "downwardAPI") ?? {}, "items").flatMap((file) => [
      ...downwardFile(file, `${at}.downwardAPI`),
      ...once(textAt(file, "path"), textAt(file, "path")),
    ]),
    ...(token === undefined ? [] : tokenCauses(token, `${at}.serviceAccountToken`, volume)),
    ...(given.length > 1 ? [forbidden(at, "may not specify more than 1 volume type per source")] : []),
  ];
}
