import { parseTime } from "../../model/index.ts";
import type { Document } from "./document.ts";

/**
 * An object that gets some seconds until it goes. Who asks again may shorten that, down to nothing, and never lengthen it; the end is never
 * moved into the past.
 */
export function markGraceful(document: Document, grace: number, now: number): Document {
  const { metadata } = document;
  const { deletionTimestamp, deletionGracePeriodSeconds: given = 0, generation = 0 } = metadata;
  if (deletionTimestamp === undefined) {
    const next = generation > 0 ? { generation: generation + 1 } : {};
    return { ...document, metadata: { ...metadata, ...next, ...endOf(now, grace) } };
  }
  if (grace >= given) return document;
  const asked = parseTime(deletionTimestamp) - given * 1000;
  const end = asked + grace * 1000;
  if (end >= now || grace === 0) return { ...document, metadata: { ...metadata, ...endOf(asked, grace) } };
  return { ...document, metadata: { ...metadata, ...endOf(now, 1) } };
}

function endOf(start: number, grace: number): { deletionTimestamp: string; deletionGracePeriodSeconds: number } {
  const time = new Date(start + grace * 1000).toISOString().slice(0, 19);
  return { deletionTimestamp: `${time}Z`, deletionGracePeriodSeconds: grace };
}
