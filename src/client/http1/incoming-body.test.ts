import { test } from "vitest";
import { IncomingBody } from "./incoming-body.ts";

test("many small chunks that wait for their reader come as one, and stop the connection early [client/small-chunks]", async ({
  expect,
}) => {
  const told: string[] = [];
  const tell = (what: string) => (): void => void told.push(what);
  const body = new IncomingBody({ pause: tell("pause"), resume: tell("resume"), leave: tell("leave") }, undefined);
  let pushed = 0;
  for (; told.length === 0; pushed++) body.push(Uint8Array.of(pushed % 256));
  // A byte alone takes far more memory than a byte.
  expect(pushed).toBeLessThan(10_000);
  const first = await body.next();
  expect(first.value?.length).toBe(pushed);
  expect(first.value?.at(-1)).toBe((pushed - 1) % 256);
  expect(told).toEqual(["pause", "resume"]);
  body.push(Uint8Array.of(7));
  body.end();
  expect((await body.next()).value).toEqual(Uint8Array.of(7));
  expect((await body.next()).done).toBe(true);
});
