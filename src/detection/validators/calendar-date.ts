/** True if the day exists. Months count from 1. */
export function isCalendarDate(year: number, month: number, day: number): boolean {
  return month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month);
}

/** True if the day exists in 19xx or 20xx. */
export function isDateOfShortYear(year: number, month: number, day: number): boolean {
  return isCalendarDate(1900 + year, month, day) || isCalendarDate(2000 + year, month, day);
}

/** True if six digits are a day, in the order `ymd` or `dmy`. */
export function isSixDigitDate(digits: string, order: 'ymd' | 'dmy'): boolean {
  const first = Number(digits.slice(0, 2));
  const month = Number(digits.slice(2, 4));
  const last = Number(digits.slice(4, 6));
  return order === 'ymd' ? isDateOfShortYear(first, month, last) : isDateOfShortYear(last, month, first);
}

/** True if six digits from a place on are a day of a century, in the order year, month, day. */
export function isDateAt(digits: string, from: number, century: number): boolean {
  const [year, month, day] = [from, from + 2, from + 4].map((at) => Number(digits.slice(at, at + 2)));
  return isCalendarDate(century + (year ?? 0), month ?? 0, day ?? 0);
}

function daysIn(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}
