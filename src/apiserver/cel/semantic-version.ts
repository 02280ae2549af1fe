import { structType } from "./type.ts";
import type { Type } from "./type.ts";
import { Opaque } from "./value.ts";

/** A version by the rules of semver.org. */
export class SemanticVersion extends Opaque {
  readonly type: Type = versionType;
  readonly numbers: readonly [bigint, bigint, bigint];
  readonly release: readonly string[];

  constructor(numbers: readonly [bigint, bigint, bigint], release: readonly string[]) {
    super();
    this.numbers = numbers;
    this.release = release;
  }

  equals(other: Opaque): boolean {
    return other instanceof SemanticVersion && this.compare(other) === 0;
  }

  text(): undefined {
    return undefined;
  }

  /** -1, 0 or 1. What is written behind a plus makes no difference. */
  compare(other: SemanticVersion): number {
    for (const [index, number] of this.numbers.entries()) {
      const theirs = other.numbers[index] ?? 0n;
      if (number !== theirs) return number < theirs ? -1 : 1;
    }
    if (this.release.length === 0 || other.release.length === 0) {
      return Math.sign(other.release.length - this.release.length);
    }
    return compareReleases(this.release, other.release);
  }
}

const versionType: Readonly<Type> = structType("kubernetes.Semver");

function compareReleases(one: readonly string[], other: readonly string[]): number {
  for (const [index, part] of one.entries()) {
    const theirs = other[index];
    if (theirs === undefined) return 1;
    if (part === theirs) continue;
    const [isNumber, isTheirs] = [/^\d+$/.test(part), /^\d+$/.test(theirs)];
    if (isNumber && isTheirs) return BigInt(part) < BigInt(theirs) ? -1 : 1;
    if (isNumber !== isTheirs) return isNumber ? -1 : 1;
    return part < theirs ? -1 : 1;
  }
  return one.length < other.length ? -1 : 0;
}

/** The version that a text is, or why it is none. A loose reading takes `v1.2` and zeros in front. */
export function parseVersion(text: string, isLoose: boolean): SemanticVersion | string {
  const strict = isLoose ? loosened(text) : text;
  if (strict === undefined) return "short version cannot contain PreRelease/Build meta data";
  if (strict === "") return "Version string empty";
  const parts = /^([^.]*)\.([^.]*)\.([^-+]*)(?:-([^+]*))?(?:\+([^]*))?$/.exec(strict);
  if (parts === null) return "No Major.Minor.Patch elements found";
  const [, major = "", minor = "", patch = "", release, build] = parts;
  const problem = numberProblem(major, "major") ?? numberProblem(minor, "minor") ?? numberProblem(patch, "patch");
  if (problem !== undefined) return problem;
  const names = release?.split(".") ?? [];
  const wrong = names.map(releaseProblem).find((one) => one !== undefined) ?? buildProblem(build);
  return wrong ?? new SemanticVersion([BigInt(major), BigInt(minor), BigInt(patch)], names);
}

function numberProblem(text: string, name: string): string | undefined {
  const title = `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
  if (!/^\d*$/.test(text)) return `Invalid character(s) found in ${name} number "${text}"`;
  if (text.length > 1 && text.startsWith("0")) return `${title} number must not contain leading zeroes "${text}"`;
  return text === "" ? 'strconv.ParseUint: parsing "": invalid syntax' : undefined;
}

function releaseProblem(name: string): string | undefined {
  if (name === "") return "Prerelease is empty";
  if (/^\d+$/.test(name) && name.length > 1 && name.startsWith("0")) {
    return `Numeric PreRelease version must not contain leading zeroes "${name}"`;
  }
  return /^[0-9A-Za-z-]+$/.test(name) ? undefined : `Invalid character(s) found in prerelease "${name}"`;
}

function buildProblem(build: string | undefined): string | undefined {
  for (const name of build?.split(".") ?? []) {
    if (name === "") return "Build meta data is empty";
    if (!/^[0-9A-Za-z-]+$/.test(name)) return `Invalid character(s) found in build meta data "${name}"`;
  }
  return undefined;
}

function loosened(text: string): string | undefined {
  const bare = text.replace(/^v/, "");
  const first = bare.split(".");
  const parts = first.length > 3 ? [...first.slice(0, 2), first.slice(2).join(".")] : first;
  const trimmed = parts.map((part) =>
    part.length > 1 ? part.replace(/^0+(?=\d)/, "").replace(/^0+(?!\d)/, "0") : part,
  );
  if (trimmed.length < 3 && /[+-]/.test(trimmed.at(-1) ?? "")) return undefined;
  return [...trimmed, "0", "0"].slice(0, Math.max(3, trimmed.length)).join(".");
}
