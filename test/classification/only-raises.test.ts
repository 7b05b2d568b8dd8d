import { randomUUID } from 'node:crypto';
import { ADMIN, DEMO_SPACES, EDITOR } from '../../local/demo';
import { siteAri } from '../../local/forge/runtime';
import { defaultLevels } from '../../src/classification/default-levels';
import type { Level, LevelOfPage } from '../../src/classification/model';
import { DEFAULT_CONFIG } from '../../src/detection/configuration/model';
import { pickFrom } from '../access/situations';
import { type JobSite, openJobSite } from '../jobs/job-site';
import { storeFinding, storePageScan } from '../support/findings';
import { randomOfTest } from '../support/sample';
import { putRow, rowsOf } from '../support/stored-rows';
import { expectOk } from '../support/wiki-pages';

/**
 * Whatever only raises levels keeps the level of a page that has the level, with any sub-level or with none, or a more sensitive
 * one. With random levels, archived ones included, sub-levels, schemes and rules for lowering.
 */

const TOKEN = ['ghp', 'R7vX2kQ9mZ4tB8nC6wL1yD3fG5hJ0pS7aE2u'].join('_');
const SPACE = DEMO_SPACES.OPEN;
const SCHEME = '00000000-0000-4000-8000-00000000cafe';
const CASES = 8;

let site: JobSite;
afterEach(() => site.close());

type Door = (pageId: string, wanted: LevelOfPage) => Promise<unknown>;
const detection = (change: object) =>
  putRow(site, 'config', 'detection', {
    v: 1,
    rev: 1,
    value: { ...DEFAULT_CONFIG, triggers: { onPublish: false, schedule: 'off' }, ...change },
  });
const rule = (wanted: LevelOfPage) => detection({ rules: [{ severity: 'low', ...wanted }] });
const invoke = (module: string, operation: string, pageId: string | undefined, payload: object) =>
  site.surface(module, operation, payload, { as: EDITOR.email, ...(pageId === undefined ? {} : { pageId }) });
const post = (path: string, body: object) =>
  site.rest('POST', path, { key: site.key, body, headers: { 'Idempotency-Key': randomUUID() } });

/** Runs everything that is due, and everything that follows from it. */
async function settleAll(): Promise<void> {
  for (let quiet = 0; quiet < 3;) {
    const done = await site.host.background.settle();
    quiet = done.length === 0 ? quiet + 1 : 0;
    site.advance(120_000);
  }
}

/** A copy of a page with the wanted level. The app gave the copy its present level before it knew the original. */
async function copy(originId: string, wanted: LevelOfPage, present: LevelOfPage | undefined): Promise<string> {
  await store(originId, wanted);
  const parent = { type: 'space', value: 'OPEN' };
  const answer = await expectOk(
    site.wiki('POST', `/rest/api/content/${originId}/copy`, { destination: parent, pageTitle: randomUUID() }),
  );
  const { id } = answer as { id: string };
  if (present !== undefined) await store(id, present, 'system');
  return id;
}

const DOORS: Readonly<Record<string, Door>> = {
  'a rule from findings, in a scan': async (pageId, wanted) => {
    await rule(wanted);
    await post('/v1/detection/scan', { pageIds: [pageId] });
    await settleAll();
  },
  'a rule from findings, in the daily sweep': async (pageId, wanted) => {
    const findingId = await storeFinding(site, pageId, { spaceId: SPACE });
    await storePageScan(site, pageId, [findingId], { spaceId: SPACE });
    await rule(wanted);
    await site.host.background.runSchedule('daily-key-expiry');
    await settleAll();
  },
  'a copy': settleAll,
  'an action with onlyRaise': (pageId, { levelId, subLevelId }) => {
    const level = subLevelId === undefined ? levelId : `${levelId}/${subLevelId}`;
    return site.action('set-level', { pageId, level, onlyRaise: true, reason: 'why' }, { as: EDITOR.email });
  },
  'an import that raises': (pageId, wanted) =>
    site.admin('importPageLevels', {
      rows: [{ pageId, ...wanted, justification: 'why' }],
      onExisting: 'raise',
      dryRun: false,
    }),
  'a tree without *also lower*': async (pageId, level) => {
    const order = { level, alsoLower: false, reason: 'why', requestKey: randomUUID() };
    const preview = await invoke('level-history', 'previewBelow', pageId, order);
    await settleAll();
    await invoke('level-history', 'startBelow', pageId, { previewId: preview.value?.job?.jobId });
    await settleAll();
  },
  'chosen pages without *also lower*': async (pageId, level) => {
    const [row] = rowsOf(site, 'page-level').filter(({ key }) => key === pageId);
    const pages = [{ pageId, revision: row?.value['rev'] ?? 'absent' }];
    await invoke('home', 'setLevels', undefined, { pages, level, alsoLower: false, requestKey: randomUUID() });
    await settleAll();
  },
  'suggested levels': async (pageId, wanted) => {
    await site.admin('setSuggestedLevels', { pages: [{ pageId, ...wanted }], requestKey: randomUUID() });
    await settleAll();
  },
  'a job for pages without a level': async (pageId, wanted) => {
    await post('/v1/page-level/jobs', { pages: [{ pageId }], ...wanted, onlyUnclassified: true });
    await settleAll();
  },
};

/** A level that the app or a person has set. */
async function store(pageId: string, level: LevelOfPage, classifierId: string = ADMIN.accountId): Promise<void> {
  await putRow(site, 'page-level', pageId, {
    ...{ v: 1, rev: 1, changeId: randomUUID(), spaceId: SPACE, ...level, classifierId },
    ...{ classificationDate: '2026-01-02T03:04:05.678Z', method: 'MANUAL', pageVersion: 1 },
  });
}

const recordOf = (pageId: string) => rowsOf(site, 'page-level').find(({ key }) => key === pageId)?.value;

it('the rule "only raises" keeps the level and the sub-level in every way to raise levels', async () => {
  const random = randomOfTest();
  site = await openJobSite({ queryLagMs: 0 }, { detectionScope: 'manage' });
  const raised = new Set<string>();
  for (let count = 0; count < CASES; count += 1) {
    // The first case raises in every way, because its pages have no level and every level can be set.
    const chance = (probability: number) => count > 0 && random() < probability;
    const levels = defaultLevels(siteAri(site.host.installation)).map((level): Level => ({
      ...level,
      status: chance(0.2) ? 'ARCHIVED' : 'PUBLISHED',
      subLevels: ['one', 'two'].map((name) => ({
        ...{ subLevelId: randomUUID(), subLevelKey: name, name, description: '' },
        status: chance(0.2) ? 'ARCHIVED' : 'PUBLISHED',
      })),
    }));
    const levelIds = levels.filter(() => chance(0.7)).map(({ levelId }) => levelId);
    const isLimited = levelIds.length > 0 && chance(0.4);
    const settings = {
      lowering: pickFrom(['allowed', 'justified', 'forbidden'], random),
      schemes: isLimited ? [{ schemeId: SCHEME, name: 'Few', levelIds }] : [],
      spaces: isLimited ? { [SPACE]: { schemeId: SCHEME } } : {},
    };
    await putRow(site, 'config', 'levels', { v: 1, rev: count + 1, value: { levels, settings } });
    const anyLevel = (): LevelOfPage => {
      const { levelId, subLevels } = pickFrom(levels, random);
      return chance(0.5) ? { levelId, subLevelId: pickFrom(subLevels, random).subLevelId } : { levelId };
    };
    const rankOf = (levelId: unknown) => levels.findIndex((one) => one.levelId === levelId);
    for (const [name, door] of Object.entries(DOORS)) {
      await detection({});
      const [made = ''] = await site.makePages(1, { spaceId: SPACE });
      await expectOk(site.wiki('PUT', `/api/v2/pages/${made}`, withToken(made)));
      await settleAll();
      const before = chance(0.8) ? anyLevel() : undefined;
      // In half of the cases another sub-level of the same level, or none.
      const wanted = before !== undefined && chance(0.5) ? { ...anyLevel(), levelId: before.levelId } : anyLevel();
      const { levelId, subLevelId } = wanted;
      const ofLevel = levels[rankOf(levelId)]?.subLevels.some((one) => one.subLevelId === subLevelId) === true;
      const target = ofLevel ? wanted : { levelId };
      const isCopy = name === 'a copy';
      const pageId = isCopy ? await copy(made, target, before) : made;
      if (!isCopy && before !== undefined) await store(pageId, before);
      const stored = recordOf(pageId);
      await door(pageId, target);
      const after = recordOf(pageId);
      const told = `${name}, case ${count}: ${JSON.stringify({ levels, settings, before, target, after })}`;
      if (before === undefined) {
        if (after?.['levelId'] !== undefined) raised.add(name);
        continue;
      }
      const isRaised = rankOf(after?.['levelId']) < rankOf(before.levelId);
      if (isRaised) raised.add(name);
      // Findings require the next more sensitive level where the space may not use that of the rule.
      const isOther = name.startsWith('a rule') && isLimited && !levelIds.includes(target.levelId);
      const isWanted = isRaised && (isOther || rankOf(target.levelId) < rankOf(before.levelId));
      if (!isWanted)
        expect([told, after?.['changeId'], after?.['subLevelId']]).toEqual([
          told,
          stored?.['changeId'],
          stored?.['subLevelId'],
        ]);
    }
  }
  expect([...raised].sort()).toEqual(Object.keys(DOORS).sort());
});

/** The body of a page with a value that every scan finds. */
function withToken(pageId: string): object {
  const body = { representation: 'storage', value: `<p>Use ${TOKEN} for it.</p>` };
  return { id: pageId, status: 'current', title: randomUUID(), body, version: { number: 2 } };
}

it('still sets exactly the level that a person or a key chooses', async () => {
  site = await openJobSite({ queryLagMs: 0 });
  const restricted = defaultLevels(siteAri(site.host.installation)).find(({ name }) => name === 'Restricted');
  const { levelId = '', subLevels = [] } = restricted ?? {};
  const finance: LevelOfPage = { levelId, subLevelId: subLevels[0]?.subLevelId };
  const byHand: Readonly<Record<string, Door>> = {
    'a key': (pageId, level) => post('/v1/page-level', { pageId, ...level }),
    'the popup': (pageId, level) => invoke('level-byline', 'setLevel', pageId, { level, revision: 1 }),
    'an action': (pageId, level) => site.action('set-level', { pageId, level: level.levelId }, { as: EDITOR.email }),
    'an import that replaces': (pageId, level) =>
      site.admin('importPageLevels', { rows: [{ pageId, ...level }], onExisting: 'replace', dryRun: false }),
  };
  for (const [name, door] of Object.entries(byHand)) {
    const [pageId = ''] = await site.makePages(1, { spaceId: SPACE });
    await store(pageId, finance);
    await door(pageId, { levelId });
    const { levelId: now, subLevelId } = recordOf(pageId) ?? {};
    expect([name, now, subLevelId]).toEqual([name, levelId, undefined]);
  }
});
