import { parseQuantity, qualifiedNameProblems } from "../../../model/index.ts";
import type { StatusCause } from "../../../model/index.ts";
import { invalid, notSupported, required } from "../../crd/index.ts";
import { textAt } from "./members.ts";
import type { Fields } from "./places.ts";

/** What pods may tell their processes of themselves. */
const readable: readonly string[] = [
  "metadata.annotations",
  "metadata.labels",
  "metadata.name",
  "metadata.namespace",
  "metadata.uid",
  "spec.host",
  "spec.nodeName",
  "spec.restartPolicy",
  "spec.schedulerName",
  "spec.serviceAccountName",
  "status.hostIP",
  "status.hostIPs",
  "status.phase",
  "status.podIP",
  "status.podIPs",
];

/** A field of the pod, one of those that may be used there. */
export function fieldReference(value: Fields, field: string, allowed: readonly string[]): readonly StatusCause[] {
  const [version, path] = [textAt(value, "apiVersion"), textAt(value, "fieldPath")];
  if (version === "") return [required(`${field}.apiVersion`)];
  if (path === "") return [required(`${field}.fieldPath`)];
  const wrong = (problem: string): readonly StatusCause[] => [
    invalid(`${field}.fieldPath`, path, `error converting fieldPath: ${problem}`),
  ];
  if (version !== "v1") return wrong(`unsupported pod version: ${version}`);
  const [, list = "", key = ""] = /^(.+)\['(.*)'\]$/s.exec(path) ?? [];
  if (list !== "") {
    if (list !== "metadata.annotations" && list !== "metadata.labels") {
      return wrong(`field label does not support subscript: ${path}`);
    }
    const name = list === "metadata.annotations" ? key.toLowerCase() : key;
    return qualifiedNameProblems(name).map((problem) => invalid(field, name, problem));
  }
  if (!readable.includes(path)) return wrong(`field label not supported: ${path}`);
  const found = path === "spec.host" ? "spec.nodeName" : path;
  return allowed.includes(found) ? [] : [notSupported(`${field}.fieldPath`, found, allowed)];
}

const resources: readonly string[] = [
  "limits.cpu",
  "limits.ephemeral-storage",
  "limits.memory",
  "requests.cpu",
  "requests.ephemeral-storage",
  "requests.memory",
];

const sizes = "1, 1k, 1M, 1G, 1T, 1P, 1E, 1Ki, 1Mi, 1Gi, 1Ti, 1Pi, 1Ei";

/** In which units a resource may be told, and how messages call it. */
function unitsOf(resource: string): readonly [units: string, name: string] | undefined {
  const [, name = ""] = /^(?:limits|requests)\.(.*)$/.exec(resource) ?? [];
  if (name === "cpu") return ["1m and 1", "cpu"];
  if (name === "memory") return [sizes, "memory"];
  if (name === "ephemeral-storage") return [sizes, "local ephemeral storage"];
  return name.startsWith("hugepages-") ? [sizes, "hugepages"] : undefined;
}

/** What a container may use or asks for. In a volume its name has to be told. */
export function resourceReference(value: Fields, field: string, isVolume = false): readonly StatusCause[] {
  const resource = textAt(value, "resource");
  const isKnown = resources.includes(resource) || /^(?:limits|requests)\.hugepages-/.test(resource);
  const named =
    isVolume && textAt(value, "containerName") === ""
      ? [required(`${field}.containerName`)]
      : resource === ""
        ? [required(`${field}.resource`)]
        : isKnown
          ? []
          : [notSupported(`${field}.resource`, resource, resources)];
  return [...named, ...divisorCauses(value, field, resource)];
}

function divisorCauses(value: Fields, field: string, resource: string): readonly StatusCause[] {
  const divisor = parseQuantity(String(value["divisor"] ?? "0"));
  const units = unitsOf(resource);
  if (units === undefined || divisor.compare(parseQuantity("0")) === 0) return [];
  const isUnit = units[0].split(/, | and /).includes(divisor.toString());
  const words = `only divisor's values ${units[0]} are supported with the ${units[1]} resource`;
  return isUnit ? [] : [invalid(`${field}.divisor`, resource, words)];
}
