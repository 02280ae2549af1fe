const pattern = "[a-z]([-a-z0-9]*[a-z0-9])?";
const rule = `a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '${pattern}')`;

/** Why a text is no DNS-1035 label, which names of kinds and resources have to be. */
export function labelProblem(text: string): string | undefined {
  const long = text.length > 63 ? ["must be no more than 63 characters"] : [];
  const wrong = new RegExp(`^${pattern}$`).test(text) ? [] : [rule];
  const problems = [...long, ...wrong];
  return problems.length === 0 ? undefined : problems.join(",");
}
