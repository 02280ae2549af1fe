import { declaredNames, exportedDeclarations, nameOf, unexported } from "../../tools/source/modules.ts";
import type { Declaration, LoadModule } from "../../tools/source/modules.ts";
import { Problem } from "../../tools/source/problem.ts";
import { lineAt } from "../../tools/source/source.ts";
import type { Source } from "../../tools/source/source.ts";
import { contractOf, moduleContractOf } from "./contract.ts";

/** A name that users can import. */
export interface ExportedName {
  readonly name: string;
  /** What it is: `class`, `function`, `const + type`. */
  readonly kind: string;
  readonly isStable: boolean;
  readonly isGenerated: boolean;
  /** Where it is listed in the module that was asked. */
  readonly line: number;
  readonly declarations: readonly Declaration[];
}

/** The names that a module exports, sorted, each followed to its declaration. A module or a name marked `@unstable` is not stable. */
export function exportedNames(source: Source, load: LoadModule): readonly ExportedName[] {
  const isModuleStable = !moduleContractOf(source).isUnstable;
  const listed = source.program.body.flatMap((statement) => {
    if (statement.type !== "ExportNamedDeclaration") return [];
    const names =
      statement.declaration === null
        ? statement.specifiers.map(({ exported }) => nameOf(exported))
        : declaredNames(statement.declaration);
    return names.map((name) => ({ name, line: lineAt(source.text, statement.start) }));
  });
  const unique = new Map(listed.map(({ name, line }) => [name, line]));
  return [...unique]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, line]) => {
      const declarations = exportedDeclarations(source, name, load);
      const isStable = isModuleStable && !declarations.some((declaration) => contractOf(declaration).isUnstable);
      const isGenerated =
        declarations.length > 0 &&
        declarations.every((declaration) => declaration.source.file.startsWith("src/types/"));
      return { name, kind: kindOf(declarations), isStable, isGenerated, line, declarations };
    });
}

/** Names without a contract comment, and names that lead nowhere. */
export function contractProblems(source: Source, load: LoadModule): readonly Problem[] {
  return exportedNames(source, load).flatMap(({ name, line, declarations, isGenerated }) => {
    const [declaration] = declarations;
    if (declaration === undefined)
      return [
        new Problem(
          { file: source.file, line },
          `Export ${name} from the module that declares it: its declaration was not found.`,
        ),
      ];
    if (isGenerated || declarations.some((candidate) => contractOf(candidate).text !== "")) return [];
    const place = { file: declaration.source.file, line: lineAt(declaration.source.text, declaration.node.start) };
    return [
      new Problem(
        place,
        `Say in a /** comment */ directly before ${name} what it promises: it is exported by ${source.file}.`,
      ),
    ];
  });
}

/** Exports without a name of their own: `export *` and `export default`. */
export function namelessExportProblems({ file, text, program }: Source): readonly Problem[] {
  return program.body.flatMap((statement) => {
    const place = { file, line: lineAt(text, statement.start) };
    if (statement.type === "ExportAllDeclaration")
      return [new Problem(place, "List the exported names one by one instead of `export *`.")];
    return statement.type === "ExportDefaultDeclaration"
      ? [new Problem(place, "Export this by a name instead of as the default.")]
      : [];
  });
}

/** An index without a module comment. */
export function moduleCommentProblems(source: Source): readonly Problem[] {
  const isMissing = moduleContractOf(source).text === "";
  const advice = "Begin this module with a /** comment */ that says what the folder promises and what it does not.";
  return isMissing ? [new Problem({ file: source.file, line: 1 }, advice)] : [];
}

function kindOf(declarations: readonly Declaration[]): string {
  const kinds = declarations.map(({ node }) => {
    const declared = unexported(node);
    switch (declared.type) {
      case "VariableDeclaration":
        return declared.kind;
      case "ClassDeclaration":
        return "class";
      case "FunctionDeclaration":
      case "TSDeclareFunction":
        return "function";
      default:
        return "type";
    }
  });
  return [...new Set(kinds)].sort().join(" + ");
}
