import fc from 'fast-check';
import type { CustomDetector } from '../../../src/detection/configuration/model';
import { checkCustomDetector } from '../../../src/detection/custom/check-custom-detector';
import { compileCustomDetector, findCustomMatches } from '../../../src/detection/custom/custom-rule';
import { PAGE_BUDGET, prepareCustomSearch } from '../../../src/detection/custom/custom-search';
import { builtInEngine } from '../../../src/detection/engine/engine';
import { foldText } from '../../../src/detection/text/fold';
import { DEFAULT_POLICY, type DetectorSettings, selectDetectors } from '../../../src/detection/engine/policy';
import { scanPage } from '../../../src/detection/scan-page';
import { flattenPlain } from '../../../src/detection/text/flat-text-builder';

/** Tests the validation and the findings of custom detectors. */

function aDetector(change: Partial<CustomDetector> = {}): CustomDetector {
  return {
    detectorId: 'custom:00000000-0000-4000-8000-000000000001',
    name: 'Project code',
    category: 'pii',
    severity: 'medium',
    pattern: 'PRJ-[0-9]{6}',
    keywords: [],
    proximity: 50,
    confidence: 0.8,
    samples: { match: ['PRJ-123456'], noMatch: ['PRJ-12'] },
    ...change,
  };
}

function found(text: string, change: Partial<CustomDetector>): readonly string[] {
  const compiled = compileCustomDetector(aDetector(change));
  if (compiled.outcome === 'refused') throw new Error(compiled.message);
  const { matches } = findCustomMatches(
    compiled.rule,
    flattenPlain(text),
    () => foldText(text),
    () => true,
  );
  return matches.map(({ start, end }) => text.slice(start, end));
}

const faults = (change: Partial<CustomDetector>) => checkCustomDetector(aDetector(change));

describe('a pattern is refused with its field and a reason if', () => {
  it.each([
    ['it clockReads ahead', 'a(?=b)', 'lookahead'],
    ['it clockReads behind', '(?<=a)b', 'lookbehind'],
    ['it refers back', '(a)\\1', 'backreferences'],
    ['its repeat is possessive', 'a++', 'possessive'],
    ['a bracket is open', '[a-z', 'missing closing ]'],
    ['it repeats too often', 'a{201}', '200 times'],
    ['it repeats too often, from a few on', '\\d{3,999}', '200 times'],
    ['its repeats multiply', '(?:[a-z]{1,100}[0-9]{1,100}){1,20}', 'multiply'],
    ['it is too large', '(?:[a-z]{100}){9}'.repeat(3), 'too large'],
    ['it repeats from more to less', 'a{2,1}', 'minimum is above its maximum'],
    ['it has too many groups', '(a)'.repeat(11), '10 groups'],
    ['it matches nothing', 'a*', 'empty'],
    ['it matches the beginning of a word', '\\b', 'empty'],
    ['it matches the end of a line', 'x|$', 'empty'],
    ['it is too long', 'a'.repeat(513), '512 characters'],
  ])('%s', async (_why, pattern, reason) => {
    const [fault, ...others] = await faults({ pattern });
    expect(others).toEqual([]);
    expect(fault?.field).toBe('pattern');
    expect(fault?.message).toContain(reason);
  });
});

it('a repeat in a class or an escape is not counted', async () => {
  expect(await faults({ pattern: 'PRJ-[0-9{999}]{6}' })).toEqual([]);
  expect(await faults({ pattern: 'x\\{999}', samples: { match: ['x{999}'], noMatch: ['x'] } })).toEqual([]);
});

it('no pattern makes the check throw, and no message repeats the pattern', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.string({ maxLength: 60, unit: fc.constantFrom(...Array.from('ab1(){}[]\\*+?|^$.,-<>=!:iPpn')) }),
      async (pattern) => {
        const [fault] = await checkCustomDetector(aDetector({ pattern: `${pattern}§§§` }));
        expect(fault?.message ?? '').not.toContain('§§§');
      },
    ),
    { numRuns: 300 },
  );
});

describe('samples', () => {
  it('must have a match, or none, as declared', async () => {
    const samples = { match: ['PRJ-123456', 'PRJ-12'], noMatch: ['nothing', 'see PRJ-654321'] };
    expect((await faults({ samples })).map(({ field }) => field)).toEqual(['samples/match/1', 'samples/noMatch/1']);
  });

  it('must have a keyword nearby if the detector has keywords', async () => {
    const change = { keywords: ['project'], proximity: 5 };
    expect(await faults({ ...change, samples: { match: ['project PRJ-123456'], noMatch: ['PRJ-123456'] } })).toEqual(
      [],
    );
    expect(await faults({ ...change, samples: { match: ['project: see there PRJ-123456'], noMatch: ['x'] } })).toEqual([
      { field: 'samples/match/0', message: expect.stringContaining('keyword') as string },
    ]);
  });
});

describe('the search finds', () => {
  it('every match with its position', () => {
    expect(found('😀 PRJ-000001, PRJ-000002', {})).toEqual(['PRJ-000001', 'PRJ-000002']);
  });

  it('the group named value if it took part', () => {
    const pattern = 'id=(?<value>[0-9]+)|ID[0-9]+';
    expect(found('id=42 ID43', { pattern })).toEqual(['42', 'ID43']);
  });

  it('no match that is too long', () => {
    expect(found('x'.repeat(600), { pattern: 'x+' })).toEqual([]);
    expect(found('x'.repeat(512), { pattern: 'x+' })).toHaveLength(1);
  });

  it('matches at the start of a line', () => {
    expect(found('a1\nb2 a3', { pattern: '^[ab][0-9]' })).toEqual(['a1', 'b2']);
  });

  it.each<[string, number, readonly string[]]>([
    ['Projekt-Nr PRJ-123456', 1, ['PRJ-123456']],
    ['PRJ-123456 (projékt_nr)', 2, ['PRJ-123456']],
    ['PRJ-123456 (projékt_nr)', 1, []],
    ['subprojekt nr PRJ-123456', 50, []],
    ['PRJ-123456', 50, []],
  ])('only what has a keyword near it: %s, within %i', (text, proximity, expected) => {
    expect(found(text, { keywords: ['projekt nr'], proximity })).toEqual(expected);
  });

  it('matches in linear time for patterns on which other engines backtrack', () => {
    expect(found(`${'a'.repeat(2_000)}!`, { pattern: '(?:a+)+$' })).toEqual([]);
  });
});

describe('on a page', () => {
  const ID = 'custom:00000000-0000-4000-8000-000000000001';
  const OTHER = 'custom:00000000-0000-4000-8000-000000000002';
  const CARD = '4539 1488 0343 6467';

  interface Situation {
    readonly custom?: readonly Partial<CustomDetector>[];
    readonly settings?: Readonly<Record<string, DetectorSettings>>;
    /** Milliseconds between two reads of the clock. */
    readonly readMs?: number;
  }

  function scan(texts: readonly string[], { custom = [{}], settings = {}, readMs = 0 }: Situation = {}) {
    const policy = { ...DEFAULT_POLICY, detectors: settings };
    const targets = { title: true, body: true, comments: true, attachmentNames: true };
    let nowMs = 0;
    let clockReads = 0;
    const usedMs = () => {
      clockReads += 1;
      return (nowMs += readMs);
    };
    const openCustomSearch = prepareCustomSearch(
      { policy, custom: custom.map(aDetector), targets },
      PAGE_BUDGET,
      usedMs,
    );
    const content = texts.map((text) => ({ type: 'paragraph', content: [{ type: 'text', text }] }));
    const { findings, degraded } = scanPage(
      [{ field: 'body', representation: 'atlas_doc_format', source: JSON.stringify({ type: 'doc', content }) }],
      {
        selection: selectDetectors(builtInEngine, policy),
        fingerprintKey: new Uint8Array(32),
        today: new Date('2026-01-15T00:00:00Z'),
        openCustomSearch,
      },
    );
    return { findings, degraded, clockReads, ids: findings.map(({ detectorId }) => detectorId) };
  }

  it('findings are reported like any others, and no excerpt shows other values', () => {
    const { findings } = scan([`Card ${CARD} of PRJ-123456`], { settings: { [ID]: { severity: 'critical' } } });
    expect(
      findings.map(({ detectorId, severity, confidence, maskedExcerpt }) => [
        detectorId,
        severity,
        confidence,
        maskedExcerpt,
      ]),
    ).toEqual([
      ['card-pan', 'high', 0.95, 'card: ••••••••'],
      [ID, 'critical', 0.8, '••••••••'],
    ]);
    expect(findings[1]?.location).toMatchObject({
      field: 'body',
      ranges: [{ pointer: '/content/0/content/0/text', start: 28, end: 38 }],
      occurrence: 0,
    });
  });

  it('findings below the minimum confidence are ignored', () => {
    expect(scan(['PRJ-123456'], { settings: { [ID]: { minConfidence: 0.9 } } }).ids).toEqual([]);
    const digits = { pattern: '[0-9 ]{19}', samples: { match: [CARD], noMatch: ['x'] } };
    const { findings } = scan([`Card ${CARD}`], { custom: [digits] });
    expect(findings.map(({ detectorId, alsoMatched }) => [detectorId, alsoMatched])).toEqual([['card-pan', [ID]]]);
  });

  it('they win over generic built-in detectors, and the higher confidence wins', () => {
    const secret = ['acme', 'k3yR7vX2kQ9mZ4tB8nC6wL1y'].join('_');
    const ours = { pattern: 'acme_[a-zA-Z0-9]+', samples: { match: ['acme_1'], noMatch: ['x'] } };
    expect(scan([`api_key = "${secret}"`], { custom: [] }).ids).toHaveLength(1);
    const { findings, ids } = scan([`api_key = "${secret}"`], {
      custom: [
        { ...ours, confidence: 0.6 },
        { ...ours, detectorId: OTHER, confidence: 0.9 },
      ],
    });
    expect(ids).toEqual([OTHER]);
    expect(findings[0]?.alsoMatched).toEqual([ID, expect.not.stringContaining('custom')]);
  });

  it('a keyword may be in another paragraph; without any keyword the pattern does not run', () => {
    const custom = [{ keywords: ['project'] }];
    expect(scan(['Our projects', 'PRJ-123456'], { custom }).ids).toEqual([]);
    expect(scan(['Project', 'PRJ-123456'], { custom }).ids).toEqual([ID]);
    const [without, within] = [
      scan(['x'.repeat(50_000)], { custom }),
      scan([`project ${'x'.repeat(50_000)}`], { custom }),
    ];
    expect([without.clockReads < 10, within.clockReads > 40]).toEqual([true, true]);
  });

  it('a detector that takes longer than 50 ms is reported with its findings so far; the others run to their end', () => {
    const slow = { pattern: 'x[a-z]', samples: { match: ['xa'], noMatch: ['y'] } };
    const text = `${'xa '.repeat(200)} PRJ-123456`;
    const { degraded, ids } = scan([text], { custom: [slow, { detectorId: OTHER }], readMs: 1 });
    expect(degraded).toEqual([ID]);
    expect(ids.filter((id) => id === ID).length).toBeGreaterThan(10);
    expect(ids).toContain(OTHER);
  });

  it('no step starts that may end after the budget, and the search for keywords has the same budget', () => {
    const text = 'xa '.repeat(2_000);
    // A step of 30 ms: after the first one, 20 ms are left.
    const { degraded, clockReads } = scan([text], { custom: [{ pattern: 'x[a-z]' }], readMs: 30 });
    expect([degraded, clockReads]).toEqual([[ID], 3]);
    const keywords = Array.from({ length: 50 }, (_, index) => `absent${index}`);
    expect(scan([text], { custom: [{ keywords }], readMs: 2 }).degraded).toEqual([ID]);
    expect(scan([text], { custom: [{ keywords }] }).degraded).toEqual([]);
  });

  it('all detectors together may take 500 ms; those that did not run are reported', () => {
    const custom = Array.from({ length: 30 }, (_, index) => ({
      detectorId: `custom:00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
    }));
    const { degraded, ids } = scan(['PRJ-123456'], { custom, readMs: 9 });
    const marked = new Set(degraded);
    expect(marked.size).toBeGreaterThan(5);
    expect(marked.size).toBeLessThan(30);
    // The first detector ran; the last one did not.
    expect(ids).toEqual([custom[0]?.detectorId]);
    expect(marked.has(custom[29]?.detectorId ?? '')).toBe(true);
  });

  it('a detector that cannot run is reported', () => {
    expect(scan(['PRJ-123456'], { custom: [{ pattern: '(?=x)' }, { detectorId: OTHER }] })).toMatchObject({
      degraded: [ID],
      ids: [OTHER],
    });
  });
});

it('a long text is searched in windows with the same findings', () => {
  const alphabet = fc.constantFrom(...Array.from('xx1 -\n'));
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.nat({ max: 1_100 }), fc.string({ maxLength: 12, unit: alphabet })), { maxLength: 6 }),
      fc.constantFrom('x[0-9]+', '^-?x', 'x{2,9}$', '\\bx+\\b', '(?:x1?){1,50}'),
      (pieces, pattern) => {
        const text = pieces.map(([filler, piece]) => `${'. '.repeat(filler)}${piece}`).join('');
        const native = [...text.matchAll(new RegExp(pattern, 'gm'))].map(([match]) => match);
        expect(found(text, { pattern })).toEqual(native);
      },
    ),
    { numRuns: 300 },
  );
});

it('no part of a match that is too long is a match itself, wherever the window ends', () => {
  for (const before of [0, 1, 500, 800, 1_000, 1_023, 1_500])
    for (const length of [513, 600, 1_100, 3_000])
      expect(found(`${'. '.repeat(before)}${'x'.repeat(length)}. xx`, { pattern: 'x+' })).toEqual(['xx']);
});
