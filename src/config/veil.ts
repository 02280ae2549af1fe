import { redactText } from "../observe/index.ts";

const secretNames: readonly string[] = ["token", "key", "authorization", "credentials"];

/**
 * A frozen copy whose secrets can be read but are not shown: `util.inspect` and `JSON.stringify` show `[hidden]` in their place, and a proxy
 * without its password. It does so by two enumerable methods of its own, so that a copy by spread still has its secrets and hides them.
 */
export function veiled<T extends object>(fields: T): T {
  return Object.freeze({ ...fields, toJSON: shown, [Symbol.for("nodejs.util.inspect.custom")]: shown });
}

/** What may be seen of the object that it is a method of: the fields without the secrets and these methods. */
function shown(this: object): object {
  const fields = Object.entries(this).filter(([, value]) => typeof value !== "function" && value !== undefined);
  return Object.fromEntries(fields.map(([name, value]) => [name, visible(name, value)]));
}

function visible(name: string, value: unknown): unknown {
  if (secretNames.includes(name)) return "[hidden]";
  return name === "proxyUrl" && typeof value === "string" ? redactText(value) : value;
}
