import fc from "fast-check";
import { describe, test } from "vitest";
import { VirtualClock } from "../async/index.ts";
import { createLogger } from "./create-logger.ts";
import type { LoggerOptions } from "./create-logger.ts";
import { ObserveError } from "./errors.ts";
import type { Logger, LogLevel } from "./logger.ts";
import { silentLogger } from "./silent-logger.ts";

const startMs = Date.UTC(2026, 0, 2, 3, 4, 5, 678);

function logging(options: Partial<LoggerOptions> = {}): { logger: Logger; lines: string[] } {
  const lines: string[] = [];
  const clock = new VirtualClock({ startMs });
  return { logger: createLogger({ clock, write: (line) => lines.push(line), ...options }), lines };
}

/** The one line that `log` writes. */
function lineOf(options: Partial<LoggerOptions>, log: (logger: Logger) => void): string {
  const { logger, lines } = logging(options);
  log(logger);
  if (lines.length !== 1) throw new Error(`expected one line, got ${lines.length}`);
  return lines[0] ?? "";
}

describe("in JSON", () => {
  test("a record is one object with time, level, message and the fields [observe/json-record]", ({ expect }) => {
    const at = new Date(0);
    const fields = { text: "a b", number: 1.5, flag: true, none: null, missing: undefined, big: 2n ** 64n, at };
    expect(lineOf({}, (logger) => logger.info("Reconciled", fields))).toBe(
      '{"time":"2026-01-02T03:04:05.678Z","level":"info","message":"Reconciled","text":"a b","number":1.5,"flag":true,"none":null,"big":"18446744073709551616","at":"1970-01-01T00:00:00.000Z"}\n',
    );
  });

  test("a field never takes the place of time, level or message [observe/reserved-names-kept]", ({ expect }) => {
    const record: unknown = JSON.parse(
      lineOf({}, (logger) =>
        logger.with({ time: 1 }).info("real", { message: "forged", level: "error", __proto__x: 1 }),
      ),
    );
    expect(record).toEqual({
      time: "2026-01-02T03:04:05.678Z",
      level: "info",
      message: "real",
      "fields.time": 1,
      "fields.message": "forged",
      "fields.level": "error",
      __proto__x: 1,
    });
  });
});

describe("for people", () => {
  test("a record is the time of day, the level, the message and name=value [observe/pretty-record]", ({ expect }) => {
    const fields = { key: "default/blue", tookMs: 12.5, text: "a b", list: [1], "odd name": "", none: null };
    expect(lineOf({ format: "pretty" }, (logger) => logger.warn('It said "no"', fields))).toBe(
      '03:04:05.678Z WARN  It said "no"  key=default/blue tookMs=12.5 text="a b" list=[1] "odd name"="" none=null\n',
    );
    expect(lineOf({ format: "pretty" }, (logger) => logger.error("Plain"))).toBe("03:04:05.678Z ERROR Plain\n");
  });

  test("an error is one text with its code and its causes [observe/pretty-record, observe/error-fields]", ({
    expect,
  }) => {
    const cause = Object.assign(new Error("socket hang up"), { code: "ECONNRESET" });
    const error = new TypeError("GET /x: no answer", { cause });
    expect(lineOf({ format: "pretty" }, (logger) => logger.info("Failed", { error }))).toBe(
      '03:04:05.678Z INFO  Failed  error="TypeError: GET /x: no answer ← Error: socket hang up [ECONNRESET]"\n',
    );
  });

  test("levels and names are coloured when asked for [observe/pretty-record]", ({ expect }) => {
    expect(lineOf({ format: "pretty", color: true }, (logger) => logger.error("Bad", { a: 1 }))).toBe(
      "\u001b[2m03:04:05.678Z\u001b[0m \u001b[31mERROR\u001b[0m Bad  \u001b[2ma=\u001b[0m1\n",
    );
  });
});

test.for([
  [{ isTerminal: true }, "\u001b[2m"],
  [{ isTerminal: true, color: false }, "03:04:05"],
  [{ isTerminal: false }, "{"],
  [{}, "{"],
  [{ isTerminal: true, format: "json" }, "{"],
  [{ format: "pretty" }, "03:04:05"],
] as const)(
  "the format follows the terminal unless it is given: %j [observe/format-follows-terminal]",
  ([options, start], { expect }) => {
    expect(lineOf(options, (logger) => logger.info("x")).startsWith(start)).toBe(true);
  },
);

describe("levels", () => {
  const levels: readonly LogLevel[] = ["debug", "info", "warn", "error"];

  test.for(levels)("from %s on are written, those below are not [observe/level-filters]", (level, { expect }) => {
    const { logger, lines } = logging({ level });
    const child = logger.with({ a: 1 });
    for (const each of levels) child[each]("x");
    const written = levels.slice(levels.indexOf(level));
    expect(lines.map((line) => (JSON.parse(line) as { level: string }).level)).toEqual(written);
    expect(levels.filter((each) => child.enabled(each))).toEqual(written);
  });

  test("begin at info unless one is given [observe/level-filters]", ({ expect }) => {
    expect(logging().logger.enabled("debug")).toBe(false);
    expect(logging().logger.enabled("info")).toBe(true);
  });

  test("below the limit make no message and no fields, those above do once [observe/disabled-level-evaluates-nothing]", ({
    expect,
  }) => {
    const { logger, lines } = logging();
    let made = 0;
    const message = (): string => `message ${(made += 1)}`;
    const fields = (): { made: number } => ({ made: (made += 1) });
    logger.debug(message, fields);
    expect(made).toBe(0);
    logger.info(message, fields);
    expect(made).toBe(2);
    expect(lines).toEqual([expect.stringContaining('"message":"message 1","made":2')]);
  });

  test.for([{ level: "verbose" }, { level: "constructor" }, { format: "xml" }])(
    "that are unknown are refused: %j [observe/unknown-level-refused]",
    (options, { expect }) => {
      let thrown: unknown;
      try {
        logging(options as unknown as LoggerOptions);
      } catch (error) {
        thrown = error;
      }
      expect(ObserveError.is(thrown, "SETPOINT_LOGGER_INVALID")).toBe(true);
    },
  );
});

test("a record has at most 64 fields, and says that there are more [observe/values-bounded]", ({ expect }) => {
  const wide = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`k${index}`, index]));
  const { logger, lines } = logging();
  logger.info("x", wide);
  logger.with(wide).with({ z: 1 }).info("x", { y: 1, k0: "nearer" });
  for (const line of lines) {
    expect(Object.keys(JSON.parse(line) as object)).toHaveLength(3 + 64 + 1);
    expect(JSON.parse(line)).toMatchObject({ k63: 63, "…": "more" });
  }
  expect(lines[1]).toContain('"k0":"nearer"');
});

describe("a child logger", () => {
  test("adds its fields to each record; the nearer ones win [observe/child-fields]", ({ expect }) => {
    const { logger, lines } = logging({ format: "pretty" });
    const child = logger.with({ controller: "networks", worker: 1 }).with({ worker: 2 });
    child.info("a", { key: "x" });
    child.info("b", { worker: 3 });
    logger.info("c");
    expect(lines.map((line) => line.slice(14))).toEqual([
      "INFO  a  controller=networks worker=2 key=x\n",
      "INFO  b  controller=networks worker=3\n",
      "INFO  c\n",
    ]);
  });

  test("reads its fields once, when it is made [observe/child-fields]", ({ expect }) => {
    const { logger, lines } = logging({ format: "pretty" });
    const fields = { a: 1 };
    const child = logger.with(fields);
    fields.a = 2;
    child.info("x");
    expect(lines[0]).toContain("a=1");
  });
});

describe("an error", () => {
  test.for(["json", "pretty"] as const)(
    "has at most five causes written, and a loop of them ends: %s [observe/error-causes-bounded]",
    (format, { expect }) => {
      let chain = new Error("0");
      for (let index = 1; index < 20; index += 1) chain = new Error(`${index}`, { cause: chain });
      const loop = new Error("loop");
      loop.cause = loop;
      const line = lineOf({ format }, (logger) => logger.info("x", { chain }));
      expect(line).toContain("14");
      expect(line).not.toContain("13");
      const looped = lineOf({ format }, (logger) => logger.info("x", { loop }));
      expect(looped.split("loop").length).toBeLessThan(5);
    },
  );

  test.for(["json", "pretty"] as const)(
    "has its stack written at debug or on request, in one line: %s [observe/stack-on-request]",
    (format, { expect }) => {
      const error = new Error("boom");
      const at = "create-logger.test.ts";
      const log = (logger: Logger): void => logger.error("x", { error });
      expect(lineOf({ format }, log)).not.toContain(at);
      expect(lineOf({ format, stacks: true }, log)).toContain(at);
      expect(lineOf({ format, level: "debug" }, log)).toContain(at);
      expect(lineOf({ format, level: "debug", stacks: false }, log)).not.toContain(at);
    },
  );

  test("in the place of the fields is a field [observe/error-fields]", ({ expect }) => {
    const misplaced: unknown = new Error("boom");
    expect(lineOf({}, (logger) => logger.error("x", misplaced as Record<string, unknown>))).toContain(
      '"error":{"name":"Error","message":"boom"}',
    );
  });
});

describe("what can't be read", () => {
  const revoked = Proxy.revocable({}, {});
  revoked.revoke();
  const throwing = {
    good: 1,
    get bad(): string {
      throw new Error("no");
    },
  };
  const badError = Object.defineProperty(new Error("x"), "message", {
    get: () => {
      throw new Error("no");
    },
  });

  test.for(["json", "pretty"] as const)(
    "says so, and the rest is written: %s [observe/unreadable-contained]",
    (format, { expect }) => {
      const line = lineOf({ format }, (logger) =>
        logger.with(throwing).info("x", { nested: throwing, proxy: revoked.proxy, badError, last: "here" }),
      );
      expect(line.split("[unreadable]").length).toBe(5);
      expect(line).toContain("here");
      expect(line.split("good").length).toBe(3);
    },
  );

  test.for(["json", "pretty"] as const)(
    "may be the message or the fields themselves: %s [observe/unreadable-contained]",
    (format, { expect }) => {
      const fail = (): never => {
        throw new Error("no");
      };
      expect(lineOf({ format }, (logger) => logger.info(fail, { a: "here" }))).toMatch(/\[unreadable\].*here/);
      expect(lineOf({ format }, (logger) => logger.info("here", fail))).toMatch(/here.*\[unreadable\]/);
      expect(lineOf({ format }, (logger) => logger.info("here", revoked.proxy as Record<string, unknown>))).toMatch(
        /here.*\[unreadable\]/,
      );
      const { logger, lines } = logging({ format });
      logger.with(revoked.proxy).info("here");
      expect(lines[0]).toContain("here");
      const notText: unknown = Object.create(null);
      logger.info(notText as string);
      expect(lines[1]).toContain("[object]");
    },
  );

  test("and a writer or clock that fails never reach the caller [observe/logger-never-throws]", ({ expect }) => {
    const failing = (): never => {
      throw new Error("disk full");
    };
    expect(() => logging({ write: failing }).logger.error("x")).not.toThrow();
    expect(() => logging({ clock: { now: failing } }).logger.error("x")).not.toThrow();
    expect(lineOf({ clock: { now: () => Number.NaN } }, (logger) => logger.error("x"))).toContain('"time":"unknown"');
  });
});

test("nothing in a record reaches a prototype [observe/json-record]", ({ expect }) => {
  const evil = JSON.parse('{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}') as Record<
    string,
    unknown
  >;
  expect(lineOf({}, (logger) => logger.with(evil).info("x", { evil }))).toContain('"__proto__":{"polluted":1}');
  expect({}).not.toHaveProperty("polluted");
});

test("the silent logger drops everything and can't be changed [observe/silent-logger]", ({ expect }) => {
  const fail = (): never => {
    throw new Error("must not be called");
  };
  for (const level of ["debug", "info", "warn", "error"] as const) {
    silentLogger[level](fail, fail);
    expect(silentLogger.enabled(level)).toBe(false);
  }
  expect(silentLogger.with({ a: 1 })).toBe(silentLogger);
  expect(Object.isFrozen(silentLogger)).toBe(true);
});

const unsafe = /[^\P{Cc}\n]|[\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]/u;
const anyText = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.string({
    unit: fc.constantFrom(
      "\n",
      "\r",
      "\u001b[2K",
      "\u009b",
      "\u2028",
      "\u2029",
      "\u202e",
      '"',
      "\\",
      "}",
      "a=b ",
      "{",
      "\u0000",
      "\u0085",
    ),
  }),
);
const formats = fc.constantFrom("json" as const, "pretty" as const);

test("whatever goes in, one visible line comes out [observe/one-record-one-line]", ({ expect }) => {
  fc.assert(
    fc.property(
      formats,
      anyText,
      fc.dictionary(anyText, fc.oneof(anyText, fc.array(anyText), fc.dictionary(anyText, anyText))),
      (format, message, fields) => {
        const error = new Error(message, { cause: message });
        const line = lineOf({ format, stacks: true }, (logger) =>
          logger.with(fields).info(message, { ...fields, error, extra: fields }),
        );
        expect(line.indexOf("\n")).toBe(line.length - 1);
        expect(line).not.toMatch(unsafe);
        if (format === "json") expect(JSON.parse(line)).toMatchObject({ level: "info" });
      },
    ),
    { numRuns: 1000 },
  );
});

const aSecret = fc.stringMatching(/^[a-zA-Z0-9]{16,32}$/);
const secretName = fc.constantFrom(
  "token",
  "dbPassword",
  "X-Api-Key",
  "Authorization",
  "client-key-data",
  "cookie",
  "CLIENT_SECRET",
);

/** Ways in which a field carries a secret. */
const carriers: readonly ((secret: string, name: string) => unknown)[] = [
  (secret, name) => ({ [name]: secret }),
  (secret, name) => ({ [name]: { nested: [secret] } }),
  (secret, name) => new Map([[name, secret]]),
  (secret, name) => [name, secret],
  (secret, name) => ({ env: [{ name, value: secret }] }),
  (secret) => ({
    kind: "Secret",
    metadata: { name: "x", annotations: { "kubectl.kubernetes.io/last-applied-configuration": secret } },
    data: { a: secret },
    stringData: { a: secret },
  }),
  (secret) => ({ kind: "SecretList", items: [{ metadata: { name: "x" }, data: { a: secret } }] }),
  (secret) => ({ type: "kubernetes.io/tls", metadata: { name: "x" }, data: { a: secret } }),
  (secret, name) => `${name}: ${secret}`,
  (secret, name) => JSON.stringify({ [name]: secret }),
  (secret) => `GET https://joe:${secret}@host/ failed`,
  (secret) => ({ header: `Bearer ${secret}` }),
  (secret) => new Error(`Sending Bearer ${secret}`, { cause: new Error(`password=${secret}`) }),
  (secret, name) => Object.assign(new Error("x"), { details: { [name]: secret } }),
];
/** Ways in which a carrier is put into a value. */
const wrappers: readonly ((value: unknown) => unknown)[] = [
  (value) => value,
  (value) => [value],
  (value) => ({ a: value }),
  (value) => ({ type: "ADDED", object: value }),
  (value) => new Set([value]),
  (value) => new Error("outer", { cause: value }),
];

test("whatever secret is placed in any field, it never comes out [observe/secret-never-printed]", ({ expect }) => {
  const carrier = fc.record({
    carry: fc.constantFrom(...carriers),
    wrap: fc.constantFrom(...wrappers),
    again: fc.constantFrom(...wrappers),
  });
  fc.assert(
    fc.property(fc.tuple(aSecret, secretName), carrier, formats, ([secret, name], { carry, wrap, again }, format) => {
      const value = again(wrap(carry(secret, name)));
      const { logger, lines } = logging({ format, stacks: true });
      logger.with({ value }).info(`x password=${secret}`, { other: value });
      logger.with({ [name]: secret }).info(
        () => `x Bearer ${secret}`,
        () => ({ [name]: value }),
      );
      logger.info("x", { [name]: new Error(secret) });
      expect(lines).toHaveLength(3);
      expect(lines.join("")).not.toContain(secret);
      expect(lines[0]).toContain("[redacted]");
    }),
    { numRuns: 2000 },
  );
});

test.for(["json", "pretty"] as const)(
  "a Secret or a pair in the place of the fields is hidden like any other: %s [observe/kubernetes-secret-hidden]",
  (format, { expect }) => {
    const secret = { kind: "Secret", metadata: { name: "x" }, data: { a: "aGlkZQ" } };
    const line = lineOf({ format }, (logger) => logger.info("x", secret));
    expect(line).toContain("[redacted]");
    expect(line).not.toContain("aGlkZQ");
    const list = { kind: "SecretList", items: [{ data: { a: "aGlkZQ" } }] };
    expect(lineOf({ format }, (logger) => logger.with(list).info("x"))).not.toContain("aGlkZQ");
    const pair = { name: "DB_PASSWORD", value: "aGlkZQ", other: { value: "shown" } };
    expect(lineOf({ format }, (logger) => logger.info("x", pair))).not.toContain("aGlkZQ");
    expect(lineOf({ format }, (logger) => logger.info("x", pair))).toContain("shown");
  },
);
