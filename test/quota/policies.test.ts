import { DEFAULT_QUOTAS, parseQuotas } from '../../src/quota/policies';

describe('the variable RATE_LIMITS', () => {
  it('is optional, and its defaults are the quotas of the documentation', () => {
    expect(parseQuotas(undefined)).toEqual({
      key: 120,
      'key-write': 60,
      'key-check': 1_000,
      site: 600,
      host: 13_000,
      'page-event': 44,
      'mirror-event': 24,
    });
  });

  it('sets any of the quotas, and keeps the others', () => {
    expect(parseQuotas('{"site": 1200}')).toEqual({ ...DEFAULT_QUOTAS, site: 1_200 });
    const all = '{"key":1,"key-write":2,"key-check":4,"site":3,"host":1000000,"page-event":5,"mirror-event":12}';
    expect(parseQuotas(all)).toEqual({
      key: 1,
      'key-write': 2,
      'key-check': 4,
      site: 3,
      host: 1_000_000,
      'page-event': 5,
      'mirror-event': 12,
    });
    expect(parseQuotas('{}')).toEqual(DEFAULT_QUOTAS);
  });

  it('can disable all of them with one word', () => {
    expect(parseQuotas('off')).toBe('off');
    expect(parseQuotas(' off\n')).toBe('off');
  });

  it.each([
    '',
    ' ',
    'OFF',
    'on',
    'none',
    '120',
    'null',
    '[]',
    '"off"',
    '{"key":0}',
    '{"key":-1}',
    '{"key":1.5}',
    '{"key":"120"}',
    '{"key":null}',
    '{"key":1000001}',
    '{"page-event":4}',
    '{"mirror-event":11}',
    '{"keys":120}',
    '{"key":120',
  ])('disables nothing for %p', (text) => {
    expect(parseQuotas(text)).toBe('unreadable');
  });
});
