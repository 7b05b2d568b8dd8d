import { connect } from './bridge';
import { DEMO_SPACES } from '../../../local/demo';
import type { DetectionView } from '../../../src/admin/detection/change-detection';
import { done } from '../../../test/admin/ask';
import { levelNamed } from '../../../test/support/levels';
import { openSite, type Site } from '../../../test/support/site';
import { readDifferences } from '../src/detectors/differences';

/** The changes of another admin to detection, as a dialog shows them after a conflict. */

const CUSTOM = {
  name: 'Project code',
  category: 'pii',
  severity: 'medium',
  pattern: 'PRJ-[0-9]{6}',
  samples: { match: ['PRJ-123456'], noMatch: ['PRJ-12'] },
};

let site: Site;
beforeEach(() => {
  site = openSite();
  connect(site);
});
afterEach(() => site.close());

const stored = () => done<DetectionView>(site, 'getDetection', {});
const change = async (operation: string, payload: object) =>
  done<DetectionView>(site, operation, { rev: (await stored()).rev, ...payload }, 'admin2@example.com');

it('The differences show the level of a rule, each part of a custom detector, schemes and spaces', async () => {
  const { regions, minConfidence, targets, triggers } = await stored();
  const setRule = (name: 'Internal' | 'Restricted') => {
    const rules = [{ severity: 'high', levelId: levelNamed(site, name).levelId }];
    return change('changeSiteDetection', { regions, minConfidence, targets, triggers, rules });
  };
  await setRule('Internal');
  await change('createDetector', CUSTOM);
  const { schemes } = await change('createDetectorScheme', { name: 'Engineering', detectors: {} });
  const schemeId = schemes[0]?.schemeId;
  const before = await stored();

  await setRule('Restricted');
  const detectorId = before.custom[0]?.detectorId;
  await change('editDetector', { ...CUSTOM, detectorId, confidence: 0.75 });
  await change('editDetectorScheme', { schemeId, name: 'Engineers', minConfidence: 0.9, detectors: {} });
  await change('changeSpaceDetection', { spaceId: DEMO_SPACES.HR, schemeId });
  const changes = await readDifferences(before, await stored());
  expect(changes.map(({ what, before: old, now }) => [what, old, now])).toEqual([
    [expect.any(String), 'High or higher: at least Internal', 'High or higher: at least Restricted'],
    ['Project code', expect.any(String), expect.stringContaining(', Confidence of findings: 0.75, ')],
    ['Detector scheme “Engineers”: Name', 'Engineering', 'Engineers'],
    ['Detector scheme “Engineers”: Minimum confidence', expect.any(String), '0.9'],
    ['Space Human Resources', 'None (same as site)', 'Engineers'],
  ]);
});
