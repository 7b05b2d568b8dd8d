import fc from 'fast-check';
import { type Excludable, type ExcludablePage, excludedBy } from '../../../src/findings/exclusions/excluded-by';
import type { Exclusion, ExclusionMatch, ExclusionScope } from '../../../src/findings/exclusions/model';

/** Which findings an exclusion matches, by subject and scope; the most specific exclusion is reported. */

const NOW = new Date('2026-11-21T10:00:00.000Z');
const LEVEL = '11111111-1111-4111-8111-111111111111';
const PATTERN_ID = '22222222-2222-4222-8222-222222222222';

let serial = 0;
function anExclusion(change: Partial<Exclusion> = {}): Exclusion {
  serial += 1;
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

const FINDING: Excludable = {
  detectorId: 'email',
  fingerprint: 'fingerprint-of-one-value',
  location: { field: 'body', kind: 'code' },
  domainHashes: ['hash-of-mail-example-com', 'hash-of-example-com'],
  matchedPatterns: [PATTERN_ID],
};
const PAGE: ExcludablePage = { pageId: '1', spaceId: '2', levelId: LEVEL, labels: new Set(['public-docs']) };

type Case<T> = readonly [meant: T, others: readonly T[]];

const MATCHES: Readonly<Record<ExclusionMatch['by'], Case<ExclusionMatch>>> = {
  fingerprint: [
    { by: 'fingerprint', fingerprints: ['fingerprint-of-another', FINDING.fingerprint] },
    [{ by: 'fingerprint', fingerprints: ['fingerprint-of-another'] }],
  ],
  detector: [{ by: 'detector', detectorId: 'email' }, [{ by: 'detector', detectorId: 'card-pan' }]],
  // The finding contains the exclusion's id, which identifies the pattern.
  pattern: [{ by: 'pattern', pattern: 'x' }, [{ by: 'pattern', pattern: 'x', detectorId: 'card-pan' }]],
  domain: [
    { by: 'domain', domain: 'example.com', hash: 'hash-of-example-com' },
    [{ by: 'domain', domain: 'example.org', hash: 'hash-of-example-org' }],
  ],
  location: [
    { by: 'location', kind: 'code' },
    [
      { by: 'location', kind: 'text' },
      { by: 'location', field: 'title' },
      { by: 'location', field: 'title', kind: 'code' },
      { by: 'location', kind: 'code', detectorId: 'card-pan' },
    ],
  ],
};

const SCOPES: Readonly<Record<ExclusionScope['of'], Case<ExclusionScope>>> = {
  site: [{ of: 'site' }, []],
  space: [{ of: 'space', spaceId: '2' }, [{ of: 'space', spaceId: '3' }]],
  page: [{ of: 'page', pageId: '1' }, [{ of: 'page', pageId: '2' }]],
  label: [{ of: 'label', label: 'public-docs' }, [{ of: 'label', label: 'public' }]],
  level: [{ of: 'level', levelId: LEVEL }, [{ of: 'level', levelId: PATTERN_ID }]],
};

it.each(Object.entries(MATCHES))('an exclusion applies by %s, in every scope', (_by, [match, others]) => {
  for (const [scope, elsewhere] of Object.values(SCOPES)) {
    const made = anExclusion({ exclusionId: PATTERN_ID, match, scope });
    expect([made, excludedBy(FINDING, PAGE, [made], NOW)]).toEqual([made, made]);
    const wrong = [
      ...others.map((other) => ({ ...made, match: other })),
      ...elsewhere.map((other) => ({ ...made, scope: other })),
    ];
    for (const one of wrong) expect([one, excludedBy(FINDING, PAGE, [one], NOW)]).toEqual([one, undefined]);
  }
});

it('an unknown member of a finding or its page excludes nothing', () => {
  const { detectorId, fingerprint, location } = FINDING;
  const known = (['page', 'site'] as const).map((of) => SCOPES[of][0]);
  for (const [scope] of Object.values(SCOPES)) {
    const excluded = excludedBy(FINDING, { pageId: '1' }, [anExclusion({ scope })], NOW);
    expect([scope, excluded !== undefined]).toEqual([scope, known.includes(scope)]);
  }
  for (const by of ['pattern', 'domain'] as const) {
    const one = anExclusion({ exclusionId: PATTERN_ID, match: MATCHES[by][0] });
    expect(excludedBy({ detectorId, fingerprint, location }, PAGE, [one], NOW)).toBeUndefined();
  }
});

it('an exclusion ends exactly at its expiry', () => {
  const one = anExclusion({ expiresAt: NOW.toISOString() });
  const at = (ms: number) => excludedBy(FINDING, PAGE, [one], new Date(NOW.getTime() + ms));
  expect([at(-1), at(0), at(1)]).toEqual([one, undefined, undefined]);
});

it('the most specific one of several exclusions is reported, in any order', () => {
  const inOrder = [
    ...(['page', 'label', 'level', 'space', 'site'] as const).flatMap((of) =>
      (['fingerprint', 'pattern', 'domain', 'location', 'detector'] as const).map((by) =>
        anExclusion({
          match: MATCHES[by][0],
          scope: SCOPES[of][0],
          ...(by === 'pattern' ? { exclusionId: PATTERN_ID } : {}),
        }),
      ),
    ),
    anExclusion({ createdAt: '2026-11-19T10:00:00.000Z' }),
  ];
  fc.assert(
    fc.property(fc.shuffledSubarray(inOrder, { minLength: 1 }), (some) => {
      const [first] = inOrder.filter((one) => some.includes(one));
      expect(excludedBy(FINDING, PAGE, some, NOW)).toBe(first);
    }),
  );
});
