import { findSensitiveReasons, isNotKept, reasonToKeep } from '../../src/detection/reasons/check-reasons';
import { HARMLESS, SENSITIVE, SPELLINGS } from '../support/sensitive-reasons';

const TODAY = new Date('2026-11-20T12:00:00.000Z');

describe.each(Object.entries(SENSITIVE))('%s', (kind, value) => {
  it.each(Object.entries(SPELLINGS))('is found in a reason: %s', async (_spelling, write) => {
    const [found] = await findSensitiveReasons(
      { reason: `Lowered, because ${write(value)} is no longer valid` },
      TODAY,
    );
    expect(found).toMatchObject({ path: ['reason'], message: expect.stringContaining(`“${kind}”`) });
    expect(found?.message).not.toContain(value.slice(-4));
  });
});

it.each(HARMLESS)('keeps: %s', async (text) => {
  expect(await reasonToKeep(text, TODAY)).toBe(text);
});

it('names the place of each sensitive reason, at any depth', async () => {
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

it('finds a value that only fits into a reason after its blanks and accents are normalized', async () => {
  const reason = `${' '.repeat(2_000)}${'e\u0301'.repeat(400)} ${SENSITIVE['IBAN'] ?? ''}`;
  expect(await findSensitiveReasons({ reason }, TODAY)).toHaveLength(1);
});

it('replaces a reason by a sentence that it accepts again', async () => {
  const once = await reasonToKeep(`Card ${SENSITIVE['Payment card number'] ?? ''}`, TODAY);
  expect(once).toBe('The reason was not kept, because it contained a value of the kind “Payment card number”.');
  expect([isNotKept(once), isNotKept('Because'), isNotKept(undefined)]).toEqual([true, false, false]);
  for (const kind of Object.values(SENSITIVE)) {
    const sentence = await reasonToKeep(kind, TODAY);
    expect(await reasonToKeep(sentence, TODAY)).toBe(sentence);
  }
});
