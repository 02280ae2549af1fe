import { fractionWarnings } from "./container-warnings.ts";
import { overlapsOf } from "./file-overlaps.ts";
import type { PlacedFile } from "./file-overlaps.ts";
import { isGiven, partAt, partsAt, textAt } from "./members.ts";
import type { Fields } from "./places.ts";

/** Sources of files that are no more, or will be no more, and how messages call them. */
const retired: readonly (readonly [member: string, name: string, words: string])[] = [
  ["photonPersistentDisk", "photonPersistentDisk", "deprecated in v1.11, non-functional in v1.16+"],
  ["gitRepo", "gitRepo", "deprecated in v1.11, and disabled by default in v1.33+"],
  ["scaleIO", "scaleIO", "deprecated in v1.16, non-functional in v1.22+"],
  ["flocker", "flocker", "deprecated in v1.22, non-functional in v1.25+"],
  ["storageos", "storageOS", "deprecated in v1.22, non-functional in v1.25+"],
  ["quobyte", "quobyte", "deprecated in v1.22, non-functional in v1.25+"],
  ["glusterfs", "glusterfs", "deprecated in v1.25, non-functional in v1.26+"],
  ["cephfs", "cephfs", "deprecated in v1.28, non-functional in v1.31+"],
  ["rbd", "rbd", "deprecated in v1.28, non-functional in v1.31+"],
];

const retiredMembers: ReadonlySet<string> = new Set(retired.map(([member]) => member));
const withFiles: readonly string[] = ["configMap", "secret", "downwardAPI", "projected"];

/** What whoever asks for room is told. */
export function claimWarnings(spec: Fields, field: string): readonly string[] {
  const resources = partAt(spec, "resources") ?? {};
  return ["requests", "limits"].flatMap((kind) =>
    fractionWarnings(partAt(resources, kind) ?? {}, `${field}.resources.${kind}`, ["storage"]),
  );
}

const ofVolumes: readonly string[] = ["cephfs", "photonPersistentDisk", "scaleIO", "storageos", "glusterfs", "rbd"];

/** What whoever offers a volume is told of it. */
export function volumeWarnings(volume: Fields): readonly string[] {
  const spec = partAt(volume, "spec") ?? {};
  const words =
    "The Recycle reclaim policy is deprecated. Instead, the recommended approach is to use dynamic provisioning.";
  const isRecycled = textAt(spec, "persistentVolumeReclaimPolicy") === "Recycle";
  return [
    ...(isRecycled ? [`spec.persistentVolumeReclaimPolicy: ${words}`] : []),
    ...ofVolumes.flatMap((member) => retiredWarnings(spec, "spec", member)),
  ];
}

function retiredWarnings(volume: Fields, at: string, member: string): readonly string[] {
  const [, name = "", words = ""] = retired.find(([one]) => one === member) ?? [];
  return isGiven(volume, member) ? [`${at}.${name}: ${words}`] : [];
}

function sourceWarnings(volume: Fields, at: string): readonly string[] {
  const claim = partAt(partAt(partAt(volume, "ephemeral") ?? {}, "volumeClaimTemplate") ?? {}, "spec");
  return [
    ...(Object.keys(volume).some((member) => retiredMembers.has(member))
      ? retired.flatMap(([member]) => retiredWarnings(volume, at, member))
      : []),
    ...(claim === undefined ? [] : claimWarnings(claim, `${at}.ephemeral.volumeClaimTemplate.spec`)),
  ];
}

function filesOf(source: Fields, from: string): readonly PlacedFile[] {
  return partsAt(source, "items").map((item) => fileAt(textAt(item, "path"), from));
}

function fileAt(path: string, from: string): PlacedFile {
  let end = path.length;
  while (path[end - 1] === "/") end--;
  return { path: path.slice(0, end), from };
}

function quoted(word: string, source: Fields, member: string): string {
  return `${word} ${JSON.stringify(textAt(source, member))}`;
}

/** The files of a part of a volume; of several parts in one, the first counts. */
function projectedFiles(source: Fields): readonly PlacedFile[] {
  const [settings, secret] = [partAt(source, "configMap"), partAt(source, "secret")];
  const [pod, token] = [partAt(source, "downwardAPI"), partAt(source, "serviceAccountToken")];
  if (isGiven(settings ?? {}, "items")) return filesOf(settings ?? {}, quoted("ConfigMap", settings ?? {}, "name"));
  if (isGiven(secret ?? {}, "items")) return filesOf(secret ?? {}, quoted("Secret", secret ?? {}, "name"));
  if (isGiven(pod ?? {}, "items")) return filesOf(pod ?? {}, "DownwardAPI");
  return token === undefined ? [] : [fileAt(textAt(token, "path"), "ServiceAccountToken")];
}

/** What one volume says twice of where its files are. */
function overlapWarnings(volume: Fields): readonly string[] {
  if (!Object.keys(volume).some((member) => withFiles.includes(member))) return [];
  const name = JSON.stringify(textAt(volume, "name"));
  const told = (from: string, files: readonly PlacedFile[]): readonly string[] =>
    overlapsOf(files).map((overlap) => `volume ${name} (${from}): overlapping paths: ${overlap}`);
  const [settings, secret, pod] = ["configMap", "secret", "downwardAPI"].map((member) => partAt(volume, member));
  const parts = partsAt(partAt(volume, "projected") ?? {}, "sources");
  const empty = parts.filter((source) => Object.keys(source).length === 0);
  return [
    ...(settings === undefined ? [] : told(quoted("ConfigMap", settings, "name"), filesOf(settings, ""))),
    ...(secret === undefined ? [] : told(quoted("Secret", secret, "secretName"), filesOf(secret, ""))),
    ...(pod === undefined ? [] : told("DownwardAPI", filesOf(pod, ""))),
    ...empty.map(() => `volume ${name} (Projected) has no sources provided`),
    ...told("Projected", parts.flatMap(projectedFiles)),
  ];
}

/** What whoever writes the volumes of a pod is told of them. */
export function volumesWarnings(spec: Fields, field: string): readonly string[] {
  const volumes = partsAt(spec, "volumes");
  if (volumes.length === 0) return [];
  return [
    ...volumes.flatMap((volume, index) => sourceWarnings(volume, `${field}[${index}]`)),
    ...volumes.flatMap(overlapWarnings),
  ];
}
