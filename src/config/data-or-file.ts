import { readLimited } from "./read-limited.ts";
import type { NamedFile } from "./read-limited.ts";
import { invalid } from "./section.ts";
import type { Section } from "./section.ts";

/** Text that is written out in a kubeconfig, or the file that holds it. */
export type DataOrFile =
  | { readonly text: string; readonly place: string; readonly file?: undefined }
  | { readonly file: NamedFile; readonly place: string; readonly text?: undefined };

/** The fields `name-data` and `name`, of which only one may be there: whoever reads the file can't know which was meant. */
export function dataOrFile(section: Section, name: string): DataOrFile | undefined {
  const data = section.text(`${name}-data`);
  const file = section.file(name);
  const place = section.placeOf(data === undefined ? name : `${name}-data`);
  if (data !== undefined && file !== undefined) throw invalid(place, "found both", `either ${name} or ${name}-data`);
  if (data !== undefined) return { text: decodeBase64(data, place), place };
  return file === undefined ? undefined : { file, place };
}

/** The text itself, read if it is in a file. */
export async function textOf(source: DataOrFile): Promise<string> {
  return source.file === undefined ? source.text : readLimited(source.file);
}

function decodeBase64(data: string, place: string): string {
  // The platform's decoder skips what it does not understand. Without the space, the pattern takes only as long as the text.
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(data.replace(/\s+/g, "")))
    throw invalid(place, "it is not base64", "PEM, encoded as base64");
  return Buffer.from(data, "base64").toString("utf8");
}
