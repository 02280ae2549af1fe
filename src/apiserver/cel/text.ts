import { Failure } from "./value.ts";

/** Where a part is found, in code points from the start; -1 if nowhere. */
export function indexIn(text: string, part: string, from: number): number | Failure {
  if (part === "") return from;
  if (from < 0) return new Failure(`index out of range: ${from}`);
  const points = Array.from(text);
  if (from >= points.length) return -1;
  const unit = points.slice(0, from).join("").length;
  const found = text.indexOf(part, unit);
  return found === -1 ? -1 : Array.from(text.slice(0, found)).length;
}

/** Where a part is found last, in code points from the start; -1 if nowhere. */
export function lastIndexIn(text: string, part: string, from?: number): number | Failure {
  const points = Array.from(text);
  if (part === "") return from ?? points.length;
  if (from === undefined && text.length < part.length) return -1;
  const last = from ?? points.length - 1;
  if (last < 0) return new Failure(`index out of range: ${last}`);
  if (last >= points.length) return -1;
  const found = text.lastIndexOf(part, points.slice(0, last).join("").length);
  return found === -1 ? -1 : Array.from(text.slice(0, found)).length;
}

/** A piece of a text, by code points. */
export function substring(text: string, start: number, end?: number): string | Failure {
  const points = Array.from(text);
  const last = end ?? points.length;
  if (end !== undefined && start > end) return new Failure(`invalid substring range. start: ${start}, end: ${end}`);
  if (start < 0 || start > points.length) return new Failure(`index out of range: ${start}`);
  if (last < 0 || last > points.length) return new Failure(`index out of range: ${last}`);
  return points.slice(start, last).join("");
}

/** A text with a part replaced so many times, or wherever it is found if the count is negative. */
export function replaced(
  text: string,
  how: { readonly old: string; readonly next: string; readonly count: number },
): string {
  const { old, next, count } = how;
  if (count === 0) return text;
  if (old === "") return between(text, next, count);
  const parts = text.split(old);
  const done = count < 0 ? parts.length - 1 : Math.min(count, parts.length - 1);
  return [parts.slice(0, done + 1).join(next), ...parts.slice(done + 1)].join(old);
}

function between(text: string, next: string, count: number): string {
  const points = Array.from(text);
  const most = count < 0 ? points.length + 1 : count;
  const put = points.map((point, index) => (index < most ? `${next}${point}` : point));
  return put.join("") + (points.length < most ? next : "");
}

/** The parts between separators, at most so many if the count is not negative. */
export function splitText(text: string, by: string, count: number): readonly string[] {
  if (count === 0) return [];
  const parts = by === "" ? Array.from(text) : text.split(by);
  if (count < 0 || parts.length <= count) return parts;
  return [...parts.slice(0, count - 1), parts.slice(count - 1).join(by)];
}

const escapes: Readonly<Record<string, string>> = {
  "\u0007": "\\a",
  "\b": "\\b",
  "\f": "\\f",
  "\n": "\\n",
  "\r": "\\r",
  "\t": "\\t",
  "\v": "\\v",
  "\\": "\\\\",
  '"': '\\"',
};

/** A text as a literal. */
export function quoted(text: string): string {
  return `"${text.replace(/[\u0007\b\f\n\r\t\v\\"]/g, (character) => escapes[character] ?? character)}"`;
}

const space = /\p{White_Space}/u;

/** A text without the spaces around it: what Unicode counts as one, which a byte order mark is not. Many in the middle are not looked at. */
export function trimmed(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && space.test(text.charAt(start))) start++;
  while (end > start && space.test(text.charAt(end - 1))) end--;
  return text.slice(start, end);
}
