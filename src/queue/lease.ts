/**
 * A key on loan. While it is out nobody else gets the key; the end of the `using` block gives it back.
 *
 * Giving it back twice does nothing, so a lease cannot release a later loan of the same key.
 */
export interface Lease<K> extends Disposable {
  readonly key: K;
  /** The priority at which the key was handed out; a retry usually keeps it. */
  readonly priority: number;
  /** Gives the key back before the block ends. */
  done(): void;
}
