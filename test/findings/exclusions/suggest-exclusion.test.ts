import { EXCERPT_VERSION } from '../../../src/detection/report/masking';
import {
  type PlacedFinding,
  type SiblingFindings,
  suggestExclusions,
} from '../../../src/findings/exclusions/suggest-exclusion';
import type { FindingRecord } from '../../../src/findings/model';

/** The recommended exclusion follows from the finding and its siblings. */

interface Made {
  readonly value?: string;
  readonly pageId?: string;
  readonly spaceId?: string;
  readonly kind?: FindingRecord['data']['location']['kind'];
  readonly evidence?: string[];
  readonly severity?: FindingRecord['severity'];
}

function made(change: Made = {}): PlacedFinding {
  const { value = 'a', pageId = '1', spaceId = 'A', kind = 'text', evidence = [], severity = 'medium' } = change;
  const data: FindingRecord['data'] = {
    confidence: 0.9,
    evidence,
    alsoMatched: [],
    location: { field: 'body', representation: 'plain', kind, ranges: [], blockHash: '', occurrence: 0 },
    maskedExcerpt: '',
    excerptVersion: EXCERPT_VERSION,
    foundInVersion: 1,
    pageVersion: 1,
  };
  return { record: { pageId, severity, fingerprint: value, data }, spaceId };
}

const values = (change: Made = {}) => ['a', 'b', 'c', 'd', 'e'].map((value) => made({ ...change, value }));
const suggest = (siblings: Partial<SiblingFindings>, finding = made()) =>
  suggestExclusions(finding, {
    ...{ ofValue: [finding], ofDetector: [finding], ofDomain: [], isPublicDomain: false },
    ...siblings,
  });

it.each<[string, string, Partial<SiblingFindings>, PlacedFinding]>([
  ['value-on-page', 'one-place', {}, made()],
  ['value-on-site', 'published-example', {}, made({ evidence: ['tag:test-number'] })],
  ['domain', 'many-addresses', { ofDomain: values() }, made()],
  ['value-on-site', 'many-spaces', { ofValue: [made(), made({ spaceId: 'B', pageId: '2' })] }, made()],
  ['value-in-space', 'many-pages', { ofValue: [made(), made({ pageId: '2' })] }, made()],
  ['code-in-space', 'many-in-code', { ofDetector: values({ kind: 'code' }) }, made({ kind: 'code' })],
  ['detector-on-page', 'many-on-page', { ofDetector: values() }, made()],
])('the suggestion recommends %s because of %s', (recommended, because, siblings, finding) => {
  expect(suggest(siblings, finding)).toMatchObject({ recommended, because });
});

it('the suggestion prefers a narrow exclusion if there are a few values, or code among much text', () => {
  expect(suggest({ ofDetector: values().slice(0, 4) }).recommended).toBe('value-on-page');
  const mixed = [...values({ kind: 'code' }), ...values({ pageId: '2' })];
  expect(suggest({ ofDetector: mixed }, made({ kind: 'code' })).recommended).toBe('detector-on-page');
  const code = values({ kind: 'code' }).map((one, index) => ({
    ...one,
    record: { ...one.record, pageId: `${index}` },
  }));
  expect(suggest({ ofDetector: [...code, ...values({ pageId: '9' })] }, made({ kind: 'code' })).recommended).toBe(
    'value-on-page',
  );
});

it('the suggestion recommends no exclusion of other values than the one that the reader saw, if the finding is severe', () => {
  const severe = { severity: 'high' as const, kind: 'code' as const };
  expect(suggest({ ofDetector: values(severe), ofDomain: values(severe) }, made(severe)).recommended).toBe(
    'value-on-page',
  );
});

it('the suggestion does not recommend to exclude all addresses of a public mail provider', () => {
  const result = suggest({ ofDomain: values(), isPublicDomain: true });
  expect(result.recommended).toBe('value-on-page');
  expect(result.choices).toContainEqual(expect.objectContaining({ choice: 'domain' }));
});

it('the suggestion offers code and domains only where the finding has them, with what each covers', () => {
  const choices = (result: ReturnType<typeof suggest>) =>
    result.choices.map(({ choice, covers }) => [choice, covers.length]);
  expect(choices(suggest({ ofDetector: [made(), made({ value: 'b', pageId: '2' })] }))).toEqual([
    ['value-on-page', 1],
    ['value-in-space', 1],
    ['value-on-site', 1],
    ['detector-on-page', 1],
    ['detector-in-space', 2],
  ]);
  expect(choices(suggest({ ofDomain: [made()] }, made({ kind: 'code' })))).toContainEqual(['domain', 1]);
});
