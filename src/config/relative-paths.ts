import { dirname, isAbsolute, relative, sep } from "node:path";
import { invalid } from "./section.ts";

const pathFields: readonly string[] = ["certificate-authority", "client-certificate", "client-key", "tokenFile"];

/** The file that the fields are written to, and where in it. */
export interface WrittenPlace {
  readonly file: string;
  readonly place: string;
}

/**
 * The fields with absolute paths below the file's folder made relative, so that the folder can be moved as a whole. A relative path that
 * leaves the folder is refused.
 */
export function withRelativePaths<T extends Readonly<Record<string, unknown>>>(
  fields: T,
  { file, place }: WrittenPlace,
): T {
  const entries = Object.entries(fields).map(([key, value]): [string, unknown] => {
    if (!pathFields.includes(key) || typeof value !== "string" || value === "") return [key, value];
    const path = isAbsolute(value) ? relative(dirname(file), value) : value;
    const leaves = isAbsolute(path) || path.split(sep).includes("..");
    if (!leaves) return [key, path];
    if (isAbsolute(value)) return [key, value];
    throw invalid(`${file}: ${place}.${key}`, "the path leaves the folder", "an absolute path, or one without ..");
  });
  return Object.fromEntries(entries) as T;
}
