/** Takes one value after the other. While a promise that it gave is open, it is told nothing more. */
export interface Tell<T> {
  (value: T): Promise<void> | undefined;
  /** See `madeTell`. */
  readonly parts?: TellParts<T>;
}

/** Makes of a value what is told of it; `undefined` if that is nothing. Whoever asks, it makes the same of the same value. */
export type Make<T, U> = (value: T) => U | undefined;

/** What a `Tell` consists of: what may be done once for everybody, and what is then left to do for one. */
export interface TellParts<T, U = unknown> {
  readonly make: Make<T, U>;
  readonly own: Tell<U>;
}

/**
 * Has told what `make` makes of each value. Whoever tells many the same finds the two parts in it and calls `make` once: with a thousand
 * readers of the same, to go through every layer for each of them would be a good part of the work.
 */
export function madeTell<T, U>(make: Make<T, U>, tell: Tell<U>): Tell<T> {
  const { parts } = tell;
  return parts === undefined
    ? tellOf({ make, own: tell })
    : tellOf({ make: makeBoth(make, parts.make), own: parts.own });
}

/** Has the values of a list told one after the other. */
export function eachTell<T>(tell: Tell<T>): Tell<readonly T[]> {
  const { parts } = tell;
  if (parts === undefined) return (values) => tellEach(values, tell);
  const { make, own } = parts;
  return tellOf({ make: makeEach(make), own: (values: readonly unknown[]) => tellEach(values, own) });
}

function tellOf<T, U>(parts: TellParts<T, U>): Tell<T> {
  const { make, own } = parts;
  const tell = (value: T): Promise<void> | undefined => {
    const made = make(value);
    return made === undefined ? undefined : own(made);
  };
  // What `own` takes is what `make` gives, and nobody else is to know it.
  return Object.assign(tell, { parts: parts as TellParts<T> });
}

/** Most lists have one value. */
function tellEach<T>(values: readonly T[], tell: Tell<T>): Promise<void> | undefined {
  const [first] = values;
  if (first === undefined) return undefined;
  return values.length === 1 ? tell(first) : tellInTurn(values, tell);
}

async function tellInTurn<T>(values: readonly T[], tell: Tell<T>): Promise<void> {
  for (const value of values) await tell(value);
}

type AnyMake = Make<never, unknown>;

/** What is made of the same functions is the same function: by that it is seen that readers get the same. */
const both = new WeakMap<AnyMake, WeakMap<AnyMake, AnyMake>>();
const each = new WeakMap<AnyMake, AnyMake>();

function makeBoth<T, U, V>(first: Make<T, U>, second: Make<U, V>): Make<T, V> {
  const known = both.get(first) ?? new WeakMap<AnyMake, AnyMake>();
  both.set(first, known);
  return madeOnce(known, second, () => (value: T) => {
    const made = first(value);
    return made === undefined ? undefined : second(made);
  });
}

function makeEach<T, U>(make: Make<T, U>): Make<readonly T[], readonly U[]> {
  return madeOnce(each, make, () => (values: readonly T[]) => {
    const all = values.map((value) => make(value));
    return all.filter((made) => made !== undefined);
  });
}

function madeOnce<M extends AnyMake>(known: WeakMap<AnyMake, AnyMake>, key: AnyMake, make: () => M): M {
  const made = (known.get(key) as M | undefined) ?? make();
  known.set(key, made);
  return made;
}
