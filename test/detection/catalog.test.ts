import { detectors } from '../../src/detection/detectors';
import { CATALOG, type Detector, type Rule } from '../../src/detection/detector';
import { allRows } from './rows';
import { RELEASED_CATALOGS } from './released-catalogs';
import { readRow } from './rows/row';

/** Rules for every built-in detector that the engine relies on. */

const patternsOf = (rule: Rule): readonly RegExp[] => {
  switch (rule.by) {
    case 'assignment':
      return [rule.value];
    case 'keyword':
      return [
        rule.pattern,
        ...(rule.lead === undefined ? [] : [rule.lead]),
        ...(rule.cell === undefined ? [] : [rule.cell]),
      ];
    case 'window':
    case 'token':
      return [rule.pattern];
  }
};
const keywordsOf = (rule: Rule): readonly string[] => (rule.by === 'token' ? [] : rule.keywords);

it('the catalog has unique detector ids', () => {
  const ids = detectors.map(({ id }) => id);
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  expect(ids.filter((id) => !/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(id))).toEqual([]);
});

it('the catalog says which addedIn a detector has that no release has had yet', () => {
  const next = RELEASED_CATALOGS.length + 1;
  const wanted = ({ id }: Detector) => RELEASED_CATALOGS.findIndex((ids) => ids.includes(id)) + 1 || next;
  const written = (number: number) => (number === 1 ? 'no addedIn' : `addedIn: ${number}`);
  const wrong = detectors.filter((one) => (one.addedIn ?? 1) !== wanted(one));
  expect(wrong.map((one) => `${one.id} must have ${written(wanted(one))}`)).toEqual([]);
  const isNew = detectors.some((one) => wanted(one) === next);
  expect(`CATALOG = ${CATALOG}`).toBe(`CATALOG = ${isNew ? next : next - 1}`);
});

it('the catalog has at least 119 detectors of data and 80 of secrets', () => {
  const secrets = detectors.filter(({ category }) => category === 'secret').length;
  expect(secrets).toBeGreaterThanOrEqual(80);
  expect(detectors.length - secrets).toBeGreaterThanOrEqual(119);
});

it('the test corpus has test rows for every detector and for no others', () => {
  const tested = new Set(allRows.map(({ detector }) => detector));
  expect(detectors.filter(({ id }) => !tested.has(id)).map(({ id }) => id)).toEqual([]);
  const ids = new Set(detectors.map(({ id }) => id));
  expect([...tested].filter((id) => !ids.has(id))).toEqual([]);
});

it.each(allRows)(
  'the test corpus has rows with and without findings for $detector',
  ({ finds, suspects = [], ignores }) => {
    expect(finds.length + suspects.length).toBeGreaterThan(0);
    expect(ignores.length).toBeGreaterThan(0);
    for (const marked of [...finds, ...suspects]) expect(readRow(marked).expected).not.toEqual([]);
    for (const marked of ignores) expect(readRow(marked).expected).toEqual([]);
  },
);

it.each(detectors)('the catalog defines $id by the rules', (detector: Detector) => {
  const { rules, confidence, context = [], contextReach, regions } = detector;
  expect(rules).not.toEqual([]);
  for (const rule of rules) {
    for (const pattern of patternsOf(rule)) expect(pattern.flags).toMatch(/^[isu]*$/);
    for (const keyword of keywordsOf(rule)) expect(keyword.trim()).not.toBe('');
    if (rule.by === 'window') expect(Math.max(rule.before, rule.after)).toBeLessThanOrEqual(300);
    if (rule.by === 'keyword' && rule.at === 'end') expect(rule.lead).toBeUndefined();
  }
  for (const { base, withContext, validated } of [confidence, ...rules.flatMap((rule) => rule.confidence ?? [])]) {
    for (const value of [base, withContext ?? base, validated ?? base]) {
      expect(value).toBeGreaterThanOrEqual(base);
      expect(value).toBeLessThanOrEqual(1);
    }
    // A detector without confidence and without context would never find anything.
    if (base === 0) expect([context.length > 0, withContext]).toEqual([true, expect.any(Number)]);
  }
  expect(Math.max(0, contextReach?.before ?? 0, contextReach?.after ?? 0)).toBeLessThanOrEqual(300);
  expect(context.filter((words) => words !== words.trim() || words === '')).toEqual([]);
  for (const region of regions ?? []) expect(region).toMatch(/^[A-Z]{2}$/);
});
