import type { Expression, Node } from "oxc-parser";
import { nodesOf } from "../../tools/source/nodes.ts";
import { lineAt } from "../../tools/source/source.ts";
import type { Source } from "../../tools/source/source.ts";

/** One mention of another module, in whatever syntax. */
export interface Import {
  /** `undefined` when it is computed, so that nobody can know it before run time. */
  readonly specifier: string | undefined;
  /** Erased by the compiler: nothing is loaded. */
  readonly isTypeOnly: boolean;
  /** Whether it is CommonJS. */
  readonly isRequire: boolean;
  readonly line: number;
}

type Mention = Omit<Import, "line">;

/** Every module that a source mentions: static, `export … from`, dynamic, in types, and by `require`. */
export function importsOf(source: Source): readonly Import[] {
  return nodesOf(source.program)
    .flatMap(({ node }) => {
      const mention = mentionIn(node);
      return mention === undefined ? [] : [{ ...mention, line: lineAt(source.text, node.start) }];
    })
    .toArray();
}

function mentionIn(node: Node): Mention | undefined {
  switch (node.type) {
    case "ImportDeclaration":
      return esm(node.source.value, node.importKind === "type");
    case "ExportNamedDeclaration":
      return node.source === null ? undefined : esm(node.source.value, node.exportKind === "type");
    case "ExportAllDeclaration":
      return esm(node.source.value, node.exportKind === "type");
    case "ImportExpression":
      return esm(textOf(node.source), false);
    case "TSImportType":
      return esm(node.source.value, true);
    case "TSExternalModuleReference":
      return { ...esm(node.expression.value, false), isRequire: true };
    case "CallExpression":
      return mentionInCall(node);
    default:
      return undefined;
  }
}

function mentionInCall({ callee, arguments: [argument] }: Node & { type: "CallExpression" }): Mention | undefined {
  const specifier = argument === undefined || argument.type === "SpreadElement" ? undefined : textOf(argument);
  if (callee.type === "Identifier" && callee.name === "require") return { ...esm(specifier, false), isRequire: true };
  if (callee.type !== "MemberExpression" || callee.property.type !== "Identifier") return undefined;
  return callee.property.name === "getBuiltinModule" ? esm(specifier, false) : undefined;
}

function esm(specifier: string | undefined, isTypeOnly: boolean): Mention {
  return { specifier, isTypeOnly, isRequire: false };
}

function textOf(expression: Expression): string | undefined {
  if (expression.type === "Literal" && typeof expression.value === "string") return expression.value;
  const isConstant = expression.type === "TemplateLiteral" && expression.expressions.length === 0;
  return isConstant ? (expression.quasis[0]?.value.cooked ?? undefined) : undefined;
}
