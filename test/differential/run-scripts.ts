import { realClock } from "../../src/async/index.ts";
import type { Answer, Call, Script, Send } from "./call.ts";
import type { BothServers } from "./both-servers.ts";
import { classOf } from "./difference.ts";
import type { Difference } from "./difference.ts";
import { Normaliser } from "./normalise.ts";

/** What came of a run. */
export interface Outcome {
  /** How many requests were compared, by kind. */
  readonly compared: ReadonlyMap<string, number>;
  readonly differences: readonly Difference[];
  /** What a server said to preparations that it refused: what follows compares something else than is meant. */
  readonly failedSetups: readonly string[];
}

/** How to run. */
export interface RunOptions {
  readonly servers: BothServers;
  /** Begins the names of the run's namespaces. */
  readonly prefix: string;
  readonly nowMs: number;
  /** How many scripts run side by side. */
  readonly lanes?: number | undefined;
}

/** Sends the requests of all scripts to both servers and compares the answers. */
export async function runScripts(scripts: readonly Script[], options: RunOptions): Promise<Outcome> {
  const run = new Run(options);
  const side = async (chosen: readonly Script[]): Promise<void> => {
    const queue = chosen.entries();
    const lane = async (): Promise<void> => {
      for (const [, script] of queue) await run.script(script);
    };
    await Promise.all(Array.from({ length: options.lanes ?? 8 }, lane));
  };
  await side(scripts.filter(({ isLate }) => isLate !== true));
  await side(scripts.filter(({ isLate }) => isLate === true));
  return run;
}

type Kept = Map<string, { readonly uid: string; readonly version: string; readonly continue: string }>;

class Run implements Outcome {
  readonly compared = new Map<string, number>();
  readonly differences: Difference[] = [];
  readonly failedSetups: string[] = [];
  readonly #options: RunOptions;
  #namespaces = 0;

  constructor(options: RunOptions) {
    this.#options = options;
  }

  async script(script: Script): Promise<void> {
    const { ours, real } = this.#options.servers;
    const namespace = `${this.#options.prefix}-${++this.#namespaces}`;
    const sides = [ours, real].map((send) => {
      const kept: Kept = new Map();
      const normaliser = new Normaliser(this.#options.nowMs);
      // Ours does nothing in the background.
      const place: Place = { namespace, kept, settles: send === real };
      return { normaliser, ask: (call: Call): Promise<Answer> => ask(send, call, place) };
    });
    const [our, their] = sides as [(typeof sides)[0], (typeof sides)[0]];
    const made: Call = { method: "POST", path: "/api/v1/namespaces", body: { metadata: { name: namespace } } };
    const namespaces = await Promise.all([our.ask(made), their.ask(made)]);
    this.#prepared(script, made, namespaces);
    for (const call of script.calls) {
      const [mine, first] = await Promise.all([our.ask(call), their.ask(call)]);
      const theirs = await caughtUp(call, { mine, first, again: their.ask });
      const isOpaque = call.isOpaque === true;
      const normal = { ours: our.normaliser.normal(mine, isOpaque), real: their.normaliser.normal(theirs, isOpaque) };
      if (call.isSetup === true) {
        this.#prepared(script, call, [mine, theirs]);
        continue;
      }
      this.compared.set(script.kind, (this.compared.get(script.kind) ?? 0) + 1);
      const className = classOf(normal, call, script.kind);
      if (className !== undefined) this.differences.push({ className, script, call, ...normal });
    }
  }

  #prepared({ id }: Script, call: Call, answers: readonly [ours: Answer, real: Answer]): void {
    for (const [index, { status, text }] of answers.entries()) {
      if (isPrepared(call, status)) continue;
      const server = index === 0 ? "ours" : "the real server";
      this.failedSetups.push(`${id}: ${call.method} ${call.path}: ${server} said ${status}: ${text}`);
    }
  }
}

/** What is to be there may not be refused, and what is to be gone may be gone. */
function isPrepared({ method, mayExist }: Call, status: number): boolean {
  if (mayExist === true && status === 409) return true;
  return (status >= 200 && status < 300) || (method === "DELETE" && status === 404);
}

/** Where a script runs. */
interface Place {
  readonly namespace: string;
  readonly kept: Kept;
  /** The server writes in the background. */
  readonly settles: boolean;
}

async function ask(
  send: (call: Call) => Promise<Answer>,
  call: Call,
  { namespace, kept, settles }: Place,
): Promise<Answer> {
  const fill = (text: string): string =>
    text
      .replaceAll("{ns}", namespace)
      .replaceAll(
        /\{(\w+)\.(uid|version|continue)\}/g,
        (whole, name: string, what: "uid" | "version" | "continue") => kept.get(name)?.[what] ?? whole,
      );
  const body =
    call.body === undefined ? undefined : fill(typeof call.body === "string" ? call.body : JSON.stringify(call.body));
  const first = await send({ ...call, path: fill(call.path), body });
  const answer =
    settles && call.settles === true ? await settled(send, { ...call, path: fill(call.path) }, first) : first;
  if (call.as !== undefined) kept.set(call.as, partsOf(answer.text));
  return answer;
}

/** The object when the server has nothing more to write to it. */
async function settled(send: (call: Call) => Promise<Answer>, call: Call, first: Answer): Promise<Answer> {
  if (call.method === "GET") return untilServed(send, call, first);
  if (first.status !== 201) return first;
  const { metadata } = JSON.parse(first.text) as { readonly metadata: { readonly name: string } };
  let last = first;
  for (let attempt = 0; attempt < settleAttempts; attempt += 1) {
    await realClock.sleep(settleMs);
    const next = await send({ method: "GET", path: `${call.path}/${metadata.name}` });
    if (next.text === last.text && isSettled(next.text)) return next;
    last = next;
  }
  return last;
}

/** Whether an object tells its conditions and, if it is a definition, that it is served or cannot be. */
function isSettled(text: string): boolean {
  if (!text.includes('"type":"NamesAccepted"')) return text.includes('"conditions":[');
  return /"type":"(?:Established","status":"True|NamesAccepted","status":"False)"/.test(text);
}

/** The answer when the server knows the path. */
async function untilServed(send: (call: Call) => Promise<Answer>, call: Call, first: Answer): Promise<Answer> {
  let last = first;
  for (let attempt = 0; last.status !== 200 && attempt < settleAttempts; attempt += 1) {
    await realClock.sleep(settleMs);
    last = await send(call);
  }
  return last;
}

/** The real server's answer. Asked for any version it answers from a cache, which may not have seen yet what was just written. */
async function caughtUp(
  call: Call,
  { mine, first, again }: { readonly mine: Answer; readonly first: Answer; readonly again: Send },
): Promise<Answer> {
  let last = first;
  const isCached = call.method === "GET" && /resourceVersion=0\b/.test(call.path);
  for (let attempt = 0; isCached && isBehind(last, mine) && attempt < 5; attempt += 1) {
    await realClock.sleep(settleMs);
    last = await again(call);
  }
  return last;
}

/** Whether an answer lacks what another one has: the object, or some of the list. */
function isBehind(answer: Answer, other: Answer): boolean {
  if (other.status !== 200) return false;
  return answer.status === 404 || (answer.status === 200 && sizeOf(answer) < sizeOf(other));
}

function sizeOf({ text }: Answer): number {
  try {
    return (JSON.parse(text) as { readonly items?: readonly unknown[] }).items?.length ?? 0;
  } catch {
    return 0;
  }
}

const settleAttempts = 200;
const settleMs = 60;

function partsOf(text: string): { readonly uid: string; readonly version: string; readonly continue: string } {
  try {
    const { metadata = {} } = JSON.parse(text) as { readonly metadata?: Readonly<Record<string, string>> };
    const { uid = "none", resourceVersion: version = "0", continue: next = "" } = metadata;
    return { uid, version, continue: next };
  } catch {
    return { uid: "none", version: "0", continue: "" };
  }
}
