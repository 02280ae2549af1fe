import { describe, test } from "vitest";
import { parseChapter } from "./chapter.ts";

const head = "# The work queue\n\nChapter: queue · closed\n\n";

function problemsIn(text: string): readonly string[] {
  return parseChapter("docs/behaviours/queue.md", text).problems.map(({ message }) => message);
}

test("a chapter has a title, a name, a state and its promises", ({ expect }) => {
  const text = `${head}Some words about queues.\n\n## Adding\n\n- \`queue/dedupe\`: A key that waits is not added again.\n- \`queue/order\`: Keys come out in order.\n`;
  const { title, name, isClosed, behaviours, problems } = parseChapter("queue.md", text);
  expect({ title, name, isClosed, problems }).toEqual({
    title: "The work queue",
    name: "queue",
    isClosed: true,
    problems: [],
  });
  expect(behaviours.map(({ id, line, sentence }) => ({ id, line, sentence }))).toEqual([
    { id: "queue/dedupe", line: 9, sentence: "A key that waits is not added again." },
    { id: "queue/order", line: 10, sentence: "Keys come out in order." },
  ]);
});

test("a chapter may be open, and its name a path", ({ expect }) => {
  const text = "# Storage\n\nChapter: apiserver/storage · open\n\n- `apiserver/storage/watch`: It watches.\n";
  const { name, isClosed, behaviours, problems } = parseChapter("storage.md", text);
  expect({ name, isClosed, ids: behaviours.map(({ id }) => id), problems }).toEqual({
    name: "apiserver/storage",
    isClosed: false,
    ids: ["apiserver/storage/watch"],
    problems: [],
  });
});

test.for(["*Differs*", "_Differs_"])("a difference has a reason: %s", (word, { expect }) => {
  const { behaviours } = parseChapter(
    "queue.md",
    `${head}- \`queue/shards\`: One queue for all. ${word}: we have one thread.\n`,
  );
  expect(behaviours[0]).toMatchObject({
    sentence: "One queue for all.",
    differs: "we have one thread.",
    noTest: undefined,
  });
});

test("a difference may say why no test can show it", ({ expect }) => {
  const { behaviours } = parseChapter(
    "queue.md",
    `${head}- \`queue/locks\`: There is no lock. *Differs*: one thread. *No test*: nothing to see.\n`,
  );
  expect(behaviours[0]).toMatchObject({ differs: "one thread.", noTest: "nothing to see." });
});

test("a promise may go on in the next line", ({ expect }) => {
  const { behaviours } = parseChapter(
    "queue.md",
    `${head}- \`queue/shards\`: One queue\n  for all. *Differs*:\n  we have one thread.\n`,
  );
  expect(behaviours[0]).toMatchObject({ sentence: "One queue for all.", differs: "we have one thread." });
});

describe("a malformed line is a problem with its place", () => {
  const form = "Write this line as - `chapter/some-id`: One sentence. *Differs*: the reason. *No test*: the reason.";
  test.for([
    ["- a promise without an id.", form],
    ["* `queue/star`: A star.", form],
    ["1. `queue/number`: A number.", form],
    ["`queue/bare`: No bullet.", form],
    ["- `queue/Upper`: Upper case.", form],
    ["- `queue`: No name.", form],
    ["- `queue/nothing`:", form],
    ["- `client/get`: Of another chapter.", "Begin the id client/get with the chapter's name: queue/."],
    ["- `queue/stop`: No full stop", "End the sentence of queue/stop with a full stop."],
    ["- `queue/why`: Something else. *Differs*:", "Say after *Differs*: why queue/why differs."],
    [
      "- `queue/why`: Something else. *Differs*: it does. *No test*:",
      "Say after *No test*: why no test can show queue/why.",
    ],
    [
      "- `queue/lazy`: A promise. *No test*: too hard.",
      "Give queue/lazy a test: only a difference can do without one.",
    ],
  ] as const)("%s", ([line, message], { expect }) => {
    expect(problemsIn(`${head}${line}\n`)).toEqual([`docs/behaviours/queue.md:5: ${message}`]);
  });

  test.for([
    ["Chapter: queue · closed\n", "docs/behaviours/queue.md:1: Begin the chapter with `# Title`."],
    [
      "# The work queue\n",
      "docs/behaviours/queue.md:1: Add the line `Chapter: name · open` or `Chapter: name · closed`.",
    ],
    [
      "# The work queue\n\nChapter: queue · done\n",
      "docs/behaviours/queue.md:3: Add the line `Chapter: name · open` or `Chapter: name · closed`.",
    ],
  ] as const)("%j", ([text, message], { expect }) => {
    expect(problemsIn(text)).toEqual([message]);
  });
});
