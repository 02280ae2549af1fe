import { getOwn } from "../../model/index.ts";
import { goEscaped } from "../apply/index.ts";
import type { Schema } from "../schema/index.ts";
import {
  listOf,
  number,
  optionalAmount,
  optionalNumber,
  optionalText,
  readText,
  struct,
  text,
  textOf,
} from "./go-texts.ts";

type Fields = Readonly<Record<string, unknown>>;

const conditionSchema: Readonly<Schema> = listOf(
  struct({
    type: text,
    status: text,
    lastTransitionTime: { type: "string", format: "date-time", emptyValue: "written" },
    reason: optionalText,
    message: optionalText,
  }),
);

/** The conditions of an autoscaler as a text. They are the same in both versions. */
export function writeConditions(conditions: readonly Fields[]): string | undefined {
  return textOf(conditions, conditionSchema);
}

/** The conditions that a text tells; `undefined` if it tells none. */
export function readConditions(source: unknown): readonly Fields[] | undefined {
  const conditions = readText(source, conditionSchema);
  return conditions === undefined ? undefined : ((conditions ?? []) as readonly Fields[]);
}

const scaling: Readonly<Schema> = struct(
  {
    StabilizationWindowSeconds: optionalNumber,
    SelectPolicy: { type: "string", emptyValue: "kept" },
    Policies: { ...listOf(struct({ Type: text, Value: number, PeriodSeconds: number })), emptyValue: "kept" },
    Tolerance: optionalAmount,
  },
  "kept",
);
const behaviorSchema: Readonly<Schema> = struct({ ScaleUp: scaling, ScaleDown: scaling });

/** The behaviour of an autoscaler as a text: in the names that Kubernetes gives its fields inside, where what is not set is `null`. */
export function writeBehavior(behavior: Fields): string {
  return goEscaped(JSON.stringify(inner(behavior, behaviorSchema)));
}

/** The behaviour that a text tells; `undefined` if it tells none. */
export function readBehavior(source: unknown): Fields | undefined {
  const behavior = outer(readText(source, behaviorSchema)) as Fields | null | undefined;
  return Object.keys(behavior ?? {}).length === 0 ? undefined : (behavior as Fields);
}

function inner(value: unknown, { properties, items }: Schema): unknown {
  if (Array.isArray(value)) return value.map((item) => inner(item, items ?? {}));
  if (properties === undefined || typeof value !== "object" || value === null) return value ?? null;
  const members = Object.entries(properties).map(([key, schema]) => {
    const own = `${key.charAt(0).toLowerCase()}${key.slice(1)}`;
    return [key, inner(getOwn(value, own), schema)] as const;
  });
  return Object.fromEntries(members);
}

function outer(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(outer);
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).map(
    ([key, member]: [string, unknown]) => [`${key.charAt(0).toLowerCase()}${key.slice(1)}`, outer(member)] as const,
  );
  return Object.fromEntries(members);
}
