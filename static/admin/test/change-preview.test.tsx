import './bridge';
import { ADMIN2 } from '../../../local/demo';
import type { DetectionView } from '../../../src/admin/change-detection';
import { NOTHING_CHANGES, type SamplePreview } from '../../../src/admin/preview-on-sample';
import { done } from '../../../test/admin/ask';
import { levelNamed } from '../../../test/support/levels';
import { openSite, type Site } from '../../../test/support/site';
import { aPage } from '../../../test/support/wiki-pages';
import { PreviewResult } from '../src/preview/preview-result';
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

it('shows findings with their pages and masked excerpts, levels, and the size of the sample', async () => {
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
  expect(shown[0]).toBe(t.rules.notCounted);
  expect(shown[1]).toMatch(/^[0-9]+ of about [0-9]+ pages that you can view were scanned\. The sample has pages/);
  expect(shown).toEqual(
    expect.arrayContaining(['1 finding would disappear', 'US Social Security number: 1 on 1 page', 'Examples (1)']),
  );
  expect(shown.join(' ')).not.toContain('8731');
});

it('counts changed rules over the whole site, with its time, and says what saving does', () => {
  const counted = { before: 2, after: 7, asOf: '2026-11-21T10:00:00.000Z', isCounting: false };
  const [text = '', ...others] = show({ ...NOTHING_CHANGES, rules: counted });
  expect(text).toContain(t.rules.below(7, 2));
  expect(text).toMatch(/^7 pages of the whole site would be below .*, 2 now\. .*Counted as of .*2026/);
  expect(others).toEqual([]);
  expect(show({ ...NOTHING_CHANGES, rules: { ...counted, isCounting: true } })[0]).toContain(t.rules.isCounting);
  expect(show({ ...NOTHING_CHANGES, rules: { ...counted, asOf: null } })).toEqual([t.rules.notCounted]);
  expect(show({ ...SITE, rules: counted })).toEqual([text, t.noPages]);
});

it('distinguishes a change without effect, without pages, and without differences on the sample', () => {
  expect(show(NOTHING_CHANGES)).toEqual([t.nothing]);
  expect(show(SITE)).toEqual([t.noPages]);
  const same = { ...SITE, scanned: 12, total: 1_200, withContents: 10 };
  expect(show(same)).toEqual([
    `12 of about 1,200 pages that you can view were scanned. ${t.chosen}`,
    'Comments and attachment names were scanned on the first 10 pages only.',
    t.same,
  ]);
});

it('says which pages were not scanned, or only in part, and never that these have no differences', () => {
  expect(show({ ...SITE, affects: 'pages', scanned: 1, partly: 1, notScanned: 3 })).toEqual([
    '1 page was scanned.',
    '1 page was scanned in part.',
    '3 pages of the sample could not be scanned: too large, unreadable, or out of time.',
    t.same,
  ]);
  expect(show({ ...SITE, notScanned: 2 })).not.toContain(t.same);
});

it('names the levels before and after, and the detector that is being created', () => {
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
