import './bridge';
import type { DescribedExclusions } from '../../../src/admin/findings/describe-exclusions';
import type { ExclusionList } from '../../../src/admin/findings/exclusions';
import { done } from '../../../test/admin/ask';
import { anExclusion, storeExclusions } from '../../../test/support/exclusions';
import { storeFinding } from '../../../test/support/findings';
import { openSite, type Site } from '../../../test/support/site';
import { aPage } from '../../../test/support/wiki-pages';
import { ExcludedCount } from '../src/exclusions/excluded-count';
import { withNames } from '../src/exclusions/names';
import { What } from '../src/exclusions/what';
import { connect } from './bridge';
import { textsOf } from './rendered';

/** The list of exclusions, with the responses of the resolver. */

let site: Site;
beforeEach(() => {
  site = openSite({ queryLagMs: 0 });
  connect(site);
});
afterEach(() => site.close());

async function describeAll() {
  const list = await done<ExclusionList>(site, 'listExclusions', {});
  const { exclusions, names } = await withNames(list);
  const exclusionIds = exclusions.map(({ exclusionId }) => exclusionId);
  const { exclusions: described } = await done<DescribedExclusions>(site, 'describeExclusions', { exclusionIds });
  return { names, exclusions, described: (id: string) => described.find(({ exclusionId }) => exclusionId === id) };
}

const ofValues = (...fingerprints: string[]) =>
  anExclusion({ exclusionId: crypto.randomUUID(), match: { by: 'fingerprint', fingerprints } });

it('the list of exclusions shows the detector and the masked excerpt of excluded values, and how many more values there are', async () => {
  const pageId = await aPage(site);
  const [value, other] = ['fingerprint-of-the-value', 'fingerprint-of-the-other'];
  await storeFinding(site, pageId, { fingerprint: value });
  const [one, three, unknown] = [
    ofValues(value),
    ofValues(value, other, 'fingerprint-of-the-third'),
    ofValues('fingerprint-that-no-one-has'),
  ];
  await storeExclusions(site, one, three, unknown, anExclusion());
  const { names, exclusions, described } = await describeAll();
  const shown = exclusions.map((exclusion) => {
    const known = described(exclusion.exclusionId);
    return textsOf(
      <>
        <What exclusion={exclusion} names={names} described={known} />
        {known !== undefined && <ExcludedCount exclusionId={exclusion.exclusionId} name="" counted={known} />}
      </>,
    );
  });
  const found = 'last found on Mar 10, 2026';
  const example = ['Email address', 'write to •••••••• today'];
  expect(shown).toEqual([
    ['All findings of Email address', '1 finding', found],
    ['1 value', 'No findings that you can view', '0 findings'],
    [...example, 'and 2 more values', '1 finding', found],
    [...example, '1 finding', found],
  ]);
});

it('the list of exclusions offers to count an exclusion alone if the common count is not complete', () => {
  const count = (excluded: number) =>
    textsOf(<ExcludedCount exclusionId="" name="" counted={{ excluded, isComplete: false }} />);
  expect([count(0), count(7)]).toEqual([
    ['Not counted yet', 'Count all'],
    ['At least 7 findings', 'Count all'],
  ]);
});

it('the list of exclusions shows the number of values until their example is loaded', async () => {
  await storeExclusions(site, ofValues('fingerprint-of-one', 'fingerprint-of-two'));
  const { names, exclusions } = await describeAll();
  expect(exclusions.map((one) => textsOf(<What exclusion={one} names={names} described={undefined} />))).toEqual([
    ['2 values'],
  ]);
});
