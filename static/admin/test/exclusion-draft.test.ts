import { connect } from './bridge';
import { DEMO_PAGES, DEMO_SPACES } from '../../../local/demo';
import type { ExclusionList } from '../../../src/admin/exclusions';
import { done } from '../../../test/admin/ask';
import { levelNamed } from '../../../test/support/levels';
import { openSite, type Site } from '../../../test/support/site';
import { EMPTY_DRAFT, errorsOf, type ExclusionDraft, expiryOf, faultsOf, requestOf } from '../src/exclusions/draft';
import { ask } from '../src/operations';
import { texts } from '../src/texts';

/** The form of an exclusion: its own checks, its requests to the real resolver, and the errors of the resolver. */

const { required, requiredChoice, noPage, noPlace } = texts.exclusions.dialog;

let site: Site;
beforeEach(() => {
  site = openSite();
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
  [{}, { detectorId: requiredChoice }],
  [{ by: 'pattern' }, { pattern: required }],
  [{ by: 'domain', domain: ' ' }, { domain: required }],
  [{ by: 'fingerprint' }, { fingerprints: required }],
  [{ by: 'location' }, { kind: noPlace }],
  [{ detectorId: 'email', of: 'space' }, { space: requiredChoice }],
  [{ detectorId: 'email', of: 'page', page: 'no page' }, { page: noPage }],
  [{ detectorId: 'email', of: 'label' }, { label: required }],
  [{ detectorId: 'email', of: 'level' }, { levelId: requiredChoice }],
])('The draft %j has the errors %j', (changes, errors) => {
  expect(faultsOf({ ...EMPTY_DRAFT, ...changes })).toEqual(errors);
});

it.each<[Partial<ExclusionDraft>, keyof ExclusionDraft]>([
  [{ by: 'pattern', pattern: '(?=4)0' }, 'pattern'],
  [{ by: 'domain', domain: 'a@b' }, 'domain'],
  [{ detectorId: 'email', of: 'page', page: '99999999' }, 'page'],
])('The resolver refuses the draft %j, and the form shows it at the field %s', async (changes, field) => {
  const answer = await ask('addExclusion', { ...requestOf({ ...EMPTY_DRAFT, ...changes }), reason: 'Known.' });
  expect(answer.ok).toBe(false);
  if (!answer.ok) expect(Object.keys(errorsOf(answer.error))).toEqual([field]);
});
