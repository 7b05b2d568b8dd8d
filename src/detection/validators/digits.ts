/** The digits of a text, without other characters. */
export function digitsOf(text: string): string {
  return text.replace(/[^0-9]/g, '');
}

/** The ASCII letters and digits of a text in upper case, without other characters. */
export function alphanumericsOf(text: string): string {
  return text.toUpperCase().replace(/[^0-9A-Z]/g, '');
}

export function isDigits(text: string, length: number): boolean {
  return text.length === length && /^[0-9]*$/.test(text);
}

/** The digit at an index. Check the format first, because other characters return meaningless numbers. */
export function digitAt(digits: string, index: number): number {
  return digits.charCodeAt(index) - 48;
}

/** The digits from one place up to another as a number. */
export function numberAt(digits: string, from: number, to: number): number {
  return Number(digits.slice(from, to));
}

/** The value of a digit or of a letter in upper case: A = 10 … Z = 35. */
export function valueAt(text: string, index: number): number {
  const code = text.charCodeAt(index);
  return code < 58 ? code - 48 : code - 55;
}

/** The sum of the products of values and weights, for as many characters as there are weights. */
export function weightedSum(text: string, weights: readonly number[], valueOf = digitAt): number {
  return weights.reduce((sum, weight, index) => sum + weight * valueOf(text, index), 0);
}

/** The same with the digits of each product in place of the product, for example 1 + 4 for 2 × 7. */
export function digitSum(text: string, weights: readonly number[], valueOf = digitAt, base = 10): number {
  const digitsIn = (product: number) => Math.floor(product / base) + (product % base);
  return weights.reduce((sum, weight, index) => sum + digitsIn(weight * valueOf(text, index)), 0);
}

/**
 * Creates a check of numbers whose check digit follows the weighted digits.
 * @param form the form of the number; `(?!(\d)\1*$)` rejects one repeated digit, which many checksums accept
 * @param checkOf returns the check digit for the weighted sum; 10 and 11 are no digits
 */
export function weighted(form: RegExp, weights: readonly number[], checkOf: (sum: number) => number) {
  return (text: string) => form.test(text) && checkOf(weightedSum(text, weights)) === digitAt(text, weights.length);
}

/** The check digit that makes the sum a multiple of a divisor. */
export function upTo(divisor: number): (sum: number) => number {
  return (sum) => (divisor - (sum % divisor)) % divisor;
}

/** True for one repeated digit, the usual filler, which many checksums accept. */
export function isOneDigitRepeated(digits: string): boolean {
  return /^(.)\1*$/.test(digits);
}

/** 1234567890 and similar, ascending or descending: typical examples. */
export function isSequence(digits: string): boolean {
  return digits.length > 3 && ('12345678901234567890'.includes(digits) || '09876543210987654321'.includes(digits));
}
