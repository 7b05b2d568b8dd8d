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

/** The sum of the products of digits and weights, for as many digits as there are weights. */
export function weightedSum(digits: string, weights: readonly number[]): number {
  return weights.reduce((sum, weight, index) => sum + weight * digitAt(digits, index), 0);
}

/** One repeated digit: the usual filler, which many checksums accept. */
export function isOneDigitRepeated(digits: string): boolean {
  return /^(.)\1*$/.test(digits);
}

/** 1234567890 and similar, ascending or descending: typical examples. */
export function isSequence(digits: string): boolean {
  return digits.length > 3 && ('12345678901234567890'.includes(digits) || '09876543210987654321'.includes(digits));
}
