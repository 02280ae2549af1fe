/** The keys on the way that a JSON pointer (RFC 6901) describes, or `undefined` when the text is none. The empty text is the whole document. */
export function parseJsonPointer(text: string): readonly string[] | undefined {
  if (text === "") return [];
  if (!text.startsWith("/") || /~(?![01])/.test(text)) return undefined;
  return text.slice(1).split("/").map(unescapedKey);
}

/** The same of a text that need not be one: what stands before the first slash does not count, and a `~` can stand for itself. */
export function parseLoosePointer(text: string): readonly string[] | undefined {
  const [, ...keys] = text.split("/");
  return text !== "" && keys.length === 0 ? undefined : keys.map(unescapedKey);
}

function unescapedKey(key: string): string {
  return key.replaceAll("~1", "/").replaceAll("~0", "~");
}

/** The JSON pointer that leads from one place to a member of it. */
export function childPointer(parent: string, key: string | number): string {
  return `${parent}/${String(key).replaceAll("~", "~0").replaceAll("/", "~1")}`;
}
