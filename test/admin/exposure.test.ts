import { ADMIN, ADMIN2, DEMO_PAGES, DEMO_SPACES } from '../../local/demo';
import type { CsvPart } from '../../src/admin/audit/export-in-parts';
import type { ExposureList, ExposureView } from '../../src/admin/pages/exposure';
import type { AlertsView } from '../../src/admin/site/alerts';
import type { Overview } from '../../src/admin/site/overview';
import { countConditions } from '../../src/alerts/conditions';
import { DAY_MS, type ExposedSite, openExposedSite } from '../exposure/exposed-site';
import { alertRules } from '../support/alerts';
import { type LevelName, levelNamed } from '../support/levels';
import { rowOf, rowsOf } from '../support/stored-rows';
import { ADMIN_AND_APP, aPage, expectOk, restrict } from '../support/wiki-pages';
import { done, refusal } from './ask';

/** Exposure as site admins see it, with the real measurement. The tests that change something change it for a level of their own. */

const { runbooks, payroll } = DEMO_PAGES;
const { ENG, HR } = DEMO_SPACES;

let site: ExposedSite;
let hidden: string;
const idOf = (name: LevelName) => levelNamed(site, name).levelId;
const view = () => done<ExposureView>(site, 'getExposure', {});
const list = (filter: object = {}, as?: string) => done<ExposureList>(site, 'listExposure', { filter }, as);
const NO_PAGES = { over: 0, within: 0, unknown: 0, notMeasuredYet: 0 };
const inDays = (days: number) => new Date(site.now().getTime() + days * DAY_MS).toISOString();

beforeAll(async () => {
  site = await openExposedSite();
  hidden = await aPage(site);
  await site.setLevel(runbooks, idOf('Highly Restricted'));
  await site.setLevel(hidden, idOf('Highly Restricted'));
  await site.setLevel(payroll, idOf('Restricted'));
  await site.measure();
  // Without another measurement, the page stays over its rule.
  await restrict(site, hidden, 'read', ADMIN_AND_APP);
});
afterAll(() => site.close());

it('the numbers are those of the site, by level and by space, with the time and what is not measured', async () => {
  const { levels, spaces, ...rest } = await view();
  expect(rest).toMatchObject({
    measuredSpaces: 2,
    allSpaces: 2,
    openPages: 0,
    notMeasured: ['public-links'],
    missing: [],
  });
  expect(rest.asOf?.oldest).toMatch(/^2026-11-23T08/);
  expect(levels.map(({ name, pages }) => [name, pages])).toEqual([
    ['Highly Restricted', { ...NO_PAGES, over: 2 }],
    ['Restricted', { ...NO_PAGES, within: 1 }],
    ['Internal', NO_PAGES],
    ['Public', undefined],
  ]);
  expect(spaces.map(({ spaceId, people }) => [spaceId, people])).toEqual([
    [ENG, { atLeast: 5, atMost: 7 }],
    [HR, { atLeast: 3, atMost: 3 }],
  ]);
  const { exposure } = await done<Overview>(site, 'getOverview', {});
  expect(exposure.levels).toEqual(levels);
});

it('the list and the file have the pages that the admin can view, and no others', async () => {
  const row = {
    levelId: idOf('Highly Restricted'),
    spaceId: ENG,
    verdict: 'over',
    reason: 'guests',
    isRestricted: false,
  };
  const facts = { people: { atLeast: 5, atMost: 7 }, guests: { atLeast: 1, atMost: 1 } };
  const idsFor = async (as?: string) => (await list({}, as)).pages.map(({ pageId }) => pageId).sort();
  expect((await list()).pages).toContainEqual(
    expect.objectContaining({ pageId: runbooks, title: 'Runbooks', ...row, ...facts }),
  );
  expect(await idsFor()).toEqual([runbooks, hidden].sort());
  expect(await idsFor(ADMIN2.email)).toEqual([runbooks]);
  expect((await list({ verdict: 'over', reason: 'anonymous' })).pages).toEqual([]);
  expect((await list({ spaceId: HR })).pages).toEqual([]);
  const { csv, rows } = await done<CsvPart>(site, 'exportExposure', {}, ADMIN2.email);
  expect(rows).toBe(1);
  expect(csv).not.toContain(hidden);
  const lines = csv.split('\r\n');
  expect(lines[0]).toMatch(/^"asOf","2026-11-23T08/);
  expect(lines.slice(1, 4)).toEqual([
    '"measuredSpaces","2","2"',
    '"notMeasured","Public links are not visible to apps."',
    '"rule","Highly Restricted","at most 50 people, no guests, no one without a license, no one anonymous"',
  ]);
  expect(lines.at(-2)).toContain(
    `"${runbooks}","Runbooks","${ENG}","Engineering (ENG)","Highly Restricted","over","Guests"`,
  );
});

it('a measurement starts only for pages and spaces that the admin can view', async () => {
  const dueAt = (pageId: string) => rowOf(site, 'governance', `page:${pageId}`)['dueAt'];
  const before = dueAt(hidden);
  const pageIds = [runbooks, hidden];
  expect(await done(site, 'refreshExposure', { pageIds }, ADMIN2.email)).toEqual({ marked: 1 });
  expect(dueAt(hidden)).toBe(before);
  expect(String(dueAt(runbooks))).toMatch(/^2000/);
  expect(await done(site, 'refreshExposure', { spaceId: HR })).toEqual({ marked: 1 });
  expect(await done(site, 'refreshExposure', { spaceId: '999' })).toEqual({ marked: 0 });
  expect((await refusal(site, 'refreshExposure', { pageIds: [] })).code).toBe('INVALID_INPUT');
});

it('a rule and an exception are changed on the revision that the admin saw, with an audit event, and the list shows the exception', async () => {
  const levelId = idOf('Highly Restricted');
  const { rev, levels } = await view();
  const rules = Object.fromEntries(levels.flatMap(({ levelId: id, rule }) => (rule === undefined ? [] : [[id, rule]])));
  const edited = {
    ...rules,
    [idOf('Internal')]: { maxPeople: 9, guests: 'allowed', unlicensed: 'allowed', anonymous: 'forbidden' },
  };
  const changed = await done<ExposureView>(site, 'editExposureRules', { rev, rules: edited });
  expect(changed.rev).toBe(rev + 1);
  expect(changed.levels.find(({ name }) => name === 'Internal')?.rule?.maxPeople).toBe(9);
  expect((await refusal(site, 'editExposureRules', { rev, rules })).code).toBe('EXPOSURE_CHANGED');

  const wanted = { rev: changed.rev, of: { pageId: runbooks }, until: inDays(5), reason: '=1+1 until the move' };
  const wrong = async (others: object, as?: string) =>
    refusal(site, 'createExposureException', { ...wanted, ...others }, as);
  expect(await wrong({ until: inDays(367) })).toMatchObject({ fields: [{ field: 'until' }] });
  // The answer about a hidden page is that about a missing one.
  const ofHidden = await wrong({ of: { pageId: hidden } }, ADMIN2.email);
  expect(ofHidden).toEqual(await wrong({ of: { pageId: '999' } }, ADMIN2.email));
  const overNow = async () => countConditions(await done<Overview>(site, 'getOverview', {}))['over-exposed'];
  expect(await overNow()).toBe(2);
  const created = await done<ExposureView>(site, 'createExposureException', wanted);
  const { exceptions, endingExceptions, exceptedPages, rev: next } = created;
  expect([exceptedPages, await overNow()]).toEqual([1, 1]);
  expect([exceptions, endingExceptions]).toEqual([
    [
      expect.objectContaining({
        pageId: runbooks,
        title: 'Runbooks',
        levelId,
        until: wanted.until,
        reason: wanted.reason,
      }),
    ],
    1,
  ]);
  await restrict(site, runbooks, 'read', ADMIN_AND_APP);
  const ofOther = await done<ExposureView>(site, 'getExposure', {}, ADMIN2.email);
  expect([ofOther.exceptions, ofOther.otherExceptions]).toEqual([[], 1]);
  // It cannot be ended either, as if it did not exist.
  const hiddenId = { rev: next, exceptionId: exceptions[0]?.exceptionId };
  const absentId = { rev: next, exceptionId: crypto.randomUUID() };
  const ofHiddenId = await refusal(site, 'endExposureException', hiddenId, ADMIN2.email);
  expect(ofHiddenId).toEqual(await refusal(site, 'endExposureException', absentId, ADMIN2.email));
  await expectOk(site.wiki('DELETE', `/rest/api/content/${runbooks}/restriction`));
  const { pages } = await list();
  expect(pages.find(({ pageId }) => pageId === runbooks)?.exception).toEqual({
    until: wanted.until,
    reason: wanted.reason,
  });
  const { csv } = await done<CsvPart>(site, 'exportExposure', {});
  expect(csv).toContain(`"'=1+1 until the move"`);

  const [{ exceptionId = '' } = {}] = exceptions;
  const ofSpace = { rev: next, of: { spaceId: ENG, levelId }, until: inDays(5), reason: 'All of them.' };
  const both = await done<ExposureView>(site, 'createExposureException', ofSpace);
  // The space has two such pages, and one of them has an exception of its own, too.
  expect([both.exceptedPages, await overNow()]).toEqual([2, 0]);
  const spaceId = both.exceptions.find(({ pageId }) => pageId === undefined)?.exceptionId;
  const { rev: latest } = await done<ExposureView>(site, 'endExposureException', {
    rev: both.rev,
    exceptionId: spaceId,
  });
  const ended = await done<ExposureView>(site, 'endExposureException', { rev: latest, exceptionId });
  expect(ended.exceptions).toEqual([]);
  expect((await refusal(site, 'endExposureException', { rev: ended.rev, exceptionId })).code).toBe(
    'EXCEPTION_NOT_FOUND',
  );
  const types = rowsOf(site, 'audit').map(({ value }) => value['type']);
  expect(types).toEqual(
    expect.arrayContaining(['exposure.rule.updated', 'exposure.exception.created', 'exposure.exception.ended']),
  );
  await done(site, 'editExposureRules', { rev: ended.rev, rules: 'proposed' });
});

it('alerts count each page that is over its rule for some days once, and no page with an exception', async () => {
  const on = { isOn: true, accountIds: [ADMIN.accountId], when: 'at-once' as const };
  const alertPage = await aPage(site);
  const rules = alertRules({ 'over-exposed': { ...on, days: 3 }, 'exception-ending': on });
  await done(site, 'changeAlerts', { rev: 0, pageIds: [alertPage], rules });
  const { rev } = await view();
  const ofPage = { rev, of: { pageId: runbooks }, until: inDays(20), reason: 'Until the move.' };
  await done(site, 'createExposureException', ofPage);
  const sentAfter = async (days: number) => {
    site.pass(days * DAY_MS);
    await site.host.background.runSchedule('every-five-minutes');
    await site.host.background.runSchedule('daily-key-expiry');
    const { sent } = await done<AlertsView>(site, 'getAlerts', {});
    return sent.map(({ counts }) => counts);
  };
  expect(await sentAfter(2)).toEqual([]);
  expect(await sentAfter(2)).toEqual([{ 'over-exposed': 1 }]);
  expect(await sentAfter(1)).toEqual([{ 'over-exposed': 1 }]);
  expect(await sentAfter(10)).toEqual([{ 'exception-ending': 1 }, { 'over-exposed': 1 }]);
});
