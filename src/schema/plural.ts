/** The lower-case plural of a kind, by the usual rules of English: `Network`, `Policy`, `Ingress` give `networks`, `policies`, `ingresses`. */
export function pluralOf(kind: string): string {
  const singular = kind.toLowerCase();
  if (/(?:s|x|z|ch|sh)$/.test(singular)) return `${singular}es`;
  if (/[^aeiou]y$/.test(singular)) return `${singular.slice(0, -1)}ies`;
  return `${singular}s`;
}
