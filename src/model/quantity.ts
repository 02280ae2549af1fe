import { formatAmount } from "./quantity-suffix.ts";
import type { QuantityFormat } from "./quantity-suffix.ts";

/** What a `Quantity` is made from. */
export interface QuantityFields {
  /** The amount in billionths, which is as fine as Kubernetes goes. */
  readonly nano: bigint;
  readonly format: QuantityFormat;
  /** How the amount is written, where that is not its canonical form. */
  readonly text?: string | undefined;
}

/**
 * An exact amount of something: memory, processors, disk. Immutable. Arithmetic and comparison lose nothing at any size, and a result is
 * written in the format of the left operand, or of the right one when the left is zero, as Kubernetes does.
 */
export class Quantity {
  readonly nano: bigint;
  readonly format: QuantityFormat;
  readonly #text: string | undefined;

  constructor({ nano, format, text }: QuantityFields) {
    this.nano = nano;
    this.format = format;
    this.#text = text;
  }

  get isZero(): boolean {
    return this.nano === 0n;
  }

  /** The amount in whole units; a fraction rounds away from zero, so that who asks for a little gets something. */
  get value(): bigint {
    return divideAwayFromZero(this.nano, 10n ** 9n);
  }

  /** The amount in thousandths; a rest rounds away from zero. */
  get milliValue(): bigint {
    return divideAwayFromZero(this.nano, 10n ** 6n);
  }

  add(other: Quantity): Quantity {
    return new Quantity({ nano: this.nano + other.nano, format: this.#formatWith(other) });
  }

  subtract(other: Quantity): Quantity {
    return new Quantity({ nano: this.nano - other.nano, format: this.#formatWith(other) });
  }

  negate(): Quantity {
    return new Quantity({ nano: -this.nano, format: this.format });
  }

  /** Negative when this amount is less than the other, 0 when they are equal, however they are written, and positive when it is more. */
  compare(other: Quantity): number {
    if (this.nano === other.nano) return 0;
    return this.nano < other.nano ? -1 : 1;
  }

  /** Whether the two are the same amount: `1` and `1000m` are. */
  equals(other: Quantity): boolean {
    return this.nano === other.nano;
  }

  /** The canonical form whatever was read: no fraction, the largest suffix that loses nothing. Equal amounts of one format have one. */
  toCanonical(): string {
    return formatAmount(this.nano, this.format);
  }

  /** What Kubernetes prints: the canonical form, but a text that was read as nearly canonical (`1.500`, `+1`, `1E3`) stays as it is. */
  toString(): string {
    return this.#text ?? this.toCanonical();
  }

  /** In a document a quantity is its text. */
  toJSON(): string {
    return this.toString();
  }

  /** The nearest floating-point number, for display and ratios only. */
  toNumber(): number {
    return Number(`${this.nano}e-9`);
  }

  #formatWith(other: Quantity): QuantityFormat {
    return this.isZero ? other.format : this.format;
  }
}

/** The quotient of an integer and a positive one. What does not divide evenly becomes greater in magnitude. */
export function divideAwayFromZero(dividend: bigint, divisor: bigint): bigint {
  const rest = dividend % divisor;
  if (rest === 0n) return dividend / divisor;
  return dividend / divisor + (rest > 0n ? 1n : -1n);
}
