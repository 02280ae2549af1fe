import { isIPv4, isIPv6 } from "node:net";
import { CertificateError } from "./errors.ts";

/** The 4 or 16 bytes of an address. Throws for anything else, also for an IPv6 address with a zone. */
export function ipBytes(address: string): Uint8Array {
  if (isIPv4(address)) return Uint8Array.from(address.split("."), Number);
  if (!isIPv6(address) || address.includes("%")) {
    throw new CertificateError(`writing a certificate: expected an IP address, got ${JSON.stringify(address)}`);
  }
  const [head = "", tail] = address.split("::");
  const before = groupBytes(head);
  const after = groupBytes(tail ?? "");
  return Uint8Array.from([...before, ...Array<number>(16 - before.length - after.length).fill(0), ...after]);
}

function groupBytes(text: string): number[] {
  if (text === "") return [];
  return text.split(":").flatMap((group) => {
    if (group.includes(".")) return group.split(".").map(Number);
    const value = Number.parseInt(group, 16);
    return [value >> 8, value & 0xff];
  });
}
