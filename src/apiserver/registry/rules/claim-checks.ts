import { deepEqual, dns1123LabelProblems, parseQuantity } from "../../../model/index.ts";
import type { StatusCause } from "../../../model/index.ts";
import { forbidden, invalid, notSupported, required } from "../../crd/index.ts";
import { isGiven, listAt, partAt, textAt } from "./members.ts";
import type { Fields } from "./places.ts";
import { formed, oneOfTexts, requiredTexts, subdomain } from "./value-checks.ts";

const modes: readonly string[] = ["ReadOnlyMany", "ReadWriteMany", "ReadWriteOnce", "ReadWriteOncePod"];

function modeCauses(spec: Fields, field: string): readonly StatusCause[] {
  const given = listAt(spec, "accessModes").map(String);
  const isMixed =
    given.includes("ReadWriteOncePod") && given.some((mode) => mode !== "ReadWriteOncePod" && modes.includes(mode));
  return [
    ...given.filter((mode) => !modes.includes(mode)).map((mode) => notSupported(field, mode, modes)),
    ...(isMixed ? [forbidden(field, "may not use ReadWriteOncePod with other access modes")] : []),
  ];
}

function sizeCauses(spec: Fields, field: string): readonly StatusCause[] {
  const size = partAt(partAt(spec, "resources") ?? {}, "requests")?.["storage"];
  if (size === undefined) return [required(field)];
  return parseQuantity(String(size)).compare(parseQuantity("0")) > 0
    ? []
    : [invalid(field, String(size), "must be greater than zero")];
}

function sourceCauses(source: Fields, field: string): readonly StatusCause[] {
  const [group, kind, namespace] = [textAt(source, "apiGroup"), textAt(source, "kind"), textAt(source, "namespace")];
  const words = "must be 'PersistentVolumeClaim' when referencing the default apiGroup";
  return [
    ...requiredTexts(source, field, ["name", "kind"]),
    ...(group === "" && kind !== "PersistentVolumeClaim" ? [invalid(field, kind, words)] : []),
    ...(group === "" ? [] : subdomain(group, `${field}.apiGroup`)),
    ...(namespace === "" ? [] : formed(dns1123LabelProblems)(namespace, `${field}.namespace`)),
  ];
}

/** What is asked of a volume, in a claim that pods bring along. What is wrong with its selector is given. */
export function claimSpecCauses(
  spec: Fields,
  field: string,
  selector: readonly StatusCause[] = [],
): readonly StatusCause[] {
  const [source, reference] = [partAt(spec, "dataSource"), partAt(spec, "dataSourceRef")];
  const isDifferent = source !== undefined && reference !== undefined && !deepEqual(source, reference);
  return [
    ...(listAt(spec, "accessModes").length === 0
      ? [required(`${field}.accessModes`, "at least 1 access mode is required")]
      : []),
    ...selector,
    ...modeCauses(spec, `${field}.accessModes`),
    ...sizeCauses(spec, `${field}.resources[storage]`),
    ...(textAt(spec, "storageClassName") === ""
      ? []
      : subdomain(textAt(spec, "storageClassName"), `${field}.storageClassName`)),
    ...(isGiven(spec, "volumeMode")
      ? oneOfTexts(["Block", "Filesystem"])(textAt(spec, "volumeMode"), `${field}.volumeMode`)
      : []),
    ...(source === undefined ? [] : sourceCauses(source, `${field}.dataSource`)),
    ...(reference === undefined ? [] : sourceCauses(reference, `${field}.dataSourceRef`)),
    ...(isDifferent ? [invalid(field, `${field}.dataSource`, "must match dataSourceRef")] : []),
    ...(textAt(spec, "volumeAttributesClassName") === ""
      ? []
      : subdomain(textAt(spec, "volumeAttributesClassName"), `${field}.volumeAttributesClassName`)),
  ];
}
