function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}

/** The server was closed. It answers nothing any more; a new one can go on from its store. */
export class ServerClosedError extends Error {
  override readonly name = "ServerClosedError";
  readonly code = "SETPOINT_SERVER_CLOSED";

  constructor(attempt: string) {
    super(`${attempt} on the API server: expected a running server, but it was closed`);
  }

  /** Recognises the error by its code, so that two installed copies of the package agree. */
  static is(error: unknown): error is ServerClosedError {
    return hasCode(error, "SETPOINT_SERVER_CLOSED");
  }
}

/** The server can't listen where it was told to. What went on in process goes on. */
export class ServerListenError extends Error {
  override readonly name = "ServerListenError";
  readonly code = "SETPOINT_SERVER_LISTEN";

  constructor(place: string, options: ErrorOptions) {
    super(
      `listen on ${place}: expected an address of this machine, and a free port between 0 and 65535 (0 for any)`,
      options,
    );
  }

  /** Recognises the error by its code, so that two installed copies of the package agree. */
  static is(error: unknown): error is ServerListenError {
    return hasCode(error, "SETPOINT_SERVER_LISTEN");
  }
}

/** A fault that was asked for has broken a connection. In the process this is what the reader of a body gets; a socket is destroyed. */
export class ConnectionCutError extends Error {
  override readonly name = "ConnectionCutError";
  readonly code = "SETPOINT_SERVER_CONNECTION_CUT";

  constructor(place: string) {
    const cause = Object.assign(new Error("the connection was reset"), { code: "ECONNRESET" });
    super(`answer ${place}: expected to send all of it, but a fault that was asked for cut the connection`, { cause });
  }

  /** Recognises the error by its code, so that two installed copies of the package agree. */
  static is(error: unknown): error is ConnectionCutError {
    return hasCode(error, "SETPOINT_SERVER_CONNECTION_CUT");
  }
}

/** The path is in no built-in group: Kubernetes answers that without a Status. */
export class NoSuchPathError extends Error {
  override readonly name = "NoSuchPathError";
  readonly code = "SETPOINT_NO_SUCH_PATH";

  constructor() {
    super("answer a request: expected a path that is served");
  }

  /** Recognises the error by its code, so that two installed copies of the package agree. */
  static is(error: unknown): error is NoSuchPathError {
    return hasCode(error, "SETPOINT_NO_SUCH_PATH");
  }
}
