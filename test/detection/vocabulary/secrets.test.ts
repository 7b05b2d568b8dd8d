import { detect } from '../../../src/detection/engine/detect';
import { builtInEngine } from '../../../src/detection/engine/engine';
import { DEFAULT_POLICY, selectDetectors } from '../../../src/detection/engine/policy';
import { flattenAdf } from '../../../src/detection/text/adf';
import { flattenPlain } from '../../../src/detection/text/flat-text-builder';
import { list } from '../../../src/detection/detectors/list';
import {
  ACCESS_WORDS,
  ACCOUNT_WORDS,
  AS_PASSWORD,
  FOREIGN_SECRET_WORDS,
  KEY_WORDS,
  PASSWORD_WORDS,
} from '../../../src/detection/vocabulary/secrets';

/** A word that the vocabulary lists works in every form of its role. A word that is known and does not work cannot exist. */

const selection = selectDetectors(builtInEngine, DEFAULT_POLICY);
const today = new Date('2026-01-15T00:00:00Z');

const STRONG = 'Kestrel!47wz';
/** A word that describes a password in no language. */
const PLAIN = 'kirschbaum';
/** A password of a pair only: alone, it would be a word. */
const PAIRED = 'Granatapfel7';
const TOKEN = 'kJ8sQ2vX9bN4mT7wR1zL5pD3';

/** How a page states the value of a label. A list of rows is a table with a row of headers. */
type Form = (label: string, value: string) => string | readonly (readonly string[])[];

type Forms = Readonly<Record<string, Form>>;

const QUOTED = { 'label = "value"': (label: string, value: string) => `${label} = "${value}"` };
const LINE: Forms = { ...QUOTED, 'label: value': (label, value) => `${label}: ${value}` };
const TABLE: Forms = {
  column: (label, value) => [
    ['Name', label],
    ['Router', value],
  ],
  row: (label, value) => [
    ['Name', 'Router'],
    [label, value],
  ],
};
const LABEL: Forms = {
  ...LINE,
  'Label: value': (label, value) => `${label.charAt(0).toUpperCase()}${label.slice(1)}: ${value}`,
  'label=value': (label, value) => `${label}=${value}`,
  '"label": "value"': (label, value) => `"${label}": "${value}"`,
  'label (owner): value': (label, value) => `${label} (router): ${value}`,
  'user / label: user / value': (label, value) => `user / ${label}: jane / ${value}`,
};
const LINES: Forms = { 'separated lines': (label, value) => `host;${label}\nrouter;${value}` };
const SENTENCE: Forms = { 'the label is value': (label, value) => `The ${label} is ${value}.` };
const DIRECT: Forms = { 'label value': (label, value) => `${label} ${value}` };
const CLAUSE: Forms = {
  'label → value': (label, value) => `${label} → ${value}`,
  'a later clause': (label, value) => `The ${label} was changed, it is now ${value}`,
};
const DECLARATION: Forms = {
  'name and value': (label, value) => `name: ${label}, value: ${value}`,
  'label: type = "value"': (label, value) => `${label}: String = "${value}"`,
};

const tableOf = (rows: readonly (readonly string[])[]) => ({
  type: 'table',
  content: rows.map((texts, index) => ({
    type: 'tableRow',
    content: texts.map((text) => ({
      type: index === 0 ? 'tableHeader' : 'tableCell',
      content: [{ type: 'paragraph', content: [{ type: 'text', text }] }],
    })),
  })),
});

/** The forms that do not find the value after a label. */
function failing(label: string, value: string, forms: Forms, detector = 'password-in-prose') {
  const written = label.replace('*', '');
  return Object.entries(forms).flatMap(([name, form]) => {
    const content = form(written, value);
    const flat =
      typeof content === 'string'
        ? flattenPlain(content)
        : flattenAdf({ type: 'doc', version: 1, content: [tableOf(content)] });
    const isFound = detect(flat, selection, today).winners.some(
      ({ scored, alsoMatched }) =>
        flat.text.slice(scored.start, scored.end) === value &&
        (scored.detector.id === detector || alsoMatched.includes(detector)),
    );
    return isFound ? [] : [name];
  });
}

type Role = 'names' | 'others' | 'short' | 'shortLabels' | 'stated' | 'users';

const words = (role: Role) =>
  Object.entries(PASSWORD_WORDS).flatMap(([language, { [role]: listed }]) =>
    listed === undefined ? [] : list(listed).map((label) => ({ language, label })),
  );

it.each(words('names'))('the name "$label" ($language) works in every form', ({ label }) => {
  const forms = { ...LABEL, ...TABLE, ...LINES, ...SENTENCE, ...DIRECT, ...CLAUSE, ...DECLARATION };
  expect(failing(label, STRONG, forms)).toEqual([]);
  // PWD is also a variable of shells, whose value is a folder.
  expect(failing(label, PLAIN, label === 'pwd' ? TABLE : { ...LINE, ...TABLE })).toEqual([]);
});

it.each(words('others'))('"$label" ($language) works before a value that looks like a password', ({ label }) => {
  expect(failing(label, STRONG, { ...LABEL, ...TABLE, ...SENTENCE, ...CLAUSE })).toEqual([]);
});

it.each(words('short'))('the abbreviation "$label" ($language) works in labels and sentences', ({ label }) => {
  expect(failing(label, STRONG, { ...LABEL, ...SENTENCE, ...DIRECT })).toEqual([]);
  if (label !== 'pwd') expect(failing(label, PLAIN, LINE)).toEqual([]);
});

it.each(words('shortLabels'))('the abbreviation "$label" ($language) works in labels', ({ label }) => {
  expect(failing(label, STRONG, LABEL)).toEqual([]);
});

it.each(words('stated'))('a plain word may follow a name that starts with "$label" ($language)', ({ label }) => {
  expect([failing(label, PLAIN, QUOTED), failing(`${label} de acceso wifi`, PLAIN, TABLE)]).toContainEqual([]);
});

it.each(words('users'))('"$label" ($language) names the user of a pair', ({ label }) => {
  expect(failing(label, PAIRED, { pair: (user, value) => `${user} / password: jane / ${value}` })).toEqual([]);
});

it.each(AS_PASSWORD)('a password before "%s" is found', (label) => {
  expect(failing(label, STRONG, { before: (words, value) => `Use ${value} ${words}.` })).toEqual([]);
});

it.each(KEY_WORDS)('"%s" works before a value that looks like a password', (label) => {
  expect(failing(label, STRONG, { ...LINE, ...TABLE })).toEqual([]);
});

it.each([...ACCOUNT_WORDS, ...ACCESS_WORDS])('after "%s", a user and a password are a pair', (label) => {
  const pair = (value: string) => `jane / ${value}`;
  expect(failing(label, STRONG, { line: (words, value) => `${words}: ${pair(value)}` })).toEqual([]);
  expect(
    failing(label, STRONG, {
      column: (words, value) => [
        ['Name', words],
        ['Router', pair(value)],
      ],
    }),
  ).toEqual([]);
});

it.each(FOREIGN_SECRET_WORDS)('"%s" works before a generated token', (label) => {
  expect(
    failing(label, TOKEN, { line: (label, value) => `${label}: ${value}`, ...TABLE }, 'secret-assignment'),
  ).toEqual([]);
});
