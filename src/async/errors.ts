const shownCharacters = 64;

/** How a value that came from outside is shown in a message: on one line, escaped and never long. */
export function shown(value: unknown): string {
  if (typeof value === "string") {
    if (value.length <= shownCharacters) return JSON.stringify(value);
    return `${JSON.stringify(value.slice(0, shownCharacters))}… (${value.length} characters)`;
  }
  if (typeof value === "object" || typeof value === "function")
    return value === null ? "null" : `a value of type ${typeof value}`;
  return shown(String(value)).slice(1, -1);
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}

/** What was refused, where, and what would have been accepted. */
export interface RefusedArgument {
  /** The option, argument or field that holds the input, e.g. `Backoff.maxMs`. */
  readonly place: string;
  readonly input: unknown;
  readonly expected: string;
}

/** A caller gave a value that can't be used. Nothing was changed. */
export class InvalidArgumentError extends Error {
  override readonly name = "InvalidArgumentError";
  readonly code = "SETPOINT_INVALID_ARGUMENT";
  readonly place: string;

  constructor({ place, input, expected }: RefusedArgument) {
    super(`use ${shown(input)} as ${place}: expected ${expected}`);
    this.place = place;
  }

  /** Recognises the error by its code, so that two installed copies of the package still agree. */
  static is(error: unknown): error is InvalidArgumentError {
    return hasCode(error, "SETPOINT_INVALID_ARGUMENT");
  }
}

/** A text or number does not denote a length of time. */
export class InvalidDurationError extends Error {
  override readonly name = "InvalidDurationError";
  readonly code = "SETPOINT_INVALID_DURATION";
  readonly place: string;

  constructor({ place, input, expected }: RefusedArgument) {
    super(`read ${shown(input)} as the duration of ${place}: expected ${expected}`);
    this.place = place;
  }

  /** Recognises the error by its code, so that two installed copies of the package still agree. */
  static is(error: unknown): error is InvalidDurationError {
    return hasCode(error, "SETPOINT_INVALID_DURATION");
  }
}

/** The channel accepts no more values, or has no more to give. `cause` is the error given to `fail`, if any. */
export class ChannelClosedError extends Error {
  override readonly name = "ChannelClosedError";
  readonly code = "SETPOINT_CHANNEL_CLOSED";

  constructor(attempted: "send" | "receive", options?: ErrorOptions) {
    super(`${attempted} on a channel: expected an open channel, but it was closed`, options);
  }

  /** Recognises the error by its code, so that two installed copies of the package still agree. */
  static is(error: unknown): error is ChannelClosedError {
    return hasCode(error, "SETPOINT_CHANNEL_CLOSED");
  }
}

/** A virtual clock stopped because timers kept creating timers without end. */
export class ClockRunawayError extends Error {
  override readonly name = "ClockRunawayError";
  readonly code = "SETPOINT_CLOCK_RUNAWAY";

  constructor(attempted: string, timers: number) {
    super(`${attempted}: expected the timers to end, but ${timers} new ones ran and more are due`);
  }

  /** Recognises the error by its code, so that two installed copies of the package still agree. */
  static is(error: unknown): error is ClockRunawayError {
    return hasCode(error, "SETPOINT_CLOCK_RUNAWAY");
  }
}
