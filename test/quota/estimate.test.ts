import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pageTimes } from '../../bench/page-times';
import { estimateChanges } from '../../src/quota/estimate';
import { DEFAULT_QUOTAS, windowSecondsOf } from '../../src/quota/policies';
import { at, Books } from './books';

it.each(['limits', 'jobs'])('the table of times in docs/%s.md has the numbers of the estimate', (guide) => {
  const text = readFileSync(join(__dirname, `../../docs/${guide}.md`), 'utf8');
  for (const line of pageTimes()) expect(text).toContain(line);
});

it.each([
  ['requests', 1_000],
  ['requests', 3_000],
  ['work', 1_000],
  ['work', 3_000],
] as const)('%s change %d pages in the estimated time, charged second by second', (kind, pages) => {
  const books = new Books();
  const payer = { kind, ownerId: '0123456789q4n2m5' };
  const [cost, window] = [{ 'key-write': 1, host: 2 }, windowSecondsOf('key-write')];
  let done = 0;
  let seconds = 0;
  for (; done < pages; seconds += 1)
    for (let tries = 0; done < pages && tries < 60; tries += 1)
      if (books.charge(cost, at(seconds), DEFAULT_QUOTAS, done + tries, payer).outcome === 'charged') done += 1;
      else break;
  const estimated = estimateChanges(pages, DEFAULT_QUOTAS, kind).seconds;
  // A share is rounded down in each row, and a window begins with its first second.
  expect(Math.abs(seconds - estimated)).toBeLessThan(window + estimated * 0.02);
});

it('the chunks of the documented clients fit the quotas', () => {
  // A bulk request has 25 entries.
  expect(DEFAULT_QUOTAS['key-write']).toBeGreaterThanOrEqual(2 * 25);
  expect(estimateChanges(25, DEFAULT_QUOTAS, 'requests').seconds).toBe(0);
});
