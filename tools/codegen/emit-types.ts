import { formatApiVersion } from "../../src/model/index.ts";
import { compareText } from "./compare-text.ts";
import type { DiscoveredVersion } from "./discovery.ts";
import { generatedComment } from "./generated-comment.ts";
import { ImportScope } from "./import-scope.ts";
import { pascalCase } from "./pascal-case.ts";
import { resourceValue } from "./resources.ts";
import { fieldsOf, typeOf } from "./schema-to-type.ts";
import type { TypeNames } from "./schema-to-type.ts";
import type { GeneratedType } from "./type-table.ts";
import { modelTypes } from "./well-known.ts";

/** What one file of `src/types` is made from. */
export interface TypesFile {
  readonly folder: string;
  readonly serverVersion: string;
  /** Every type that is written anywhere, by schema name. */
  readonly types: ReadonlyMap<string, GeneratedType>;
  /** The group/version whose resources stand in this file; undefined for shared types. */
  readonly served: DiscoveredVersion | undefined;
}

/** Writes the types and resource values of one folder, in the order of their names. */
export function emitTypes({ folder, serverVersion, types, served }: TypesFile): string {
  const own = [...types.values()].filter((type) => type.folder === folder);
  const scope = new ImportScope(own.map(({ name }) => name));
  const names = namesIn(folder, types, scope);
  const resources = new Map(served?.resources.map((resource) => [resource.kind, resource]));
  const declarations = own
    .toSorted((left, right) => compareText(left.name, right.name))
    .flatMap((type) => {
      const resource = resources.get(type.name);
      const declaration = declare(type, names);
      if (resource === undefined || served === undefined) return [declaration];
      return [declaration, resourceValue(resource, served, names.ofModel("Resource"))];
    });
  const note = "A newer server may send fields and values that are not listed here.";
  const blocks = [
    generatedComment(serverVersion, [`${titleOf(served)} ${note}`]),
    scope.print().join("\n"),
    ...declarations,
  ];
  return `${blocks.filter((text) => text !== "").join("\n\n")}\n`;
}

function titleOf(served: DiscoveredVersion | undefined): string {
  if (served === undefined) return "Types that the groups share.";
  return served.group === ""
    ? `The kinds of the core group, ${served.version}.`
    : `The kinds of ${formatApiVersion(served)}.`;
}

function declare({ name, schema, kind }: GeneratedType, names: TypeNames): string {
  if (schema.type !== "object") return `export type ${name} = ${typeOf(schema, names)};`;
  const fields = fieldsOf(schema, names);
  if (kind === undefined) return block(`export interface ${name}`, fields);
  return block(`export interface ${name} extends ${names.ofModel("KubeObject")}`, [
    `readonly apiVersion?: ${JSON.stringify(formatApiVersion(kind))} | undefined;`,
    `readonly kind?: ${JSON.stringify(kind.kind)} | undefined;`,
    ...fields,
  ]);
}

function block(head: string, lines: readonly string[]): string {
  return [`${head} {`, ...lines.map((line) => `  ${line}`), "}"].join("\n");
}

function namesIn(folder: string, types: ReadonlyMap<string, GeneratedType>, scope: ImportScope): TypeNames {
  const ofModel = (name: string): string => scope.use({ module: "../../../model/index.ts", name, prefix: "Model" });
  return {
    ofModel,
    ofSchema(schemaName) {
      const modelType = modelTypes.get(schemaName);
      if (modelType !== undefined) return ofModel(modelType);
      const type = types.get(schemaName);
      if (type === undefined) throw new Error(`${schemaName} was referred to after the types had been collected`);
      if (type.folder === folder) return type.name;
      return scope.use({ module: `../../${type.folder}/index.ts`, name: type.name, prefix: pascalCase(type.folder) });
    },
  };
}
