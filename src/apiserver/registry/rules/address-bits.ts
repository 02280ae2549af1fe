/** The eight groups of an IPv6 address, which may end as an IPv4 one. */
function groupsOf(address: string): readonly number[] {
  const [head = "", tail] = address.split("::");
  const read = (part: string): readonly number[] => (part === "" ? [] : part.split(":").flatMap(groupOf));
  const [first, last] = [read(head), read(tail ?? "")];
  return [...first, ...Array<number>(Math.max(0, 8 - first.length - last.length)).fill(0), ...last];
}

function groupOf(text: string): readonly number[] {
  if (!text.includes(".")) return [parseInt(text, 16)];
  const [a = 0, b = 0, c = 0, d = 0] = text.split(".").map(Number);
  return [a * 256 + b, c * 256 + d];
}

function allBits(address: string): string {
  const isLong = address.includes(":");
  const groups = isLong ? groupsOf(address) : address.split(".").map(Number);
  return groups.map((group) => group.toString(2).padStart(isLong ? 16 : 8, "0")).join("");
}

const mappedPrefix = `${"0".repeat(80)}${"1".repeat(16)}`;

/** Whether an address is an IPv4 one in the form of an IPv6 one. */
export function isMapped(address: string): boolean {
  return address.includes(":") && allBits(address).startsWith(mappedPrefix);
}

/** The bits of an address, of which an IPv4 one has 32 in either form. */
export function plainBits(address: string): string {
  const bits = allBits(address);
  return bits.startsWith(mappedPrefix) ? bits.slice(mappedPrefix.length) : bits;
}

/** The bits of a range that are the same for all its addresses. */
export function sharedBits(range: string): string {
  const [address = "", length = "0"] = range.split("/");
  return allBits(address).slice(0, Number(length));
}

/** Whether the address that a range is written with is not its first. */
export function hasFurtherBits(range: string): boolean {
  const [address = "", length = "0"] = range.split("/");
  return allBits(address).slice(Number(length)).includes("1");
}

/** An IPv6 address in its one form: small letters, no zeros in front, the longest run of empty groups left out. */
export function canonicalAddress(address: string): string {
  if (!address.includes(":")) return address;
  const groups = groupsOf(address).map((group) => group.toString(16));
  const runs = groups.map((_, index) => {
    const end = groups.findIndex((group, at) => at >= index && group !== "0");
    return (end < 0 ? groups.length : end) - index;
  });
  const longest = Math.max(...runs);
  if (longest < 2) return groups.join(":");
  const start = runs.indexOf(longest);
  return `${groups.slice(0, start).join(":")}::${groups.slice(start + longest).join(":")}`;
}
