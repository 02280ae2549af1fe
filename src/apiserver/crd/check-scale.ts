import { getOwn } from "../../model/index.ts";
import type { StatusCause } from "../../model/index.ts";
import type { CustomResourceSubresourceScale } from "../../types/apiextensions/v1/index.ts";
import { invalid } from "./causes.ts";

type Scale = CustomResourceSubresourceScale | undefined;

/** What is wrong with the number of replicas that an object asks for. */
export function checkScaleSpec(object: object, scale: Scale): readonly StatusCause[] {
  return scale === undefined ? [] : checkReplicas(object, scale.specReplicasPath);
}

/** What is wrong with the number of replicas that an object tells. */
export function checkScaleStatus(object: object, scale: Scale): readonly StatusCause[] {
  return scale === undefined ? [] : checkReplicas(object, scale.statusReplicasPath);
}

const most = 2 ** 31 - 1;

function checkReplicas(object: object, path: string): readonly StatusCause[] {
  let value: unknown = object;
  for (const key of path.replace(/^\./, "").split(".")) {
    if (typeof value !== "object" || value === null) return [];
    value = getOwn(value, key);
  }
  if (typeof value !== "number") return [];
  if (value < 0) return [invalid(path, value, "should be a non-negative integer")];
  return value > most ? [invalid(path, value, `should be less than or equal to ${most}`)] : [];
}
