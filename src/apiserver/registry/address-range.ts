import type { Random } from "../../async/index.ts";

/** Of how many addresses the first part of a range has one, and how many it has at least and at most. */
const firstPart = { share: 16, least: 16, most: 256 } as const;

function numberOf(address: string): number {
  return address.split(".").reduce((sum, part) => sum * 256 + Number(part), 0);
}

function addressOf(number: number): string {
  return [24, 16, 8, 0].map((shift) => (number >>> shift) & 255).join(".");
}

/** A range of IPv4 addresses for services. The first and the last of a network are nobody's. */
export class AddressRange {
  readonly #start: number;
  readonly #size: number;

  constructor(text: string) {
    const [address = "", bits = "32"] = text.split("/");
    this.#start = numberOf(address);
    this.#size = 2 ** (32 - Number(bits));
  }

  /** The address of the network. */
  get network(): string {
    return addressOf(this.#start);
  }

  has(address: string): boolean {
    const at = numberOf(address) - this.#start;
    return at > 0 && at < this.#size - 1;
  }

  /** An address that is not taken; those of the first part, which are for who asks for one of them, only if there is no other. */
  free(isTaken: (address: string) => boolean, random: Random): string | undefined {
    const { share, least, most } = firstPart;
    const kept = this.#size <= least ? 0 : Math.min(Math.max(this.#size / share, least), most);
    const find = (first: number, count: number): string | undefined => {
      const start = count > 0 ? random.integer(count) : 0;
      for (let step = 0; step < count; step++) {
        const address = addressOf(this.#start + first + ((start + step) % count));
        if (!isTaken(address)) return address;
      }
      return undefined;
    };
    return find(1 + kept, this.#size - 2 - kept) ?? find(1, Math.min(kept, this.#size - 2));
  }
}
