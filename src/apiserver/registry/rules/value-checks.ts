import type { StatusCause } from "../../../model/index.ts";
import { invalid, required } from "../../crd/index.ts";
import { numberAt, textAt } from "./members.ts";
import type { Fields } from "./places.ts";

/** What is wrong with one value that stands somewhere. */
export type ValueCheck = (value: string, field: string) => readonly StatusCause[];

/** Members that have to be there, in this order. */
export function requiredTexts(value: Fields, field: string, members: readonly string[]): readonly StatusCause[] {
  return members.flatMap((member) => (textAt(value, member) === "" ? [required(`${field}.${member}`)] : []));
}

/** Numbers that may not be below 0, in this order. */
export function notNegative(value: Fields, field: string, members: readonly string[]): readonly StatusCause[] {
  return members.flatMap((member) => {
    const number = numberAt(value, member) ?? 0;
    return number < 0 ? [invalid(`${field}.${member}`, number, "must be greater than or equal to 0")] : [];
  });
}

/** A number in a range, if it is there. */
export function inRange(
  value: number | undefined,
  field: string,
  range: readonly [number, number],
): readonly StatusCause[] {
  const [least, most] = range;
  if (value === undefined || (value >= least && value <= most)) return [];
  return [invalid(field, value, `must be between ${least} and ${most}, inclusive`)];
}

/** A path that does not lead upwards. */
export const noBacksteps: ValueCheck = (path, field) =>
  path.split("/").includes("..") ? [invalid(field, path, "must not contain '..'")] : [];

/** A path below some directory. */
export const descendingPath: ValueCheck = (path, field) => [
  ...(path.startsWith("/") ? [invalid(field, path, "must be a relative path")] : []),
  ...noBacksteps(path, field),
];

/** A path below some directory that nobody else uses. */
export const localPath: ValueCheck = (path, field) => [
  ...descendingPath(path, field),
  ...(path.startsWith("..") && !path.startsWith("../") ? [invalid(field, path, "must not start with '..'")] : []),
];

/** How a text is that names a variable of a process. */
export function variableNameProblems(name: string): readonly string[] {
  const words = "a valid environment variable name must consist only of printable ASCII characters other than '='";
  return /^[ -<>-~]*$/.test(name) ? [] : [words];
}
