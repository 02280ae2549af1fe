import { deepEqual, utf8Length } from "../../model/index.ts";
import type { StatusCause } from "../../model/index.ts";
import type {
  CustomResourceColumnDefinition as Column,
  CustomResourceDefinition,
  CustomResourceDefinitionVersion as Version,
  CustomResourceSubresourceScale as Scale,
} from "../../types/apiextensions/v1/index.ts";
import { invalid, required } from "./causes.ts";
import { checkSchema } from "./check-schema.ts";
import type { SchemaTools } from "./metadata-rules.ts";
import { checkSelectableFields } from "./selectable-fields.ts";

type Spec = CustomResourceDefinition["spec"];

/** What is wrong with what the versions of a definition say of their objects. What all say alike Kubernetes names once, for the definition. */
export function checkVersions({ versions }: Spec, tools: SchemaTools = {}, old?: Spec): readonly StatusCause[] {
  const hasAnyStatus = versions.some(hasStatus);
  const isShared = (key: keyof Version): boolean =>
    versions.every((version) => deepEqual(version[key], versions[0]?.[key]));
  const places = (key: keyof Version, shared: string): readonly (readonly [Version, string])[] => {
    const [first] = versions;
    if (first === undefined) return [];
    if (isShared(key)) return [[first, shared]];
    return versions.map((version, index) => [version, `spec.versions[${index}].${key}`] as const);
  };
  return [
    ...versions.flatMap((version, index) => checkWarning(version, `spec.versions[${index}].deprecationWarning`)),
    ...places("schema", "spec.validation").flatMap(([version, path]) => {
      const schema = version.schema?.openAPIV3Schema;
      if (schema === undefined) return [];
      const status = path === "spec.validation" ? hasAnyStatus : hasStatus(version);
      const before = old?.versions.find(({ name }) => name === version.name)?.schema?.openAPIV3Schema;
      const isUnchanged = deepEqual(schema, before);
      return checkSchema({ schema, path: `${path}.openAPIV3Schema`, hasStatus: status, isUnchanged, tools });
    }),
    ...places("subresources", "spec.subresources").flatMap(([{ subresources }, path]) =>
      subresources?.scale ? checkScale(subresources.scale, `${path}.scale`) : [],
    ),
    ...places("additionalPrinterColumns", "spec.additionalPrinterColumns").flatMap(([version, path]) =>
      (version.additionalPrinterColumns ?? []).flatMap((column, index) => checkColumn(column, `${path}[${index}]`)),
    ),
    ...places("selectableFields", "spec.selectableFields").flatMap(([version, path]) =>
      checkSelection(version, path, { isSchemaShared: isShared("schema") }),
    ),
  ];
}

/** Where all versions have the same schema Kubernetes knows it as the definition's, and finds none with fields that are a version's own; and the other way round. */
function checkSelection(
  version: Version,
  path: string,
  { isSchemaShared }: { readonly isSchemaShared: boolean },
): readonly StatusCause[] {
  const isShared = path === "spec.selectableFields";
  if (isShared === isSchemaShared) return checkSelectableFields(version, path);
  if ((version.selectableFields ?? []).length === 0) return [];
  const missing = isShared
    ? "may only be set when validations.schema is included"
    : "may only be set when `version.schema.openAPIV3Schema` is not included";
  return [invalid(path, "", missing)];
}

function hasStatus({ subresources }: Version): boolean {
  return subresources?.status !== undefined;
}

function checkWarning({ deprecated = false, deprecationWarning }: Version, path: string): readonly StatusCause[] {
  if (deprecationWarning === undefined) return [];
  const wrong = (rule: string): StatusCause => invalid(path, deprecationWarning, rule);
  if (!deprecated) return [wrong("can only be set for deprecated versions")];
  const index = utf8Length(/^[^\p{C}\p{Zl}\p{Zp}]*/u.exec(deprecationWarning)?.[0] ?? "");
  const isPrintable = index === utf8Length(deprecationWarning);
  return [
    ...(deprecationWarning.length > 256 ? [wrong("must be <= 256 characters long")] : []),
    ...(deprecationWarning === "" ? [wrong("must not be an empty string")] : []),
    ...(isPrintable
      ? []
      : [wrong(`must only contain printable UTF-8 characters; non-printable character found at index ${index}`)]),
  ];
}

function checkScale(scale: Partial<Scale>, path: string): readonly StatusCause[] {
  const { specReplicasPath = "", statusReplicasPath = "", labelSelectorPath = "" } = scale;
  const under = (key: string, value: string, root: string): readonly StatusCause[] => {
    if (value === "") return [required(`${path}.${key}`)];
    if (!value.startsWith(".")) return [notSimple(`${path}.${key}`, value)];
    return value.startsWith(`.${root}.`)
      ? []
      : [invalid(`${path}.${key}`, value, `should be a json path under .${root}`)];
  };
  const selector = `${path}.labelSelectorPath`;
  const isUnder = /^\.(?:spec|status)\./.test(labelSelectorPath);
  return [
    ...under("specReplicasPath", specReplicasPath, "spec"),
    ...under("statusReplicasPath", statusReplicasPath, "status"),
    ...(labelSelectorPath === "" || isUnder
      ? []
      : [
          labelSelectorPath.startsWith(".")
            ? invalid(selector, labelSelectorPath, "should be a json path under either .spec or .status")
            : notSimple(selector, labelSelectorPath),
        ]),
  ];
}

const columnTypes: readonly string[] = ["boolean", "date", "integer", "number", "string"];
const columnFormats: readonly string[] = ["byte", "date", "date-time", "double", "float", "int32", "int64", "password"];

function checkColumn(column: Partial<Column>, path: string): readonly StatusCause[] {
  const { name = "", type = "", format = "", jsonPath = "" } = column;
  const rule = `must be one of ${columnTypes.join(",")}`;
  const isFormat = format === "" || columnFormats.includes(format);
  return [
    ...(name === "" ? [required(`${path}.name`)] : []),
    ...(type === "" ? [required(`${path}.type`, rule)] : []),
    ...(type === "" || columnTypes.includes(type) ? [] : [invalid(`${path}.type`, type, rule)]),
    ...(isFormat ? [] : [invalid(`${path}.format`, format, `must be one of ${columnFormats.join(",")}`)]),
    ...(jsonPath === "" ? [required(`${path}.JSONPath`)] : []),
    ...(jsonPath === "" || jsonPath.startsWith(".") ? [] : [notSimple(`${path}.JSONPath`, jsonPath)]),
  ];
}

function notSimple(field: string, value: string): StatusCause {
  return invalid(field, value, "must be a simple json path starting with .");
}
