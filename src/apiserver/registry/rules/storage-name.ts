import type { StatusCause } from "../../../model/index.ts";
import { invalid } from "../../crd/index.ts";

const forms: Readonly<Record<string, (name: string) => boolean>> = {
  iqn: endsQualified,
  eui: (name) => /^eui.[0-9a-zA-Z]{16}$/.test(name),
  naa: (name) => /^naa.[0-9a-zA-Z]{32}$/.test(name),
};

/** What is wrong with the name of a target or an initiator of iSCSI. */
export function storageName(name: string, field: string): readonly StatusCause[] {
  const form = Object.entries(forms).find(([prefix]) => name.startsWith(prefix));
  if (form === undefined) return [invalid(field, name, "must be valid format starting with iqn, eui, or naa")];
  return form[1](name) ? [] : [invalid(field, name, "must be valid format")];
}

/**
 * Whether a text ends as Kubernetes' pattern for `iqn.2020-01.com.example:name` says, whatever stands before. The pattern as a whole would
 * begin anew at each `iqn` of a long text, so that its parts are looked for one by one.
 */
function endsQualified(text: string): boolean {
  const tail = text.split(/[,;*&$|\s]/).at(-1) ?? "";
  // The last character cannot be the colon: something comes after that.
  const beforeColons = tail.slice(0, -1).split(":").slice(0, -1);
  return beforeColons.some((part) => /iqn\.\d{4}-\d{2}\../.test(part.split(/[^a-zA-Z0-9.-]/).at(-1) ?? ""));
}
