import { exactIntegerText } from "../../model/index.ts";

/** An integer of a document, if Go would read it as one of so many bits. */
export function integerOf(value: unknown, bits = 64): bigint | undefined {
  const text = exactIntegerText(value);
  if (text === undefined) return undefined;
  const integer = BigInt(text);
  return BigInt.asIntN(bits, integer) === integer ? integer : undefined;
}

/** Whether Go would read a value as an integer. */
export function is64Bits(value: unknown): boolean {
  return Number.isSafeInteger(value) || integerOf(value) !== undefined;
}
