import { utf8Length } from "../../model/index.ts";
import type { ManagedFieldsEntry, StatusCause } from "../../model/index.ts";
import { invalid, isPrintable, tooLong } from "../crd/index.ts";
import { maxFieldManagerBytes, maxOwnedSubresourceBytes } from "./defaults.ts";

/** What is wrong with the list of who owns which fields. */
export function managedFieldsCauses(entries: readonly ManagedFieldsEntry[]): readonly StatusCause[] {
  return entries.flatMap(({ operation, fieldsType = "FieldsV1", manager = "", subresource = "" }, index) => {
    const field = `metadata.managedFields[${index}]`;
    const isKnown = operation === "Apply" || operation === "Update";
    const isLong = utf8Length(subresource) > maxOwnedSubresourceBytes;
    return [
      ...(isKnown ? [] : [invalid(`${field}.operation`, operation ?? "", "must be `Apply` or `Update`")]),
      ...(fieldsType === "FieldsV1" ? [] : [invalid(`${field}.fieldsType`, fieldsType, "must be `FieldsV1`")]),
      ...managerCauses(manager, `${field}.manager`),
      ...(isLong ? [tooLong(`${field}.subresource`, maxOwnedSubresourceBytes)] : []),
    ];
  });
}

/** What is wrong with the name of one who owns fields: it is short, and every character can be printed. */
export function managerCauses(manager: string, field: string): readonly StatusCause[] {
  if (isPlainManager(manager)) return [];
  if (utf8Length(manager) > maxFieldManagerBytes) return [tooLong(field, maxFieldManagerBytes)];
  let position = 0;
  return Array.from(manager).flatMap((character) => {
    const at = position;
    position += utf8Length(character);
    if (isPrintable(character)) return [];
    const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
    return [invalid(field, manager, `invalid character U+${code} (at position ${at})`)];
  });
}

/** Whether a name is one that nothing has to be said of, as nearly all are. */
export function isPlainManager(name: string): boolean {
  return name.length <= maxFieldManagerBytes && /^[ -~]*$/.test(name);
}
