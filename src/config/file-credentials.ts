import { realClock } from "../async/index.ts";
import type { Clock } from "../async/index.ts";
import { silentLogger } from "../observe/index.ts";
import type { Logger } from "../observe/index.ts";
import { checkedToken } from "./bearer-token.ts";
import { hideCredential } from "./credential-source.ts";
import type { Credential, CredentialSource, TrustSource } from "./credential-source.ts";
import { configDefaults } from "./defaults.ts";
import { checkedCertificates, checkedPair } from "./pem.ts";
import type { NamedFile } from "./read-limited.ts";
import { Reloaded } from "./reloaded.ts";

/** How files are followed. */
export interface FileSourceOptions {
  readonly clock?: Clock | undefined;
  /** Told when a file can't be read again. Default: nobody. */
  readonly log?: Logger | undefined;
}

/** A file with a bearer token, by its path, and what to use while it has never been readable. */
export interface TokenFile extends FileSourceOptions {
  readonly file: string | NamedFile;
  readonly token?: string | undefined;
}

/** The bearer token in a file, read again at most once a minute, and at once after the server refused it. */
export function tokenFileCredentials({
  file,
  token,
  clock = realClock,
  log = silentLogger,
}: TokenFile): CredentialSource {
  const named = namedFile(file);
  return new FileCredentials(
    new Reloaded<Credential>({
      files: [named],
      decode: ([text = ""]) => bearer(checkedToken(text, named.place)),
      initial: token === undefined ? undefined : bearer(token),
      intervalMs: configDefaults.tokenFileMs,
      clock,
      log,
    }),
  );
}

/** Two files with a client certificate and its key, by their paths. */
export interface CertificateFiles extends FileSourceOptions {
  readonly certificateFile: string | NamedFile;
  readonly keyFile: string | NamedFile;
}

/**
 * The client certificate in two files, read again at most once a second. Both change at once: while they do not belong together, or the
 * certificate has ended, the last good pair stays in use.
 */
export function certificateFileCredentials(files: CertificateFiles): CredentialSource {
  const { clock = realClock, log = silentLogger } = files;
  const [certificateFile, keyFile] = [namedFile(files.certificateFile), namedFile(files.keyFile)];
  const decode = ([certificate = "", key = ""]: readonly string[]): Credential => {
    const places = { certificate: certificateFile.place, key: keyFile.place, nowMs: clock.now() };
    return hideCredential({ certificate: checkedPair({ certificate, key }, places) });
  };
  const intervalMs = configDefaults.certificateMs;
  return new FileCredentials(new Reloaded({ files: [certificateFile, keyFile], decode, intervalMs, clock, log }));
}

/** The authorities in a file, read again at most once a minute. A file without certificates leaves the last ones in use. */
export function trustedFile(file: string | NamedFile, options: FileSourceOptions = {}): TrustSource {
  const { clock = realClock, log = silentLogger } = options;
  const named = namedFile(file);
  const decode = ([text = ""]: readonly string[]): string => checkedCertificates(text, named.place);
  const authorities = new Reloaded({ files: [named], decode, intervalMs: configDefaults.authoritiesMs, clock, log });
  return { current: () => authorities.current() };
}

class FileCredentials implements CredentialSource {
  readonly #files: Reloaded<Credential>;
  #lastRefused: Credential | undefined;

  constructor(files: Reloaded<Credential>) {
    this.#files = files;
  }

  current({ signal }: { readonly signal?: AbortSignal | undefined }): Promise<Credential> {
    return this.#files.current(signal);
  }

  /** Reads the files again, once for each credential: the second time that it is refused, they still say the same. */
  refused(credential: Credential): boolean {
    if (credential !== this.#files.last) return true;
    if (credential === this.#lastRefused) return false;
    this.#lastRefused = credential;
    this.#files.expire();
    return true;
  }
}

function bearer(token: string): Credential {
  return hideCredential({ authorization: `Bearer ${token}` });
}

function namedFile(file: string | NamedFile): NamedFile {
  return typeof file === "string" ? { path: file, place: file } : file;
}
