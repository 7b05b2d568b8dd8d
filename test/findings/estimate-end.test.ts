import { delayAfter, estimateNewScan, estimateScan } from '../../src/findings/runs/estimate-end';
import { NO_COUNTS } from '../../src/findings/runs/run-model';

/** How long a scan of many pages still takes. The first ten steps have no delay, each further one waits 30 seconds. */

const STARTED_AT = '2026-11-21T10:00:00.000Z';

const secondsLeft = (pages: number, total: number | undefined, steps: number, elapsedSeconds: number) =>
  estimateScan(
    {
      data: {
        createdBy: 'system',
        fingerprint: '',
        order: { of: 'site' },
        ...(total === undefined ? {} : { total }),
        steps,
        counts: { ...NO_COUNTS, pages },
        touchedAt: STARTED_AT,
        startedAt: STARTED_AT,
      },
    },
    new Date(Date.parse(STARTED_AT) + elapsedSeconds * 1_000),
  )?.secondsLeft;

it.each([
  ['only quick steps are left', 100, 200, 4, 8, 8],
  ['quick and delayed steps are left', 200, 300, 8, 16, 4 * 2 + 3 * 30],
  ['only delayed steps are left', 500, 1_000, 20, 20 * 2 + 11 * 30, 20 * 2 + 20 * 30],
  ['the scan waited for points for an hour', 100, 125, 4, 3_600, 30],
  ['more pages were scanned than Confluence counted', 300, 200, 12, 100, 0],
])('the app estimates the end of a scan: %s', (_name, pages, total, steps, elapsed, expected) => {
  expect(secondsLeft(pages, total, steps, elapsed)).toBe(expected);
});

it('the app estimates nothing if the number of pages is not known, or no page was scanned', () => {
  expect([secondsLeft(100, undefined, 4, 8), secondsLeft(0, 100, 1, 2)]).toEqual([undefined, undefined]);
});

describe('a scan with a plan', () => {
  const plan = { configHash: 'hash', lists: 'bodies', read: 100_000, objects: 300_000 } as const;
  const estimate = (points: { readonly perHour: number; readonly ofSite: number } | undefined) =>
    estimateScan(
      {
        data: {
          createdBy: 'system',
          fingerprint: '',
          order: { of: 'site' },
          plan,
          ...(points === undefined ? {} : { points }),
          steps: 1_000,
          counts: NO_COUNTS,
          touchedAt: STARTED_AT,
          startedAt: STARTED_AT,
        },
      },
      new Date(Date.parse(STARTED_AT) + 40_000_000),
    );

  it('takes as long as its points need, and says so', () => {
    const points = { perHour: 2_000, ofSite: 6_000 };
    // 200,000 objects with 1.1 points each.
    expect(estimate(points)).toEqual({ secondsLeft: 110 * 3_600, limit: points });
  });

  it('is limited by its pace if there are enough points', () => {
    expect(estimate(undefined)).toEqual({ secondsLeft: expect.any(Number) });
    expect(estimate({ perHour: 300_000, ofSite: 900_000 })).toEqual({ secondsLeft: expect.any(Number) });
  });
});

it.each([
  ['a small site', 100, { perHour: 2_000, ofSite: 6_000 }, { points: 110, seconds: 2 }],
  ['more points than an hour has', 200_000, { perHour: 2_000, ofSite: 6_000 }, { points: 220_000, seconds: 396_000 }],
  ['no limit', 0, undefined, { points: 0, seconds: 0 }],
])('the app estimates a scan before it starts: %s', (_name, objects, limit, expected) => {
  expect(estimateNewScan(objects, limit)).toEqual(expected);
});

it('the app delays steps so that they leave points for others, and no longer than its points require', () => {
  expect(delayAfter(5, undefined)).toBe(0);
  expect(delayAfter(50, undefined)).toBe(30);
  expect(delayAfter(50, { perHour: 2_000, ofSite: 6_000 })).toBe(30);
  expect(delayAfter(50, { perHour: 20_000, ofSite: 60_000 })).toBe(18);
  expect(delayAfter(50, { perHour: 1_000_000, ofSite: 3_000_000 })).toBe(2);
});
