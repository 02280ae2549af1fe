import type { StatusCause } from "../../../model/index.ts";
import { forbidden, invalid, notFound, required } from "../../crd/index.ts";
import { among, repeats } from "./field-checks.ts";
import { isGiven, partAt, partsAt, textAt } from "./members.ts";
import type { Fields } from "./places.ts";
import { descendingPath, noBacksteps } from "./value-checks.ts";

/** The sound volumes of a pod by name. */
export type Volumes = ReadonlyMap<string, Fields>;

/** Which volumes a container has somewhere, and where. */
function placesOf(
  places: readonly Fields[],
  path: string,
): { readonly names: ReadonlySet<string>; readonly paths: ReadonlySet<string> } {
  const all = (member: string): ReadonlySet<string> => new Set(places.map((place) => textAt(place, member)));
  return { names: all("name"), paths: all(path) };
}

/** Where a container finds the files of volumes. */
export function mountCauses(container: Fields, field: string, volumes: Volumes): readonly StatusCause[] {
  const mounts = partsAt(container, "volumeMounts");
  const devices = placesOf(partsAt(container, "volumeDevices"), "devicePath");
  const again = repeats(mounts.map((mount) => textAt(mount, "mountPath")));
  return mounts.flatMap((mount, index) => {
    const [name, path] = [textAt(mount, "name"), textAt(mount, "mountPath")];
    const at = `${field}[${index}]`;
    const isTaken = devices.names.has(name);
    const isUsed = devices.paths.has(path);
    return [
      ...(name === "" ? [required(`${at}.name`)] : []),
      ...(volumes.has(name) ? [] : [notFound(`${at}.name`, name)]),
      ...(path === "" ? [required(`${at}.mountPath`)] : []),
      ...(again.has(index) ? [invalid(`${at}.mountPath`, path, "must be unique")] : []),
      ...(isTaken ? [invalid(`${at}.name`, name, "must not already exist in volumeDevices")] : []),
      ...(isUsed ? [invalid(`${at}.mountPath`, path, "must not already exist as a path in volumeDevices")] : []),
      ...wayCauses(mount, { at, field }, container),
    ];
  });
}

/** What is said of how it is mounted is placed at the list, except for one member. */
function wayCauses(
  mount: Fields,
  { at, field }: { readonly at: string; readonly field: string },
  container: Fields,
): readonly StatusCause[] {
  const [path, expression] = [textAt(mount, "subPath"), textAt(mount, "subPathExpr")];
  const mode = textAt(mount, "mountPropagation");
  const isPrivileged = partAt(container, "securityContext")?.["privileged"] === true;
  const spread = `${field}.mountPropagation`;
  return [
    ...(path === "" ? [] : descendingPath(path, `${field}.subPath`)),
    ...(path !== "" && expression !== ""
      ? [invalid(`${at}.subPathExpr`, expression, "subPathExpr and subPath are mutually exclusive")]
      : []),
    ...(expression === "" ? [] : descendingPath(expression, `${field}.subPathExpr`)),
    ...(isGiven(mount, "mountPropagation") ? among(["Bidirectional", "HostToContainer", "None"])(mode, spread) : []),
    ...(mode === "Bidirectional" && !isPrivileged
      ? [forbidden(spread, "Bidirectional mount propagation is available only to privileged containers")]
      : []),
    ...recursiveCauses(mount, `${field}.recursiveReadOnly`),
  ];
}

function recursiveCauses(mount: Fields, field: string): readonly StatusCause[] {
  if (!isGiven(mount, "recursiveReadOnly")) return [];
  const mode = textAt(mount, "recursiveReadOnly");
  if (mode === "Disabled") return [];
  if (mode !== "Enabled" && mode !== "IfPossible") {
    return among(["Disabled", "Enabled", "IfPossible"])(mode, field);
  }
  const spread = isGiven(mount, "mountPropagation") && textAt(mount, "mountPropagation") !== "None";
  return [
    ...(mount["readOnly"] === true ? [] : [forbidden(field, "may only be specified when readOnly is true")]),
    ...(spread ? [forbidden(field, "may only be specified when mountPropagation is None or not specified")] : []),
  ];
}

/** Where a container finds the blocks of volumes. */
export function deviceCauses(container: Fields, field: string, volumes: Volumes): readonly StatusCause[] {
  const devices = partsAt(container, "volumeDevices");
  const mounts = placesOf(partsAt(container, "volumeMounts"), "mountPath");
  const namesAgain = repeats(devices.map((device) => textAt(device, "name")));
  const pathsAgain = repeats(devices.map((device) => textAt(device, "devicePath")));
  return devices.flatMap((device, index) => {
    const [name, path] = [textAt(device, "name"), textAt(device, "devicePath")];
    const at = `${field}[${index}]`;
    const volume = volumes.get(name);
    const isClaim = volume !== undefined && (isGiven(volume, "persistentVolumeClaim") || isGiven(volume, "ephemeral"));
    const isAgain = name !== "" && namesAgain.has(index);
    const steps = path === "" ? [] : noBacksteps(path, "");
    return [
      ...(name === "" ? [required(`${at}.name`)] : []),
      ...(isAgain ? [invalid(`${at}.name`, name, "must be unique")] : []),
      ...(volume !== undefined && !isClaim ? [invalid(`${at}.name`, name, notClaim)] : []),
      ...(volume === undefined ? [notFound(`${at}.name`, name)] : []),
      ...(path === "" ? [required(`${at}.devicePath`)] : []),
      ...(pathsAgain.has(index) ? [invalid(`${at}.devicePath`, path, "must be unique")] : []),
      ...steps.map(() => invalid(`${at}.devicePath`, path, "can not contain backsteps ('..')")),
      ...(mounts.names.has(name) ? [invalid(`${at}.name`, name, "must not already exist in volumeMounts")] : []),
      ...(mounts.paths.has(path)
        ? [invalid(`${at}.devicePath`, path, "must not already exist as a path in volumeMounts")]
        : []),
    ];
  });
}

const notClaim = "can only use volume source type of PersistentVolumeClaim or Ephemeral for block mode";
