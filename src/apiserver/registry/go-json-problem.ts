/** What is wrong with a text that is no JSON, in Go's words. The place of the mistake is the platform's; few characters of the text are shown. */
export function goJsonProblem(text: string): string {
  const at = mistakeIn(text);
  if (at === undefined || at >= text.trimEnd().length) return "unexpected end of JSON input";
  const before = text.slice(0, at);
  const shown = quoted(text.charAt(at));
  if (isWhole(before)) return `invalid character ${shown} after top-level value`;
  return `invalid character ${shown} ${expectation(before.trimEnd().at(-1))}`;
}

function mistakeIn(text: string): number | undefined {
  try {
    JSON.parse(text);
    return undefined;
  } catch (error) {
    const position = /position (\d+)/.exec(String(error))?.[1];
    return position === undefined ? tokenIn(text, String(error)) : Number(position);
  }
}

/** Of a short text the platform tells only the character: it is the first such one before which the text merely has no end. */
function tokenIn(text: string, error: string): number | undefined {
  const token = /Unexpected token '(.)'/su.exec(error)?.[1];
  for (let at = 0; token !== undefined && at < text.length; at += 1) {
    if (text.startsWith(token, at) && isBeginning(text.slice(0, at))) return at;
  }
  return undefined;
}

function isBeginning(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch (error) {
    return /Unexpected end|position \d+ .*end/.test(String(error));
  }
}

function isWhole(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function expectation(last: string | undefined): string {
  if (last === "{") return "looking for beginning of object key string";
  return last === undefined || "[,:".includes(last) ? "looking for beginning of value" : "after object key:value pair";
}

function quoted(character: string): string {
  return character === "'" ? "'\\''" : `'${character}'`;
}
