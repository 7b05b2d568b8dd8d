import { defaultLevels } from '../../src/classification/default-levels';
import { NO_SETTINGS } from '../../src/classification/settings';
import { DEFAULT_CONFIG, type DetectionConfig } from '../../src/detection/configuration/model';
import { NOT_OBSERVED, type ObservedDetectors } from '../../src/detection/configuration/observed-detectors';
import type { PageContent } from '../../src/findings/scan/page-content';
import {
  affectedDetectors,
  affectedPages,
  previewConfiguration,
  type SampledPage,
} from '../../src/findings/preview/preview-configuration';

/**
 * A change is tried on a sample of pages, in memory. Tests which pages and detectors it affects, and what it changes on
 * them.
 */

const SCHEME = '00000000-0000-4000-8000-00000000aaaa';
const scheme = (detectors: DetectionConfig['detectors']) => ({ schemeId: SCHEME, name: 'Quiet', detectors });
const off = { 'us-ssn': { enabled: false } };
const configured = (change: Partial<DetectionConfig>): DetectionConfig => ({ ...DEFAULT_CONFIG, ...change });
const custom = (change: object = {}) => ({
  detectorId: 'custom:00000000-0000-4000-8000-000000000001',
  name: 'Project code',
  category: 'pii' as const,
  severity: 'medium' as const,
  pattern: 'PRJ-[0-9]{6}',
  keywords: [],
  proximity: 40,
  confidence: 0.6,
  samples: { match: ['PRJ-123456'], noMatch: [] },
  ...change,
});

const inEng = { spaces: { '98305': SCHEME } };

it.each<[string, Partial<DetectionConfig>, Partial<DetectionConfig>, unknown, unknown]>([
  ['a detector of the site', {}, { detectors: off }, 'site', ['us-ssn']],
  ['a new custom detector', {}, { custom: [custom()] }, 'site', [custom().detectorId]],
  ['the regions of the site', {}, { regions: ['DE'] }, 'site', undefined],
  ['a rule for levels', {}, { rules: [{ severity: 'low', levelId: SCHEME }] }, [], undefined],
  ['a scheme in use', { ...inEng, schemes: [scheme({})] }, { ...inEng, schemes: [scheme(off)] }, ['98305'], undefined],
  ['a scheme that no space uses', {}, { schemes: [scheme(off)] }, [], undefined],
  [
    'the name of a custom detector',
    { custom: [custom()] },
    { custom: [custom({ name: 'Code' })] },
    [],
    [custom().detectorId],
  ],
  ['a schedule', {}, { triggers: { onPublish: true, schedule: 'daily' } }, [], undefined],
])('the preview knows the pages and detectors that a change affects: %s', (_change, old, next, pages, detectors) => {
  const [before, after] = [configured(old), configured(next)];
  const affected = affectedPages({ config: before, observed: NOT_OBSERVED }, { config: after, observed: NOT_OBSERVED });
  expect(affected).toEqual(pages === 'site' ? pages : { spaceIds: pages });
  expect(affectedDetectors(before, after)).toEqual(detectors);
});

it('the preview knows that observed detectors affect the site, or the spaces whose scheme enables them', () => {
  const observedExceptIn = (...spaceIds: readonly string[]): ObservedDetectors =>
    new Map([['iban', new Set(spaceIds)]]);
  const config = configured({ ...inEng, schemes: [scheme({})] });
  const affectedBy = (observed: ObservedDetectors) =>
    affectedPages({ config, observed: observedExceptIn() }, { config, observed });
  expect(affectedBy(NOT_OBSERVED)).toBe('site');
  expect(affectedBy(observedExceptIn('98305'))).toEqual({ spaceIds: ['98305'] });
  expect(affectedDetectors(config, { ...config, turnedOn: ['iban'] })).toEqual(['iban']);
});

const page = (pageId: string, text: string, change: Partial<SampledPage> = {}): SampledPage => {
  const isRead = text !== 'unreadable' && text !== 'too-large';
  const body: PageContent['body'] = isRead ? { format: 'storage', value: `<p>${text}</p>` } : text;
  const known = { pageId, spaceId: '98305', title: `Page ${pageId}`, ownerId: null, version: 1, versionAt: undefined };
  return { content: { page: known, title: known.title, body }, levelId: undefined, labels: undefined, ...change };
};
const SSN = 'SSN: 536-22-8731.';

/** @param secondsPerCall the time that passes whenever the clock is read */
async function preview(
  sample: readonly SampledPage[],
  change: Partial<DetectionConfig> = { detectors: off },
  secondsPerCall = 0,
) {
  let time = Date.UTC(2026, 10, 23);
  const clock = () => new Date((time += secondsPerCall * 1_000));
  const levels = { revision: 0, all: defaultLevels('installation-1'), settings: NO_SETTINGS };
  const context = {
    clock,
    installationId: 'installation-1',
    peppers: [{ version: '1', bytes: new Uint8Array(32) }],
    levels,
  } as const;
  const conditions = (config: DetectionConfig) => ({ config, observed: NOT_OBSERVED, exclusions: [] });
  return previewConfiguration(
    context,
    { before: conditions(DEFAULT_CONFIG), after: conditions(configured(change)) },
    sample,
  );
}

it('the preview reports pages that cannot be read as not scanned, and their findings neither as appearing nor as disappearing', async () => {
  const result = await preview([page('1', SSN), page('2', 'unreadable'), page('3', 'too-large')]);
  expect(result).toMatchObject({ scanned: 1, notScanned: 2, disappearing: { total: 1 }, appearing: { total: 0 } });
});

it('the preview stops when it has no more time, and reports the rest of the sample as not scanned', async () => {
  const sample = Array.from({ length: 5 }, (_none, index) => page(String(index), SSN));
  const result = await preview(sample, { detectors: off }, 4);
  expect(result.scanned).toBeGreaterThan(0);
  expect(result.scanned).toBeLessThan(5);
  expect(result.scanned + result.notScanned).toBe(5);
});

it('the preview counts pages of which a part was not read, and those whose comments were scanned', async () => {
  const attached = { isRead: true, fields: [], parts: [], reasons: ['too-many-comments'] } as const;
  const result = await preview([page('1', SSN, { attached }), page('2', SSN)]);
  expect(result).toMatchObject({ scanned: 2, partly: 1, withContents: 1 });
});

it('the preview has at most 20 examples, and counts all findings by detector', async () => {
  const sample = Array.from({ length: 30 }, (_none, index) => page(String(index), SSN));
  const { disappearing } = await preview(sample);
  expect(disappearing).toMatchObject({ total: 30, byDetector: [{ detectorId: 'us-ssn', findings: 30, pages: 30 }] });
  expect(disappearing.examples).toHaveLength(20);
  expect(JSON.stringify(disappearing)).not.toContain('536-22');
});

it('the preview shows findings that stay with another severity as changed', async () => {
  const result = await preview([page('1', SSN)], { detectors: { 'us-ssn': { severity: 'low' } } });
  expect(result).toMatchObject({ changing: { total: 1, examples: [{ severity: 'low' }] }, disappearing: { total: 0 } });
});
