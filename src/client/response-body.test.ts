import { test } from "vitest";
import { ResponseBody } from "./response-body.ts";

test("an aborted body leaves its chunks, also when one was still on its way [client/abort-leaves-chunks]", async ({
  expect,
}) => {
  const stop = new AbortController();
  const told: string[] = [];
  async function* chunks(): AsyncGenerator<Uint8Array, void, void> {
    try {
      yield Uint8Array.of(1);
      stop.abort(new Error("enough"));
      yield Uint8Array.of(2);
    } finally {
      told.push("left");
    }
  }
  const body = new ResponseBody(chunks(), { signal: stop.signal, end: () => told.push("end") });
  expect((await body.next()).value).toEqual(Uint8Array.of(1));
  await expect(body.next()).rejects.toThrow("enough");
  expect(told).toEqual(["end", "left"]);
});
