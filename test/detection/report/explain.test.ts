import { detect } from '../../../src/detection/engine/detect';
import { describeFinding } from '../../../src/detection/report/describe';
import { detectors } from '../../../src/detection/detectors';
import { builtInEngine } from '../../../src/detection/engine/engine';
import { type Explainable, explainFinding, explainToAuthor } from '../../../src/detection/report/explain';
import { DEFAULT_POLICY, selectDetectors } from '../../../src/detection/engine/policy';
import { flattenPlain } from '../../../src/detection/text/flat-text-builder';
import { allRows } from '../rows';
import { readRow } from '../rows/row';

/** Each finding has one sentence that says why it was found. The sentence never has the value. */

const card = detectors.find(({ id }) => id === 'card-pan');
const explain = (change: Partial<Explainable>, detector = card) =>
  explainFinding({ evidence: [], confidence: 0.6, band: 'medium', ...change }, detector, (id) => `name of ${id}`);

it.each<[readonly string[], string]>([
  [
    ['checksum:luhn', 'iin:visa', 'context:"card"'],
    'Found with medium confidence because its check digits are valid, it starts like a number of Visa and the word “card” is near it; without the word, it would be less certain.',
  ],
  [
    ['checksum:luhn', 'tag:test-number'],
    'Found with medium confidence because its check digits are valid, but it is a published test number; another value in its place would be more certain.',
  ],
  [
    ['near:email'],
    'Found with medium confidence because another finding is near (name of email); without the other finding, it would be less certain.',
  ],
  [
    ['decoded:base64', 'decoded:private-key', 'tag:sample'],
    'Found with medium confidence because it is such a value in another notation (Base64) and it is an encoded private key, but it is a known sample or looks like one; another value in its place would be more certain.',
  ],
  [
    ['format:account', 'context:"konto"'],
    'Found with medium confidence because its label names a bank account and the word “konto” is near it; without the word, it would be less certain.',
  ],
])('the app explains %j', (evidence, sentence) => {
  expect(explain({ evidence })).toBe(sentence);
});

it.each([
  ['format:document', 'its label names a document'],
  ['format:amount', 'it is an amount of money with a label for pay'],
  ['format:mac', 'it has the format of a MAC address'],
])('the app gives the reason of %s', (evidence, reason) => {
  expect(explain({ evidence: [evidence] })).toContain(`because ${reason};`);
});

it('the app says which word would make it more certain', () => {
  expect(explain({ evidence: ['checksum:luhn'] })).toMatch(
    /; a word such as “.+” near it would make it more certain, and an example value less\.$/,
  );
});

it('the app explains findings of custom detectors and of detectors that no longer exist', () => {
  expect(explainFinding({ evidence: [], confidence: 0.8, band: 'high' }, undefined, String)).toBe(
    'Found with high confidence because it has the form of such data; an example or a placeholder in its place would be less certain.',
  );
});

it('the app names a label for values that have no format of their own', () => {
  const reasonOf = (id: string) =>
    explain(
      { confidence: 0.9 },
      detectors.find((detector) => detector.id === id),
    ).replace(/.* because (.*);.*/, '$1');
  expect(reasonOf('password-in-prose')).toBe('a word such as “password” introduces it');
  expect(reasonOf('secret-assignment')).toBe('a word such as “secret” introduces it');
  expect(reasonOf('likely-password')).toBe('a word such as “password” is near it');
  expect(reasonOf('pulumi-token')).toBe('it starts with “pul-”');
  expect(reasonOf('gitlab-token')).toBe('a command, a setting or a service has its secret in this form');
  expect(reasonOf('pl-pesel')).toBe('numbers and addresses of people have this form');
});

it.each([
  ['npm-token', ['checksum:crc32'], 'Found because its characters pass the test that real tokens pass.'],
  [
    'pulumi-token',
    ['entropy:4.1'],
    'Found because it starts with “pul-” and it looks like random characters, as passwords and keys do.',
  ],
  ['email', ['format:address'], 'Found because it has the form of an address.'],
  ['jwt', ['decoded:jwt'], 'Found because it is a JSON web token.'],
  [
    'salary-amount',
    ['format:amount', 'context:"wynagrodzeni"'],
    'Found because it is an amount of money with a label for pay and the word “wynagrodzeni…” is near it.',
  ],
  // A number without a country code may belong to several countries.
  [
    'phone-national',
    ['phone:valid', 'country:DE', 'context:"telephone"'],
    'Found because it can be a real phone number and the word “telephone” is near it.',
  ],
])('an author reads the reason of %s with %j', (id, evidence, sentence) => {
  const detector = detectors.find((one) => one.id === id);
  expect(explainToAuthor({ evidence }, detector, String)).toBe(sentence);
});

/** Words of the settings of detection, and of machines. */
const NOT_PLAIN =
  /certain|confidence|detector|check digits|decode|Base64|entropy|checksum|undefined|published example/i;

it.each([
  [
    ['checksum:luhn', 'iin:visa'],
    'Found because its digits pass the test that real numbers pass and it starts like a number of Visa.',
  ],
  [['near:card-pan'], 'Found because other sensitive data is near (name of card-pan).'],
  [
    ['tag:sample'],
    'Found because it has the form of a number of a bank or a payment. It may be harmless: it is a known sample or looks like one.',
  ],
])('an author reads why %j was found, in plain words', (evidence, sentence) => {
  expect(explainToAuthor({ evidence }, card, (id) => `name of ${id}`)).toBe(sentence);
});

it('an author reads the country of a number, and no empty name', () => {
  const pesel = detectors.find(({ id }) => id === 'pl-pesel');
  expect(explainToAuthor({ evidence: ['checksum:pesel', 'country:'] }, pesel, String)).toBe(
    'Found because its digits pass the test that real numbers of Poland pass.',
  );
});

it('every built-in detector has a name that is not its id', () => {
  expect(detectors.filter(({ id, name }) => id === name || /^[a-z]+(-[a-z]+)+$/.test(name))).toEqual([]);
});

it('the app has one sentence for every finding of the built-in detectors, without the value', () => {
  const today = new Date('2026-01-15T00:00:00Z');
  const byId = new Map(detectors.map((detector) => [detector.id, detector]));
  let count = 0;
  for (const { detector, finds, suspects = [], regions } of allRows) {
    const settings = { detectors: { [detector]: { enabled: true, minConfidence: 0 } } };
    const selection = selectDetectors(builtInEngine, { ...DEFAULT_POLICY, ...settings, ...(regions && { regions }) });
    for (const marked of [...finds.slice(0, 3), ...suspects.slice(0, 1)]) {
      const { text } = readRow(marked);
      const { winners } = detect(flattenPlain(text), selection, today);
      for (const winner of winners) {
        const finding = describeFinding(winner, selection);
        const sentence = explainFinding(finding, byId.get(finding.detectorId), (id) => byId.get(id)?.name ?? id);
        const plain = explainToAuthor(finding, byId.get(finding.detectorId), (id) => byId.get(id)?.name ?? id);
        expect(plain).toMatch(/^Found because [^\n]+\.$/);
        expect(plain).not.toMatch(NOT_PLAIN);
        expect(plain.split(/[^a-z0-9-]+/).filter((word) => word.includes('-') && byId.has(word))).toEqual([]);
        const value = text.slice(winner.start, winner.end);
        if (value.length > 5) expect(plain).not.toContain(value);
        expect(sentence).toMatch(/^Found with (high|medium|low) confidence because [^\n]+; [^\n]+\.$/);
        if (value.length > 5) expect(sentence).not.toContain(value);
        count += 1;
      }
    }
  }
  expect(count).toBeGreaterThan(500);
});
