import { findSensitiveReasons, isNotKept, reasonToKeep } from '../../../src/detection/reasons/check-reasons';
import { HARMLESS, SENSITIVE, SPELLINGS } from '../../support/sensitive-reasons';

const TODAY = new Date('2026-11-20T12:00:00.000Z');

const each = (write: (character: string, code: string, index: number) => string) => (value: string) =>
  Array.from(value, (one, index) => write(one, one.charCodeAt(0).toString(16).padStart(2, '0'), index)).join('');
const split = (joint: string) => each((one, _code, index) => (index % 4 === 3 ? one + joint : one));

/** Spellings that no page scan searches, too: a reason is short, and its author chooses how to write it. */
const ALL_SPELLINGS: Readonly<Record<string, (value: string) => string>> = {
  ...SPELLINGS,
  'percent-encoded three times': each((_one, code) => `%2525${code}`),
  'percent-encoded entities': (value) => encodeURIComponent(each((_one, code) => `&#x${code};`)(value)),
  'percent-encoded Unicode': each((_one, code) => `%u00${code}`),
  Base64: (value) => Buffer.from(value).toString('base64'),
  'Base64 of addresses': (value) => Buffer.from(`data ${value}`).toString('base64url'),
  'quoted-printable': each((_one, code) => `=${code.toUpperCase()}`),
  'line breaks of quoted-printable': split('=\n'),
  'escapes of escapes': each((_one, code) => `\\\\u00${code}`),
  'short Unicode escapes': each((_one, code) => `\\u{${code}}`),
  'long Unicode escapes': each((_one, code) => `\\U000000${code}`),
  'escapes of style sheets': each((_one, code) => `\\0000${code}`),
  'octal escapes': each((_one, code) => `\\${Number.parseInt(code, 16).toString(8).padStart(3, '0')}`),
  'escaped line breaks': split('\\n'),
  'split by backslashes': split('\\'),
  'typographic dashes': (value) => value.replaceAll('-', '\u2010'),
  ...Object.fromEntries(
    ['\n', '\r\n', '\r', '\t', '\v', '\u0085', '\u2028', '\u200b', '\u034f', '\ufe0f', '\u3164', '\u180b'].map(
      (joint) => [`split by U+${joint.charCodeAt(0).toString(16).padStart(4, '0')} × ${joint.length}`, split(joint)],
    ),
  ),
};

describe.each(Object.entries(SENSITIVE))('%s', (kind, value) => {
  it.each(Object.entries(ALL_SPELLINGS))('is found in a reason: %s', async (_spelling, write) => {
    const [found] = await findSensitiveReasons(
      { reason: `Lowered, because ${write(value)} is no longer valid` },
      TODAY,
    );
    expect(found).toMatchObject({ path: ['reason'], message: expect.stringContaining(`“${kind}”`) });
    expect(found?.message).not.toContain(value.slice(-4));
  });
});

it.each(HARMLESS)('the check of reasons keeps %s', async (text) => {
  expect(await reasonToKeep(text, TODAY)).toBe(text);
});

it('the check of reasons names the place of each sensitive reason, at any depth', async () => {
  const value = SENSITIVE['IBAN'];
  const input = {
    reason: 'Because',
    items: [{ justification: 'x' }, { justification: value }],
    reasons: { reason: value },
  };
  expect((await findSensitiveReasons(input, TODAY)).map(({ path }) => path.join('.'))).toEqual([
    'items.1.justification',
    'reasons.reason',
  ]);
});

it('the check of reasons finds a value that only fits into a reason after its blanks and accents are normalized', async () => {
  const reason = `${' '.repeat(2_000)}${'e\u0301'.repeat(400)} ${SENSITIVE['IBAN'] ?? ''}`;
  expect(await findSensitiveReasons({ reason }, TODAY)).toHaveLength(1);
});

it('the check of reasons replaces a reason by a sentence that it accepts again', async () => {
  const once = await reasonToKeep(`Card ${SENSITIVE['Payment card number'] ?? ''}`, TODAY);
  expect(once).toBe('The reason was not kept, because it contained a value of the kind “Payment card number”.');
  expect([isNotKept(once), isNotKept('Because'), isNotKept(undefined)]).toEqual([true, false, false]);
  for (const kind of Object.values(SENSITIVE)) {
    const sentence = await reasonToKeep(kind, TODAY);
    expect(await reasonToKeep(sentence, TODAY)).toBe(sentence);
  }
});
