import { connect } from './bridge';
import { DEMO_PAGES, DEMO_SPACES } from '../../../local/demo';
import type { ExclusionList } from '../../../src/admin/findings/exclusions';
import { done } from '../../../test/admin/ask';
import { storeFinding } from '../../../test/support/findings';
import { levelNamed } from '../../../test/support/levels';
import { openSite, type Site } from '../../../test/support/site';
import { firstOf, scopesOf, type TargetScope } from '../src/detections/exclude';
import {
  EMPTY_DRAFT,
  errorsOf,
  type ExclusionDraft,
  expiryOf,
  faultsOf,
  requestOf,
  SCOPES,
} from '../src/exclusions/draft';
import { ask } from '../src/operations';
import { texts } from '../src/texts';

/** Tests the checks of the form of an exclusion, its requests to the real resolver, and the errors of the resolver. */

const { required, requiredChoice, noPage, noPlace } = texts.exclusions.dialog;

let site: Site;
beforeEach(() => {
  site = openSite({ queryLagMs: 0 });
  connect(site);
});
afterEach(() => site.close());

it('Each kind of match and scope is stored as entered', async () => {
  const { levelId } = levelNamed(site, 'Internal');
  const space = { id: DEMO_SPACES.ENG, key: 'ENG', name: 'Engineering' };
  const page = `https://example.atlassian.net/wiki/spaces/ENG/pages/${DEMO_PAGES.engHome}/Home`;
  const drafts: readonly Partial<ExclusionDraft>[] = [
    { by: 'detector', detectorId: 'email', of: 'space', space, until: '2099-01-30' },
    { by: 'pattern', pattern: '^4000', of: 'page', page },
    { by: 'location', kind: 'code', of: 'label', label: ' Samples ' },
    { by: 'domain', domain: '@example.com', of: 'level', levelId },
    { by: 'fingerprint', fingerprints: 'fingerprint-of-one-value\nfingerprint-of-another\n', of: 'site' },
  ];
  for (const changes of drafts) {
    const draft = { ...EMPTY_DRAFT, ...changes };
    expect(faultsOf(draft)).toEqual({});
    const answer = await ask('addExclusion', { ...requestOf(draft), reason: 'Known.', ...expiryOf(draft) });
    expect([changes, answer]).toMatchObject([changes, { ok: true }]);
  }
  const { exclusions } = await done<ExclusionList>(site, 'listExclusions', {});
  expect(exclusions.map(({ match, scope }) => ({ match, scope })).reverse()).toMatchObject([
    { match: { by: 'detector', detectorId: 'email' }, scope: { of: 'space', spaceId: DEMO_SPACES.ENG } },
    { match: { by: 'pattern', pattern: '^4000' }, scope: { of: 'page', pageId: DEMO_PAGES.engHome } },
    { match: { by: 'location', kind: 'code' }, scope: { of: 'label' } },
    { match: { by: 'domain', domain: 'example.com' }, scope: { of: 'level', levelId } },
    { match: { by: 'fingerprint', values: 2 }, scope: { of: 'site' } },
  ]);
  expect(exclusions.at(-1)?.expiresAt).toBe('2099-01-31T00:00:00.000Z');
});

it.each<[Partial<ExclusionDraft>, object]>([
  [{}, { detectorId: requiredChoice, page: noPage }],
  [{ of: 'site' }, { detectorId: requiredChoice }],
  [{ of: 'site', by: 'pattern' }, { pattern: required }],
  [{ of: 'site', by: 'domain', domain: ' ' }, { domain: required }],
  [{ of: 'site', by: 'fingerprint' }, { fingerprints: required }],
  [{ of: 'site', by: 'location' }, { kind: noPlace }],
  [{ detectorId: 'email', of: 'space' }, { space: requiredChoice }],
  [{ detectorId: 'email', of: 'page', page: 'no page' }, { page: noPage }],
  [{ detectorId: 'email', of: 'label' }, { label: required }],
  [{ detectorId: 'email', of: 'level' }, { levelId: requiredChoice }],
])('The draft %j has the errors %j', (changes, errors) => {
  expect(faultsOf({ ...EMPTY_DRAFT, ...changes })).toEqual(errors);
});

it('The narrowest scope comes first and is selected, in the form and where values are excluded together', async () => {
  expect([EMPTY_DRAFT.of, SCOPES[0], SCOPES.at(-1)]).toEqual(['page', 'page', 'site']);
  const values = { fingerprints: ['fingerprint-of-one-value'], findings: 2, pages: 2 };
  const inSpace = { ...values, spaceId: DEMO_SPACES.ENG };
  expect(scopesOf({ findingIds: [] })).toEqual(['page', 'space', 'site']);
  expect(scopesOf(inSpace)).toEqual(['space', 'site']);
  expect(scopesOf({ ...values, spaceId: '' })).toEqual(['site']);

  const found = { fingerprint: 'fingerprint-of-one-value' };
  await storeFinding(site, DEMO_PAGES.engHome, found);
  await storeFinding(site, DEMO_PAGES.openHome, { ...found, spaceId: DEMO_SPACES.OPEN });
  const count = (scope: TargetScope) => ask('previewExclusion', firstOf(inSpace, scope));
  expect([await count('space'), await count('site')]).toMatchObject([
    { value: { excluded: 1 } },
    { value: { excluded: 2 } },
  ]);
});

it.each<[Partial<ExclusionDraft>, keyof ExclusionDraft]>([
  [{ of: 'site', by: 'pattern', pattern: '(?=4)0' }, 'pattern'],
  [{ of: 'site', by: 'domain', domain: 'a@b' }, 'domain'],
  [{ detectorId: 'email', of: 'page', page: '99999999' }, 'page'],
])('The resolver refuses the draft %j, and the form shows it at the field %s', async (changes, field) => {
  const answer = await ask('addExclusion', { ...requestOf({ ...EMPTY_DRAFT, ...changes }), reason: 'Known.' });
  expect(answer.ok).toBe(false);
  if (!answer.ok) expect(Object.keys(errorsOf(answer.error))).toEqual([field]);
});
