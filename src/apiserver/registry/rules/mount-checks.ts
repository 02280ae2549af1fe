import type { StatusCause } from "../../../model/index.ts";
import { forbidden, invalid, required } from "../../crd/index.ts";
import { repeats } from "./field-checks.ts";
import { isGiven, partAt, partsAt, textAt } from "./members.ts";
import type { Fields } from "./places.ts";
import { descendingPath, noBacksteps, oneOfTexts } from "./value-checks.ts";

/** The sound volumes of a pod by name. */
export type Volumes = ReadonlyMap<string, Fields>;

function notFound(field: string, name: string): StatusCause {
  return { reason: "FieldValueNotFound", message: `Not found: ${JSON.stringify(name)}`, field };
}

/** Where a container finds the files of volumes. */
export function mountCauses(container: Fields, field: string, volumes: Volumes): readonly StatusCause[] {
  const mounts = partsAt(container, "volumeMounts");
  const devices = partsAt(container, "volumeDevices");
  const again = repeats(mounts.map((mount) => textAt(mount, "mountPath")));
  return mounts.flatMap((mount, index) => {
    const [name, path] = [textAt(mount, "name"), textAt(mount, "mountPath")];
    const at = `${field}[${index}]`;
    const isTaken = devices.some((device) => textAt(device, "name") === name);
    const isUsed = devices.some((device) => textAt(device, "devicePath") === path);
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
    ...(isGiven(mount, "mountPropagation")
      ? oneOfTexts(["Bidirectional", "HostToContainer", "None"])(mode, spread)
      : []),
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
    return oneOfTexts(["Disabled", "Enabled", "IfPossible"])(mode, field);
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
  const mounts = partsAt(container, "volumeMounts");
  return devices.flatMap((device, index) => {
    const [name, path] = [textAt(device, "name"), textAt(device, "devicePath")];
    const at = `${field}[${index}]`;
    const before = devices.slice(0, index);
    const volume = volumes.get(name);
    const isClaim = volume !== undefined && (isGiven(volume, "persistentVolumeClaim") || isGiven(volume, "ephemeral"));
    const isAgain = name !== "" && before.some((other) => textAt(other, "name") === name);
    const steps = path === "" ? [] : noBacksteps(path, "");
    return [
      ...(name === "" ? [required(`${at}.name`)] : []),
      ...(isAgain ? [invalid(`${at}.name`, name, "must be unique")] : []),
      ...(volume !== undefined && !isClaim ? [invalid(`${at}.name`, name, notClaim)] : []),
      ...(volume === undefined ? [notFound(`${at}.name`, name)] : []),
      ...(path === "" ? [required(`${at}.devicePath`)] : []),
      ...(before.some((other) => textAt(other, "devicePath") === path)
        ? [invalid(`${at}.devicePath`, path, "must be unique")]
        : []),
      ...steps.map(() => invalid(`${at}.devicePath`, path, "can not contain backsteps ('..')")),
      ...(mounts.some((mount) => textAt(mount, "name") === name)
        ? [invalid(`${at}.name`, name, "must not already exist in volumeMounts")]
        : []),
      ...(mounts.some((mount) => textAt(mount, "mountPath") === path)
        ? [invalid(`${at}.devicePath`, path, "must not already exist as a path in volumeMounts")]
        : []),
    ];
  });
}

const notClaim = "can only use volume source type of PersistentVolumeClaim or Ephemeral for block mode";
