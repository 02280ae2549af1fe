import { formatTime } from "../../model/index.ts";
import type { KubeObject } from "../../model/index.ts";
import type { BoundObjectReference, TokenRequest, TokenRequestSpec } from "../../types/authentication/v1/index.ts";
import { invalid } from "../crd/index.ts";
import { StatusError } from "../registry/index.ts";
import type { Target } from "../registry/index.ts";
import { authDefaults } from "./defaults.ts";
import { findCoreObject, readCoreObject } from "./object-reader.ts";
import type { CoreObject, ObjectSource } from "./object-reader.ts";
import type { BoundObject, ServiceAccountTokens, TokenGrant } from "./service-account-tokens.ts";

/** What a request for a token is answered with. */
export interface TokenRequestServer extends ObjectSource {
  readonly tokens: ServiceAccountTokens;
  /** Now, in milliseconds. */
  now(): number;
}

type Bound = Pick<TokenGrant, "bound"> & { readonly isPod: boolean };

/** Gives a service account a token. Nothing is stored. */
export async function answerTokenRequest(
  server: TokenRequestServer,
  { namespace, name }: Target,
  { metadata, spec = {} }: Partial<TokenRequest>,
): Promise<object> {
  assertOwnName(metadata?.name ?? "", name);
  const account = await readCoreObject(server, { plural: "serviceaccounts", namespace, name });
  assertOwnLife(metadata?.uid ?? "", account);
  const { expirationSeconds = authDefaults.tokenSeconds } = spec;
  assertLife(expirationSeconds);
  const audiences = (spec.audiences ?? []).length === 0 ? [authDefaults.issuer] : (spec.audiences ?? []);
  const { bound, isPod } = await boundTo(server, { namespace, name }, spec);
  const isOwn = audiences.every((audience) => audience === authDefaults.issuer);
  const isExtended = isPod && isOwn && expirationSeconds === authDefaults.kubeletTokenSeconds;
  const token = server.tokens.issue({
    namespace,
    account: { name, uid: account.metadata.uid ?? "" },
    audiences,
    seconds: isExtended ? authDefaults.extendedTokenSeconds : expirationSeconds,
    bound,
    warnAfterSeconds: isExtended ? expirationSeconds : undefined,
  });
  const created = server.now();
  return {
    kind: "TokenRequest",
    apiVersion: "authentication.k8s.io/v1",
    metadata: { ...metadata, name, namespace, uid: account.metadata.uid, creationTimestamp: formatTime(created) },
    spec: { audiences, expirationSeconds, boundObjectRef: spec.boundObjectRef ?? null },
    status: { token, expirationTimestamp: formatTime(created + expirationSeconds * 1000) },
  };
}

function assertOwnName(given: string, name: string): void {
  if (given === "" || given === name) return;
  throw refused(name, "metadata.name", given, "must match the service account name if specified");
}

function assertOwnLife(given: string, { metadata: { name, uid = "" } }: KubeObject): void {
  if (given === "" || given === uid) return;
  const detail = `the UID in the token request (${given}) does not match the UID of the service account (${uid})`;
  throw StatusError.conflict(
    { group: "authentication.k8s.io", plural: "TokenRequest", kind: "TokenRequest" },
    name,
    detail,
  );
}

function assertLife(seconds: number): void {
  const field = "spec.expirationSeconds";
  if (seconds < authDefaults.minTokenSeconds) {
    throw refused("", field, seconds, "may not specify a duration less than 10 minutes");
  }
  if (seconds <= authDefaults.maxTokenSeconds) return;
  throw refused("", field, seconds, "may not specify a duration larger than 2^32 seconds");
}

function refused(name: string, ...cause: Parameters<typeof invalid>): StatusError {
  return StatusError.invalid({ group: "authentication.k8s.io", kind: "TokenRequest" }, name, [invalid(...cause)]);
}

const boundKinds: Readonly<Record<string, CoreObject["plural"]>> = { Pod: "pods", Secret: "secrets", Node: "nodes" };

async function boundTo(
  server: TokenRequestServer,
  account: Pick<Target, "namespace" | "name">,
  { boundObjectRef }: TokenRequestSpec,
): Promise<Bound> {
  if (boundObjectRef === undefined) return { isPod: false };
  const { apiVersion = "", kind = "", name = "" } = boundObjectRef;
  const plural = apiVersion === "v1" && Object.hasOwn(boundKinds, kind) ? boundKinds[kind] : undefined;
  if (plural === undefined) {
    const type = apiVersion.includes("/") ? apiVersion : `/${apiVersion}`;
    throw StatusError.badRequest(`cannot bind token to object of type ${type}, Kind=${kind}`);
  }
  if (name === "") throw StatusError.badRequest("Name parameter required.");
  const found = await readCoreObject(server, { plural, namespace: plural === "nodes" ? "" : account.namespace, name });
  const object = { name, uid: assertSameLife(found, boundObjectRef) };
  if (plural !== "pods") return { isPod: false, bound: { [kind.toLowerCase()]: object } };
  const node = await nodeOfPod(server, account.name, found);
  return { isPod: true, bound: { ...(node === undefined ? {} : { node }), pod: object } };
}

function assertSameLife({ metadata }: KubeObject, { kind = "", name = "", uid = "" }: BoundObjectReference): string {
  if (uid === "" || uid === metadata.uid) return metadata.uid ?? "";
  const what = `the UID in the bound object reference (${uid}) does not match the UID in record.`;
  const detail = `${what} The object might have been deleted and then recreated`;
  throw StatusError.conflict({ group: "", plural: kind, kind }, name, detail);
}

/** The node that a pod runs on, be it only a name. Throws when the pod runs for another account. */
async function nodeOfPod(
  server: TokenRequestServer,
  accountName: string,
  pod: Readonly<Record<string, unknown>>,
): Promise<BoundObject | undefined> {
  const { serviceAccountName, nodeName } = (pod["spec"] ?? {}) as Readonly<Record<string, unknown>>;
  if (serviceAccountName !== accountName) {
    const account = JSON.stringify(accountName);
    const problem = `cannot bind token for serviceaccount ${account} to pod running with different serviceaccount name.`;
    throw StatusError.badRequest(problem);
  }
  if (typeof nodeName !== "string" || nodeName === "") return undefined;
  const node = await findCoreObject(server, { plural: "nodes", namespace: "", name: nodeName });
  return { name: nodeName, uid: node?.metadata.uid };
}
