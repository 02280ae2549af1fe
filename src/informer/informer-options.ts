import { InvalidArgumentError } from "../async/index.ts";
import type { KubeObject } from "../model/index.ts";
import type { StoreBound } from "./indexed-store.ts";
import type { InformerFailure } from "./informer-failure.ts";
import type { InformerScope } from "./informer-scope.ts";
import type { Projection } from "./projection.ts";
import type { ReflectorOptions } from "./reflector.ts";

/** How an informer works. */
export interface SharedInformerOptions<T extends KubeObject = KubeObject> extends Omit<
  ReflectorOptions,
  "isCompact" | "namespace"
> {
  /** Every so often each handler is told all objects again, as updates that change nothing. Default 0: never. */
  readonly resyncMs?: number | undefined;
  /** Hears of every failure. Default: nobody does; all are logged anyway. */
  readonly onError?: ((failure: InformerFailure) => void) | undefined;
  /** Which part of the collection the source gives, so that own writes outside of it do not come in. Default: all. */
  readonly scope?: InformerScope | undefined;
  /** Makes of each object what is kept. For one that gives another type see `SharedInformer.projecting`. Default: all of it. */
  readonly project?: Projection<T, T> | undefined;
  /** Default: managed fields are dropped. */
  readonly keepManagedFields?: boolean | undefined;
  /** How many objects are kept whole; of the others only metadata is, and reading methods leave them out. Default: all. */
  readonly bound?: StoreBound<T> | undefined;
}

/** The period, if it is one. Throws an `InvalidArgumentError`. */
export function checkedPeriod(place: string, input: number): number {
  if (Number.isFinite(input) && input >= 0) return input;
  throw new InvalidArgumentError({ place, input, expected: "a finite number of milliseconds, zero or more" });
}

/** The count, if it is one. Throws an `InvalidArgumentError`. */
export function checkedCount(place: string, input: number): number {
  if (Number.isSafeInteger(input) && input >= 0) return input;
  throw new InvalidArgumentError({ place, input, expected: "a whole number, zero or more" });
}
