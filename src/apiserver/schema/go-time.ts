/** A moment as it was read from a text; `seconds` since 1970. */
export interface GoTime {
  readonly seconds: number;
  readonly micros: number;
}

/**
 * Reads a time as Go does, which takes more than RFC 3339: one digit for the hour, a comma before the fraction, zones of up to 24 hours
 * and 60 minutes. A time with microseconds has exactly six decimals. What Go says of a text that it can't read is the answer otherwise.
 *
 * _Differs_: a time that its zone moves out of the years 0 to 9999 is refused.
 */
export function parseGoTime(text: string, isMicro: boolean): GoTime | string {
  // Only for a text that can't be read: every time of every write comes by here.
  const attempt = (): string => `parsing time ${goQuoted(text)}`;
  const found: string[] = [];
  let rest = text;
  for (const { pattern, layout, range } of isMicro ? microLayout : wholeLayout) {
    const match = pattern.exec(rest);
    if (match === null) {
      const whole = `2006-01-02T15:04:05${isMicro ? ".000000" : ""}Z07:00`;
      return `${attempt()} as "${whole}": cannot parse ${goQuoted(rest)} as "${layout}"`;
    }
    const outside = range?.(match);
    if (outside !== undefined) return `${attempt()}: ${outside} out of range`;
    found.push(...match.slice(1));
    rest = rest.slice(match[0].length);
  }
  if (rest !== "") return `${attempt()}: extra text: ${goQuoted(rest)}`;
  return momentOf(found) ?? `${attempt()}: day out of range`;
}

/** A moment in the form that Kubernetes writes, in UTC. */
export function goTimeText({ seconds, micros }: GoTime, isMicro: boolean): string {
  const text = new Date(seconds * 1_000).toISOString().slice(0, "2006-01-02T15:04:05".length);
  return isMicro ? `${text}.${String(micros).padStart(6, "0")}Z` : `${text}Z`;
}

interface Part {
  /** Every group is one of the parts that a moment is made of. */
  readonly pattern: Readonly<RegExp>;
  readonly layout: string;
  /** What is out of range, if anything is. */
  readonly range?: ((match: readonly string[]) => string | undefined) | undefined;
}

function number(pattern: RegExp, layout: string, limits: readonly [what: string, least: number, most: number]): Part {
  const [what, least, most] = limits;
  const range = ([, digits]: readonly string[]): string | undefined =>
    Number(digits) < least || Number(digits) > most ? what : undefined;
  return { pattern, layout, range };
}

const dash: Part = { pattern: /^-/, layout: "-" };
const colon: Part = { pattern: /^:/, layout: ":" };
const common: readonly Part[] = [
  { pattern: /^(\d{4})/, layout: "2006" },
  dash,
  number(/^(\d\d)/, "01", ["month", 1, 12]),
  dash,
  { pattern: /^(\d\d)/, layout: "02" },
  { pattern: /^T/, layout: "T" },
  number(/^(\d\d?)/, "15", ["hour", 0, 23]),
  colon,
  number(/^(\d\d)/, "04", ["minute", 0, 59]),
  colon,
  number(/^(\d\d)/, "05", ["second", 0, 59]),
];
const zone: Part = {
  pattern: /^(?:Z|([+-])(\d\d):(\d\d))/,
  layout: "Z07:00",
  range: ([, , hours = "0", minutes = "0"]) => {
    if (Number(minutes) > 60) return "time zone offset minute";
    return Number(hours) > 24 ? "time zone offset hour" : undefined;
  },
};
const wholeLayout: readonly Part[] = [...common, { pattern: /^(?:[.,](\d+))?/, layout: "" }, zone];
const microLayout: readonly Part[] = [...common, { pattern: /^[.,](\d{6})/, layout: ".000000" }, zone];

/** The years that four digits can write, in seconds. */
const firstSecond = -62_167_219_200;
const lastSecond = 253_402_300_799;

function momentOf(parts: readonly string[]): GoTime | undefined {
  const [year, month = 1, day, hour = 0, minute = 0, second = 0] = parts.map(Number);
  const [fraction = "", sign = "", zoneHours = "0", zoneMinutes = "0"] = parts.slice(6);
  const date = new Date(0);
  // Set one by one: the platform would take a year below 100 for one of the last century.
  date.setUTCFullYear(year ?? 0, month - 1, day);
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return undefined;
  const minutesEast = Number(`${sign}1`) * (Number(zoneHours) * 60 + Number(zoneMinutes));
  const seconds = date.getTime() / 1_000 + (hour * 60 + minute - minutesEast) * 60 + second;
  if (seconds < firstSecond || seconds > lastSecond) return undefined;
  return { seconds, micros: Number(fraction.slice(0, 6).padEnd(6, "0")) };
}

/** A text in quotes as Go's times show it: what is no printable ASCII byte by byte. */
function goQuoted(text: string): string {
  const bytes = new TextEncoder().encode(text);
  const shown = Array.from(bytes, (byte) => {
    if (byte < 0x20 || byte >= 0x80) return `\\x${byte.toString(16).padStart(2, "0")}`;
    const character = String.fromCharCode(byte);
    return character === '"' || character === "\\" ? `\\${character}` : character;
  });
  return `"${shown.join("")}"`;
}
