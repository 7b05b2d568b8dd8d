/** The digits of a text, without whatever stands between them. */
export function digitsOf(text: string): string {
  return text.replace(/[^0-9]/g, '');
}

/** Letters and digits of a text in upper case, without whatever stands between them. */
export function alphanumericsOf(text: string): string {
  return text.toUpperCase().replace(/[^0-9A-Z]/g, '');
}

export function isDigits(text: string, length: number): boolean {
  return text.length === length && /^[0-9]*$/.test(text);
}

/** The digit at a place; what is no digit counts as it is coded, so check the form first. */
export function digitAt(digits: string, index: number): number {
  return digits.charCodeAt(index) - 48;
}

/** The sum of digit times weight, for as many digits as there are weights. */
export function weightedSum(digits: string, weights: readonly number[]): number {
  return weights.reduce((sum, weight, index) => sum + weight * digitAt(digits, index), 0);
}

/** One digit again and again: the usual filler, and often right by its checksum. */
export function isOneDigitRepeated(digits: string): boolean {
  return /^(.)\1*$/.test(digits);
}

/** 1234567890 and the like, up or down: what people type as an example. */
export function isSequence(digits: string): boolean {
  return digits.length > 3 && ('12345678901234567890'.includes(digits) || '09876543210987654321'.includes(digits));
}
