/** Where a text stops being base64 in Go's eyes. Line ends are passed over. */
export function illegalBase64At(text: string): number | undefined {
  const illegal = /[^A-Za-z0-9+/=\r\n]/.exec(text);
  if (illegal !== null) return illegal.index;
  const plain = text.replaceAll(/[\r\n]/g, "");
  if (/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(plain)) return undefined;
  const padding = plain.indexOf("=");
  if (padding < 0) return plain.length - (plain.length % 4);
  return padding % 4 >= 2 ? plain.length : padding;
}
