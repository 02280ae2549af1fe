/**
 * The same JSON on many lines. The text has to be valid and without spaces. It is not read: keys stay in their order, those that are there
 * twice stay so, and numbers stay as they are written.
 */
export function indented(text: string): string {
  const pieces: string[] = [];
  let depth = 0;
  let taken = 0;
  const take = (end: number, space: string): void => {
    pieces.push(text.slice(taken, end), space);
    taken = end;
  };
  for (let at = 0; at < text.length; at++) {
    switch (text[at]) {
      case '"':
        at = endOfString(text, at);
        break;
      case "{":
      case "[":
        if (text[at + 1] === "}" || text[at + 1] === "]") at++;
        else take(at + 1, newLine(++depth));
        break;
      case "}":
      case "]":
        take(at, newLine(--depth));
        break;
      case ",":
        take(at + 1, newLine(depth));
        break;
      case ":":
        take(at + 1, " ");
        break;
      default:
    }
  }
  take(text.length, "");
  return pieces.join("");
}

function newLine(depth: number): string {
  return `\n${"  ".repeat(depth)}`;
}

/** Where the string that begins somewhere ends. */
function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (text[at] !== '"') at += text[at] === "\\" ? 2 : 1;
  return at;
}
