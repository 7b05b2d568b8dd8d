import { leastDigits } from '../../src/detection/least-digits';

it.each([
  [/\d{3}-\d{2}-\d{4}/, 9],
  [/\d{12,19}(?!\d)/, 12],
  [/(?:\d{4}[ -]){3}\d{4}/, 16],
  [/(?<value>\d+)x?[0-9][2-6]/, 3],
  [/\d{4}(?:\d{4}|\d{6}|x)/, 4],
  [/[A-Z\d]{9}\d?\d*/, 0],
  [/(?<!\d\d)(?=\d{9})[1-9]\d{2}(?<=\d{3})/, 3],
  [/0x\u0031\p{Nd}\x31\d/u, 2],
  [/[\]\d]\d[\d][01-3]/, 3],
  [/\((\d)\)\1\\d/, 1],
  [/a|\d\d/, 0],
])('%p has %i digits at least', (pattern, digits) => {
  expect(leastDigits(pattern.source)).toBe(digits);
});
