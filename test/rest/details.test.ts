import * as fc from 'fast-check';
import * as z from 'zod';
import { newKeyInput } from '../../src/keys/key-settings';
import * as fields from '../../src/rest/fields';
import { readBody, readParameters } from '../../src/rest/middleware/input';
import { Problem } from '../../src/rest/problem';

/** `detail` says what is wrong with a value, and never contains the value. */

const schema = z.strictObject({
  pageId: fields.pageId.optional(),
  levelId: fields.levelName.optional(),
  jobId: z.uuid({ error: 'must be a UUID' }).optional(),
  name: z.string().min(2).max(255).optional(),
  note: fields.justification,
  count: z.int().min(1).max(250).optional(),
  color: z.enum(['RED', 'GREEN']).optional(),
  isOn: z.boolean().optional(),
  ids: z.array(fields.pageId).min(1).max(3).optional(),
  from: fields.instant.optional(),
  expiresOn: newKeyInput.shape.expiresOn.optional(),
});

function detailsOf(read: () => unknown): readonly (string | undefined)[] {
  try {
    read();
    return [];
  } catch (error) {
    if (error instanceof Problem) return (error.options.errors ?? []).map(({ detail }) => detail);
    throw error;
  }
}

const ofBody = (member: string, value: unknown) =>
  detailsOf(() => readBody({ body: JSON.stringify({ [member]: value }) }, schema));
const ofParameter = (name: string, value: string) =>
  detailsOf(() =>
    readParameters({ [name]: value }, z.strictObject({ limit: fields.limit, ...schema.pick({ color: true }).shape })),
  );

const DIGITS_ONLY = 'It contains characters that are not digits.';
const NO_SUCH_DATE = 'Its date does not exist.';
const NO_OFFSET = 'It has no offset. Add Z for UTC, or an offset such as +02:00.';

it.each<readonly [string, unknown, string]>([
  ['pageId', '', 'It is empty. In an automation rule, a smart value without a value gives an empty string.'],
  ['pageId', '{{page.id}}', 'It contains {{…}}: a smart value that the automation rule did not replace.'],
  ['pageId', 164001, 'It is a number. Send ids as strings, because JSON numbers above 2^53 lose digits.'],
  ['pageId', ' 164001', 'It begins or ends with a space or a line break.'],
  ['pageId', '164001,', DIGITS_ONLY],
  ['pageId', '0164001', 'It begins with a zero.'],
  ['pageId', '1'.repeat(25), 'It has 25 digits, the maximum is 19.'],
  ['pageId', ['164001'], 'It is an array with 1 entry.'],
  ['pageId', {}, 'It is of type object.'],
  ['levelId', 'Highly Restricted', 'It contains a space or a line break.'],
  ['levelId', 'Restricted!', 'It is a string of 11 characters in a different format.'],
  ['jobId', '3a0f6c0e8c7b5d529', 'It has 17 hexadecimal digits instead of 32.'],
  ['jobId', '3a0f6c0e8c7b5d529a417f2f1c7f5a10', 'Its hyphens, its version or its variant are not those of a UUID.'],
  ['jobId', 'the-first', 'It contains characters that are neither hexadecimal digits nor hyphens.'],
  ['name', 'x'.repeat(300), 'It has 300 characters, the maximum is 255.'],
  ['name', 'x', 'It has 1 character, the minimum is 2.'],
  ['note', 'x'.repeat(501), 'It has 501 characters, the maximum is 500.'],
  ['count', 251, 'It is above 250.'],
  ['count', 0, 'It is below 1.'],
  ['count', 1.5, 'It is not a whole number.'],
  ['count', '5', 'It is a string. Send the number without quotation marks.'],
  ['count', 'five', DIGITS_ONLY],
  ['color', 'red', 'Its upper and lower case differs from that of an allowed value.'],
  ['color', 'BLUE', 'It is not one of the 2 allowed values.'],
  ['color', 7, 'It is a number and not one of the 2 allowed values.'],
  ['isOn', 'true', 'It is a string. Send true or false without quotation marks.'],
  ['ids', '164001', 'It is a string. Send a list, even for one value.'],
  ['ids', [], 'It has 0 entries, the minimum is 1.'],
  ['ids', ['1', '2', '3', '4'], 'It has 4 entries, the maximum is 3.'],
  ['from', '2026-11-21T09:30:00', NO_OFFSET],
  ['from', '2026-11-21T09:30:00 02:00', 'It has a space instead of a +. In a URL, write + as %2B.'],
  ['from', '2026-02-30', NO_SUCH_DATE],
  ['from', '2026-02-30T09:30:00Z', NO_SUCH_DATE],
  ['from', '2026-11-21T25:30:00Z', 'Its time of day or its offset does not exist.'],
  ['from', '2026-11-21 09:30', 'What follows its date is not a time with seconds and an offset.'],
  ['from', '21.11.2026', 'It does not begin with a year, a month and a day, such as 2026-11-21.'],
  ['expiresOn', '2026-02-30', NO_SUCH_DATE],
])('the detail of a member says what is wrong: %s %j', (member, value, detail) => {
  expect(ofBody(member, value)).toEqual([detail]);
});

it.each([
  ['limit', '300', 'It is above 250.'],
  ['limit', '12345', 'It is above 250.'],
  ['limit', '0', 'It is below 1.'],
  ['limit', '-5', 'It is not a whole number in digits.'],
  ['limit', '1.5', 'It is not a whole number in digits.'],
  ['limit', 'ten', DIGITS_ONLY],
  ['color', 'green', 'Its upper and lower case differs from that of an allowed value.'],
])('the detail of a parameter says what is wrong: %s=%s', (name, value, detail) => {
  expect(ofParameter(name, value)).toEqual([detail]);
});

it('the details of any value never contain the value', () => {
  const secret = fc.stringMatching(/^[a-z0-9{}:+./ -]{0,20}Zq7x[A-Za-z0-9 .:-]{0,20}$/);
  fc.assert(
    fc.property(fc.constantFrom(...Object.keys(schema.shape)), secret, (member, value) => {
      for (const sent of [value, [value], { [value]: 1 }]) expect(ofBody(member, sent).join(' ')).not.toContain('Zq7x');
      expect(ofParameter('limit', value).join(' ')).not.toContain('Zq7x');
    }),
  );
});
