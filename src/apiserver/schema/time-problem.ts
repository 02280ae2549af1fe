import { InvalidInputError, parseTime } from "../../model/index.ts";

/** What Go says of a time that it can't read, `undefined` of every other. A time with microseconds has exactly six decimals. */
export function timeProblem(text: string, isMicro: boolean): string | undefined {
  const attempt = `parsing time ${JSON.stringify(text)}`;
  let rest = text;
  for (const [pattern, layout] of isMicro ? microLayout : wholeLayout) {
    const match = pattern.exec(rest);
    if (match === null) {
      const whole = `2006-01-02T15:04:05${isMicro ? ".000000" : ""}Z07:00`;
      return `${attempt} as "${whole}": cannot parse ${JSON.stringify(rest)} as "${layout}"`;
    }
    rest = rest.slice(match[0].length);
  }
  if (rest !== "") return `${attempt}: extra text: ${JSON.stringify(rest)}`;
  return isTime(text) ? undefined : `${attempt}: day out of range`;
}

type Part = readonly [pattern: RegExp, layout: string];

const common: readonly Part[] = [
  [/^\d{4}/, "2006"],
  [/^-/, "-"],
  [/^\d\d/, "01"],
  [/^-/, "-"],
  [/^\d\d/, "02"],
  [/^T/, "T"],
  [/^\d\d/, "15"],
  [/^:/, ":"],
  [/^\d\d/, "04"],
  [/^:/, ":"],
  [/^\d\d/, "05"],
];
const zone: Part = [/^(?:Z|[+-]\d\d:\d\d)/, "Z07:00"];
const wholeLayout: readonly Part[] = [...common, [/^(?:\.\d+)?/, ""], zone];
const microLayout: readonly Part[] = [...common, [/^\.\d{6}/, ".000000"], zone];

function isTime(text: string): boolean {
  try {
    parseTime(text);
    return true;
  } catch (error) {
    if (!InvalidInputError.is(error)) throw error;
    return false;
  }
}
