import { deepEqual } from "../../model/index.ts";
import type { Rights, Target } from "./contract.ts";
import type { Document } from "./document.ts";
import { StatusError } from "./errors.ts";
import { valueAt } from "./value-at.ts";

/** What each part of a request for a certificate is written by: whoever may do that for its signer. */
const verbs: ReadonlyMap<string | undefined, string> = new Map([
  ["approval", "approve"],
  ["status", "sign"],
]);

/** A change of a request for a certificate. */
interface Signing {
  readonly next: Document;
  readonly old: Document;
}

/** Throws when whoever decides about a request for a certificate, or signs it, may not do that for its signer. */
export async function assertSigner(
  { served, name, subresource }: Target,
  { next, old }: Signing,
  rights: Rights,
): Promise<void> {
  const verb = verbs.get(subresource);
  if (verb === undefined || served.collection !== "certificates.k8s.io/certificatesigningrequests") return;
  if (verb === "sign" && isUnsigned({ next, old })) return;
  const signer = String(valueAt(old, ["spec", "signerName"]));
  if (await maySign(verb, [signer, signer.replace(/\/.*$/, "/*")], rights)) return;
  const because = `user not permitted to ${verb} requests with signerName ${JSON.stringify(signer)}`;
  throw StatusError.forbidden(served.resource, name, { because });
}

/** A write of the status that neither brings a certificate nor says anything else about the request. */
function isUnsigned({ next, old }: Signing): boolean {
  return ["certificate", "conditions"].every((member) =>
    deepEqual(valueAt(next, ["status", member]), valueAt(old, ["status", member])),
  );
}

async function maySign(verb: string, signers: readonly string[], { authorize }: Rights): Promise<boolean> {
  for (const name of signers) {
    try {
      await authorize({ verb, resource: "signers", subresource: "", namespace: "", name });
      return true;
    } catch (error) {
      if (!StatusError.is(error)) throw error;
    }
  }
  return false;
}
