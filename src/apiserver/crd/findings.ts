import type { StatusCause } from "../../model/index.ts";
import { firstToTell } from "../schema/index.ts";

/** What checking a value has found. */
export interface Findings {
  readonly causes: readonly StatusCause[];
  /** How many checks there were that found nothing: of several schemas that do not fit, the one with the most is told about. */
  readonly matches: number;
}

/** Nothing wrong. */
export const fits: Findings = { causes: [], matches: 1 };

/** One thing wrong. */
export function found(cause: StatusCause): Findings {
  return { causes: [cause], matches: 0 };
}

/** All together, each cause once, and of very many the first. */
export function joined(all: readonly (Findings | undefined)[], matches = 0): Findings {
  let total = matches;
  let isFit = true;
  for (const one of all) {
    if (one === undefined) continue;
    total += one.matches;
    if (one.causes.length > 0) isFit = false;
  }
  return { causes: isFit ? fits.causes : unique(all), matches: total };
}

function unique(all: readonly (Findings | undefined)[]): readonly StatusCause[] {
  const wrong = all.filter((one) => one !== undefined && one.causes.length > 0);
  // They are each there once already.
  if (wrong.length === 1) return wrong[0]?.causes ?? [];
  const causes = new Map<string, StatusCause>();
  const given = wrong.flatMap((one) => one?.causes ?? []);
  // The platform tells very long texts apart by comparing each with each.
  for (const cause of firstToTell(given, ({ field = "", message = "" }) => field.length + message.length)) {
    const key = `${cause.field}\0${cause.message}`;
    if (!causes.has(key)) causes.set(key, cause);
  }
  return [...causes.values()];
}
