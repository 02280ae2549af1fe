/** What can go wrong in an informer. The first five are reported and survived; the others are thrown at whoever asked. */
export type InformerErrorCode =
  /** A list that can't be used: without a version, or not the whole of it. */
  | "SETPOINT_INFORMER_LIST"
  /** A watch that outlived the time after which the server was to end it, or that was silent where bookmarks were to come. */
  | "SETPOINT_INFORMER_WATCH_MUTE"
  /** A watch that ended at once and brought nothing new. */
  | "SETPOINT_INFORMER_WATCH_SHORT"
  /** An index function that gave no list of texts. */
  | "SETPOINT_INFORMER_INDEX_VALUES"
  /** A projection that made another object of the one that it was given. */
  | "SETPOINT_INFORMER_PROJECTION"
  /** An index of that name does not exist, or exists already. */
  | "SETPOINT_INFORMER_INDEX"
  /** The informer runs already. */
  | "SETPOINT_INFORMER_STARTED"
  /** A namespace that the informer follows already, or an informer that does not go by namespaces. */
  | "SETPOINT_INFORMER_NAMESPACE"
  /** The informer, or the registration of a handler, has ended. */
  | "SETPOINT_INFORMER_STOPPED";

/** Something about an informer. Recognise it by `code`. */
export class InformerError extends Error {
  override readonly name = "InformerError";
  readonly code: InformerErrorCode;

  constructor(code: InformerErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }

  /** Recognises the error by its code, so that two installed copies of the package agree. Without codes, any of them will do. */
  static is(error: unknown, ...codes: readonly InformerErrorCode[]): error is InformerError {
    if (!(error instanceof Error) || !("code" in error) || typeof error.code !== "string") return false;
    if (!error.code.startsWith("SETPOINT_INFORMER_")) return false;
    return codes.length === 0 || codes.some((code) => code === error.code);
  }
}
