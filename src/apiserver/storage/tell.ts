/** Takes one value after the other. While a promise that it gave is open, it is told nothing more. */
export interface Tell<T> {
  (value: T): Promise<void> | undefined;
  /** See `madeTell`. */
  readonly parts?: TellParts;
}

/** Makes of a value what is told of it, one after the other. Whoever asks, it makes the same of the same value. */
export type Make<T, U> = (value: T) => readonly U[];

/** What a `Tell` consists of: what may be done once for everybody, and where it then goes for one. */
export interface TellParts {
  /** Each takes what the one before has made. */
  readonly makes: readonly AnyMake[];
  /** Takes what the last one has made. */
  readonly outlet: Outlet<never>;
}

export type AnyMake = Make<never, unknown>;

/** Where values go. */
export interface Outlet<T> {
  /** Takes a value, and gives whether it takes the next at once. A stream of the platform does. */
  readonly to: { write(value: T): boolean };
  /** Resolves when the next is taken again, after one that was the last for now. */
  readonly drained: () => Promise<void>;
}

/** Has values told to an outlet. */
export function outletTell<T>(outlet: Outlet<T>): Tell<T> {
  return Object.assign((value: T) => tellEach([value], outlet), { parts: { makes: [], outlet } });
}

/**
 * Has told what `make` makes of each value. Whoever tells many the same finds the parts in it and calls `make` once: with a thousand
 * readers of the same, to go through every layer for each of them would be a good part of the work.
 */
export function madeTell<T, U>(make: Make<T, U>, tell: Tell<U>): Tell<T> {
  const { makes, outlet } = partsOf(tell);
  const told = outletOf(tell);
  return Object.assign((value: T) => tellEach(make(value), told), { parts: { makes: [make, ...makes], outlet } });
}

/** The parts of any `Tell`. */
export function partsOf<T>(tell: Tell<T>): TellParts {
  return tell.parts ?? { makes: [], outlet: outletOf(tell) };
}

function outletOf<T>(tell: Tell<T>): Outlet<T> {
  let taken: Promise<void> | undefined;
  return { to: { write: (value) => (taken = tell(value)) === undefined }, drained: async () => taken };
}

/** Tells one value after the other, each when the one before was taken. Mostly there is one. */
export function tellEach<T>(values: readonly T[], outlet: Outlet<T>): Promise<void> | undefined {
  for (const [index, value] of values.entries())
    if (!outlet.to.write(value)) return tellAfterDrain(values.slice(index + 1), outlet);
  return undefined;
}

async function tellAfterDrain<T>(values: readonly T[], outlet: Outlet<T>): Promise<void> {
  await outlet.drained();
  await tellEach(values, outlet);
}
