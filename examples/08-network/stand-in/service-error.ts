/** A refusal, as the network service words it. */
export class ServiceError extends Error {
  override readonly name = "ServiceError";
  readonly code = "NETWORK_SERVICE";
  readonly status: number;
  /** Neutron's name for what went wrong: `NetworkNotFound`. */
  readonly type: string;

  constructor(status: number, type: string, message: string) {
    super(message);
    this.status = status;
    this.type = type;
  }

  /** Recognises a refusal by its code. */
  static is(error: unknown): error is ServiceError {
    return error instanceof Error && "code" in error && error.code === "NETWORK_SERVICE";
  }

  /** The body of the answer. */
  toJSON(): object {
    return { NeutronError: { type: this.type, message: this.message, detail: "" } };
  }
}

/** What is wrong with the request itself. */
export function badRequest(message: string): ServiceError {
  return new ServiceError(400, "HTTPBadRequest", message);
}

/** What is wrong with a value, seen together with what exists. */
export function invalidInput(message: string): ServiceError {
  return new ServiceError(400, "InvalidInput", `Invalid input for operation: ${message}.`);
}
