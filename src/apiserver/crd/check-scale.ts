import { exactIntegerText, getOwn } from "../../model/index.ts";
import type { StatusCause } from "../../model/index.ts";
import type { CustomResourceSubresourceScale } from "../../types/apiextensions/v1/index.ts";
import { goText, goType } from "../apply/index.ts";
import { invalid } from "./causes.ts";

type Scale = CustomResourceSubresourceScale | undefined;

/** What is wrong with the number of replicas that an object asks for. */
export function checkScaleSpec(object: object, scale: Scale): readonly StatusCause[] {
  return scale === undefined ? [] : checkReplicas(object, scale.specReplicasPath);
}

/** What is wrong with the number of replicas that an object tells. */
export function checkScaleStatus(object: object, scale: Scale): readonly StatusCause[] {
  if (scale === undefined) return [];
  const { statusReplicasPath, labelSelectorPath = "" } = scale;
  return [
    ...checkReplicas(object, statusReplicasPath),
    ...(labelSelectorPath === "" ? [] : checkSelector(object, labelSelectorPath)),
  ];
}

const most = 2 ** 31 - 1;

function checkReplicas(object: object, path: string): readonly StatusCause[] {
  const { value, unread } = readScaled(object, path, "int64");
  if (unread !== undefined) return [invalid(path, 0, unread)];
  const number = Number(exactIntegerText(value) ?? 0);
  if (number < 0) return [invalid(path, value, "should be a non-negative integer")];
  return number > most ? [invalid(path, value, `should be less than or equal to ${most}`)] : [];
}

function checkSelector(object: object, path: string): readonly StatusCause[] {
  const { unread } = readScaled(object, path, "string");
  return unread === undefined ? [] : [invalid(path, "", unread)];
}

/** What an object has for its scale at a path, `undefined` if nothing, or why that cannot be read. */
export function readScaled(object: object, path: string, type: "int64" | "string"): Read {
  const read = readAt(object, path);
  const { value, unread } = read;
  const fits = type === "string" ? typeof value === "string" : exactIntegerText(value) !== undefined;
  return unread !== undefined || value === undefined || fits ? read : { unread: problem(path, value, type) };
}

interface Read {
  readonly value?: unknown;
  readonly unread?: string;
}

/** What is at a path, `undefined` if nothing is, or why nothing can be there. */
function readAt(object: object, path: string): Read {
  let value: unknown = object;
  let at = "";
  for (const key of path.replace(/^\./, "").split(".")) {
    at += `.${key}`;
    if (value === null) return {};
    if (typeof value !== "object" || Array.isArray(value)) {
      return { unread: problem(at, value, "map[string]interface{}") };
    }
    if (!Object.hasOwn(value, key)) return {};
    value = getOwn(value, key);
  }
  return { value };
}

/** How Kubernetes tells that it could not read a value. */
function problem(path: string, value: unknown, wanted: string): string {
  const type = value === null ? "<nil>" : goType(value);
  return `${path} accessor error: ${goText(value)} is of the type ${type}, expected ${wanted}`;
}
