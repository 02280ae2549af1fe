/** Why a proxy gives no way to a server. Its message is a part of a sentence and holds nothing that the proxy or its user said. */
export class ProxyRefusal extends Error {
  override readonly name = "ProxyRefusal";
}
