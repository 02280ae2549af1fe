import type { Class, Node, TSType } from "oxc-parser";
import { localDeclarations, unexported } from "../../tools/source/modules.ts";
import type { Declaration, LoadModule } from "../../tools/source/modules.ts";
import { childrenOf } from "../../tools/source/nodes.ts";
import type { Source } from "../../tools/source/source.ts";

/** Where the names in a type mean something. */
export interface Scope {
  readonly source: Source;
  readonly load: LoadModule;
}

const readonlyNames: readonly string[] = ["Readonly", "ReadonlyArray", "ReadonlyMap", "ReadonlySet", "Resource"];
const mutableNames: readonly string[] = ["Array", "Map", "Set", "WeakMap", "WeakSet"];
const primitiveTypes: readonly string[] = [
  "TSBigIntKeyword",
  "TSBooleanKeyword",
  "TSLiteralType",
  "TSNumberKeyword",
  "TSStringKeyword",
  "TSSymbolKeyword",
  "TSTemplateLiteralType",
  "TSUndefinedKeyword",
];

/**
 * Whether a type says that its values are not written to: it is spelled `readonly`, or it is an interface or a class of ours with
 * readonly fields only. It looks one level deep, and at the collections below.
 */
export function isReadonlyType(type: TSType, scope: Scope): boolean {
  if (primitiveTypes.includes(type.type) || type.type === "TSFunctionType") return true;
  switch (type.type) {
    case "TSUnionType":
    case "TSIntersectionType":
      return type.types.every((part) => isReadonlyType(part, scope));
    case "TSTypeLiteral":
      return type.members.every(isReadonlyMember);
    case "TSTypeOperator":
      return type.operator === "readonly" && !childrenOf(type.typeAnnotation).some(mentionsMutable);
    case "TSTypeReference":
      if (readonlyNames.includes(nameOf(type))) return !childrenOf(type).some(mentionsMutable);
      return isReadonlyName(nameOf(type), scope);
    default:
      return false;
  }
}

/** Whether a type is spelled as a primitive or as several. */
export function isPrimitiveType(type: TSType): boolean {
  return type.type === "TSUnionType" ? type.types.every(isPrimitiveType) : primitiveTypes.includes(type.type);
}

/** Whether a type is spelled as a function, and not by a name. */
export function isSpelledFunction(type: TSType): boolean {
  if (type.type === "TSUnionType" || type.type === "TSIntersectionType") return type.types.some(isSpelledFunction);
  if (type.type === "TSTypeLiteral") return type.members.some((member) => member.type === "TSCallSignatureDeclaration");
  return type.type === "TSFunctionType";
}

/** Whether a type is spelled as an array or a `Record` that `Object.freeze` makes constant: it holds no collections. */
export function isFreezableType(type: TSType): boolean {
  const isFlat = type.type === "TSArrayType" || (type.type === "TSTypeReference" && nameOf(type) === "Record");
  return isFlat && !childrenOf(type).some(mentionsMutable);
}

/** Whether an interface, a type or a class of ours has readonly fields only. */
export function isReadonlyName(name: string, { source, load }: Scope): boolean {
  const declarations = localDeclarations(source, name, load).filter(
    ({ node }) => unexported(node).type !== "VariableDeclaration",
  );
  return declarations.length > 0 && declarations.every((declaration) => isReadonlyDeclaration(declaration, load));
}

function isReadonlyDeclaration({ source, node }: Declaration, load: LoadModule): boolean {
  const declared = unexported(node);
  switch (declared.type) {
    case "TSTypeAliasDeclaration":
      return isReadonlyType(declared.typeAnnotation, { source, load });
    case "TSInterfaceDeclaration": {
      const bases = declared.extends.map(({ expression }) => (expression.type === "Identifier" ? expression.name : ""));
      return (
        declared.body.body.every(isReadonlyMember) && bases.every((base) => isReadonlyName(base, { source, load }))
      );
    }
    case "ClassDeclaration":
      return isReadonlyClass(declared, { source, load });
    default:
      return false;
  }
}

function isReadonlyClass({ superClass, body }: Class, scope: Scope): boolean {
  const isBaseReadonly =
    superClass === null || (superClass.type === "Identifier" && isReadonlyName(superClass.name, scope));
  return (
    isBaseReadonly &&
    body.body.every((member) => {
      if (member.type === "AccessorProperty") return false;
      if (member.type !== "PropertyDefinition" || member.static) return true;
      return (
        member.readonly === true && !childrenOf(member).some(mentionsMutable) && member.value?.type !== "NewExpression"
      );
    })
  );
}

function isReadonlyMember(member: Node): boolean {
  if (member.type !== "TSPropertySignature" && member.type !== "TSIndexSignature") return true;
  return member.readonly && !childrenOf(member).some(mentionsMutable);
}

function mentionsMutable(node: Node): boolean {
  if (node.type === "TSFunctionType" || node.type === "TSMethodSignature") return false;
  if (node.type === "TSArrayType" || node.type === "TSTupleType") return true;
  if (node.type === "TSTypeOperator" && node.operator === "readonly")
    return childrenOf(node.typeAnnotation).some(mentionsMutable);
  if (node.type === "TSTypeReference" && mutableNames.includes(nameOf(node))) return true;
  return childrenOf(node).some(mentionsMutable);
}

function nameOf({ typeName }: Node & { type: "TSTypeReference" }): string {
  return typeName.type === "Identifier" ? typeName.name : "";
}
