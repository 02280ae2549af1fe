import type { Clock } from "../async/index.ts";
import { setOwn } from "../model/index.ts";
import type { KubeList, KubeObject, Resource } from "../model/index.ts";
import { Deadline } from "./deadline.ts";
import { clientDefaults } from "./defaults.ts";
import { describeRequest, InvalidRequestError, TransportError } from "./errors.ts";
import type { RequestLine } from "./errors.ts";
import { isProtobuf } from "./protobuf-answers.ts";
import type { ProtobufAnswers } from "./protobuf-answers.ts";
import { readRaw } from "./raw-answer.ts";
import type { RawAnswer } from "./raw-answer.ts";
import { readAnswer, readFailure } from "./read-answer.ts";
import type { ReadAnswerOptions } from "./read-answer.ts";
import { checkSegment, requestPath } from "./request-path.ts";
import { ResponseBody } from "./response-body.ts";
import type { HttpResponse, Transport } from "./transport.ts";

/** What every request of a client shares. */
export interface RequestContext {
  readonly transport: Transport;
  readonly clock: Clock;
  readonly headers: Readonly<Record<string, string>>;
  readonly requestTimeoutMs: number;
  readonly maxAnswerBytes: number;
  readonly protobuf: ProtobufAnswers;
}

/** What one request consists of so far. It is about a resource, or else goes to a path as it is. */
export interface RequestParts {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly resource?: Resource | undefined;
  /** As `absolutePath` gives it. */
  readonly path?: string | undefined;
  readonly namespace?: string | undefined;
  readonly name?: string | undefined;
  readonly subresource?: string | undefined;
  readonly query: Readonly<Record<string, QueryValue>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | undefined;
}

/** A query parameter. `undefined` and the empty text, which mean the same to a server of Kubernetes, are left out. */
export type QueryValue = string | number | boolean | undefined;

/** What a request is answered with once it names an object: instead of the list, the object. */
export type AnswerOfOne<T extends KubeObject, R> = R extends KubeList<T> ? T : R;

/** How to wait for an answer. */
export interface SendOptions {
  readonly signal?: AbortSignal | undefined;
  /** How often the request may be sent again when the server asks for that. Absent: as the client says. */
  readonly maxRetries?: number | undefined;
}

/** Takes what is wanted from a successful answer as it arrives. */
export type AnswerReader<A> = (response: HttpResponse, options: ReadAnswerOptions) => Promise<A>;

/** Which answers are wanted as they came. */
export interface RawOptions extends SendOptions {
  /** Also those that are no success, instead of an `ApiError`. */
  readonly anyStatus?: boolean | undefined;
}

/**
 * A request in the making. Immutable: each method returns another one, and what is set again is replaced. What can't be sent is refused at
 * once with `SETPOINT_INVALID_REQUEST`. `T` is the type of the resource's objects, `R` that of the answer.
 */
export class RestRequest<T extends KubeObject, R> {
  readonly #context: RequestContext;
  readonly #parts: RequestParts;
  #knownLine: RequestLine | undefined;

  /** See `RestClient` for the way to get one. */
  constructor(context: RequestContext, parts: RequestParts) {
    this.#context = context;
    this.#parts = parts;
  }

  /** The time that its client goes by. */
  get clock(): Clock {
    return this.#context.clock;
  }

  /** What reads its client's answers in protobuf. */
  get protobuf(): ProtobufAnswers {
    return this.#context.protobuf;
  }

  namespace(namespace: string): RestRequest<T, R> {
    this.#demandResource();
    if (this.#parts.resource?.scope === "Cluster") {
      throw new InvalidRequestError(`${this.#describe()} in a namespace: expected none, as its objects live in none`);
    }
    return this.#with({ namespace: checkSegment("namespace", namespace) });
  }

  name(name: string): RestRequest<T, AnswerOfOne<T, R>> {
    this.#demandResource();
    return this.#with({ name: checkSegment("name", name) });
  }

  subresource(subresource: "status"): RestRequest<T, T>;
  subresource(subresource: string): RestRequest<T, unknown>;
  subresource(subresource: string): RestRequest<T, unknown> {
    this.#demandResource();
    return this.#with<unknown>({ subresource: checkSegment("subresource", subresource) });
  }

  query(query: Readonly<Record<string, QueryValue>>): RestRequest<T, R> {
    return this.#with({ query: { ...this.#parts.query, ...query } });
  }

  /** Wins over what the client sends by itself, its credential included. */
  header(name: string, value: string): RestRequest<T, R> {
    return this.#with({ headers: { ...this.#parts.headers, ...checkHeader(name, value) } });
  }

  /** What is sent, as JSON unless the header `content-type` says otherwise. Taken now: later changes of the value are not sent. */
  body(value: unknown): RestRequest<T, R> {
    const headers = { "content-type": "application/json", ...this.#parts.headers };
    return this.#with({ body: this.#encode(value), headers });
  }

  /** Resolves with the whole answer. Rejects with an `ApiError` when the server refuses, and with `signal.reason` on abort. */
  send(options: SendOptions = {}): Promise<R> {
    return this.receive(readAnswer, options) as Promise<R>;
  }

  /** Resolves with what `decode` makes of the whole answer, and rejects with what it throws. */
  async into<A>(decode: (answer: unknown) => A, options: SendOptions = {}): Promise<A> {
    return decode(await this.receive(readAnswer, options));
  }

  /** Resolves with the whole answer as it came, which need not be JSON. */
  raw(options: RawOptions = {}): Promise<RawAnswer> {
    return this.receive(readRaw, options);
  }

  /** Resolves with what `read` takes from the answer as it arrives. The time for the request includes the reading. */
  async receive<A>(read: AnswerReader<A>, { anyStatus, signal, maxRetries }: RawOptions = {}): Promise<A> {
    signal?.throwIfAborted();
    // Not `using`, which costs more than a timer.
    const deadline = this.#deadline(signal);
    try {
      return await deadline.limit(
        this.#exchange(read, { signal: deadline.signal, isStream: false, anyStatus, maxRetries }),
      );
    } finally {
      deadline[Symbol.dispose]();
    }
  }

  /**
   * Resolves with a successful answer as soon as it begins. From then on only the signal limits how long it takes. Its body must be read to
   * the end or left.
   */
  async stream({ signal, maxRetries }: SendOptions = {}): Promise<HttpResponse> {
    signal?.throwIfAborted();
    // Not `using`: the body goes on after the return.
    const deadline = this.#deadline(signal);
    const end = (): void => deadline[Symbol.dispose]();
    const abort = (): void => deadline.abort(new Error(`${describeRequest(this.#line())}: the stream was left`));
    try {
      const response = await deadline.limit(this.#open({ signal: deadline.signal, isStream: true, maxRetries }));
      deadline.lift();
      return { ...response, body: new ResponseBody(response.body, { signal: deadline.signal, end, abort }) };
    } catch (error) {
      end();
      throw error;
    }
  }

  async #exchange<A>(read: AnswerReader<A>, options: OpenOptions): Promise<A> {
    const response = await this.#open(options);
    const { clock, maxAnswerBytes: maxBytes } = this.#context;
    return read(response, { line: this.#line(), maxBytes, clock });
  }

  /** The first part of an exchange: resolves when an answer begins that is wanted. */
  async #open({ signal, isStream, maxRetries, anyStatus = false }: OpenOptions): Promise<HttpResponse> {
    const { context, line } = { context: this.#context, line: this.#line() };
    const { method, body, query } = this.#parts;
    const headers = { ...context.headers, ...this.#parts.headers };
    const path = line.path + queryText(query);
    const response = await context.transport({ method, path, headers, body, isStream, maxRetries, signal });
    if (response.status >= 200 && response.status <= 299) return response;
    const limits = { line, maxBytes: clientDefaults.maxFailureBytes };
    const failure = isProtobuf(response) ? await context.protobuf.failureAsJson(response, limits) : response;
    if (anyStatus) return failure;
    throw await readFailure(failure, limits);
  }

  #deadline(signal: AbortSignal | undefined): Deadline {
    const { clock, requestTimeoutMs: timeoutMs } = this.#context;
    const line = this.#line();
    const expired = (): Error => {
      const message = `${describeRequest(line)}: there was no whole answer within ${timeoutMs} ms`;
      return new TransportError("SETPOINT_TRANSPORT_TIMEOUT", message);
    };
    return new Deadline({ clock, timeoutMs, signal, expired });
  }

  /** What the request is about. Refuses one whose object would be looked for in no namespace at all. */
  #line(): RequestLine {
    this.#knownLine ??= this.#makeLine();
    return this.#knownLine;
  }

  #makeLine(): RequestLine {
    const { method, resource, path = "/", namespace, name, subresource } = this.#parts;
    if (resource === undefined) return { method, path };
    const needsNamespace = resource.scope === "Namespaced" && (name !== undefined || method === "POST");
    if (needsNamespace && namespace === undefined) {
      throw new InvalidRequestError(`${this.#describe()}: expected a namespace, as its objects live in one`);
    }
    return { method, path: requestPath({ resource, namespace, name, subresource }) };
  }

  #demandResource(): void {
    if (this.#parts.resource !== undefined) return;
    throw new InvalidRequestError(`${this.#describe()}: expected the path alone, as only resources have further parts`);
  }

  #encode(value: unknown): Uint8Array {
    try {
      const text = JSON.stringify(value) as string | undefined;
      if (text !== undefined) return new TextEncoder().encode(text);
    } catch (error) {
      throw new InvalidRequestError(`${this.#describe()}: expected a body that can be written as JSON`, {
        cause: error,
      });
    }
    throw new InvalidRequestError(`${this.#describe()}: expected a body, but it is undefined`);
  }

  #describe(): string {
    const { method, resource, path } = this.#parts;
    return `${method} ${resource?.plural ?? path}`;
  }

  #with<A = R>(parts: Partial<RequestParts>): RestRequest<T, A> {
    return new RestRequest<T, A>(this.#context, { ...this.#parts, ...parts });
  }
}

interface OpenOptions extends RawOptions {
  readonly signal: AbortSignal;
  readonly isStream: boolean;
}

/** A header under its name in lower case. Refuses what would end the header and begin another; the value is not told. */
export function checkHeader(name: string, value: string): Readonly<Record<string, string>> {
  if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name) || !/^[\t\x20-\x7e\x80-\xff]*$/.test(value)) {
    throw new InvalidRequestError(
      `send the header ${JSON.stringify(name)}: expected a name and a value that HTTP allows`,
    );
  }
  const headers: Record<string, string> = {};
  setOwn(headers, name.toLowerCase(), value);
  return headers;
}

function queryText(query: Readonly<Record<string, QueryValue>>): string {
  let parameters: URLSearchParams | undefined;
  for (const name of Object.keys(query)) {
    const value = query[name];
    if (value === undefined || value === "") continue;
    parameters ??= new URLSearchParams();
    parameters.set(name, String(value));
  }
  return parameters === undefined ? "" : `?${parameters.toString()}`;
}
