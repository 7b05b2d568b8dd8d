import fc from 'fast-check';
import type { CustomDetector } from '../../src/detection/configuration/model';
import { checkCustomDetector } from '../../src/detection/custom/check-custom-detector';
import { compileCustomDetector, customMatches } from '../../src/detection/custom/custom-rule';

/** Detectors that admins write: what may be one, and what it finds. */

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
  return [...customMatches(compiled.rule, text)].map(({ start, end }) => text.slice(start, end));
}

const faults = (change: Partial<CustomDetector>) => checkCustomDetector(aDetector(change));

describe('a pattern is refused, with its field and why, where', () => {
  it.each([
    ['it looks ahead', 'a(?=b)', 'lookahead'],
    ['it looks behind', '(?<=a)b', 'lookbehind'],
    ['it refers back', '(a)\\1', 'backreferences'],
    ['its repeat is possessive', 'a++', 'possessive'],
    ['a bracket is open', '[a-z', 'missing closing ]'],
    ['it repeats too often', 'a{201}', '200 times'],
    ['it repeats too often, from a few on', '\\d{3,999}', '200 times'],
    ['its repeats multiply', '(?:[a-z]{1,100}[0-9]{1,100}){1,20}', 'multiply'],
    ['it is too large', '(?:[a-z]{100}){9}'.repeat(3), 'too large'],
    ['it repeats from more to less', 'a{2,1}', 'from more to less'],
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

it('a repeat in a class, or of what is escaped, is none', async () => {
  expect(await faults({ pattern: 'PRJ-[0-9{999}]{6}' })).toEqual([]);
  expect(await faults({ pattern: 'x\\{999}', samples: { match: ['x{999}'], noMatch: ['x'] } })).toEqual([]);
});

it('no pattern whatever makes the check throw, nor does its text come back', async () => {
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
  it('must be found, or not, each as it is meant', async () => {
    const samples = { match: ['PRJ-123456', 'PRJ-12'], noMatch: ['nothing', 'see PRJ-654321'] };
    expect((await faults({ samples })).map(({ field }) => field)).toEqual(['samples/match/1', 'samples/noMatch/1']);
  });

  it('must have a keyword near, where there are keywords', async () => {
    const change = { keywords: ['project'], proximity: 5 };
    expect(await faults({ ...change, samples: { match: ['project PRJ-123456'], noMatch: ['PRJ-123456'] } })).toEqual(
      [],
    );
    expect(await faults({ ...change, samples: { match: ['project: see there PRJ-123456'], noMatch: ['x'] } })).toEqual([
      { field: 'samples/match/0', message: expect.stringContaining('keyword') as string },
    ]);
  });
});

describe('found is', () => {
  it('every match, where it stands', () => {
    expect(found('😀 PRJ-000001, PRJ-000002', {})).toEqual(['PRJ-000001', 'PRJ-000002']);
  });

  it('the group named value, where it takes part', () => {
    const pattern = 'id=(?<value>[0-9]+)|ID[0-9]+';
    expect(found('id=42 ID43', { pattern })).toEqual(['42', 'ID43']);
  });

  it('no match that is longer than could be shown', () => {
    expect(found('x'.repeat(600), { pattern: 'x+' })).toEqual([]);
    expect(found('x'.repeat(512), { pattern: 'x+' })).toHaveLength(1);
  });

  it('what begins a line, where the pattern asks for it', () => {
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

  it('in time, where other engines would not end', () => {
    expect(found(`${'a'.repeat(2_000)}!`, { pattern: '(?:a+)+$' })).toEqual([]);
  });
});
