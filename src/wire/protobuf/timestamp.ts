/** The first second of the year 1 and the last of 9999: what texts of times can say. */
const leastSeconds = -62_135_596_800;
const mostSeconds = 253_402_300_799;

const pattern = /^(?<date>\d{4}-\d\d-\d\d)T(?<time>\d\d:\d\d:\d\d)(?:\.(?<fraction>\d{1,9}))?(?<zone>Z|[+-]\d\d:\d\d)$/;

/** A moment as protobuf has it. */
export interface Timestamp {
  readonly seconds: number;
  readonly nanos: number;
}

/** The moment as Kubernetes writes it, to the second; `undefined` for one that no text can say. */
export function formatTime(seconds: number): string | undefined {
  if (!(seconds >= leastSeconds && seconds <= mostSeconds)) return undefined;
  return `${new Date(seconds * 1_000).toISOString().slice(0, 19)}Z`;
}

/** The same to the microsecond. */
export function formatMicroTime({ seconds, nanos }: Timestamp): string | undefined {
  const text = formatTime(seconds);
  if (text === undefined || nanos < 0 || nanos >= 1e9) return undefined;
  return `${text.slice(0, 19)}.${String(Math.floor(nanos / 1_000)).padStart(6, "0")}Z`;
}

/** Reads a text of RFC 3339, with any zone and fraction; `undefined` for every other text. */
export function parseTimestamp(text: string): Timestamp | undefined {
  const { date = "", time = "", fraction = "", zone = "" } = pattern.exec(text)?.groups ?? {};
  const milliseconds = Date.parse(`${date}T${time}${zone}`);
  // The platform takes the 30th of February for a day in March.
  if (Number.isNaN(milliseconds) || Date.parse(`${date}T00:00:00Z`) !== dayOf(date)) return undefined;
  return { seconds: milliseconds / 1_000, nanos: Number(fraction.padEnd(9, "0")) };
}

function dayOf(date: string): number {
  const [year = 0, month = 0, day = 0] = date.split("-").map(Number);
  const midnight = new Date(0);
  midnight.setUTCFullYear(year, month - 1, day);
  return midnight.getUTCDate() === day ? midnight.getTime() : Number.NaN;
}
