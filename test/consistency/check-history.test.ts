import { describe, test } from "vitest";
import { historyProblems } from "./check-history.ts";
import type { ChangeEvent, History, Input, Operation, Output, Seen, WatchItem, WatchSession } from "./operation.ts";

function thing(version: number, more: Partial<Seen> = {}): Seen {
  const fields = { name: "x", uid: "u1", version, value: "0", tier: "a", finalizers: [], isDeleting: false };
  return { ...fields, ...more };
}

const made: ChangeEvent = { type: "ADDED", object: thing(2) };
const changed: ChangeEvent = { type: "MODIFIED", object: thing(3, { value: "1" }) };
const other: ChangeEvent = { type: "ADDED", object: thing(4, { name: "y", uid: "u2", tier: "b" }) };
const moved: ChangeEvent = { type: "MODIFIED", object: thing(5, { value: "1", tier: "b" }) };
const ended: ChangeEvent = { type: "DELETED", object: thing(6, { value: "1", tier: "b" }) };
const log: readonly ChangeEvent[] = [made, changed, other, moved, ended];

function op(call: number, input: Input, output: Output): Operation {
  return { key: "x", input, output, call, return: output.type === "unknown" ? Infinity : call + 1 };
}

const content = { value: "0", tier: "a", finalizers: [] };
const create: Input = { type: "create", content };
const shown = ({ object }: ChangeEvent): Output => ({ type: "object", object });
const refused = (reason: string): Output => ({ type: "refused", reason });

const operations: readonly Operation[] = [
  op(0, create, shown(made)),
  op(2, { type: "update", content: { ...content, value: "1" }, version: 2 }, shown(changed)),
  { ...op(4, { type: "create", content: { ...content, tier: "b" } }, shown(other)), key: "y" },
  op(6, { type: "patch", change: { tier: "b" } }, shown(moved)),
  op(8, { type: "get" }, shown(moved)),
  op(10, { type: "delete" }, { type: "deleted", uid: "u1" }),
  op(12, { type: "get" }, refused("NotFound")),
];

function event(told: ChangeEvent): WatchItem {
  return { type: "event", event: told };
}

function bookmark(version: number, endsInitial = false): WatchItem {
  return { type: "bookmark", version, endsInitial };
}

/** As a watch of tier `a` sees that the object leaves it. */
const left: ChangeEvent = { type: "DELETED", object: { ...changed.object, version: 5 } };

const good: History = {
  operations,
  listings: [
    {
      call: 7.1,
      return: 7.2,
      tier: undefined,
      asked: undefined,
      result: { version: 5, objects: [moved.object, other.object] },
    },
    { call: 14, return: 15, tier: "a", asked: 3, result: { version: 3, objects: [changed.object] } },
    { call: 16, return: 17, tier: undefined, asked: 1, result: "expired" },
  ],
  watches: [
    watch(
      undefined,
      { since: 1, items: [event(made), event(changed)] },
      { since: 3, items: [event(other), event(moved), event(ended)], end: "complete" },
    ),
    watch("a", {
      since: undefined,
      items: [event({ ...changed, type: "ADDED" }), bookmark(4, true), event(left), bookmark(6)],
    }),
    watch(undefined, { since: 1, items: [], end: "expired" }),
  ],
  log,
  forgotten: 2,
};

function watch(
  tier: string | undefined,
  ...sessions: readonly (Omit<WatchSession, "end"> & Partial<WatchSession>)[]
): History["watches"][number] {
  return { tier, sessions: sessions.map((session) => ({ end: "left", ...session })) };
}

/** The good history with other operations in the place of some. */
function answered(...wrong: readonly Operation[]): History {
  return { ...good, operations: operations.map((right) => wrong.find(({ call }) => call === right.call) ?? right) };
}

function watched(tier: string | undefined, ...sessions: Parameters<typeof watch>[1][]): History {
  return { ...good, watches: [watch(tier, ...sessions)] };
}

function listed(version: number, objects: readonly Seen[], asked?: number): History {
  return { ...good, listings: [{ call: 9.1, return: 9.2, tier: undefined, asked, result: { version, objects } }] };
}

test("a history in which everything is as it should be has no problems", ({ expect }) => {
  expect(historyProblems(good)).toEqual([]);
});

const lost: Output = { type: "unknown" };

describe("a lost answer", () => {
  test("explains a change that nobody else has made, and none that somebody was told of", ({ expect }) => {
    expect(historyProblems(answered(op(2, { ...operations[1]!.input }, lost)))).toEqual([]);
    expect(historyProblems(answered(op(0, create, lost)))).toEqual([]);
    expect(historyProblems(answered(op(10, { type: "delete" }, lost)))).toEqual([]);
    expect(historyProblems(answered(op(0, { type: "get" }, lost)))[0]).toMatch(/^linearizable: x/);
  });

  test("may also be that of a write that never happened", ({ expect }) => {
    const never = op(1.5, { type: "update", content: { ...content, value: "7" } }, lost);
    expect(historyProblems({ ...good, operations: [...operations, never] })).toEqual([]);
  });
});

const wrong: readonly (readonly [title: string, history: History, problem: RegExp])[] = [
  [
    "two writers both win with the same version",
    answered(op(6, { type: "update", content: { ...content, tier: "b" }, version: 2 }, shown(moved))),
    /^linearizable: x/,
  ],
  ["a read goes back", answered(op(8, { type: "get" }, shown(changed))), /^linearizable: x/],
  ["a deleted object is read", answered(op(12, { type: "get" }, shown(moved))), /^linearizable: x/],
  [
    "an object is made twice",
    { ...good, operations: [...operations, op(1.2, create, shown(made))] },
    /^linearizable: x/,
  ],
  [
    "a conflict where there was none",
    answered(op(6, { type: "update", content, version: 3 }, refused("Conflict"))),
    /^linearizable: x/,
  ],
  [
    "an idle write gets a version",
    {
      ...good,
      operations: [
        ...operations,
        op(9.1, { type: "patch", change: { tier: "b" } }, { type: "object", object: { ...moved.object, version: 7 } }),
      ],
    },
    /^linearizable: x/,
  ],
  [
    "an answer shows what nobody stored",
    answered({ ...operations[2]!, output: { type: "object", object: { ...other.object, uid: "u9" } } }),
    /^answer: /,
  ],
  [
    "a later write has a lower version",
    { ...good, operations: operations.map((one) => (one.key === "y" ? { ...one, call: 20, return: 21 } : one)) },
    /^order: version 4 of y/,
  ],
  [
    "a change that nobody asked for",
    { ...good, log: [...log, { type: "ADDED", object: thing(8, { name: "z", uid: "u3" }) }] },
    /^log: nobody has asked/,
  ],
  [
    "versions of the log go back",
    { ...good, log: [made, other, changed, moved, ended] },
    /^log: MODIFIED .* comes after version 4/,
  ],
  [
    "an object changes that is not there",
    { ...good, log: [changed, other, moved, ended] },
    /^log: MODIFIED .* does not follow/,
  ],
  [
    "the end of an object is not its last state",
    { ...good, log: [made, changed, other, moved, { ...ended, object: thing(6) }] },
    /^log: DELETED .* does not follow/,
  ],
  ["a list is of no state", listed(5, [moved.object]), /^list: at 5/],
  ["a list is too old", listed(4, [changed.object, other.object]), /^list: version 4 is older than 5/],
  [
    "a list is not the one that was asked for",
    listed(4, [changed.object, other.object], 3),
    /^list: version 3 was asked for/,
  ],
  [
    "a list expires that was kept",
    { ...good, listings: [{ ...good.listings[2]!, asked: 3 }] },
    /^list: version 3 expired/,
  ],
  ["a watch goes back", watched(undefined, { since: 1, items: [event(changed), event(made)] }), /^ordered: /],
  ["bookmarks go back", watched(undefined, { since: 6, items: [bookmark(9), bookmark(8)] }), /^ordered: /],
  ["a watch repeats", watched(undefined, { since: 1, items: [event(made), event(made)] }), /^unique: /],
  ["a watch skips", watched(undefined, { since: 1, items: [event(made), event(other)] }), /^reliable: /],
  ["a watch misses its first change", watched(undefined, { since: 1, items: [event(changed)] }), /^reliable: /],
  [
    "a watch tells another state",
    watched(undefined, { since: 1, items: [event({ ...made, object: thing(2, { value: "9" }) })] }),
    /^reliable: /,
  ],
  ["a watch tells what it does not select", watched("a", { since: 3, items: [event(other)] }), /^reliable: /],
  ["an object leaves a selection unnoticed", watched("a", { since: 3, items: [event(ended)] }), /^reliable: /],
  [
    "a start is of two states",
    watched(undefined, { since: undefined, items: [event({ ...changed, type: "ADDED" }), bookmark(5, true)] }),
    /^atomic: /,
  ],
  [
    "a resumed watch repeats",
    watched(undefined, { since: 1, items: [event(made)] }, { since: 2, items: [event(made)] }),
    /^resumable: /,
  ],
  [
    "a resumed watch skips",
    watched(undefined, { since: 1, items: [event(made)] }, { since: 2, items: [event(other)] }),
    /^reliable: /,
  ],
  [
    "a bookmark comes too early",
    watched(undefined, { since: 1, items: [event(made), bookmark(3), event(changed)] }),
    /^bookmarkable: /,
  ],
  [
    "a watch expires that has seen what is forgotten",
    watched(undefined, { since: 2, items: [], end: "expired" }),
    /^expired: /,
  ],
];

test.for(wrong)("the checker finds that %s", ([, history, problem], { expect }) => {
  expect(historyProblems(history)).toContainEqual(expect.stringMatching(problem));
});
