import type { ServerRequest } from "./http-message.ts";

const prefix = "base64url.bearer.authorization.k8s.io.";

/**
 * The head of a request for a WebSocket with the token that it carries as the name of a protocol: a page cannot send it in another way. As in
 * Kubernetes it counts only if it is the only one and another protocol is asked for as well, and nobody further inside sees its name.
 */
export function withProtocolToken(head: ServerRequest): ServerRequest {
  const asked = (head.headers["sec-websocket-protocol"] ?? "").split(",").map((one) => one.trim());
  const [named = "", ...more] = asked.filter((one) => one.startsWith(prefix));
  if (named === "") return head;
  const others = asked.filter((one) => one !== "" && !one.startsWith(prefix));
  const token = Buffer.from(named.slice(prefix.length), "base64url").toString();
  const counts = more.length === 0 && others.length > 0 && head.headers["authorization"] === undefined;
  const authorization = counts ? { authorization: `Bearer ${token}` } : {};
  return { ...head, headers: { ...head.headers, ...authorization, "sec-websocket-protocol": others.join(", ") } };
}
