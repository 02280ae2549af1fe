import { test } from "vitest";
import { clientDefaults } from "./defaults.ts";
import { scriptedTransport } from "./scripted-transport.fixture.ts";
import type { HttpRequest } from "./transport.ts";
import { parseWarnings, surfaceWarnings } from "./warnings.ts";

const get: HttpRequest = { method: "GET", path: "/a", headers: {} };

test("a Warning header is read as its servers write it, and a bad one ends it [client/warnings]", ({ expect }) => {
  const texts = (header: string): readonly string[] => parseWarnings(header).map(({ text }) => text);
  expect(parseWarnings('299 - "old"')).toEqual([{ agent: "-", text: "old" }]);
  expect(
    texts('299 - "a \\"quoted\\" \\\\ b, c" , 299 agent "second" "Wed, 21 Oct 2015 07:28:00 GMT",299 - "third"'),
  ).toEqual(['a "quoted" \\ b, c', "second", "third"]);
  expect(texts('199 - "another code", 299 - "", 299 - "x"')).toEqual(["x"]);
  expect(texts('299 - "good", garbage, 299 - "lost"')).toEqual(["good"]);
  expect(texts('299 - "unended')).toEqual([]);
  expect(texts("")).toEqual([]);
  expect(texts(Buffer.from('299 - "é €"').toString("latin1"))).toEqual(["é €"]);
});

test("each warning is told once, and who is told breaks nothing [client/warnings]", async ({ expect }) => {
  const told: string[] = [];
  const { send } = scriptedTransport(
    { headers: { warning: '299 - "a"' } },
    { headers: { warning: '299 - "a", 299 - "b"' } },
    { status: 404, headers: { warning: '299 - "c"' } },
    {},
  );
  const transport = surfaceWarnings(({ text }) => {
    told.push(text);
    throw new Error("the listener is broken");
  })(send);
  for (let count = 0; count < 5; count++) await transport(get);
  expect(told).toEqual(["a", "b", "c"]);
});

test("what is remembered of them has a limit [client/warnings]", async ({ expect }) => {
  const told: string[] = [];
  const answers = Array.from({ length: clientDefaults.maxWarnings + 1 }, (_, index) => ({
    headers: { warning: `299 - "${index}"` },
  }));
  const { send } = scriptedTransport(...answers, ...answers.slice(-1), ...answers.slice(0, 1));
  const transport = surfaceWarnings(({ text }) => void told.push(text))(send);
  for (let count = 0; count < answers.length + 2; count++) await transport(get);
  // The oldest was forgotten, the latest was not.
  expect(told.slice(-2)).toEqual([String(clientDefaults.maxWarnings), "0"]);
});
