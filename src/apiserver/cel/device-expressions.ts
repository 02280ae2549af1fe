import type { Environment } from "./checker.ts";
import { Constants } from "./constants.ts";
import { typeNamed } from "./declaration.ts";
import { maxCallCost } from "./defaults.ts";
import { estimateCost } from "./estimate.ts";
import type { ExpressionProblem } from "./expression-problem.ts";
import type { Library } from "./library.ts";
import { analyse } from "./program.ts";
import { sizeAt } from "./schema-type.ts";
import type { Declared } from "./schema-type.ts";
import { boolType, dynType, mapOf, stringType, structType } from "./type.ts";
import type { Type } from "./type.ts";
import { typeName } from "./type-name.ts";

const maxDomainLength = 63;
const maxIdentifierLength = 32;
const maxValueLength = 64;
const maxEntries = 32;

function sized(type: Type, most: number): Declared {
  return { type, most, least: 0 };
}

/** By domain, then by identifier. */
function byQualifiedName(value: Declared): Declared {
  const inner = mapOf(stringType, value.type);
  const element: Declared = {
    type: inner,
    most: maxEntries,
    least: 0,
    key: sized(stringType, maxIdentifierLength),
    element: value,
  };
  return {
    type: mapOf(stringType, inner),
    most: maxEntries,
    least: 0,
    key: sized(stringType, maxDomainLength),
    element,
  };
}

const deviceName = "kubernetes.DRADevice";

/** What an expression sees of a device, and how large it can be. */
function deviceType(): Declared {
  return {
    type: structType(deviceName),
    most: 0,
    least: 0,
    fields: new Map([
      ["driver", sized(stringType, maxDomainLength)],
      ["allowMultipleAllocations", sized(boolType, 1)],
      ["attributes", byQualifiedName(sized(dynType, maxValueLength))],
      ["capacity", byQualifiedName(sized(typeNamed("Quantity"), 0))],
    ]),
  };
}

/** Reads the expressions that choose devices. */
export class DeviceExpressions {
  readonly #library: Library;
  readonly #device = deviceType();

  constructor(library: Library) {
    this.#library = library;
  }

  problem(text: string): ExpressionProblem | undefined {
    const device = this.#device;
    const environment: Environment = {
      library: this.#library,
      variables: new Map([["device", device.type]]),
      fieldType: ({ name }, field) => (name === deviceName ? device.fields?.get(field)?.type : undefined),
    };
    const analysis = analyse(text, environment);
    if (typeof analysis === "string") return { kind: "invalid", detail: `compilation failed: ${analysis}` };
    const { checked, type } = analysis;
    if (type.kind !== "bool" && type.kind !== "dyn") {
      return { kind: "invalid", detail: `must evaluate to bool or the unknown type, not ${typeName(type)}` };
    }
    const problem = new Constants(checked, this.#library).problem();
    if (problem !== undefined) return { kind: "internal", detail: `program instantiation failed: ${problem}` };
    const cost = estimateCost(checked, (path) => sizeAt(device, path));
    return cost > maxCallCost ? { kind: "costly", detail: "too complex, exceeds cost limit" } : undefined;
  }
}
