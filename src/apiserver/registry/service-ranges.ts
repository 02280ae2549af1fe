import type { Random } from "../../async/index.ts";
import type { Change, StoredObject } from "../storage/index.ts";
import { AddressRange } from "./address-range.ts";
import { serviceAddressPrefix } from "./defaults.ts";
import { decode } from "./document.ts";
import type { Document } from "./document.ts";
import type { CollectionReader } from "./followed-collection.ts";
import { valueAt } from "./value-at.ts";

/** Where the ranges that services may have addresses of are kept. */
export const rangeCollection = "networking.k8s.io/servicecidrs";

/** The range that there always is. */
export const defaultRange: string = `${serviceAddressPrefix}0.0/16`;

interface Condition {
  readonly type?: unknown;
  readonly status?: unknown;
}

/** The ranges of IPv4 addresses of an object, if addresses may be taken from it: nobody has to say so, but it may be denied. */
function rangesOf(object: Document): readonly string[] {
  const [conditions, ranges] = [valueAt(object, ["status", "conditions"]), valueAt(object, ["spec", "cidrs"])];
  const ready = Array.isArray(conditions)
    ? (conditions as readonly Condition[]).find(({ type }) => type === "Ready")
    : undefined;
  const isOpen = (ready?.status ?? "True") === "True" && object.metadata.deletionTimestamp === undefined;
  if (!isOpen || !Array.isArray(ranges)) return [];
  return ranges.map(String).filter((range) => !range.includes(":"));
}

/** What services may have addresses of: the server's own range, and those that objects add to it. */
export class ServiceRanges implements CollectionReader {
  readonly #default = new AddressRange(defaultRange);
  /** By the names of their objects. */
  readonly #added = new Map<string, readonly AddressRange[]>();
  /** The first address is the server's. */
  readonly #reserved = `${serviceAddressPrefix}0.1`;

  /** The address of the server's range, which no service gets: what is only tried is shown with it. */
  get network(): string {
    return this.#default.network;
  }

  has(address: string): boolean {
    return this.#all().some((range) => range.has(address));
  }

  /** Whether an address is one of the server's range, and so is good enough for what is only tried. */
  isOwn(address: string): boolean {
    return this.#default.has(address);
  }

  free(isTaken: (address: string) => boolean, random: Random): string | undefined {
    const isUnfree = (address: string): boolean => address === this.#reserved || isTaken(address);
    for (const range of this.#all()) {
      const address = range.free(isUnfree, random);
      if (address !== undefined) return address;
    }
    return undefined;
  }

  readAll(objects: readonly StoredObject[]): void {
    this.#added.clear();
    for (const { bytes } of objects) this.#add(decode(bytes));
  }

  follow({ type, key, bytes }: Change): void {
    if (type === "delete") this.#added.delete(key.name);
    else this.#add(decode(bytes));
  }

  #add(object: Document): void {
    const texts = rangesOf(object).filter((text) => text !== defaultRange);
    this.#added.set(
      object.metadata.name,
      texts.map((text) => new AddressRange(text)),
    );
  }

  #all(): readonly AddressRange[] {
    return [this.#default, ...[...this.#added.values()].flat()];
  }
}
