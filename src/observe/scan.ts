/** What stands in the place of a secret. */
export const redactedMark = "[redacted]";

/** A part of a text, `end` not included. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** The text with each span replaced by the mark; spans that overlap or touch get one mark together. */
export function cutOut(text: string, spans: Span[]): string {
  spans.sort((a, b) => a.start - b.start);
  let result = "";
  let copied = 0;
  let isMarked = false;
  for (const { start, end } of spans) {
    if (start > copied || !isMarked) result += text.slice(copied, start) + redactedMark;
    isMarked = true;
    copied = Math.max(copied, end);
  }
  return result + text.slice(copied);
}

/** The first index at or after `from` whose character is no member, or the length of the text. */
export function endOfRun(text: string, from: number, isMember: (code: number) => boolean): number {
  let end = from;
  while (end < text.length && isMember(text.charCodeAt(end))) end += 1;
  return end;
}

/** An ASCII letter or digit. */
export function isAlphanumeric(code: number): boolean {
  return (code >= 0x30 && code <= 0x39) || (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a);
}
