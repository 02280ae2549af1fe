import type { Behaviour } from "./chapter.ts";
import type { ChapterCoverage, Coverage } from "./coverage.ts";

/** The coverage as text for people: a summary for each chapter, then what differs, what is missing and what is wrong. */
export function printCoverage({ chapters, problems }: Coverage): string {
  const lines = chapters.length === 0 ? ["No chapters in docs/behaviours."] : chapters.flatMap(chapterLines);
  return [...lines, ...problems.map(({ message }) => `error: ${message}`)].join("\n");
}

/** The coverage as one JSON document for machines. */
export function coverageJson({ chapters, problems }: Coverage): string {
  const ids = (list: readonly Behaviour[]): readonly string[] => list.map(({ id }) => id);
  return JSON.stringify({
    chapters: chapters.map(({ chapter: { name, title, isClosed }, covered, differs, missing }) => ({
      name,
      title,
      closed: isClosed,
      covered: ids(covered),
      differs: differs.map(({ id, differs: reason }) => ({ id, reason })),
      missing: ids(missing),
    })),
    problems: problems.map(({ message }) => message),
  });
}

function chapterLines({ chapter, covered, differs, missing }: ChapterCoverage): readonly string[] {
  const total = chapter.behaviours.length;
  const share = ({ length }: readonly unknown[]): string =>
    `${length} (${total === 0 ? 0 : Math.round((100 * length) / total)} %)`;
  const summary = `covered ${share(covered)}, differs ${share(differs)}, missing ${share(missing)}`;
  return [
    `${chapter.name} · ${chapter.isClosed ? "closed" : "open"}: ${total} promises: ${summary}`,
    ...differs.map(
      ({ id, differs: reason, noTest }) =>
        `  differs  ${id}: ${reason}${noTest === undefined ? "" : ` No test: ${noTest}`}`,
    ),
    ...missing.map(({ id, sentence }) => `  missing  ${id}: ${sentence}`),
  ];
}
