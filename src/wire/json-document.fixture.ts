import fc from "fast-check";

/** How many random documents a test tries. `SETPOINT_FUZZ_DOCUMENTS=1000000` is for those who have the time. */
export const fuzzRuns: number = Number(process.env["SETPOINT_FUZZ_DOCUMENTS"] ?? 2_000);

/** Enough for any number of them. */
export const fuzzTimeoutMs = 3_600_000;

const space = fc.constantFrom("", "", "", "", " ", "\n\t\r ");

const scalar = fc.oneof(
  fc.string({ unit: "binary", maxLength: 8 }).map((text) => JSON.stringify(text)),
  fc.constantFrom('""', '"a"', '"\\u0061\\ud83d\\ude00\\ud800"', '"é👩‍👩‍👧"', '"\\"\\\\\\/\\b\\f\\n\\r\\t"', '"]}"'),
  fc.constantFrom("0", "-0", "7", "1.5", "-1e3", "1E+2", "2e-7", "1e400", "123456789012345", "0.1234567890123456789"),
  fc.constantFrom("9007199254740993", "-12345678901234567890", "true", "false", "null"),
);

function between(open: string, content: fc.Arbitrary<readonly string[]>, close: string): fc.Arbitrary<string> {
  return fc
    .tuple(space, space, content)
    .map(([before, after, parts]) => open + before + parts.join(`${after},${before}`) + after + close);
}

function object(key: fc.Arbitrary<string>, value: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const member = fc.tuple(key, space, space, value).map(([k, before, after, v]) => `${k}${before}:${after}${v}`);
  return between("{", fc.array(member, { maxLength: 6 }), "}");
}

const { value } = fc.letrec<{ value: string }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    scalar,
    between("[", fc.array(tie("value"), { maxLength: 4 }), "]"),
    object(
      fc.oneof(
        fc.constantFrom('"a"', '"b"', '"__proto__"', '"0"'),
        fc.string().map((text) => JSON.stringify(text)),
      ),
      tie("value"),
    ),
  ),
}));

const metadataKeys = fc.constantFrom(
  "name",
  "name",
  "namespace",
  "uid",
  "resourceVersion",
  "generation",
  "deletionTimestamp",
  "labels",
  "ownerReferences",
  "finalizers",
  "managedFields",
  "managedFields",
  "annotations",
  "x",
  "__proto__",
);

const metadata = object(
  fc.oneof({ weight: 20, arbitrary: metadataKeys.map((key) => `"${key}"`) }, fc.constant('"\\u006eame"')),
  fc.oneof(fc.constantFrom('"a"', "1", "[]", '["a"]', '{"app":"web"}', "null"), value),
);

const fieldKeys = fc.constantFrom(
  "kind",
  "apiVersion",
  "spec",
  "status",
  "data",
  "type",
  "__proto__",
  "constructor",
  "1",
);

/** The text of an object as a server might send it, and as none would: with whitespace, escapes and keys that occur twice. */
export const objectText: fc.Arbitrary<string> = fc
  .tuple(
    fc.array(
      fc.tuple(
        fieldKeys.map((key) => `"${key}"`),
        fc.oneof(scalar, value),
      ),
      { maxLength: 4 },
    ),
    fc.array(
      fc.tuple(
        fc.constantFrom('"metadata"', '"metadata"', '"metadat\\u0061"'),
        fc.oneof({ weight: 9, arbitrary: metadata }, value),
      ),
      { maxLength: 2 },
    ),
    fc.nat(4),
    space,
  )
  .map(([fields, found, position, around]) => {
    const members = fields.map(([key, content]) => `${key}:${content}`);
    members.splice(position, 0, ...found.map(([key, content]) => `${key}:${content}`));
    return `${around}{${members.join(",")}}${around}`;
  });

const bytesThatMatter = '{}[]:,"\\ \n\t0123456789-+.eEtrufalsn/x\u0000\u001f\u007f';

const accident = fc.tuple(
  fc.nat(),
  fc.constantFrom("replace", "remove", "put", "cut"),
  fc.oneof(
    fc.nat(255),
    fc.nat(bytesThatMatter.length - 1).map((position) => bytesThatMatter.charCodeAt(position)),
  ),
);

/** The bytes of texts after a few accidents: bytes replaced, removed, put in, or cut off. Most are no JSON any more. */
export function accidents(texts: fc.Arbitrary<string>): fc.Arbitrary<Uint8Array> {
  return fc.tuple(texts, fc.array(accident, { minLength: 1, maxLength: 3 })).map(([text, happened]) => {
    const bytes = [...new TextEncoder().encode(text)];
    for (const [position, kind, byte] of happened) {
      const at = position % (bytes.length + 1);
      if (kind === "cut") bytes.length = at;
      else bytes.splice(at, kind === "put" ? 0 : 1, ...(kind === "remove" ? [] : [byte]));
    }
    return Uint8Array.from(bytes);
  });
}
