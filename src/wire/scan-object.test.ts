import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { test } from "vitest";
import { defaultMaxDepth, getOwn, isExactInteger, parseJson } from "../model/index.ts";
import { DecodeError } from "./errors.ts";
import { accidents, fuzzRuns, fuzzTimeoutMs, objectText } from "./json-document.fixture.ts";
import type { ObjectScan } from "./object-scan.ts";
import { ObjectScanner } from "./object-scanner.ts";
import { scanObject } from "./scan-object.ts";

type Fields = Record<string, unknown>;

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !isExactInteger(value);
}

/** What a whole parse makes of bytes, or nothing when they are no object. */
function parsed(bytes: Uint8Array): Fields | undefined {
  try {
    const value = parseJson(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes));
    return isFields(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function scanned(bytes: Uint8Array, scanner?: ObjectScanner): ObjectScan | undefined {
  try {
    return scanner === undefined ? scanObject(bytes) : scanner.scan(bytes);
  } catch (error) {
    if (DecodeError.is(error)) return undefined;
    throw error;
  }
}

/** What a scan says of an object, in the terms of a whole parse. */
function findings(scan: ObjectScan): Fields {
  const { name, namespace, uid, resourceVersion, generation, deletionTimestamp, labels, ownerReferences } = scan;
  const { hasFinalizers } = scan;
  const texts = { name, namespace, uid, resourceVersion, deletionTimestamp };
  return {
    ...texts,
    generation,
    labels,
    ownerReferences,
    hasFinalizers,
    managed: scan.metadata.cuts.length > 0,
  };
}

function expectedFindings(object: Fields): Fields {
  const own = getOwn(object, "metadata");
  const metadata = isFields(own) ? own : {};
  const text = (key: string): unknown => (typeof getOwn(metadata, key) === "string" ? metadata[key] : undefined);
  const { generation, labels, ownerReferences, finalizers } = { ...metadata };
  return {
    ...Object.fromEntries(
      ["name", "namespace", "uid", "resourceVersion", "deletionTimestamp"].map((k) => [k, text(k)]),
    ),
    generation: Number.isSafeInteger(generation) ? generation : undefined,
    labels: isFields(labels) ? labels : {},
    ownerReferences: Array.isArray(ownerReferences) ? ownerReferences : [],
    hasFinalizers: Array.isArray(finalizers) && finalizers.length > 0,
    managed: Object.hasOwn(metadata, "managedFields"),
  };
}

function withoutManaged(object: Fields): Fields {
  if (!isFields(getOwn(object, "metadata"))) return object;
  const { managedFields: _, ...metadata } = object["metadata"] as Fields;
  return { ...object, metadata };
}

function agrees(bytes: Uint8Array, scanner?: ObjectScanner): boolean {
  const object = parsed(bytes);
  const scan = scanned(bytes, scanner);
  if (object === undefined || scan === undefined) return object === undefined && scan === undefined;
  const cut = scan.compact();
  return (
    isDeepStrictEqual(findings(scan), expectedFindings(object)) &&
    isDeepStrictEqual(scan.view(), object) &&
    isDeepStrictEqual(findings(cut), { ...expectedFindings(object), managed: false }) &&
    isDeepStrictEqual(cut.view(), withoutManaged(object)) &&
    isDeepStrictEqual(parsed(cut.bytes), withoutManaged(object))
  );
}

test(
  "a scan says the same whatever its scanner has scanned before [wire/scan-never-wrong]",
  () => {
    const scanner = new ObjectScanner({ isForMany: true });
    fc.assert(
      fc.property(fc.oneof(objectText.map(encode), accidents(objectText)), (bytes) => agrees(bytes, scanner)),
      { numRuns: fuzzRuns },
    );
  },
  fuzzTimeoutMs,
);

test(
  "a scan and a view say of any document what a whole parse says [wire/scan-never-wrong]",
  () => {
    fc.assert(
      fc.property(objectText.map(encode), (bytes) => parsed(bytes) !== undefined && agrees(bytes)),
      { numRuns: fuzzRuns },
    );
  },
  fuzzTimeoutMs,
);

test(
  "a scan refuses exactly what a whole parse refuses [wire/scan-never-wrong]",
  () => {
    fc.assert(
      fc.property(accidents(objectText), (bytes) => agrees(bytes)),
      { numRuns: fuzzRuns },
    );
  },
  fuzzTimeoutMs,
);

test("a document that is cut short is refused at its end, wherever it is cut [wire/scan-refuses]", ({ expect }) => {
  const bytes = encode(
    '{"kind":"Pod","metadata":{"name":"a\\u00e9é","labels":{"a":"b"}},"spec":[1,-2.5e+7,true,null,{}]}',
  );
  expect(scanObject(bytes).name).toBe("aéé");
  for (let end = 0; end < bytes.length; end++) {
    const failure = failureOf(() => scanObject(bytes.slice(0, end)));
    expect(failure, `${end}`).toSatisfy(DecodeError.is);
    expect((failure as DecodeError).offset).toBeLessThanOrEqual(end);
  }
});

test("a refusal tells the attempt and the offset, and nothing of the content [wire/scan-refuses]", ({ expect }) => {
  const failure = failureOf(() => scanObject(encode('{"data":{"password":"secret"},"b":secret}')));
  expect(failure).toSatisfy(DecodeError.is);
  expect(failure).toMatchObject({ code: "SETPOINT_DECODE", offset: 34 });
  expect(String(failure)).toBe("DecodeError: scan a JSON object: expected a value at byte 34");
});

test("what is no object, or nothing, or no UTF-8 is refused [wire/scan-refuses]", ({ expect }) => {
  for (const text of ["", " ", "[]", "1", '"a"', "null", "<html>", "{} {}", "\ufeff{}"]) {
    expect(
      failureOf(() => scanObject(encode(text))),
      text,
    ).toSatisfy(DecodeError.is);
  }
  const bytes = encode('{"metadata":{"name":"é"}}');
  bytes[bytes.indexOf(0xc3)] = 0xff;
  expect(failureOf(() => scanObject(bytes))).toSatisfy(DecodeError.is);
});

test("a document may nest as deep as anywhere, and one level more is refused [wire/scan-depth]", ({ expect }) => {
  for (const field of ["spec", "metadata"]) {
    const nested = (levels: number): Uint8Array =>
      encode(`{"${field}":${'[{"a":'.repeat((levels - 2) / 2)}[]${"}]".repeat((levels - 2) / 2)}}`);
    expect(Object.keys(scanObject(nested(defaultMaxDepth)).view())).toEqual([field]);
    expect(failureOf(() => scanObject(nested(defaultMaxDepth + 2)))).toSatisfy(DecodeError.is);
    expect(failureOf(() => scanObject(nested(2_000_000)))).toSatisfy(DecodeError.is);
  }
});

test("what a scan hands out is read-only and always the same [wire/scan-shared]", ({ expect }) => {
  const text = '{"metadata":{"labels":{"a":"b"},"ownerReferences":[{"kind":"Node","uid":"u"}]}}';
  const scan = scanObject(encode(text));
  expect(scan.labels).toBe(scan.labels);
  expect(scan.ownerReferences).toBe(scan.ownerReferences);
  expect([scan.labels, scan.ownerReferences, scan.ownerReferences[0]].every(Object.isFrozen)).toBe(true);
});

test("a compact object has bytes of its own, without managed fields, and stays as it is [wire/scan-cut]", ({
  expect,
}) => {
  for (const text of ['{"metadata":{"name":"a"}}', '{"metadata":{"managedFields":[{}],"name":"a"}}']) {
    const chunk = encode(`[${text}]`);
    const given = { apiVersion: "v1", kind: "Thing" };
    const compact = scanObject(chunk.subarray(1, -1), given).compact();
    expect(new TextDecoder().decode(compact.bytes)).toBe('{"metadata":{"name":"a"}}');
    expect(compact.bytes.buffer).not.toBe(chunk.buffer);
    expect(compact.bytes.buffer.byteLength).toBe(compact.bytes.length);
    expect(compact.compact()).toBe(compact);
    expect(compact.view()).toEqual({ ...given, metadata: { name: "a" } });
  }
});

test("an object in bytes of its own has everything, and stays as it is [wire/scan-cut]", ({ expect }) => {
  const object = { metadata: { managedFields: [{}], labels: { a: "b" }, name: "a" }, count: 1 };
  const chunk = encode(`[${JSON.stringify(object)}]`);
  const own = scanObject(chunk.subarray(1, -1)).own();
  chunk.fill(0);
  expect(own.bytes.buffer.byteLength).toBe(own.bytes.length);
  expect(own.own()).toBe(own);
  expect([own.view(), own.labels, own.name]).toEqual([object, { a: "b" }, "a"]);
});

function failureOf(work: () => unknown): unknown {
  try {
    work();
    return undefined;
  } catch (error) {
    return error;
  }
}
