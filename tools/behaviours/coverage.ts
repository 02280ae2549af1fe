import { Problem } from "../source/problem.ts";
import type { Behaviour, Chapter } from "./chapter.ts";
import type { TestIds } from "./test-ids.ts";

/** A chapter with each of its promises in one of three lists. */
export interface ChapterCoverage {
  readonly chapter: Chapter;
  readonly covered: readonly Behaviour[];
  /** Deliberate differences, shown by a test or with a reason why none is possible. */
  readonly differs: readonly Behaviour[];
  /** Promises and differences without a test. */
  readonly missing: readonly Behaviour[];
}

/** What is promised against what is tested. */
export interface Coverage {
  readonly chapters: readonly ChapterCoverage[];
  /** What makes the command fail. */
  readonly problems: readonly Problem[];
}

/** Compares the chapters with the ids in the tests. */
export function coverageOf(chapters: readonly Chapter[], tests: TestIds): Coverage {
  const tested = new Set(tests.ids.filter(({ covers }) => covers).map(({ id }) => id));
  const compared = chapters.map((chapter) => compare(chapter, tested));
  const problems = [
    ...chapters.flatMap((chapter) => chapter.problems),
    ...duplicateProblems(chapters),
    ...tests.problems,
    ...unknownProblems(chapters, tests),
    ...compared.flatMap(missingProblems),
  ];
  return { chapters: compared, problems };
}

function compare(chapter: Chapter, tested: ReadonlySet<string>): ChapterCoverage {
  const isShown = ({ id, noTest }: Behaviour): boolean => tested.has(id) || noTest !== undefined;
  const shown = chapter.behaviours.filter(isShown);
  return {
    chapter,
    covered: shown.filter(({ differs }) => differs === undefined),
    differs: shown.filter(({ differs }) => differs !== undefined),
    missing: chapter.behaviours.filter((behaviour) => !isShown(behaviour)),
  };
}

function duplicateProblems(chapters: readonly Chapter[]): readonly Problem[] {
  const seen = new Map<string, string>();
  return chapters.flatMap(({ file, behaviours }) =>
    behaviours.flatMap(({ id, line }) => {
      const first = seen.get(id);
      if (first === undefined) seen.set(id, `${file}:${line}`);
      return first === undefined
        ? []
        : [new Problem({ file, line }, `Choose another id than ${id}: it is taken at ${first}.`)];
    }),
  );
}

function unknownProblems(chapters: readonly Chapter[], { ids }: TestIds): readonly Problem[] {
  const known = new Set(chapters.flatMap(({ behaviours }) => behaviours.map(({ id }) => id)));
  return ids
    .filter(({ id }) => !known.has(id))
    .map((place) => new Problem(place, `Add ${place.id} to docs/behaviours or correct it: no chapter lists it.`));
}

function missingProblems({ chapter: { isClosed, file, name }, missing }: ChapterCoverage): readonly Problem[] {
  if (!isClosed) return [];
  return missing.map(
    ({ id, line }) =>
      new Problem({ file, line }, `Write a test with [${id}] in its name: the chapter ${name} is closed.`),
  );
}
