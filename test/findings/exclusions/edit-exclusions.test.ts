import fc from 'fast-check';
import {
  exclusionsOfFindings,
  withExclusions,
  withoutExclusion,
} from '../../../src/findings/exclusions/edit-exclusions';
import { excludedBy } from '../../../src/findings/exclusions/excluded-by';
import { type Exclusion, EXCLUSION_LIMITS, EXCLUSIONS_ROW } from '../../../src/findings/exclusions/model';

/** The limits of stored exclusions; a removed exclusion leaves no trace. */

const NOW = new Date('2026-11-21T10:00:00.000Z');
const DAY_MS = 86_400_000;

function anExclusion(serial: number, change: Partial<Exclusion> = {}): Exclusion {
  return {
    exclusionId: `00000000-0000-4000-8000-${String(serial).padStart(12, '0')}`,
    match: { by: 'detector', detectorId: 'email' },
    scope: { of: 'site' },
    reason: 'known',
    createdBy: 'alice',
    createdAt: '2026-11-20T10:00:00.000Z',
    ...change,
  };
}

const many = (count: number, change: (serial: number) => Partial<Exclusion>) =>
  Array.from({ length: count }, (_none, serial) => anExclusion(serial, change(serial)));

it.each<[string, readonly Exclusion[], Partial<Exclusion>]>([
  ['TOO_MANY_EXCLUSIONS', many(EXCLUSION_LIMITS.exclusions, () => ({})), {}],
  [
    'TOO_MANY_PATTERNS',
    many(EXCLUSION_LIMITS.patterns, () => ({ match: { by: 'pattern', pattern: 'x' } })),
    { match: { by: 'pattern', pattern: 'y' } },
  ],
  [
    'TOO_MANY_LABELS',
    many(EXCLUSION_LIMITS.labels, (serial) => ({ scope: { of: 'label', label: `label-${serial}` } })),
    { scope: { of: 'label', label: 'one-more' } },
  ],
])('the list of exclusions refuses one more: %s', (reason, all, one) => {
  expect(EXCLUSIONS_ROW.find({ value: { v: 1, rev: 1, value: all } })).toBeDefined();
  const added = anExclusion(9_999, one);
  expect(withExclusions(all, [added], NOW)).toEqual({ outcome: 'refused', reason });
  expect(withExclusions(all.slice(1), [added], NOW).outcome).toBe('changed');
});

it('the list of exclusions deletes exclusions thirty days after they expire, with any write', () => {
  const at = (days: number) => new Date(NOW.getTime() + days * DAY_MS).toISOString();
  const ended = anExclusion(1, { expiresAt: at(-30) });
  const kept = [anExclusion(2, { expiresAt: at(-29.9) }), anExclusion(3, { expiresAt: at(1) }), anExclusion(4)];
  const one = anExclusion(5);
  expect(withExclusions([ended, ...kept], [one], NOW)).toEqual({
    outcome: 'changed',
    all: [...kept, one],
    about: [one],
  });
  expect(withoutExclusion([ended, ...kept, one], one.exclusionId, NOW)).toEqual({
    outcome: 'changed',
    all: kept,
    about: [one],
  });
});

it('deleting an exclusion restores the exact previous state of every finding', () => {
  const detectorId = fc.constantFrom('email', 'card-pan');
  const fingerprint = fc.constantFrom('fingerprint-of-one-value', 'fingerprint-of-another');
  const match = fc.oneof(
    fc.record({ by: fc.constant('detector' as const), detectorId }),
    fc.record({ by: fc.constant('fingerprint' as const), fingerprints: fc.array(fingerprint, { minLength: 1 }) }),
  );
  const pageId = fc.constantFrom('1', '2');
  const scope = fc.oneof(fc.constant({ of: 'site' as const }), fc.record({ of: fc.constant('page' as const), pageId }));
  const drawn = fc.record({ match, scope });
  const finding = fc.record({ detectorId, fingerprint, pageId });
  fc.assert(
    fc.property(fc.array(drawn), drawn, fc.array(finding), (others, one, findings) => {
      const all = others.map((other, serial) => anExclusion(serial, other));
      const added = anExclusion(9_999, one);
      const exclusionOfEach = (some: readonly Exclusion[]) =>
        findings.map(({ pageId: on, ...rest }) =>
          excludedBy({ ...rest, location: { field: 'body', kind: 'text' } }, { pageId: on }, some, NOW),
        );
      const after = withExclusions(all, [added], NOW);
      if (after.outcome === 'refused') throw new Error('refused');
      const undone = withoutExclusion(after.all, added.exclusionId, NOW);
      if (undone.outcome === 'refused') throw new Error('refused');
      expect(undone.all).toEqual(all);
      expect(exclusionOfEach(undone.all)).toEqual(exclusionOfEach(all));
    }),
  );
});

it('excluding findings creates one exclusion for each page or space', () => {
  const findings = [
    { pageId: '1', spaceId: '8', fingerprint: 'b' },
    { pageId: '2', spaceId: '8', fingerprint: 'a' },
    { pageId: '1', spaceId: '8', fingerprint: 'a' },
    { pageId: '3', spaceId: '9', fingerprint: 'a' },
    { pageId: '1', spaceId: '8', fingerprint: 'a' },
  ];
  const made = (own: Parameters<typeof exclusionsOfFindings>[1]) =>
    exclusionsOfFindings(findings, own).map(({ scope, match }) => [
      Object.values(scope).join(':'),
      match.by === 'fingerprint' ? match.fingerprints.join('') : match.by,
    ]);
  expect(made({ of: 'page' })).toEqual([
    ['page:1', 'ab'],
    ['page:2', 'a'],
    ['page:3', 'a'],
  ]);
  expect(made({ of: 'space' })).toEqual([
    ['space:8', 'ab'],
    ['space:9', 'a'],
  ]);
  expect(made({ of: 'site' })).toEqual([['site', 'ab']]);
  expect(made({ of: 'label', label: 'x' })).toEqual([['label:x', 'ab']]);
});
