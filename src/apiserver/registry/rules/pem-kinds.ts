/** The kinds of the well-formed PEM blocks of a text, in order. What stands between them does not matter, nor what their bytes say. */
export function pemKinds(text: string): readonly string[] {
  const found: string[] = [];
  let open: { readonly kind: string; readonly lines: string[] } | undefined;
  for (const line of text.split("\n")) {
    const trimmed = withoutEnd(line);
    const [, kind] = /^-----BEGIN (.*)-----$/.exec(trimmed) ?? [];
    if (kind !== undefined) open = { kind, lines: [] };
    else if (!trimmed.startsWith("-----END ")) open?.lines.push(trimmed);
    else {
      if (open !== undefined && trimmed === `-----END ${open.kind}-----` && isBase64(open.lines)) found.push(open.kind);
      open = undefined;
    }
  }
  return found;
}

/** Without spaces at the end. By hand: a pattern would look at each run of spaces in the line anew from each of its places. */
function withoutEnd(line: string): string {
  let end = line.length;
  while (end > 0 && " \t\r".includes(line.charAt(end - 1))) end--;
  return line.slice(0, end);
}

/** Whether lines are base64, after headers if there are any. */
function isBase64(lines: readonly string[]): boolean {
  const start = lines.findIndex((line) => !line.includes(":"));
  const bytes =
    start < 0
      ? ""
      : lines
          .slice(start)
          .join("")
          .replaceAll(/[ \t\r]/g, "");
  return bytes.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(bytes);
}
