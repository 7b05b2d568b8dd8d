import './bridge';
import { ADMIN2, DEMO_SPACES } from '../../../local/demo';
import type { ScanView } from '../../../src/admin/runs/scans';
import { done } from '../../../test/admin/ask';
import { openSite, type Site } from '../../../test/support/site';
import { formatDuration } from '../src/dates';
import { ScanProgress } from '../src/scans/scan-progress';
import { textsOf } from './rendered';

/** The progress of a scan, with the responses of the resolver. */

let site: Site;
beforeEach(() => {
  site = openSite({ queryLagMs: 0 });
});
afterEach(() => site.close());

it('the progress of a scan shows pages, per cent and the time left to the person who started the scan', async () => {
  const spaceId = DEMO_SPACES.OPEN;
  const started = await done<ScanView>(site, 'startScan', {
    of: { of: 'space', spaceId },
    requestKey: crypto.randomUUID(),
  });
  const textsFor = async (email?: string) => {
    const scan = await done<ScanView>(site, 'getScan', { scanId: started.scanId }, email);
    const { counts } = scan;
    const numbers = counts === undefined ? {} : { counts: { ...counts, pages: 25 }, total: 47, secondsLeft: 61 };
    return textsOf(<ScanProgress scan={{ ...scan, ...numbers }} label="Scan" />);
  };
  expect(await textsFor()).toEqual(['25 of about 47 pages', '53% · about 2 min left']);
  const own = await done<ScanView>(site, 'getScan', { scanId: started.scanId });
  const atPosts = { ...own, total: 47, isAtPosts: true as const };
  expect(textsOf(<ScanProgress scan={atPosts} label="Scan" />).join(' ')).toContain('blog posts follow');
  const limit = { perHour: 2_000, ofSite: 6_000 };
  const limited = { ...started, turn: { state: 'running' as const }, secondsLeft: 7_200, limit };
  expect(textsOf(<ScanProgress scan={limited} label="Scan" />).join(' ')).toContain(
    'about 2 hr left · limited to 2,000 of the site’s 6,000 points for Confluence an hour',
  );
  expect(await textsFor(ADMIN2.email)).toEqual(['Only the person who started the scan can see its results.']);
});

it.each([
  [0, '1 min'],
  [61, '2 min'],
  [3_500, '59 min'],
  [3_600, '1 hr'],
  [8_000, '2 hr 10 min'],
])('the progress of a scan rounds a duration of %s seconds to %s', (seconds, expected) => {
  expect(formatDuration(seconds)).toBe(expected);
});
