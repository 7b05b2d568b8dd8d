import { randomUUID } from 'node:crypto';
import { ADMIN, DEMO_PAGES, DEMO_SPACES, EDITOR, VIEWER } from '../../local/demo';
import { DEFAULT_CONFIG } from '../../src/detection/configuration/model';
import { NO_SURFACE_SETTINGS } from '../../src/classification/settings';
import { archiveLevels, levelNamed, settle } from '../support/levels';
import { openSite, type Site } from '../support/site';
import { everythingStored, putRow, rowsOf } from '../support/stored-rows';
import { ADMIN_AND_APP, restrict } from '../support/wiki-pages';
import { done, popup, setLevel } from '../surfaces/surface-site';
import { messages } from './answers';

/** An agent proposes a level; only the person confirms it, in a frame of the app. */

let site: Site;
let nowMs = Date.parse('2026-11-23T09:30:00.000Z');
beforeEach(() => {
  site = openSite({ now: () => new Date(nowMs) });
});
afterEach(() => site.close());

const pageId = DEMO_PAGES.runbooks;
const propose = (level: string, inputs: object = {}, as = EDITOR.email) =>
  site.action('propose-level', { pageId, level, ...inputs }, { as });

async function proposalOf(as = EDITOR.email) {
  const { proposal } = await popup(site, pageId, as);
  if (proposal === undefined) throw new Error('the popup shows no proposal');
  return proposal;
}

const confirm = (proposalId: string, as = EDITOR.email) =>
  done(site, 'confirmProposal', { proposalId }, { pageId, as });

it('a proposal changes nothing until the person confirms it in the popup, which sets the level with the method ROVO', async () => {
  const answer = await propose('Restricted', { reason: 'It describes incidents.' });
  expect(answer).toEqual({
    translatedNames: {},
    outcome: 'proposed',
    message: 'Nothing has changed yet. To confirm, open the page and its classification within 10 minutes.',
    pageId,
    link: `http://127.0.0.1:8080/wiki/pages/viewpage.action?pageId=${pageId}`,
    proposedLevelName: 'Restricted',
    currentLevelName: null,
  });
  expect(rowsOf(site, 'page-level')).toEqual([]);
  const proposal = await proposalOf();
  expect(proposal).toMatchObject({ level: { name: 'Restricted' }, reason: 'It describes incidents.', allowed: true });
  expect(await confirm(proposal.proposalId)).toMatchObject({
    outcome: 'changed',
    page: { level: { name: 'Restricted' }, history: [{ method: 'ROVO', reason: 'It describes incidents.' }] },
    undo: { allowed: true },
  });
  expect(rowsOf(site, 'page-level', pageId)).toMatchObject([
    { value: { method: 'ROVO', classifierId: EDITOR.accountId } },
  ]);
  expect((await popup(site, pageId)).proposal).toBeUndefined();
  // The proposal ended with the change, so it cannot be used again.
  expect(await confirm(proposal.proposalId)).toMatchObject({ outcome: 'denied', code: 'PROPOSAL_NOT_VALID' });
});

it('the app gives the id of a proposal to no action', async () => {
  const answers = [await propose('Restricted')];
  const { proposalId } = await proposalOf();
  for (const action of ['get-level', 'explain-level', 'check-page', 'find-my-pages'])
    answers.push(await site.action(action, { pageId }, { as: EDITOR.email }));
  answers.push(await propose('Internal', { proposalId, token: proposalId, confirmed: true }));
  expect(JSON.stringify(answers)).not.toContain(proposalId);
  expect(rowsOf(site, 'page-level')).toEqual([]);
});

it('a proposal is for the person of the chat only', async () => {
  await propose('Restricted');
  const { proposalId } = await proposalOf();
  expect((await popup(site, pageId, ADMIN.email)).proposal).toBeUndefined();
  expect(await confirm(proposalId, ADMIN.email)).toMatchObject({ outcome: 'denied', code: 'PROPOSAL_NOT_VALID' });
  expect(await confirm(proposalId, VIEWER.email)).toMatchObject({ outcome: 'denied', code: 'PROPOSAL_NOT_VALID' });
  expect(rowsOf(site, 'page-level')).toEqual([]);
});

it('a proposal is replaced by the next one, and the person confirms only the one that they saw', async () => {
  await propose('Internal');
  const first = await proposalOf();
  await propose('Restricted');
  const second = await proposalOf();
  expect(await confirm(first.proposalId)).toMatchObject({ code: 'PROPOSAL_NOT_VALID', page: { proposal: second } });
  expect(await confirm(second.proposalId)).toMatchObject({ outcome: 'changed' });
});

it('a proposal expires after 10 minutes, and when the level of the page changes', async () => {
  await propose('Restricted');
  const { proposalId } = await proposalOf();
  await setLevel(site, { pageId, level: { levelId: levelNamed(site, 'Internal').levelId } });
  expect((await popup(site, pageId)).proposal).toBeUndefined();
  expect(await confirm(proposalId)).toMatchObject({
    code: 'PROPOSAL_NOT_VALID',
    page: { level: { name: 'Internal' } },
  });
  await propose('Restricted');
  const again = await proposalOf();
  nowMs += 10 * 60_000;
  expect(await confirm(again.proposalId)).toMatchObject({ code: 'PROPOSAL_NOT_VALID' });
});

it('a proposal checks every rule again when it is confirmed', async () => {
  await propose('Restricted');
  const { proposalId } = await proposalOf();
  await archiveLevels(site, ['Restricted']);
  expect(await proposalOf()).toMatchObject({ allowed: false });
  expect(await confirm(proposalId)).toMatchObject({ outcome: 'denied', code: 'LEVEL_ARCHIVED' });
  await settle(site, { surfaces: { ...NO_SURFACE_SETTINGS, offSpaceIds: [DEMO_SPACES.ENG] } });
  expect(await confirm(proposalId)).toEqual({ state: 'off' });
  await restrict(site, pageId, 'read', ADMIN_AND_APP);
  expect(await confirm(proposalId)).toEqual({ state: 'hidden' });
  expect(rowsOf(site, 'page-level')).toEqual([]);
});

it('a proposal sets the level once if it is confirmed twice at the same time', async () => {
  await propose('Restricted');
  const { proposalId } = await proposalOf();
  const results = await Promise.all([confirm(proposalId), confirm(proposalId), confirm(proposalId)]);
  expect(results.filter((one) => 'outcome' in one && one.outcome === 'changed')).toHaveLength(1);
  expect(rowsOf(site, 'level-change', pageId)).toHaveLength(1);
});

describe('on the home page', () => {
  const home = (
    operation: 'listMyProposals' | 'confirmMyProposal' | 'dismissMyProposal',
    payload = {},
    as = EDITOR.email,
  ) => done(site, operation, payload, { as });
  async function shown(as?: string) {
    const result = await home('listMyProposals', {}, as);
    if (!('proposals' in result)) throw new Error(JSON.stringify(result));
    return result.proposals;
  }
  async function onlyProposal() {
    const [proposal] = await shown();
    if (proposal === undefined) throw new Error('the list is empty');
    return { pageId: proposal.pageId, proposalId: proposal.proposalId };
  }

  it('is listed with the title for its person only, and is confirmed with the method ROVO', async () => {
    await propose('Restricted / Finance', { reason: 'It names customers.' });
    const proposals = await shown();
    expect(proposals).toMatchObject([
      { pageId, title: 'Runbooks', level: { name: 'Restricted', subLevel: { name: 'Finance' } }, current: null },
    ]);
    expect(proposals).toMatchObject([{ reason: 'It names customers.' }]);
    expect(await shown(ADMIN.email)).toEqual([]);
    const chosen = await onlyProposal();
    expect(await home('confirmMyProposal', chosen, ADMIN.email)).toEqual({
      outcome: 'denied',
      code: 'PROPOSAL_NOT_VALID',
    });
    expect(await home('confirmMyProposal', chosen)).toEqual({ outcome: 'changed' });
    expect(rowsOf(site, 'page-level', pageId)).toMatchObject([
      { value: { method: 'ROVO', classifierId: EDITOR.accountId } },
    ]);
    expect(await shown()).toEqual([]);
    expect(await home('confirmMyProposal', chosen)).toEqual({ outcome: 'denied', code: 'PROPOSAL_NOT_VALID' });
  });

  it('is not listed on hidden pages, in spaces that are off, for another level, and after 10 minutes', async () => {
    await propose('Internal');
    await settle(site, { surfaces: { ...NO_SURFACE_SETTINGS, offSpaceIds: [DEMO_SPACES.ENG] } });
    expect(await shown()).toEqual([]);
    expect(await home('confirmMyProposal', { pageId, proposalId: randomUUID() })).toMatchObject({ outcome: 'denied' });
    await settle(site, {});
    const chosen = await onlyProposal();
    nowMs += 10 * 60_000;
    expect(await shown()).toEqual([]);
    expect(await home('confirmMyProposal', chosen)).toEqual({ outcome: 'denied', code: 'PROPOSAL_NOT_VALID' });
    await propose('Internal');
    await setLevel(site, { pageId, level: { levelId: levelNamed(site, 'Restricted').levelId } });
    expect(await shown()).toEqual([]);
  });

  it('reveals nothing about a page that the person no longer sees', async () => {
    await propose('Restricted');
    const chosen = await onlyProposal();
    await restrict(site, pageId, 'read', ADMIN_AND_APP);
    expect(await shown()).toEqual([]);
    expect(await home('confirmMyProposal', chosen)).toEqual({ state: 'hidden' });
    // Without a proposal, the answer is the same for every page.
    const { result, calls } = await site.surfaceCalls(
      'home',
      'confirmMyProposal',
      { ...chosen, proposalId: randomUUID() },
      { as: EDITOR.email },
    );
    expect(result).toEqual({ ok: true, value: { outcome: 'denied', code: 'PROPOSAL_NOT_VALID' } });
    expect(calls.filter(({ target }) => target === 'confluence')).toEqual([]);
    expect(rowsOf(site, 'page-level')).toEqual([]);
  });

  it('checks every rule again, and sets the level once if it is confirmed twice at the same time', async () => {
    await propose('Restricted');
    const chosen = await onlyProposal();
    await archiveLevels(site, ['Restricted']);
    expect(await home('confirmMyProposal', chosen)).toEqual({ outcome: 'denied', code: 'LEVEL_ARCHIVED' });
    await propose('Internal');
    const other = await onlyProposal();
    const results = await Promise.all([1, 2, 3].map(() => home('confirmMyProposal', other)));
    expect(results.filter((one) => 'outcome' in one && one.outcome === 'changed')).toHaveLength(1);
    expect(rowsOf(site, 'level-change', pageId)).toHaveLength(1);
  });

  it('is dismissed by its person only, also twice', async () => {
    await propose('Restricted');
    const chosen = await onlyProposal();
    expect(await home('dismissMyProposal', chosen, ADMIN.email)).toEqual({ outcome: 'dismissed' });
    expect(await shown()).toHaveLength(1);
    for (let time = 0; time < 2; time += 1)
      expect(await home('dismissMyProposal', chosen)).toEqual({ outcome: 'dismissed' });
    expect(await shown()).toEqual([]);
    expect(rowsOf(site, 'page-level')).toEqual([]);
  });
});

it('a proposal can be dismissed, also twice', async () => {
  await propose('Restricted');
  const { proposalId } = await proposalOf();
  for (let time = 0; time < 2; time += 1) {
    const result = await done(site, 'dismissProposal', { proposalId }, { pageId });
    expect(result).toMatchObject({ outcome: 'dismissed', page: { level: null } });
    expect('page' in result && result.page.proposal).toBeUndefined();
  }
  expect(await confirm(proposalId)).toMatchObject({ code: 'PROPOSAL_NOT_VALID' });
});

it('a proposal never lowers a level, not even if the order of the levels changes', async () => {
  await setLevel(site, { pageId, level: { levelId: levelNamed(site, 'Restricted').levelId } });
  const before = everythingStored(site);
  expect(await propose('Internal', { reason: 'Published', confirmed: true })).toMatchObject({
    outcome: 'not-proposed',
    message: expect.stringContaining('can’t propose a less sensitive level'),
  });
  expect(everythingStored(site)).toEqual(before);
  expect(await propose('Restricted')).toMatchObject({ outcome: 'unchanged' });
  await propose('Highly Restricted');
  const { proposalId } = await proposalOf();
  const { value } = await site.admin('listLevels', {});
  const ids: string[] = value.levels.map(({ levelId }: { levelId: string }) => levelId);
  await site.admin('reorderLevels', { rev: value.rev, levelIds: [...ids.slice(1), ...ids.slice(0, 1)] });
  expect((await popup(site, pageId)).proposal).toBeUndefined();
  expect(await confirm(proposalId)).toMatchObject({ code: 'PROPOSAL_NOT_VALID' });
});

it('a proposal does not keep a reason that contains sensitive data', async () => {
  const card = { reason: 'The card is 4539 5787 6362 1486.' };
  expect((await propose('Restricted', card)).message).toContain('The reason was not kept');
  expect((await proposalOf()).reason).toBeUndefined();
  // The detectors of the page's space decide, also if the site does not use them.
  const schemeId = '8d9b5a52-6f0e-4a38-9c1f-2b7c0a6e4d10';
  const detectors = { 'card-pan': { enabled: true } };
  const schemes = [{ schemeId, name: 'Cards', detectors }];
  const off = { 'card-pan': { enabled: false } };
  const value = { ...DEFAULT_CONFIG, detectors: off, schemes, spaces: { [DEMO_SPACES.ENG]: schemeId } };
  await putRow(site, 'config', 'detection', { v: 1, rev: 1, value });
  expect((await propose('Internal', card)).message).toContain('The reason was not kept');
  expect(JSON.stringify(everythingStored(site))).not.toContain('4539');
});

it('a proposal is only made for pages that the person can edit, with levels that exist', async () => {
  expect(messages(await propose('Internal', {}, VIEWER.email))[0]).toContain('can’t edit this page');
  expect(messages(await propose('Nothing'))[0]).toContain('There is no such level');
  expect(messages(await propose('Internal', { pageId: '' }))[0]).toContain('no page is open');
  expect(rowsOf(site, 'level-proposal')).toEqual([]);
});

it('a proposal is for the page that is open in the chat if the inputs name none', async () => {
  const at = { as: EDITOR.email, context: { contentId: pageId, resourceType: 'page' } };
  expect(await site.action('propose-level', { level: 'Internal' }, at)).toMatchObject({ outcome: 'proposed', pageId });
  expect(await site.action('explain-level', {}, at)).toMatchObject({ pageId, levelName: null });
});
