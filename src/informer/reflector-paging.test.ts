import { test } from "vitest";
import { InvalidArgumentError } from "../async/index.ts";
import { Reflector } from "./reflector.ts";
import { reflect, summary } from "./reflecting.fixture.ts";
import { listOf, note, Notes, pageOf, refusal, scene } from "./scripted-source.fixture.ts";

test("a list is read in pages of 500 and told as one [informer/paged-list]", async ({ expect }) => {
  const { clock, source, deltas, end } = reflect({
    lists: [
      pageOf("10", "x", note("a", "7")),
      { waitMs: 1_000 },
      pageOf("10", "y", note("b", "8")),
      pageOf("10", "", note("c", "9")),
    ],
  });
  await clock.advance(999);
  expect(deltas).toEqual([]);
  await clock.advance(1);
  expect(source.requests).toEqual(["list", "page x", "page y", "watch 10"]);
  expect(source.listRequests.map(({ limit, resourceVersion }) => [limit, resourceVersion])).toEqual(
    Array.from({ length: 3 }, () => [500, undefined]),
  );
  expect(summary(deltas)).toEqual(["replaced a b c"]);
  await end();
});

test("the size of pages can be chosen; 0 is all at once [informer/paged-list]", async ({ expect }) => {
  for (const pageSize of [2, 0]) {
    const { clock, source, end } = reflect({ lists: [listOf("10")] }, { pageSize });
    await clock.advance(0);
    expect(source.listRequests[0]?.limit).toBe(pageSize === 0 ? undefined : 2);
    await end();
  }
});

for (const reason of ["Expired", "Gone"] as const) {
  test(`pages that the server forgets (${reason}) are read again at once, in one piece [informer/page-expired]`, async ({
    expect,
  }) => {
    const { clock, source, deltas, end } = reflect({
      lists: [
        pageOf("10", "x", note("a", "7")),
        pageOf("10", "y", note("b", "8")),
        refusal(reason),
        listOf("20", note("c", "15")),
      ],
    });
    await clock.advance(0);
    expect(source.requests).toEqual(["list", "page x", "page y", "list", "watch 20"]);
    expect(source.listRequests.map(({ limit }) => limit)).toEqual([500, 500, 500, undefined]);
    expect(summary(deltas)).toEqual(["replaced c"]);
    await end();
  });
}

test("a page that fails makes the list fail, and nothing of it is told [informer/list-atomic]", async ({ expect }) => {
  const { clock, source, deltas, end } = reflect({
    lists: [pageOf("10", "x", note("a", "7")), refusal("InternalError"), listOf("20", note("b", "15"))],
  });
  await clock.advance(1_600);
  expect(source.requests).toEqual(["list", "page x", "list", "watch 20"]);
  expect(summary(deltas)).toEqual(["interrupted SETPOINT_API", "replaced b"]);
  await end();
});

test("pages of different versions, or that lead to themselves, are no list [informer/list-must-be-whole]", async ({
  expect,
}) => {
  const first = pageOf("10", "x", note("a", "7"));
  const { clock, deltas, end } = reflect({
    lists: [first, pageOf("11", "", note("b", "8")), first, pageOf("10", "x", note("b", "8")), listOf("12")],
  });
  await clock.advance(10_000);
  expect(summary(deltas)).toEqual([...Array<string>(2).fill("interrupted SETPOINT_INFORMER_LIST"), "replaced "]);
  await end();
});

test("sizes that are none are refused [informer/bad-reflector-options]", ({ expect }) => {
  const { source } = scene({ lists: [] });
  for (const options of [{ pageSize: -1 }, { pageSize: 1.5 }, { minWatchSeconds: 0 }, { minWatchSeconds: Infinity }]) {
    expect(() => new Reflector(Notes, source, options)).toThrow(InvalidArgumentError);
  }
});
