/** How many bytes are turned into one piece of text: a multiple of three, and few enough to be the arguments of a call. */
const pieceBytes = 6_144;

/** The standard base64 of bytes, as JSON has them. */
export function encodeBase64(bytes: Uint8Array): string {
  let text = "";
  for (let start = 0; start < bytes.length; start += pieceBytes) {
    text += btoa(String.fromCharCode.apply(undefined, [...bytes.subarray(start, start + pieceBytes)]));
  }
  return text;
}

/** The bytes that a text stands for; `undefined` when it is not standard base64 with its padding. Line breaks are allowed, as in Go. */
export function decodeBase64(text: string): Uint8Array | undefined {
  const plain = text.replaceAll(/[\r\n]/g, "");
  if (plain.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(plain)) return undefined;
  const binary = atob(plain);
  const bytes = new Uint8Array(binary.length);
  for (let index = 0; index < binary.length; index++) bytes[index] = binary.charCodeAt(index);
  return bytes;
}
