import { exactInteger, exactIntegerText, parseTime } from "../../model/index.ts";
import type { ObjectMeta } from "../../model/index.ts";
import type { Document } from "./document.ts";
import { generationOf, withNextGeneration } from "./generation.ts";

/**
 * An object that gets some seconds until it goes. Who asks again may shorten that, down to nothing, and never lengthen it; the end is never
 * moved into the past.
 */
export function markGraceful(document: Document, grace: bigint, now: number): Document {
  const { metadata } = document;
  const { deletionTimestamp } = metadata;
  if (deletionTimestamp === undefined) {
    const counted = generationOf(metadata) > 0n ? withNextGeneration(metadata) : metadata;
    return { ...document, metadata: { ...counted, ...endAt(now + lengthOf(grace), grace) } };
  }
  const given = BigInt(exactIntegerText(metadata.deletionGracePeriodSeconds) ?? 0);
  if (grace >= given) return document;
  const end = parseTime(deletionTimestamp) - lengthOf(given) + lengthOf(grace);
  const next = end >= now ? endAt(end, grace) : endAt(now, grace === 0n ? 0n : 1n);
  return { ...document, metadata: { ...metadata, ...next } };
}

/** Whether an object has some time left in which it goes, and no less than it would get now: then a delete changes nothing at all. */
export function isGoing({ deletionTimestamp, deletionGracePeriodSeconds }: ObjectMeta, grace: bigint): boolean {
  const given = BigInt(exactIntegerText(deletionGracePeriodSeconds) ?? 0);
  return deletionTimestamp !== undefined && given > 0n && grace >= given;
}

/** Kubernetes counts nanoseconds in 64 bits: what is longer than that is another time, and none of more than 292 years. */
function lengthOf(seconds: bigint): number {
  return Number(BigInt.asIntN(64, seconds * 1_000_000_000n) / 1_000_000n);
}

function endAt(time: number, grace: bigint): Pick<ObjectMeta, "deletionTimestamp" | "deletionGracePeriodSeconds"> {
  const deletionTimestamp = `${new Date(time).toISOString().slice(0, 19)}Z`;
  return { deletionTimestamp, deletionGracePeriodSeconds: exactInteger(grace) as number };
}
