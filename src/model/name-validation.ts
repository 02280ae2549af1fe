import { explain, lengthProblems } from "./label-validation.ts";

const dns1035LabelPattern = "[a-z]([-a-z0-9]*[a-z0-9])?";
const configKeyPattern = "[-._a-zA-Z0-9]+";

const dns1035LabelRule = explain(
  "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character",
  dns1035LabelPattern,
  ["my-name", "abc-123"],
);
const configKeyRule = explain(
  "a valid config key must consist of alphanumeric characters, '-', '_' or '.'",
  configKeyPattern,
  ["key.name", "KEY_NAME", "key-name"],
);

const dns1035Label = new RegExp(`^${dns1035LabelPattern}$`);
const configKey = new RegExp(`^${configKeyPattern}$`);

/** What is wrong with a DNS label (RFC 1035), the form of a service's name. Empty when it is valid. */
export function dns1035LabelProblems(text: string): readonly string[] {
  const problems = lengthProblems(text, 63, "characters");
  if (!dns1035Label.test(text)) problems.push(dns1035LabelRule);
  return problems;
}

/** What keeps a text from being one segment of a path, the form of names that have no other rule. Empty when it is valid. */
export function pathSegmentProblems(text: string): readonly string[] {
  if (text === "." || text === "..") return [`may not be '${text}'`];
  return ["/", "%"].filter((part) => text.includes(part)).map((part) => `may not contain '${part}'`);
}

/** What is wrong with the name of a port. Empty when it is valid. */
export function portNameProblems(text: string): readonly string[] {
  const problems = lengthProblems(text, 15, "characters");
  if (!/^[-a-z0-9]+$/.test(text)) {
    problems.push("must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)");
  }
  if (!/[a-z]/.test(text)) problems.push("must contain at least one letter (a-z)");
  if (text.includes("--")) problems.push("must not contain consecutive hyphens");
  if (text.startsWith("-") || text.endsWith("-")) problems.push("must not begin or end with a hyphen");
  return problems;
}

/** What is wrong with a key of a config map or a secret. Empty when it is valid. */
export function configKeyProblems(text: string): readonly string[] {
  const problems = lengthProblems(text, 253, "characters");
  if (!configKey.test(text)) problems.push(configKeyRule);
  if (text === "." || text === "..") problems.push(`must not be '${text}'`);
  else if (text.startsWith("..")) problems.push("must not start with '..'");
  return problems;
}
