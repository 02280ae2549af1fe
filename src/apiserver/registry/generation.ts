import { exactInteger, exactIntegerText } from "../../model/index.ts";
import type { ObjectMeta } from "../../model/index.ts";

/** The generation of an object, which for some kinds is what was sent first: any integer of 64 bits. */
export function generationOf({ generation }: ObjectMeta): bigint {
  return BigInt(exactIntegerText(generation) ?? 0);
}

/** The metadata of an object that has changed so that it counts. */
export function withNextGeneration(metadata: ObjectMeta): ObjectMeta {
  const next = BigInt.asIntN(64, generationOf(metadata) + 1n);
  return { ...metadata, generation: exactInteger(next) as number };
}
