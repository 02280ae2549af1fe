const shown = 3;

/** Up to three texts, and how many more there are. */
export function limited(texts: readonly string[], otherwise: string): string {
  if (texts.length === 0) return otherwise;
  const more = texts.length > shown ? ` + ${texts.length - shown} more...` : "";
  return `${texts.slice(0, shown).join(",")}${more}`;
}
