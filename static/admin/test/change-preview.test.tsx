import './bridge';
import { ADMIN2 } from '../../../local/demo';
import type { DetectionView } from '../../../src/admin/detection/change-detection';
import { NOTHING_CHANGES, type SamplePreview } from '../../../src/admin/detection/preview-on-sample';
import { done } from '../../../test/admin/ask';
import { levelNamed } from '../../../test/support/levels';
import { openSite, type Site } from '../../../test/support/site';
import { aPage } from '../../../test/support/wiki-pages';
import { AffectedResult } from '../src/preview/affected-pages';
import { PreviewResult } from '../src/preview/preview-result';
import type { Affected } from '../src/preview/use-affected';
import { texts } from '../src/texts';
import { textsOf } from './rendered';

/** The preview of a change says what the sample is, what would change on it, and when there is nothing to show. */

let site: Site;
beforeEach(() => {
  site = openSite({ queryLagMs: 0 });
});
afterEach(() => site.close());

const { preview: t } = texts;
const detectors = [{ detectorId: 'us-ssn', name: 'US Social Security number' }];
const show = (preview: SamplePreview) => textsOf(<PreviewResult detectors={detectors} preview={preview} />);
const SITE: SamplePreview = { ...NOTHING_CHANGES, affects: 'site' };

it('the preview of a change shows findings with their pages and masked excerpts, levels, and the size of the sample', async () => {
  await aPage(site, { text: 'SSN: 536-22-8731.' });
  await site.host.background.settle();
  const view = await done<DetectionView>(site, 'getDetection', {}, ADMIN2.email);
  const { rev, minConfidence, targets, triggers } = view;
  const { levelId } = levelNamed(site, 'Restricted');
  const rules = [{ severity: 'low', levelId }];
  const input = { rev, regions: ['DE'], minConfidence, targets, triggers, rules };
  const payload = { operation: 'changeSiteDetection', input };
  const preview = await done<SamplePreview>(site, 'previewDetection', payload, ADMIN2.email);
  const shown = show(preview);
  expect(shown[0]).toMatch(
    /^[0-9]+ of about [0-9]+ pages that you can view were scanned\. This is a sample: pages with/,
  );
  expect(shown[1]).toMatch(
    /^A scan of about [0-9]+ pages .* uses about [0-9,]+ points of Confluence and takes at least /,
  );
  expect(shown).toEqual(
    expect.arrayContaining(['1 finding would disappear', 'US Social Security number: 1 on 1 page', 'Examples (1)']),
  );
  expect(shown.join(' ')).not.toContain('8731');
});

it('the preview of a change says how many pages a change concerns on the whole site, that the count continues, and that it may be incomplete', () => {
  const { affected: words } = t;
  const count = { pages: 1_200, changed: 7, opening: 0, closing: 2, otherSeverity: 3, below: 2, belowAfter: 5 };
  const shown = (affected: Affected) =>
    textsOf(<AffectedResult affected={affected} isWholeSite onRetry={() => undefined} />);
  expect(shown({ count, isDone: true })).toEqual([
    '7 of 1,200 pages with findings change.',
    '2 findings would no longer be open · 3 findings would get another severity',
    words.below(5, 2),
    words.wholeSite,
  ]);
  const seen = <AffectedResult affected={{ count, isDone: true }} isWholeSite={false} onRetry={() => undefined} />;
  expect(textsOf(seen)).toContain(words.visible);
  expect(words.below(5, 2)).toMatch(/^5 pages would be below the level that findings require, 2 now\./);
  expect(shown({ count, isDone: false }).slice(0, 3)).toEqual([
    'Counting stored findings: 1,200 pages so far',
    words.atLeast,
    '7 of 1,200 pages with findings change.',
  ]);
  const error = { code: 'UNREACHABLE', message: 'No connection.' } as const;
  expect(shown({ count, isDone: false, error })).toEqual(expect.arrayContaining([words.failed, words.atLeast]));
  const none = { ...count, changed: 0, closing: 0, otherSeverity: 0, below: 0, belowAfter: 0 };
  expect(shown({ count: none, isDone: true })).toEqual([words.none(1_200), words.wholeSite]);
});

it('the preview of a change distinguishes a change without effect, without pages, and without differences on the sample', () => {
  expect(show(NOTHING_CHANGES)).toEqual([t.nothing]);
  expect(show(SITE)).toEqual([t.noPages]);
  const same = { ...SITE, scanned: 12, total: 1_200, withContents: 10 };
  expect(show(same)).toEqual([
    `12 of about 1,200 pages that you can view were scanned. ${t.chosen}`,
    'Comments and attachment names were scanned on the first 10 pages only.',
    t.same,
  ]);
});

it('the preview of a change says which pages were not scanned, or only in part, and never that these have no differences', () => {
  expect(show({ ...SITE, affects: 'pages', scanned: 1, partly: 1, notScanned: 3 })).toEqual([
    '1 page was scanned.',
    '1 page was scanned in part.',
    '3 pages of the sample could not be scanned: too large, unreadable, or out of time.',
    t.same,
  ]);
  expect(show({ ...SITE, notScanned: 2 })).not.toContain(t.same);
});

it('the preview of a change names the levels before and after, and the detector that is being created', () => {
  const levels = [{ pageId: '1', title: 'Payroll', after: 'Restricted' }];
  const appearing = { total: 1, byDetector: [{ detectorId: 'custom:1', findings: 1, pages: 1 }], examples: [] };
  expect(show({ ...SITE, scanned: 1, levels, appearing })).toEqual(
    expect.arrayContaining([
      'This detector: 1 on 1 page',
      '1 page would require another level',
      ': no level → Restricted',
    ]),
  );
});
