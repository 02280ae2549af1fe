import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { rootCertificates } from "node:tls";
import { test } from "vitest";
import { VirtualClock } from "../async/index.ts";
import { createLogger } from "../observe/index.ts";
import type { Logger } from "../observe/index.ts";
import { tokenFileCredentials, trustedFile } from "./file-credentials.ts";
import { kubeconfig, refusalOf } from "./kubeconfig.fixture.ts";
import { parseKubeconfig } from "./parse-kubeconfig.ts";
import { temporaryFolder } from "./temporary-folder.fixture.ts";

const [authority = "", another = ""] = rootCertificates;

function logged(): { readonly log: Logger; readonly lines: string[] } {
  const lines: string[] = [];
  return { lines, log: createLogger({ clock: new VirtualClock(), write: (line) => lines.push(line) }) };
}

test("a token file is read again once a minute [config/token-file]", async ({ expect }) => {
  await using temporary = await temporaryFolder();
  const file = join(temporary.path, "token");
  const clock = new VirtualClock();
  const source = tokenFileCredentials({ file, clock });
  await writeFile(file, "one\n");
  const first = await source.current({});
  expect(first.authorization).toBe("Bearer one");
  await writeFile(file, "two\n");
  await clock.advance(59_999);
  expect(await source.current({})).toBe(first);
  await clock.advance(1);
  const second = await source.current({});
  expect(second.authorization).toBe("Bearer two");
  await clock.advance(60_000);
  expect(await source.current({})).toBe(second);
});

test("those who ask at the same time share one reading [config/token-file]", async ({ expect }) => {
  await using temporary = await temporaryFolder();
  const path = join(temporary.path, "token");
  await writeFile(path, "one");
  let readings = 0;
  const file = {
    place: "here",
    get path() {
      readings += 1;
      return path;
    },
  };
  const source = tokenFileCredentials({ file });
  await Promise.all(Array.from({ length: 10 }, () => source.current({})));
  expect(readings).toBe(1);
});

test("a token file that can't be read again leaves the last token in use [config/token-file-kept]", async ({
  expect,
}) => {
  await using temporary = await temporaryFolder();
  const file = join(temporary.path, "token");
  const clock = new VirtualClock();
  const { log, lines } = logged();
  const source = tokenFileCredentials({ file, clock, log });
  expect((await refusalOf(source.current({}))).code).toBe("SETPOINT_CONFIG_MISSING");
  await writeFile(file, "");
  expect((await refusalOf(source.current({}))).code).toBe("SETPOINT_CONFIG_INVALID");
  await writeFile(file, "good");
  const good = await source.current({});
  await writeFile(file, "the-secret but broken");
  await clock.advance(60_000);
  expect(await source.current({})).toBe(good);
  await rm(file);
  for (const _again of [1, 2]) {
    await clock.advance(60_000);
    expect(await source.current({})).toBe(good);
  }
  expect(lines).toHaveLength(2);
  expect(lines.join("")).toContain(file);
  expect(lines.join("")).not.toContain("the-secret");
});

test("a token that is refused makes the file be read at once, and once only [config/token-file-refused]", async ({
  expect,
}) => {
  await using temporary = await temporaryFolder();
  const file = join(temporary.path, "token");
  const source = tokenFileCredentials({ file, clock: new VirtualClock() });
  await writeFile(file, "one");
  const one = await source.current({});
  expect(source.refused(one)).toBe(true);
  expect(await source.current({})).toBe(one);
  expect(source.refused(one)).toBe(false);
  await writeFile(file, "two");
  const other = tokenFileCredentials({ file, clock: new VirtualClock() });
  const two = await other.current({});
  await writeFile(file, "three");
  expect(other.refused(two)).toBe(true);
  expect((await other.current({})).authorization).toBe("Bearer three");
  // Whoever comes with the old one only has to ask again.
  expect(other.refused(two)).toBe(true);
  expect((await other.current({})).authorization).toBe("Bearer three");
});

test("a token file wins over the token beside it, which helps out without it [config/token-and-file]", async ({
  expect,
}) => {
  await using temporary = await temporaryFolder();
  const { path: folder } = temporary;
  const clock = new VirtualClock();
  const { log, lines } = logged();
  const text = kubeconfig({ user: { token: "text", tokenFile: "token" } });
  const { credentials, token } = await parseKubeconfig(text, { folder, clock, log });
  expect(token).toBeUndefined();
  expect((await credentials?.current({}))?.authorization).toBe("Bearer text");
  expect(lines).toHaveLength(1);
  await writeFile(join(folder, "token"), "file");
  await clock.advance(60_000);
  expect((await credentials?.current({}))?.authorization).toBe("Bearer file");
});

test("authorities in a file are read again once a minute, if they are any [config/authorities-file]", async ({
  expect,
}) => {
  await using temporary = await temporaryFolder();
  const { path: folder } = temporary;
  const file = join(folder, "ca.crt");
  const clock = new VirtualClock();
  const { log, lines } = logged();
  await writeFile(file, authority);
  const text = kubeconfig({ cluster: { "certificate-authority": "ca.crt" } });
  const { ca, trust } = await parseKubeconfig(text, { folder, clock, log });
  await writeFile(file, another);
  await clock.advance(59_999);
  expect([ca, await trust?.current()]).toEqual([authority, authority]);
  await clock.advance(1);
  expect(await trust?.current()).toBe(another);
  for (const content of ["", "garbage", another.slice(0, 100)]) {
    await writeFile(file, content);
    await clock.advance(60_000);
    expect(await trust?.current()).toBe(another);
  }
  await rm(file);
  await clock.advance(60_000);
  expect(await trust?.current()).toBe(another);
  expect(lines.length).toBeGreaterThan(1);
  await writeFile(file, "");
  expect((await refusalOf(trustedFile(file).current())).message).toContain("there is no certificate in it");
});
