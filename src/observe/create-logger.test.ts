import { describe, test } from "vitest";
import type { LoggerOptions } from "./create-logger.ts";
import { ObserveError } from "./errors.ts";
import type { Logger, LogLevel } from "./logger.ts";
import { lineOf, logging } from "./logging.fixture.ts";
import { silentLogger } from "./silent-logger.ts";

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
