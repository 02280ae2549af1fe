/** Whether a text is an ISBN of ten digits with a right check digit. */
export function isIsbn10(text: string): boolean {
  const digits = text.replaceAll(/[\s-]/g, "");
  if (!/^\d{9}[\dX]$/.test(digits)) return false;
  return sum(digits, (digit, index) => (index + 1) * (digit === "X" ? 10 : Number(digit))) % 11 === 0;
}

/** Whether a text is an ISBN of thirteen digits with a right check digit. */
export function isIsbn13(text: string): boolean {
  const digits = text.replaceAll(/[\s-]/g, "");
  return /^\d{13}$/.test(digits) && sum(digits, (digit, index) => Number(digit) * (index % 2 === 0 ? 1 : 3)) % 10 === 0;
}

const cards =
  /^(?:4\d{12}(?:\d{3})?|5[1-5]\d{14}|6(?:011|5\d\d)\d{12}|3[47]\d{13}|3(?:0[0-5]|[68]\d)\d{11}|(?:2131|1800|35\d{3})\d{11})$/;

/** Whether the digits of a text are the number of a credit card. */
export function isCardNumber(text: string): boolean {
  const digits = text.replaceAll(/\D/g, "");
  if (!cards.test(digits)) return false;
  const doubled = (digit: string): number => (Number(digit) * 2 > 9 ? Number(digit) * 2 - 9 : Number(digit) * 2);
  const last = digits.length - 1;
  return sum(digits, (digit, index) => ((last - index) % 2 === 0 ? Number(digit) : doubled(digit))) % 10 === 0;
}

function sum(digits: string, weight: (digit: string, index: number) => number): number {
  return digits.split("").reduce((total, digit, index) => total + weight(digit, index), 0);
}
