import { dns1123SubdomainProblems } from "../../../model/index.ts";
import type { StatusCause } from "../../../model/index.ts";
import { goQuoted, invalid } from "../../crd/index.ts";
import { partAt, partsAt, textAt } from "./members.ts";
import type { Fields } from "./places.ts";

/** Claims that come with a pod have names of their own, which have to be some, and which no other volume of the pod means. */
export function claimNameCauses(pod: Fields): readonly StatusCause[] {
  const name = textAt(partAt(pod, "metadata") ?? {}, "name");
  const volumes = partsAt(partAt(pod, "spec") ?? {}, "volumes");
  if (name === "" || volumes.every((volume) => partAt(volume, "ephemeral") === undefined)) return [];
  const claimOf = (volume: Fields): string => `${name}-${textAt(volume, "name")}`;
  const own = new Set(volumes.filter((volume) => partAt(volume, "ephemeral") !== undefined).map(claimOf));
  const taken = "must not reference a PVC that gets created for an ephemeral volume";
  return volumes.flatMap((volume, index) => {
    const at = `spec.volumes[${index}]`;
    const meant = textAt(partAt(volume, "persistentVolumeClaim") ?? {}, "claimName");
    const volumeName = textAt(volume, "name");
    // That a volume has no name is told elsewhere.
    const hasClaim = partAt(volume, "ephemeral") !== undefined && volumeName !== "";
    const problems = hasClaim ? dns1123SubdomainProblems(claimOf(volume)) : [];
    return [
      ...problems.map((problem) =>
        invalid(`${at}.name`, volumeName, `PVC name ${goQuoted(claimOf(volume))}: ${problem}`),
      ),
      ...(own.has(meant) ? [invalid(`${at}.persistentVolumeClaim.claimName`, meant, taken)] : []),
    ];
  });
}
