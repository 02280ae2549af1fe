import type { Random } from "../../async/index.ts";
import { dns1123LabelProblems, dns1123SubdomainProblems } from "../../model/index.ts";
import { generatedName } from "./defaults.ts";
import type { Strategy } from "./strategy.ts";

/** A name with the given beginning and a random end. */
export function generateName(base: string, random: Random): string {
  const { baseLength, randomLength, alphabet } = generatedName;
  let name = base.slice(0, baseLength);
  for (let count = 0; count < randomLength; count++) name += alphabet.charAt(random.integer(alphabet.length));
  return name;
}

/** What is wrong with a name, in Kubernetes' words. Of a beginning, the end may be a dash. */
export function nameProblems(
  name: string,
  rule: Strategy["name"],
  { isPrefix = false }: { readonly isPrefix?: boolean } = {},
): readonly string[] {
  const checked = isPrefix && name.length > 1 && name.endsWith("-") ? `${name.slice(0, -1)}a` : name;
  switch (rule) {
    case "subdomain":
      return dns1123SubdomainProblems(checked);
    case "label":
      return dns1123LabelProblems(checked);
    case "path-segment":
      return segmentProblems(checked, isPrefix);
    case "long":
      return isPrefix ? segmentProblems(name, false) : dns1123SubdomainProblems(name).map(inBytes);
    case "own":
      return [];
  }
}

/** Newer rules of Kubernetes count bytes. */
function inBytes(problem: string): string {
  return problem.replace(/(?<=^must be no more than \d+ )characters$/, "bytes");
}

/** What a segment of a path may not be. A beginning may be dots: more comes after it. */
function segmentProblems(name: string, isPrefix: boolean): readonly string[] {
  if (!isPrefix && (name === "." || name === "..")) return [`may not be '${name}'`];
  return ["/", "%"].filter((part) => name.includes(part)).map((part) => `may not contain '${part}'`);
}
