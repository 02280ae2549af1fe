import type { Random } from "../../src/async/index.ts";
import { pick } from "./mutate.ts";
import type { Mutation } from "./mutate.ts";

/** What reads and deletes of collections can be asked with: valid values, values of the wrong type, and values out of range. */
interface Option {
  readonly name: string;
  readonly valid: readonly string[];
  readonly wrong: readonly string[];
  readonly range: readonly string[];
}

const options: readonly Option[] = [
  { name: "limit", valid: ["1", "500"], wrong: ["x", "1.5", ""], range: ["-1", "99999999999999999999"] },
  { name: "continue", valid: [""], wrong: ["x"], range: ["e30", "!!!"] },
  { name: "resourceVersion", valid: ["", "0"], wrong: ["x", "1.5"], range: ["-1"] },
  { name: "resourceVersionMatch", valid: [""], wrong: ["x"], range: ["Exact", "NotOlderThan"] },
  {
    name: "fieldSelector",
    valid: ["metadata.name!=zzz"],
    wrong: ["x", "a=b,"],
    range: ["status.nothing=x", "metadata.name=a=b"],
  },
  { name: "timeoutSeconds", valid: ["2"], wrong: ["x"], range: ["-1"] },
  { name: "allowWatchBookmarks", valid: ["false"], wrong: ["x"], range: ["2"] },
  { name: "sendInitialEvents", valid: [], wrong: ["x"], range: ["true", "false"] },
];

/** The options that one object is read with. */
const getOptions: readonly Option[] = options.filter(({ name }) => name === "resourceVersion");

/** A watch needs an end. */
const watchOptions: readonly Option[] = options.filter(({ name }) => name !== "timeoutSeconds");

/** A read to be made right or wrong. */
export interface Read {
  readonly verb: "get" | "list" | "watch" | "delete-collection";
  readonly mutation: Mutation;
  readonly random: Random;
}

/** The path of a read with options that are right or wrong in one way. */
export function readQuery(
  path: string,
  { verb, mutation, random }: Read,
): { readonly path: string; readonly note: string } {
  const added = addedOptions(
    mutation,
    pick(random, verb === "get" ? getOptions : verb === "watch" ? watchOptions : options),
    random,
  );
  // A collection that is read from a cache may be an old one, whose objects cannot be deleted any more.
  const isStale =
    verb === "delete-collection" && added.some(([name, value]) => name === "resourceVersion" && value === "0");
  if (isStale) return { path, note: "" };
  const base = mutation === "removed" && verb === "get" ? `${path}x` : path;
  const watched = verb === "watch" ? ["watch=true", "timeoutSeconds=1"] : [];
  const query = [...watched, ...added.map(([name, value]) => `${name}=${encodeURIComponent(value)}`)].join("&");
  const note = added.map((pair) => pair.join("=")).join("&");
  return { path: query === "" ? base : `${base}${base.includes("?") ? "&" : "?"}${query}`, note };
}

function addedOptions(mutation: Mutation, option: Option, random: Random): readonly (readonly [string, string])[] {
  const { name } = option;
  switch (mutation) {
    case "removed":
      return [];
    case "valid":
      return option.valid.length === 0 ? [] : [[name, pick(random, option.valid)]];
    case "wrong-type":
      return [[name, pick(random, option.wrong)]];
    case "out-of-range":
      return [[name, pick(random, option.range)]];
    case "unknown":
      return [["unknownOption", "1"]];
    case "duplicate": {
      const value = pick(random, [...option.valid, ...option.wrong]);
      return [
        [name, value],
        [name, value],
      ];
    }
  }
}
