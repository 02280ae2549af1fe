import { ambientModules, ambientSources, transparentSteps } from "./ambient-sources.ts";
import type { Reference, Rule, RuleContext, RuleNode } from "./rule-types.ts";

type Path = readonly string[];
type Found = (node: RuleNode, path: Path) => void;

/**
 * Forbids to read time or randomness from the platform: under test both come from a virtual clock and a seed, and one bare call
 * makes a run that nobody can replay. It follows global names and imports through members and destructuring, not through variables.
 * The option `allow` lists paths that are permitted all the same.
 */
export const noAmbientTime: Rule = {
  meta: {
    type: "problem",
    schema: [
      {
        type: "object",
        properties: { allow: { type: "array", items: { type: "string" } } },
        additionalProperties: false,
      },
    ],
  },
  create(context) {
    const allowed = allowedPaths(context);
    const found: Found = (node, path) => {
      const name = path.join(".");
      if (allowed.includes(name)) return;
      const message = `\`${name}\` reads the platform's time or randomness: take a Clock or a Random of src/async as an argument instead.`;
      context.report({ node, message });
    };
    return {
      Program() {
        for (const scope of context.sourceCode.scopeManager.scopes) {
          for (const reference of scope.references) followReference(reference, found);
        }
      },
      ImportExpression(node) {
        const path = node.source.type === "Literal" ? modulePath(node.source.value) : undefined;
        if (path !== undefined) follow(node, path, found);
      },
      ExportNamedDeclaration(node) {
        const path = modulePath(node.source?.value);
        if (path === undefined) return;
        for (const specifier of node.specifiers) follow(specifier, [...path, nameOf(specifier.local) ?? ""], found);
      },
      ExportAllDeclaration(node) {
        const path = modulePath(node.source.value);
        if (path?.length === 0) found(node, [`export * from "${node.source.value}"`]);
      },
    };
  },
};

function allowedPaths(context: RuleContext): Path {
  const [options] = context.options;
  const isObject = typeof options === "object" && options !== null && !Array.isArray(options);
  return isObject && Array.isArray(options["allow"]) ? options["allow"].map(String) : [];
}

function modulePath(specifier: unknown): Path | undefined {
  if (typeof specifier !== "string") return undefined;
  const name = specifier.replace(/^node:/, "");
  return Object.hasOwn(ambientModules, name) ? ambientModules[name] : undefined;
}

function followReference(reference: Reference, found: Found): void {
  const [definition] = reference.resolved?.defs ?? [];
  if (definition === undefined) {
    follow(reference.identifier, [reference.identifier.name], found);
    return;
  }
  if (definition.type !== "ImportBinding" || definition.parent?.type !== "ImportDeclaration") return;
  const path = modulePath(definition.parent.source.value);
  if (path === undefined) return;
  const imported = definition.node.type === "ImportSpecifier" ? nameOf(definition.node.imported) : undefined;
  follow(reference.identifier, imported === undefined ? path : [...path, imported], found);
}

/** Walks from an expression that stands for `path` to the expressions around it, until the path is one of the ambient sources. */
function follow(node: RuleNode, steps: Path, found: Found): void {
  const path = steps.filter((step) => !transparentSteps.includes(step));
  const { parent } = node;
  if (parent === null || parent.type === "TSTypeQuery") return;
  if (ambientSources.includes(path.join("."))) {
    found(node, path);
    return;
  }
  switch (parent.type) {
    case "MemberExpression":
      if (parent.object === node) followKey(parent, path, found);
      return;
    case "NewExpression":
    case "CallExpression":
      if (parent.callee === node && path.join(".") === "Date") followDate(parent, found);
      return;
    case "VariableDeclarator":
      if (parent.init === node) followPattern(parent.id, path, found);
      return;
    case "AssignmentExpression":
      if (parent.right === node) followPattern(parent.left, path, found);
      return;
    case "AwaitExpression":
    case "ChainExpression":
    case "ParenthesizedExpression":
    case "TSAsExpression":
    case "TSNonNullExpression":
    case "TSSatisfiesExpression":
      follow(parent, path, found);
      return;
    default:
  }
}

function followKey(member: RuleNode & { type: "MemberExpression" }, path: Path, found: Found): void {
  const name = member.computed && member.property.type !== "Literal" ? undefined : nameOf(member.property);
  if (name !== undefined) follow(member, [...path, name], found);
}

function followDate(call: RuleNode & { type: "NewExpression" | "CallExpression" }, found: Found): void {
  const isConstructed = call.type === "NewExpression";
  if (!isConstructed || call.arguments.length === 0) found(call, [isConstructed ? "new Date()" : "Date()"]);
}

function followPattern(pattern: RuleNode, path: Path, found: Found): void {
  if (pattern.type !== "ObjectPattern") return;
  for (const property of pattern.properties) {
    const name = property.type === "Property" ? nameOf(property.key) : undefined;
    if (name === undefined || property.type !== "Property") continue;
    const inner = property.value.type === "AssignmentPattern" ? property.value.left : property.value;
    follow(inner, [...path, name], found);
    followPattern(inner, [...path, name], found);
  }
}

function nameOf(key: RuleNode): string | undefined {
  if (key.type === "Identifier") return key.name;
  return key.type === "Literal" && typeof key.value === "string" ? key.value : undefined;
}
