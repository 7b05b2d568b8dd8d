import { DEMO_SPACES } from '../../../local/demo';
import type { DetectionView } from '../../../src/admin/detection/change-detection';
import { effectiveDetection } from '../../../src/detection/configuration/effective-detection';
import { done } from '../../../test/admin/ask';
import { openSite, type Site } from '../../../test/support/site';
import { countEnabled, findScheme, findOutdated, siteOrScheme, usersOf } from '../src/detectors/schemes';

/** The effective settings of detector schemes, as the Detectors page shows them and as a scan applies them. */

const { ENG, HR } = DEMO_SPACES;

let site: Site;
let schemeId: string;
beforeEach(async () => {
  site = openSite();
  const detectors = { 'us-ssn': { enabled: false } };
  const scheme = { name: 'Engineering', regions: ['US'], minConfidence: 0.8, detectors };
  const { schemes } = await change('createDetectorScheme', scheme);
  schemeId = schemes[0]?.schemeId ?? '';
});
afterEach(() => site.close());

const stored = () => done<DetectionView>(site, 'getDetection', {});
const change = async (operation: string, payload: object) =>
  done<DetectionView>(site, operation, { rev: (await stored()).rev, ...payload });

it('A space shows the detectors that a scan of its pages applies', async () => {
  const view = await change('changeSpaceDetection', { spaceId: ENG, schemeId });
  const { policy } = effectiveDetection(view, ENG);
  const applied = view.catalog.filter(
    ({ detectorId, enabled, regions }) =>
      (policy.detectors[detectorId]?.enabled ?? enabled) &&
      (regions.length === 0 || policy.regions === undefined || regions.some((each) => policy.regions?.includes(each))),
  );
  const { catalog, regions, minConfidence } = siteOrScheme(view, findScheme(view, view.spaces[ENG]));
  expect(catalog.filter(({ enabled, inRegions }) => enabled && inRegions).map(({ detectorId }) => detectorId)).toEqual(
    applied.map(({ detectorId }) => detectorId),
  );
  expect([countEnabled(catalog), regions, minConfidence]).toEqual([applied.length, ['US'], 0.8]);
  expect(countEnabled(siteOrScheme(view, undefined).catalog)).toBeGreaterThan(applied.length);
});

it('A change makes outdated only the spaces whose findings it can change', async () => {
  const unused = await stored();
  await change('changeSpaceDetection', { spaceId: ENG, schemeId });
  const used = await change('changeSpaceDetection', { spaceId: HR, schemeId });
  expect(findOutdated(unused, used)).toEqual({ isSite: false, spaceIds: [ENG, HR] });
  expect(usersOf(used, schemeId)).toEqual([ENG, HR]);
  const renamed = await change('editDetectorScheme', { schemeId, ...findScheme(used, schemeId), name: 'Engineers' });
  expect(findOutdated(used, renamed)).toEqual({ isSite: false, spaceIds: [] });
  const detectors = { ...findScheme(renamed, schemeId)?.detectors, email: { severity: 'critical' } };
  const severe = await change('editDetectorScheme', { schemeId, ...findScheme(renamed, schemeId), detectors });
  expect(findOutdated(renamed, severe)).toEqual({ isSite: false, spaceIds: [] });
  const removed = await change('removeDetectorScheme', { schemeId });
  expect(findOutdated(renamed, removed)).toEqual({ isSite: false, spaceIds: [ENG, HR] });
});
