import { InvalidInputError, parseMetaDuration } from "../../model/index.ts";

/** The names of units, and how longer names begin. */
const unit = /^(?:ns|nano.*|us|\u00b5s|micro.*|ms|milli.*|s|sec.*|m|min.*|h|hr|hour.*|d|day.*|w|wk|week.*)$/i;
const most = "9223372036854775807";

/** Whether a text is a duration of Go (`1h30m`), or has numbers that 64 bits hold, one of them with a longer name of a unit (`3 days`). */
export function isDuration(text: string): boolean {
  if (isGoDuration(text)) return true;
  let isOne = false;
  // Numbers without a name are matched too: otherwise each of their digits would be tried.
  for (const [, digits = "", name = ""] of text.matchAll(/(?:0(?=\d))*(\d+)[\t\n\f\r ]*([A-Za-z\u00b5]*)/g)) {
    if (name === "") continue;
    if (digits.length > most.length || (digits.length === most.length && digits > most)) return false;
    isOne ||= unit.test(name);
  }
  return isOne;
}

function isGoDuration(text: string): boolean {
  try {
    parseMetaDuration(text);
    return true;
  } catch (error) {
    if (!InvalidInputError.is(error)) throw error;
    return false;
  }
}
