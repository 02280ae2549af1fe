import { InvalidInputError } from "./errors.ts";
import { getOwn } from "./own-property.ts";
import { excerpt } from "./quote.ts";
import { compareUtf8 } from "./utf8.ts";

/** A condition on one field, named by its path in the document: `metadata.name`. */
export interface FieldRequirement {
  readonly field: string;
  readonly operator: "=" | "!=";
  readonly value: string;
}

/** A choice of objects by the values of their fields: all requirements must hold. Immutable. */
export class FieldSelector {
  readonly requirements: readonly FieldRequirement[];

  constructor(requirements: readonly FieldRequirement[]) {
    this.requirements = Object.freeze([...requirements]);
  }

  /** True for the selector that restricts nothing. */
  get isEverything(): boolean {
    return this.requirements.length === 0;
  }

  /** Whether an object with these fields is chosen. An absent field has the empty value. */
  matches(fields: Readonly<Record<string, string>>): boolean {
    return this.requirements.every(
      ({ field, operator, value }) => ((getOwn(fields, field) ?? "") === value) === (operator === "="),
    );
  }

  /** The value that the selector demands for a field, if it demands one. */
  exactValueOf(field: string): string | undefined {
    return this.requirements.find((candidate) => candidate.field === field && candidate.operator === "=")?.value;
  }

  /** The text that Kubernetes prints and that parses to the same selector. */
  toString(): string {
    return this.requirements.map(({ field, operator, value }) => field + operator + escapeFieldValue(value)).join(",");
  }
}

/**
 * Reads a field selector: `metadata.name=web,status.phase!=Running`. In values a backslash escapes `\`, `,` and `=`. The `detail` of the
 * `SETPOINT_INVALID_SELECTOR` it throws is Kubernetes' message. Which fields exist is for the server to decide.
 */
export function parseFieldSelector(text: string, place?: string): FieldSelector {
  if (typeof text !== "string") throw invalidFieldSelector(`found ${excerpt(text)}, expected: string`, place);
  const terms = splitTerms(text).sort(compareUtf8);
  const requirements = terms.map((term): FieldRequirement => {
    const [, field = "", operator = "", value = ""] = /^(.*?)(!=|==|=)(.*)$/su.exec(term) ?? [];
    if (operator === "") throw invalidFieldSelector(`invalid selector: '${text}'; can't understand '${term}'`, place);
    return { field, operator: operator === "!=" ? "!=" : "=", value: unescapeFieldValue(value, place) };
  });
  // A lone operator says nothing, and Kubernetes ignores it.
  return new FieldSelector(requirements.filter(({ field, value }) => field !== "" || value !== ""));
}

/** Prepares any text for use as a value in a field selector. */
export function escapeFieldValue(value: string): string {
  return value.replace(/[\\,=]/g, (found) => `\\${found}`);
}

/** The parts between commas that no backslash escapes; empty ones are left out. */
function splitTerms(text: string): string[] {
  const terms: string[] = [];
  let start = 0;
  for (let index = 0; index <= text.length; index++) {
    const character = text.charAt(index);
    if (character === "\\") index++;
    if (character !== "," && index < text.length) continue;
    if (index > start) terms.push(text.slice(start, index));
    start = index + 1;
  }
  return terms;
}

function unescapeFieldValue(escaped: string, place: string | undefined): string {
  return escaped.replace(/\\.?|[,=]/gsu, (found) => {
    if (found === "\\\\" || found === "\\," || found === "\\=") return found.slice(1);
    if (found.startsWith("\\")) {
      throw invalidFieldSelector(`invalid field selector: invalid escape sequence: ${found}`, place);
    }
    // Kubernetes prints the number of the character here, not the character.
    throw invalidFieldSelector(`invalid field selector: unescaped character in value: ${found.charCodeAt(0)}`, place);
  });
}

function invalidFieldSelector(detail: string, place: string | undefined): InvalidInputError {
  return new InvalidInputError({
    code: "SETPOINT_INVALID_SELECTOR",
    attempt: "parse the field selector",
    place,
    detail,
    expected: "requirements such as metadata.name=web, status.phase!=Running, joined by commas",
  });
}
