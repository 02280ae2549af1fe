import { posix } from "node:path";
import type { ModuleExportName, Node, Statement } from "oxc-parser";
import type { Source } from "./source.ts";

/** Finds a parsed module by its path from the repository's root. */
export type LoadModule = (file: string) => Source | undefined;

/** A statement that declares a name, and the module that it stands in. */
export interface Declaration {
  readonly source: Source;
  readonly node: Node;
}

/** Where a module gets a name from. */
interface Origin {
  readonly specifier: string;
  readonly name: string;
}

/**
 * The declarations of what `source` exports as `name`, through any number of re-exports. Several when a value and a type share the
 * name or a function has overloads; none when a name is not exported or comes from a package.
 */
export function exportedDeclarations(source: Source, name: string, load: LoadModule): readonly Declaration[] {
  const found = source.program.body.flatMap((statement) => {
    if (statement.type !== "ExportNamedDeclaration") return [];
    if (statement.declaration !== null && declaredNames(statement.declaration).includes(name))
      return [{ source, node: statement }];
    const specifier = statement.specifiers.find(({ exported }) => nameOf(exported) === name);
    if (specifier === undefined) return [];
    const local = nameOf(specifier.local);
    if (statement.source === null) return localDeclarations(source, local, load);
    return imported({ specifier: statement.source.value, name: local }, { source, load });
  });
  return found;
}

/** The declarations of what `name` means at the top level of `source`: its own, or those that it imports. */
export function localDeclarations(source: Source, name: string, load: LoadModule): readonly Declaration[] {
  const own = source.program.body.filter((statement) => declaredNames(unexported(statement)).includes(name));
  if (own.length > 0) return own.map((node) => ({ source, node }));
  return source.program.body.flatMap((statement) => {
    const specifier =
      statement.type === "ImportDeclaration" && statement.specifiers.find((candidate) => candidate.local.name === name);
    if (!specifier || specifier.type !== "ImportSpecifier") return [];
    return imported({ specifier: statement.source.value, name: nameOf(specifier.imported) }, { source, load });
  });
}

/** A statement without the word `export` before it. */
export function unexported(statement: Node): Node {
  return statement.type === "ExportNamedDeclaration" && statement.declaration !== null
    ? statement.declaration
    : statement;
}

/** The names that a statement declares. */
export function declaredNames(statement: Statement | Node): readonly string[] {
  switch (statement.type) {
    case "VariableDeclaration":
      return statement.declarations.flatMap(({ id }) => (id.type === "Identifier" ? [id.name] : []));
    case "ClassDeclaration":
    case "FunctionDeclaration":
    case "TSDeclareFunction":
    case "TSEnumDeclaration":
    case "TSInterfaceDeclaration":
    case "TSTypeAliasDeclaration":
      return statement.id === null ? [] : [statement.id.name];
    default:
      return [];
  }
}

/** The text of a name in an import or export list. */
export function nameOf(name: ModuleExportName): string {
  return name.type === "Literal" ? name.value : name.name;
}

function imported(
  { specifier, name }: Origin,
  { source, load }: { source: Source; load: LoadModule },
): readonly Declaration[] {
  if (!specifier.startsWith(".")) return [];
  const target = load(posix.join(posix.dirname(source.file), specifier));
  return target === undefined ? [] : exportedDeclarations(target, name, load);
}
