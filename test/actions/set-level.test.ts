import { DEMO_PAGES, DEMO_SPACES, EDITOR, OUTSIDER, VIEWER } from '../../local/demo';
import { DEFAULT_CONFIG } from '../../src/detection/configuration/model';
import { storeFinding } from '../support/findings';
import { archiveLevels, changeLevels, levelNamed, settle } from '../support/levels';
import { openSite, type Site } from '../support/site';
import { putRow, rowsOf } from '../support/stored-rows';
import { storeLevel } from '../support/wiki-pages';
import { messages } from './answers';

/** A rule sets the level of a page under the same rules as a key or a person. */

let site: Site;
beforeEach(() => {
  site = openSite();
});
afterEach(() => site.close());

const pageId = DEMO_PAGES.runbooks;
const set = (level: string, inputs: object = {}, as = EDITOR.email) =>
  site.action('set-level', { pageId, level, ...inputs }, { as });

it('the action Set level sets a level as the person, with the method AUTOMATION, the reason and the audit event', async () => {
  expect(await set('Internal', { reason: '  New page  ' })).toEqual({
    ...{ outcome: 'changed', levelName: 'Internal', previousLevelName: null, warning: null },
  });
  expect(rowsOf(site, 'page-level', pageId)).toMatchObject([
    { value: { method: 'AUTOMATION', classifierId: EDITOR.accountId, levelId: levelNamed(site, 'Internal').levelId } },
  ]);
  expect(rowsOf(site, 'level-change', pageId)).toMatchObject([{ value: { justification: 'New page' } }]);
  expect(rowsOf(site, 'audit', 'page.level.set')).toMatchObject([
    { value: { actorType: 'user', actorAccountId: EDITOR.accountId } },
  ]);
  expect(site.host.background.pending()).toContainEqual(expect.objectContaining({ module: 'mirror-consumer' }));
});

it('the action Set level changes nothing when it is repeated', async () => {
  await set('Internal');
  expect(await set('internal')).toEqual({
    ...{ outcome: 'unchanged', levelName: 'Internal', previousLevelName: 'Internal', warning: null },
  });
  expect(rowsOf(site, 'level-change', pageId)).toHaveLength(1);
});

it.each([
  ['a name', () => 'Restricted'],
  ['a name in another case', () => ' restricted '],
  ['a key', () => levelNamed(site, 'Restricted').levelKey],
  ['an ID', () => levelNamed(site, 'Restricted').levelId],
])('the action Set level finds a level by %s', async (_by, text) => {
  expect(await set(text())).toMatchObject({ outcome: 'changed', levelName: 'Restricted' });
});

it('the action Set level finds a sub-level by names, keys or IDs', async () => {
  const { levelId, levelKey } = levelNamed(site, 'Restricted');
  await changeLevels(site, 'createSubLevel', { levelId, name: 'Tax / VAT', description: '' });
  const { value } = await site.admin('listLevels', {});
  const { subLevels } = value.levels.find((one: { levelId: string }) => one.levelId === levelId);
  const sub = subLevels.find(({ name }: { name: string }) => name === 'Tax / VAT');
  for (const text of [
    'restricted / tax / vat',
    `${levelKey}/${sub.subLevelKey}`,
    `${levelId}/${sub.subLevelId}`,
    'Restricted/Tax / VAT',
  ])
    expect([text, await set(text)]).toEqual([text, expect.objectContaining({ levelName: 'Restricted / Tax / VAT' })]);
});

it('the action Set level keeps a level that is the same or more sensitive if it may only raise', async () => {
  for (const lowering of ['allowed', 'justified', 'forbidden']) {
    await settle(site, { lowering });
    await set('Restricted');
    expect(await set('Internal', { onlyRaise: 'true' })).toEqual({
      ...{ outcome: 'kept', levelName: 'Restricted', previousLevelName: 'Restricted', warning: null },
    });
    expect(await set('Restricted', { onlyRaise: true })).toMatchObject({ outcome: 'unchanged' });
  }
  expect(await set('Highly Restricted', { onlyRaise: true })).toMatchObject({
    ...{ outcome: 'changed', previousLevelName: 'Restricted', warning: null },
  });
});

it('the action Set level lowers a level only under the rule of the site', async () => {
  await set('Restricted');
  await settle(site, { lowering: 'justified' });
  expect(messages(await set('Public'))[0]).toContain('needs a reason');
  expect(messages(await set('Public', { reason: '' }))[0]).toContain('needs a reason');
  await settle(site, { lowering: 'forbidden' });
  expect(messages(await set('Public', { reason: 'Published' }))[0]).toContain('don’t allow lowering');
  await settle(site, { lowering: 'justified' });
  expect(await set('Public', { reason: 'Published' })).toMatchObject({ outcome: 'changed' });
});

it('the action Set level never sets a level below the one that findings require', async () => {
  const findingId = await storeFinding(site, pageId, { severity: 'critical' });
  await putRow(site, 'page-scan', pageId, {
    ...{
      v: 1,
      rev: 1,
      spaceId: DEMO_SPACES.ENG,
      pageVersion: 1,
      scannedAt: '2026-03-10T00:00:00.000Z',
      configHash: 'h',
    },
    ...{ state: 'complete', data: { reasons: [], detectorsOverBudget: [], findingIds: [findingId] } },
  });
  const { levelId } = levelNamed(site, 'Restricted');
  await putRow(site, 'config', 'detection', {
    ...{ v: 1, rev: 1 },
    value: { ...DEFAULT_CONFIG, rules: [{ severity: 'high', levelId }] },
  });
  expect(messages(await set('Public'))[0]).toContain('sensitive data that requires');
});

it('the action Set level explains a level that does not exist, cannot be used here, or is archived', async () => {
  expect(messages(await set('Secrt 4111 1111 1111 1111'))).toEqual([
    'There is no such level (the received value isn’t shown, because it may be sensitive). Use the name, key or ID of one of these levels: Highly Restricted, Restricted, Restricted / Finance, Restricted / People, Internal, Public.',
  ]);
  for (const hidden of ['jane.doe@example.com', '+49 170 2647183', 'AKIAIOSFODNN7EXAMPLQ'])
    expect(messages(await set(hidden))[0]).not.toContain(hidden);
  expect(messages(await set('Secrt'))[0]).toContain('There is no such level (received “Secrt”). Use the name');
  const scheme = { schemeId: '11111111-1111-4111-8111-111111111111', name: 'Few' };
  await settle(site, {
    schemes: [{ ...scheme, levelIds: [levelNamed(site, 'Internal').levelId] }],
    schemeId: scheme.schemeId,
  });
  expect(messages(await set('Public'))[0]).toContain('can’t be used in the space');
  expect(messages(await set('Nothing'))[0]).toContain('these levels: Internal.');
  site.close();
  site = openSite();
  await archiveLevels(site, ['Public']);
  expect(messages(await set('Public'))[0]).toContain('archived');
});

it('the action Set level does not set the level of a page that the person cannot edit, or cannot see', async () => {
  expect(messages(await set('Internal', {}, VIEWER.email))[0]).toContain('can’t edit this page');
  expect(messages(await set('Internal', {}, OUTSIDER.email))[0]).toContain(`no page with the ID ${pageId}`);
  // A page that keeps its level shows it, too, so that a trial run of a rule does not look as if it worked.
  await storeLevel(site, pageId, levelNamed(site, 'Restricted').levelId);
  for (const level of ['Internal', 'Restricted'])
    expect(messages(await set(level, { onlyRaise: true }, VIEWER.email))).toEqual([
      'The person who runs this action can’t edit this page. Only people who can edit a page can set its level. In a rule, select another user for the connection.',
    ]);
  // The names of levels are not listed to a person who does not see the page.
  expect(messages(await set('Nothing', {}, OUTSIDER.email))[0]).toContain(`no page with the ID ${pageId}`);
  expect(rowsOf(site, 'page-level', pageId)).toHaveLength(1);
});

it.each([
  [{ level: '' }, 'level must not be empty (received an empty text)'],
  [{ level: 'x'.repeat(251) }, `level is longer than any level (received “${'x'.repeat(60)}…”)`],
  [{ level: ['Public'] }, 'level must be the name, key or ID of a level (received an object)'],
  [{ onlyRaise: 'perhaps' }, 'onlyRaise must be true or false (received “perhaps”)'],
  [{ reason: 'x'.repeat(501) }, `reason must be at most 500 characters of plain text (received “${'x'.repeat(60)}…”)`],
])('the action Set level names the wrong input in %j', async (inputs, expected) => {
  expect(messages(await set('Public', inputs))).toEqual([`The inputs aren’t valid: ${expected}.`]);
});

it('the action Set level retries after conflicts with other changes, and each of ten rules takes effect once', async () => {
  const names = ['Public', 'Internal', 'Restricted', 'Highly Restricted'] as const;
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, index) => set(names[index % 4] ?? 'Public', { onlyRaise: true })),
  );
  for (const answer of answers) if ('errors' in answer) expect(messages(answer)[0]).toContain('at the same time');
  const changed = answers.filter(({ outcome }) => outcome === 'changed').length;
  expect(rowsOf(site, 'level-change', pageId)).toHaveLength(changed);
});

it.each(['justified', 'forbidden'])(
  'the action Set level that only raises keeps a level that is raised first, lowering %s',
  async (lowering) => {
    let isFirst = true;
    const racing = openSite({
      intercept: async ({ path }, proceed) => {
        if (isFirst && path.endsWith('/transaction')) {
          isFirst = false;
          await racing.action('set-level', { pageId, level: 'Highly Restricted' }, { as: EDITOR.email });
        }
        return proceed();
      },
    });
    await settle(racing, { lowering });
    isFirst = true;
    const answer = await racing.action(
      'set-level',
      { pageId, level: 'Internal', onlyRaise: true },
      { as: EDITOR.email },
    );
    expect(answer).toEqual({
      ...{ outcome: 'kept', levelName: 'Highly Restricted', previousLevelName: 'Highly Restricted', warning: null },
    });
    racing.close();
  },
);
