import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ADMIN2, DEMO_SPACES, EDITOR, SPACE_ADMIN } from '../../local/demo';
import { levelNamed } from '../support/levels';
import { openSite, type Site } from '../support/site';
import { rowOf, rowsOf, stopScans } from '../support/stored-rows';
import { ADMIN_AND_APP, aPage, restrict, storeLevel } from '../support/wiki-pages';
import { done, setLevel } from '../surfaces/surface-site';

/** A campaign of 200 pages over three reviewers. One of them loses access in the middle, and the admin of the space takes over. */

const VERIFY = join(__dirname, '../../scripts/verify-evidence.mjs');
const { ENG } = DEMO_SPACES;
const PAGES = 200;
const REVIEWERS = [EDITOR.email, ADMIN2.email, SPACE_ADMIN.email] as const;

let site: Site;
let nowMs = Date.parse('2026-11-21T10:00:00.000Z');
let key: string;
let publicKey: string;
beforeAll(async () => {
  site = openSite({ meter: 'off', queryLagMs: 0, now: () => new Date(nowMs) });
  await stopScans(site);
  key = (await site.createKey()).key;
  ({ publicKey } = (await send('GET', 'evidence-key')) as { publicKey: string });
});
afterAll(() => site.close());

const send = async (method: string, path: string, body?: object) => {
  const answer = await site.rest(method, `/v1/${path}`, { key, ...(body && { body }) });
  if (answer.status >= 300) throw new Error(answer.text);
  return answer.body;
};

/** All pages that wait for a review of this person. */
async function waiting(as: string) {
  const found: { readonly pageId: string; readonly revision: number | 'absent' }[] = [];
  let cursor: string | undefined;
  do {
    const part = await done(
      site,
      'listMyPages',
      { need: 'review', limit: 100, ...(cursor === undefined ? {} : { cursor }) },
      { as },
    );
    found.push(...part.pages.map(({ pageId, revision }) => ({ pageId, revision })));
    cursor = part.cursor;
  } while (cursor !== undefined);
  return found;
}

async function answerAll(
  pages: readonly { readonly pageId: string; readonly revision: number | 'absent' }[],
  as: string,
  answer: 'still-right' | 'not-mine' = 'still-right',
): Promise<readonly string[]> {
  const outcomes: string[] = [];
  for (let start = 0; start < pages.length; start += 25) {
    nowMs += 90_000;
    const payload = { answer, pages: pages.slice(start, start + 25) };
    const { results } = await done(site, 'answerReviews', payload, { as });
    outcomes.push(...results.map(({ outcome }) => outcome));
  }
  return outcomes;
}

async function evidence(campaignId: string) {
  const lines: { readonly pageId: string; readonly answer: string; readonly levelName: string | null }[] = [];
  let path: string | undefined = `review-campaign/${campaignId}/evidence?limit=100`;
  let header: Readonly<Record<string, unknown>> = {};
  while (path !== undefined) {
    const body = await send('GET', path);
    lines.push(...body.results);
    header = body.header;
    for (const file of [body.files.json, body.files.csv]) expectSigned(file);
    expect(JSON.parse(body.files.json)).toMatchObject({ header: { name: 'Winter' } });
    const next: string | undefined = body._links.next;
    path = next === undefined ? undefined : next.slice(next.indexOf('/v1/') + 4);
  }
  return { lines, header };
}

/** The command of an auditor, with the key of the site. */
function expectSigned(file: string): void {
  const folder = mkdtempSync(join(tmpdir(), 'evidence-'));
  const path = join(folder, 'evidence');
  const run = (text: string) => {
    writeFileSync(path, text);
    return spawnSync(process.execPath, [VERIFY, path, '--key', publicKey], { encoding: 'utf8' }).status;
  };
  expect([run(file), run(file.replace('Winter', 'Summer'))]).toEqual([0, 1]);
  rmSync(folder, { recursive: true });
}

const count = (all: readonly string[], wanted: string) => all.filter((one) => one === wanted).length;

it('a campaign of 200 pages over three reviewers ends with evidence for each page, also after one lost access', async () => {
  const level = levelNamed(site, 'Restricted').levelId;
  const byReviewer = new Map<string, string[]>(REVIEWERS.map((as) => [as, []]));
  for (let index = 0; index < PAGES; index += 1) {
    const as = REVIEWERS[index % REVIEWERS.length] ?? EDITOR.email;
    const pageId = await aPage(site, { spaceId: ENG, by: as });
    await storeLevel(site, pageId, level);
    byReviewer.get(as)?.push(pageId);
  }
  const filter = { levelIds: ['restricted'], spaceIds: [ENG] };
  const wanted = { name: 'Winter', filter, reviewers: 'owner', answerBy: '2027-01-31' };
  const { campaignId, pages } = await send('POST', 'review-campaign', wanted);
  expect(pages).toBe(PAGES);
  // A page that matches later is not part of it.
  const later = await aPage(site, { spaceId: ENG, by: EDITOR.email });
  await storeLevel(site, later, level);

  const ofEditor = await waiting(EDITOR.email);
  expect(ofEditor.map(({ pageId }) => pageId).toSorted()).toEqual(byReviewer.get(EDITOR.email)?.toSorted());

  // The editor changes a level, passes a page on, and answers half of the others.
  const [changed, passedOn, ...others] = ofEditor;
  nowMs += 60_000;
  await setLevel(site, {
    pageId: changed?.pageId ?? '',
    level: { levelId: levelNamed(site, 'Highly Restricted').levelId },
  });
  expect(await answerAll(ofEditor.slice(1, 2), EDITOR.email, 'not-mine')).toEqual(['done']);
  const half = others.slice(0, Math.floor(others.length / 2));
  expect(new Set(await answerAll(half, EDITOR.email))).toEqual(new Set(['done']));

  // The other two lose nothing, and answer everything, also with a list from before.
  expect(new Set(await answerAll(await waiting(ADMIN2.email), ADMIN2.email))).toEqual(new Set(['done']));
  expect(await waiting(ADMIN2.email)).toEqual([]);

  // The editor loses the right to edit the rest. No answer is taken, and the pages no longer wait for the editor.
  const rest = others.slice(half.length);
  for (const { pageId } of rest)
    await restrict(site, pageId, 'update', [...ADMIN_AND_APP, SPACE_ADMIN.accountId], EDITOR.email);
  expect(new Set(await answerAll(rest, EDITOR.email))).toEqual(new Set(['not-editable']));
  expect(await waiting(EDITOR.email)).toEqual([]);

  // The admin of the space has them all, and the own pages.
  const open: { readonly pageId: string; readonly revision: number | 'absent' }[] = [];
  let cursor: string | undefined;
  do {
    const part = await done(site, 'listSpaceReviews', cursor === undefined ? {} : { cursor }, {
      spaceKey: 'ENG',
      as: SPACE_ADMIN.email,
    });
    if (part.state !== 'reviews') throw new Error(part.state);
    open.push(...part.pages.map(({ pageId, revision }) => ({ pageId, revision })));
    cursor = part.cursor;
  } while (cursor !== undefined);
  const expected = [
    ...rest.map(({ pageId }) => pageId),
    passedOn?.pageId,
    ...(byReviewer.get(SPACE_ADMIN.email) ?? []),
  ];
  expect(open.map(({ pageId }) => pageId).toSorted()).toEqual(expected.toSorted());
  const [left, ...answered] = open;
  expect(new Set(await answerAll(answered, SPACE_ADMIN.email))).toEqual(new Set(['done']));

  // One page stays open.
  await send('POST', `review-campaign/${campaignId}/end`);
  expect(await waiting(EDITOR.email)).toEqual([]);
  const progress = await send('GET', `review-campaign/${campaignId}`);
  expect(progress).toMatchObject({ state: 'ended', pages: PAGES, stillRight: PAGES - 2, passedOn: 0 });
  const { lines, header } = await evidence(campaignId);
  const answers = lines.map(({ answer }) => answer);
  expect([count(answers, 'still-right'), count(answers, 'changed'), count(answers, 'open'), answers.length]).toEqual([
    ...[PAGES - 2, 1, 1, PAGES],
  ]);
  expect(lines.find(({ pageId }) => pageId === left?.pageId)).toMatchObject({ answer: 'open' });
  expect(lines.find(({ pageId }) => pageId === changed?.pageId)).toMatchObject({ levelName: 'Highly Restricted' });
  expect(header).toMatchObject({ name: 'Winter', coverage: { pages: PAGES, answered: PAGES - 2 } });

  // Answers after the end belong to no campaign, and change no evidence.
  nowMs += 90_000;
  await done(
    site,
    'answerReviews',
    { answer: 'still-right', pages: [{ pageId: left?.pageId ?? '', revision: left?.revision ?? 1 }] },
    { as: SPACE_ADMIN.email },
  );
  expect((await evidence(campaignId)).lines).toEqual(lines);

  // No row of a review or a campaign has a person, and no level changed without one.
  const stored = JSON.stringify(rowsOf(site, 'governance'));
  for (const { accountId } of [EDITOR, ADMIN2, SPACE_ADMIN]) expect(stored).not.toContain(accountId);
  for (const { pageId } of answered)
    expect(rowOf(site, 'page-level', pageId)).toMatchObject({ rev: 1, levelId: level });
  expect(rowsOf(site, 'audit', 'page.reviewed').length).toBe(PAGES);
  for (const type of ['review.campaign.created', 'review.campaign.ended'])
    expect(rowsOf(site, 'audit', type).length).toBe(1);
}, 240_000);
