import { definedOf } from '../../src/platform/defined-of';

it('the defined members stay, also empty ones, and no others', () => {
  const members = { none: undefined, zero: 0, no: false, empty: '', list: [] };
  expect(definedOf(members)).toStrictEqual({ zero: 0, no: false, empty: '', list: [] });
});
