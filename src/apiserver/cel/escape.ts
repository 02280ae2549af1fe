const reserved: ReadonlySet<string> = new Set(
  "true false null in as break const continue else for function if import let loop package namespace return var void while".split(
    " ",
  ),
);

const written: Readonly<Record<string, string>> = {
  __: "__underscores__",
  ".": "__dot__",
  "-": "__dash__",
  "/": "__slash__",
};

/** The name by which expressions call a property; `undefined` if they cannot. */
export function escapeName(name: string): string | undefined {
  if (!/^[A-Za-z_./-][A-Za-z0-9_./-]*$/.test(name)) return undefined;
  if (reserved.has(name)) return `__${name}__`;
  return name.replace(/__|[./-]/g, (part) => written[part] ?? part);
}

const read: ReadonlyMap<string, string> = new Map(Object.entries(written).map(([part, text]) => [text, part]));

/** The property that expressions call so; `undefined` if there can be none. */
export function unescapeName(name: string): string | undefined {
  let isName = true;
  const result = name.replace(/__[^_]+__/g, (part) => {
    const known = read.get(part);
    const word = part.slice(2, -2);
    if (known !== undefined) return known;
    if (!reserved.has(word) || part.length !== name.length) isName = false;
    return word;
  });
  return isName ? result : undefined;
}
