const decimal = /^(?<sign>[+-]?)0*(?<digits>[0-9]+)$/;
const least = -(2n ** 63n);
const most = 2n ** 63n - 1n;

/** The 64-bit integer that a decimal text stands for, sign and leading zeros allowed; `undefined` for every other text. */
export function parseInt64(text: string): bigint | undefined {
  const { sign, digits = "" } = decimal.exec(text)?.groups ?? {};
  // Nineteen digits hold every 64-bit integer; a longer text must not be turned into a huge number first.
  if (digits === "" || digits.length > 19) return undefined;
  const number = sign === "-" ? -BigInt(digits) : BigInt(digits);
  return number < least || number > most ? undefined : number;
}
