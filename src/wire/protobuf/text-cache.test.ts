import fc from "fast-check";
import { test } from "vitest";
import { TextCache } from "./text-cache.ts";

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

test("texts that look alike are told apart [wire/protobuf-texts]", ({ expect }) => {
  const cache = new TextCache();
  // They differ only where the choice of the slot does not look.
  const texts = ["abcd1-xx-efgh", "abcd2-xx-efgh", "abcd1-xx-efgh", "abcdé-x-efgh", "abcd2-xx-efgh"];
  for (const text of texts) expect(cache.read(encode(text), 0, encode(text).length)).toBe(text);
});

test("the same text is given again [wire/protobuf-texts]", () => {
  const cache = new TextCache();
  const text = fc.string({ unit: fc.constantFrom("a", "b", "é", "👋"), maxLength: 70 });
  fc.assert(
    fc.property(fc.array(text, { maxLength: 100 }), (texts) =>
      texts.every((each) => {
        const bytes = encode(`<${each}>`);
        return cache.read(bytes, 1, bytes.length - 1) === each;
      }),
    ),
  );
});
