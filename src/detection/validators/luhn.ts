/** ISO/IEC 7812-1: the last digit is a check digit. The text must consist of digits. */
export function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let index = digits.length - 1, double = false; index >= 0; index--, double = !double) {
    const digit = digits.charCodeAt(index) - 48;
    sum += double ? (digit > 4 ? digit * 2 - 9 : digit * 2) : digit;
  }
  return digits.length > 1 && sum % 10 === 0;
}

/** Creates a check of numbers of a form whose last digit is that of ISO/IEC 7812-1. */
export function luhn(form: RegExp) {
  return (digits: string): boolean => form.test(digits) && passesLuhn(digits);
}
