import { readPeppers } from '../../src/platform/secrets';

const A = 'a1'.repeat(32);
const B = 'b2'.repeat(32);

describe('peppers from the variables of the app', () => {
  it('are read as bytes, highest version first, in numeric order', () => {
    expect(readPeppers({ PEPPER_V1: A })).toEqual([{ version: '1', bytes: Buffer.from(A, 'hex') }]);
    const many = readPeppers({
      PEPPER_V2: A,
      PEPPER_V10: B,
      PEPPER_V9: A,
      PATH: '/bin',
      PEPPER: 'x',
      MY_PEPPER_V3: 'x',
    });
    expect(many?.map(({ version }) => version)).toEqual(['10', '9', '2']);
  });

  it('may be written in upper case', () => {
    expect(readPeppers({ PEPPER_V1: A.toUpperCase() })).toEqual(readPeppers({ PEPPER_V1: A }));
  });

  it.each([
    ['nothing is set', {}],
    [
      'only other variables are set',
      { PATH: '/bin', PEPPER: A, PEPPER_V: A, PEPPER_V0: A, PEPPER_V01: A, pepper_v1: A, PEPPER_V12345: A },
    ],
    ['it is empty', { PEPPER_V1: '' }],
    ['it is undefined', { PEPPER_V1: undefined }],
    ['it is a digit short', { PEPPER_V1: A.slice(1) }],
    ['it is a digit long', { PEPPER_V1: `${A}0` }],
    ['it is no hexadecimal number', { PEPPER_V1: `g${A.slice(1)}` }],
    ['it ends in a line break', { PEPPER_V1: `${A}\n` }],
    ['it is padded', { PEPPER_V1: ` ${A}` }],
    ['one of two is malformed', { PEPPER_V1: A, PEPPER_V2: 'short' }],
    ['an older one is malformed', { PEPPER_V1: 'short', PEPPER_V2: A }],
  ])('are empty if %s, so that no key is accepted', (_case, environment) => {
    expect(readPeppers(environment)).toBeUndefined();
  });
});
