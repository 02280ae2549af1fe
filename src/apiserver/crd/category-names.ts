/** Long names of categories of characters, as Go finds them, and their short ones. */
const shortNames: ReadonlyMap<string, string> = new Map(
  [
    "Casedletter LC, Closepunctuation Pe, Combiningmark M, Connectorpunctuation Pc, Control Cc, Cntrl Cc, Currencysymbol Sc",
    "Dashpunctuation Pd, Decimalnumber Nd, Digit Nd, Enclosingmark Me, Finalpunctuation Pf, Format Cf, Initialpunctuation Pi",
    "Letter L, Letternumber Nl, Lineseparator Zl, Lowercaseletter Ll, Mark M, Mathsymbol Sm, Modifierletter Lm, Modifiersymbol Sk",
    "Nonspacingmark Mn, Number N, Openpunctuation Ps, Other C, Otherletter Lo, Othernumber No, Otherpunctuation Po, Othersymbol So",
    "Paragraphseparator Zp, Privateuse Co, Punct P, Punctuation P, Separator Z, Spaceseparator Zs, Spacingmark Mc, Surrogate Cs",
    "Symbol S, Titlecaseletter Lt, Unassigned Cn, Uppercaseletter Lu",
  ]
    .flatMap((line) => line.split(", "))
    .map((pair) => pair.split(" ") as [string, string]),
);

/** What is quoted, a named category, or anything else that is escaped. No name is long: whoever looks further for its end looks very often. */
const escapes = /\\Q.*?(?:\\E|$)|(\\[pP]\{\^?)([^}^][^}]{0,63})\}|\\./gsu;

/** A pattern with names of categories and scripts in the form in which they are looked up, and what tells of it in the words that were sent. */
export function withCategoryNames(sent: string): {
  readonly pattern: string;
  readonly asSent: (message: string) => string;
} {
  const names = new Map<string, string>();
  const pattern = sent.replaceAll(escapes, (whole: string, start: string | undefined, name: string) => {
    if (start === undefined) return whole;
    const next = `${start}${lookedUp(name)}}`;
    if (next !== whole) names.set(next, whole);
    return next;
  });
  const asSent = (message: string): string =>
    message.includes(pattern)
      ? message.replace(pattern, () => sent)
      : message.replaceAll(escapes, (whole) => names.get(whole) ?? whole);
  return { pattern, asSent };
}

/** Go takes no notice of case, spaces, dashes and underscores: `uppercase letter` is `Lu`. */
function lookedUp(name: string): string {
  const letters = name.replaceAll(/[ _-]/g, "");
  const small = letters.slice(1).replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
  const canonical = letters.slice(0, 1).replace(/[a-z]/, (letter) => letter.toUpperCase()) + small;
  return shortNames.get(canonical) ?? canonical;
}
