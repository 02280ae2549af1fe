import { hash } from "node:crypto";
import { test } from "vitest";
import { secondVersion, thirdVersion } from "./gnostic.fixture.ts";
import { encodeV2 } from "./v2-protobuf.ts";
import { encodeV3 } from "./v3-protobuf.ts";

// The digests are those of bytes which the decoder of gnostic has read back as these documents.

test("a document of the second version is written as gnostic reads it [apiserver/openapi-protobuf]", ({ expect }) => {
  const bytes = encodeV2(secondVersion);
  expect(bytes.length).toBe(551);
  expect(hash("sha256", bytes)).toBe("5e6c895c9bae43a7293f10d013d6422b420b8ef75e766090ce7e87f77be0a397");
});

test("a document of the third version is written as gnostic reads it [apiserver/openapi-protobuf]", ({ expect }) => {
  const bytes = encodeV3(thirdVersion);
  expect(bytes.length).toBe(610);
  expect(hash("sha256", bytes)).toBe("868377f0d8f552516a286d2211b33d4f28e04b6cab39744b1f8d858d94c78395");
});
