import type { Clock } from "../async/index.ts";
import type { Logger } from "../observe/index.ts";
import type { Credential, CredentialSource } from "./credential-source.ts";
import { configDefaults } from "./defaults.ts";
import { SharedWork } from "./shared-work.ts";

/** A credential and when it ends, in wall-clock time. Without an end, it is good until a server refuses it. */
export interface EndingCredential {
  readonly credential: Credential;
  readonly endsAtMs?: number | undefined;
}

/** Where new credentials come from. */
export interface Renewal {
  readonly renew: (signal: AbortSignal) => Promise<EndingCredential>;
  /** Whether another one can be had when the server refuses this one. */
  readonly canRenew: () => boolean;
  /** Whether a renewal that has begun must come to its end, because what it uses can be used only once. */
  readonly isFinished?: boolean | undefined;
  readonly initial?: EndingCredential | undefined;
  readonly clock: Pick<Clock, "now">;
  readonly log: Logger;
}

/**
 * Credentials that are made anew shortly before they end and after a server refused one. All who ask meanwhile wait for the same new one.
 * If none can be had, the old one is used until its very end.
 */
export class RenewedCredentials implements CredentialSource {
  readonly #renewal: Renewal;
  readonly #work: SharedWork<Credential>;
  #held: (EndingCredential & { readonly renewAtMs: number }) | undefined;

  constructor(renewal: Renewal) {
    this.#renewal = renewal;
    this.#work = new SharedWork(async (signal) => this.#hold(await renewal.renew(signal)), renewal);
    if (renewal.initial !== undefined) this.#hold(renewal.initial);
  }

  async current({ signal }: { readonly signal?: AbortSignal | undefined }): Promise<Credential> {
    const { clock, log } = this.#renewal;
    const held = this.#held;
    if (held !== undefined && clock.now() < held.renewAtMs) return held.credential;
    try {
      return await this.#work.run(signal);
    } catch (error) {
      const isUsable = held !== undefined && held === this.#held && clock.now() < (held.endsAtMs ?? Infinity);
      if (!isUsable || signal?.aborted === true) throw error;
      log.warn("A credential could not be renewed; the old one is used until it ends", {
        problem: error instanceof Error ? error.message : "unknown",
      });
      return held.credential;
    }
  }

  refused(credential: Credential): boolean {
    if (!this.#renewal.canRenew()) return false;
    // Whoever comes with an older one only has to ask for the new one.
    if (credential === this.#held?.credential) this.#held = undefined;
    return true;
  }

  #hold(made: EndingCredential): Credential {
    const { endsAtMs = Infinity } = made;
    const nowMs = this.#renewal.clock.now();
    const earlierMs = Math.max(0, Math.min(configDefaults.renewalMs, (endsAtMs - nowMs) / 2));
    this.#held = { ...made, renewAtMs: endsAtMs - earlierMs };
    return made.credential;
  }
}
