import type { Expression } from "./expression.ts";
import type { Token } from "./lexer.ts";
import { unquote, unquoteBytes } from "./unquote.ts";
import { Uint } from "./value.ts";
import type { Value } from "./value.ts";

const maxInt = 2n ** 63n - 1n;
const maxUint = 2n ** 64n - 1n;

/** The literal that a token is, what is wrong with it, or `undefined` if the token is no literal. */
export function literalOf({ kind, text, offset }: Token, sign: string): Expression | string | undefined {
  const value = valueOf(kind, text, sign);
  if (typeof value === "object" && value !== null && "problem" in value) return value.problem;
  return value === undefined ? undefined : { kind: "literal", offset, value };
}

interface Problem {
  readonly problem: string;
}

function valueOf(kind: string, text: string, sign: string): Value | Problem | undefined {
  switch (kind) {
    case "true":
      return true;
    case "false":
      return false;
    case "null":
      return null;
    case "int":
      return integer(text, sign);
    case "uint":
      return unsigned(text.slice(0, -1));
    case "double": {
      const value = Number(`${sign}${text}`);
      return Number.isFinite(value) ? value : { problem: "invalid double literal" };
    }
    case "string":
      return unquote(text) ?? { problem: "unable to unescape string" };
    case "bytes":
      return unquoteBytes(text) ?? { problem: "unable to unescape string" };
    default:
      return undefined;
  }
}

function integer(text: string, sign: string): Value | Problem {
  const value = sign === "-" ? -BigInt(text) : BigInt(text);
  return value > maxInt || value < -maxInt - 1n ? { problem: "invalid int literal" } : value;
}

function unsigned(text: string): Value | Problem {
  const value = BigInt(text);
  return value > maxUint ? { problem: "invalid uint literal" } : new Uint(value);
}
