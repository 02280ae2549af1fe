/** Takes one value after the other. While a promise that it gave is open, it is told nothing more. */
export interface Tell<T> {
  (value: T): Promise<void> | undefined;
  /** See `madeTell`. */
  readonly parts?: TellParts;
}

/** Makes of a value what is told of it, one after the other. Whoever asks, it makes the same of the same value. */
export type Make<T, U> = (value: T) => readonly U[];

/** What a `Tell` consists of: what may be done once for everybody, and what is then left to do for one. */
export interface TellParts {
  /** Each takes what the one before has made. */
  readonly makes: readonly AnyMake[];
  /** Takes what the last one has made. */
  readonly own: Tell<never>;
}

export type AnyMake = Make<never, unknown>;

/**
 * Has told what `make` makes of each value. Whoever tells many the same finds the two parts in it and calls `make` once: with a thousand
 * readers of the same, to go through every layer for each of them would be a good part of the work.
 */
export function madeTell<T, U>(make: Make<T, U>, tell: Tell<U>): Tell<T> {
  const { makes, own } = partsOf(tell);
  return Object.assign((value: T) => tellEach(make(value), tell), { parts: { makes: [make, ...makes], own } });
}

/** The parts of any `Tell`. */
export function partsOf<T>(tell: Tell<T>): TellParts {
  return tell.parts ?? { makes: [], own: tell };
}

/** Tells one value after the other, each when the one before was taken. Mostly there is one. */
export function tellEach<T>(values: readonly T[], tell: Tell<T>): Promise<void> | undefined {
  const [first] = values;
  if (first === undefined) return undefined;
  return values.length === 1 ? tell(first) : tellInTurn(values, tell);
}

async function tellInTurn<T>(values: readonly T[], tell: Tell<T>): Promise<void> {
  for (const value of values) await tell(value);
}
