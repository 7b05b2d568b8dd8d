import { ADMIN, ADMIN2, APP_USER, DEMO_PAGES } from '../../local/demo';
import type { ImportedRow } from '../../src/admin/pages/import-page-levels';
import { archiveLevels, type LevelName, levelNamed, settle } from '../support/levels';
import { expectWhole, truthOf } from '../support/page-truth';
import { openSite, type Site, type SiteOptions } from '../support/site';
import { everythingStored } from '../support/stored-rows';
import { ADMIN_AND_APP, aPage, archive, restrict, storeLevel, takeSpacePermission, trash } from '../support/wiki-pages';
import { done, refusal } from './ask';

/** Page levels from another system are imported as the admin, within that admin's permissions. */

const { engHome, payroll, onboarding, travelPolicy, officeGuide, welcome } = DEMO_PAGES;

let site: Site;
const sites: Site[] = [];
const openHere = (options: SiteOptions = {}) => {
  const opened = openSite(options);
  sites.push(opened);
  return opened;
};
beforeEach(() => {
  site = openHere();
});
afterEach(() => sites.splice(0).forEach((one) => one.close()));

interface Options {
  readonly onExisting?: 'keep' | 'raise' | 'replace';
  readonly dryRun?: boolean;
  readonly as?: string;
  readonly on?: Site;
}
interface Row {
  readonly pageId: string;
  readonly levelId: string;
  readonly subLevelId?: string | undefined;
  readonly justification?: string;
}

const idOf = (name: LevelName) => levelNamed(site, name).levelId;
const row = (pageId: string, name: LevelName, more: Partial<Row> = {}): Row => ({
  pageId,
  levelId: idOf(name),
  ...more,
});
async function bring(rows: readonly Row[], { onExisting = 'replace', dryRun = false, as, on = site }: Options = {}) {
  const payload = { rows, onExisting, dryRun };
  return (await done<{ results: ImportedRow[] }>(on, 'importPageLevels', payload, as)).results;
}
const said = (result: ImportedRow | undefined) =>
  result === undefined ? '' : 'reason' in result ? `${result.outcome} ${result.reason}` : result.outcome;

it('the import of page levels sets the level of every page as that user, without a key, with history and audit event', async () => {
  const [finance] = levelNamed(site, 'Restricted').subLevels;
  const rows = [
    row(payroll, 'Restricted', { subLevelId: finance?.subLevelId, justification: '  From the old app.  ' }),
    row(welcome, 'Public'),
  ];
  expect(await bring(rows, { as: ADMIN2.email })).toEqual([
    { pageId: payroll, outcome: 'set' },
    { pageId: welcome, outcome: 'set' },
  ]);
  const truth = truthOf(site.host, payroll);
  expectWhole(truth);
  expectWhole(truthOf(site.host, welcome));
  const { levelId, subLevelId } = rows[0] ?? {};
  expect(truth.record).toMatchObject({ levelId, subLevelId, method: 'MANUAL', classifierId: ADMIN2.accountId });
  expect(truth.record).not.toHaveProperty('apiKeyId');
  expect(truth.history).toMatchObject([{ justification: 'From the old app.', classifierId: ADMIN2.accountId }]);
  expect(truth.audit).toMatchObject([
    { type: 'page.level.set', actorType: 'user', actorAccountId: ADMIN2.accountId, details: { after: { levelId } } },
  ]);
  expect(truth.audit[0]).not.toHaveProperty('actorKeyId');
});

it('the import of page levels changes and writes nothing if it is repeated', async () => {
  const rows = [row(payroll, 'Restricted'), row(welcome, 'Public')];
  await bring(rows);
  const before = everythingStored(site);
  for (const onExisting of ['keep', 'raise', 'replace'] as const) {
    expect((await bring(rows, { onExisting })).map(said)).toEqual(['unchanged', 'unchanged']);
  }
  expect(everythingStored(site)).toEqual(before);
});

describe('a page that already has a level', () => {
  const finance = () => levelNamed(site, 'Restricted').subLevels[0]?.subLevelId;
  const cases: [string, () => Partial<Row> & { levelId: string }, Record<'keep' | 'raise' | 'replace', string>][] = [
    ['the same', () => row('', 'Restricted'), { keep: 'unchanged', raise: 'unchanged', replace: 'unchanged' }],
    ['a more sensitive one', () => row('', 'Highly Restricted'), { keep: 'kept', raise: 'raised', replace: 'raised' }],
    ['a less sensitive one', () => row('', 'Internal'), { keep: 'kept', raise: 'kept', replace: 'lowered' }],
    [
      'a sub-level',
      () => row('', 'Restricted', { subLevelId: finance() }),
      { keep: 'kept', raise: 'kept', replace: 'moved' },
    ],
  ];
  it.each(cases)('%s', async (_what, wanted, outcomes) => {
    for (const onExisting of ['keep', 'raise', 'replace'] as const) {
      const pageId = await aPage(site);
      await bring([row(pageId, 'Restricted')]);
      const { levelId, subLevelId } = wanted();
      const [result] = await bring([{ pageId, levelId, subLevelId }], { onExisting });
      expect({ onExisting, outcome: result?.outcome }).toEqual({ onExisting, outcome: outcomes[onExisting] });
      expect(result).toMatchObject({ previous: { levelId: idOf('Restricted') } });
      const isChanged = ['raised', 'lowered', 'moved'].includes(outcomes[onExisting]);
      const { record, history } = truthOf(site.host, pageId);
      expect({ levelId: record?.levelId, subLevelId: record?.subLevelId }).toEqual(
        isChanged ? { levelId, subLevelId } : { levelId: idOf('Restricted'), subLevelId: undefined },
      );
      expect(history).toHaveLength(isChanged ? 2 : 1);
      expectWhole(truthOf(site.host, pageId));
    }
  });

  it('an archived or deleted level is kept, unless the import replaces it', async () => {
    await storeLevel(site, engHome, crypto.randomUUID());
    expect((await bring([row(engHome, 'Highly Restricted')], { onExisting: 'raise' })).map(said)).toEqual(['kept']);
    expect((await bring([row(engHome, 'Public')])).map(said)).toEqual(['lowered']);
  });
});

describe('a page that the user cannot see', () => {
  const hidden: [string, () => Promise<string> | string][] = [
    ['was never there', () => '999999999'],
    ['is in the trash', () => DEMO_PAGES.trashed],
    ['is restricted to another user', () => DEMO_PAGES.hrRestricted],
    ['is a child of a restricted page', () => DEMO_PAGES.hrRestrictedChild],
    ['is a blog post', () => DEMO_PAGES.blogPost],
    ['is a draft of another user', () => DEMO_PAGES.engDraft],
    [
      'is in a space that they may not view',
      async () => {
        await takeSpacePermission(site, 'ENG', ADMIN.accountId);
        return DEMO_PAGES.runbooks;
      },
    ],
  ];
  it.each(hidden)('is refused for that reason only, with any level: it %s', async (_why, pageOf) => {
    const pageId = await pageOf();
    await storeLevel(site, pageId, idOf('Restricted'));
    const before = everythingStored(site);
    for (const dryRun of [true, false]) {
      for (const onExisting of ['keep', 'raise', 'replace'] as const) {
        for (const name of ['Restricted', 'Public'] as const) {
          expect(await bring([row(pageId, name)], { dryRun, onExisting })).toEqual([
            { pageId, outcome: 'refused', reason: 'PAGE_NOT_FOUND' },
          ]);
        }
      }
    }
    expect(everythingStored(site)).toEqual(before);
  });

  it('is refused without impersonation too', async () => {
    const strict = openHere({ impersonation: false });
    const results = await bring([row(DEMO_PAGES.hrRestricted, 'Public'), row(welcome, 'Public')], { on: strict });
    expect(results.map(said)).toEqual(['refused PAGE_NOT_FOUND', 'set']);
  });
});

describe('a change that the site or Confluence refuses is reported with its reason, and nothing is written:', () => {
  const cases: [string, () => Promise<Row>, string, string][] = [
    [
      'to change a page that they may view alone',
      async () => {
        await restrict(site, engHome, 'update', ADMIN_AND_APP);
        return row(engHome, 'Public');
      },
      'PAGE_NOT_EDITABLE',
      ADMIN2.email,
    ],
    [
      'a level that does not exist',
      () => Promise.resolve({ pageId: engHome, levelId: crypto.randomUUID() }),
      'LEVEL_NOT_FOUND',
      ADMIN.email,
    ],
    [
      'a sub-level of another level',
      () =>
        Promise.resolve(
          row(engHome, 'Public', { subLevelId: levelNamed(site, 'Restricted').subLevels[0]?.subLevelId }),
        ),
      'SUBLEVEL_NOT_IN_LEVEL',
      ADMIN.email,
    ],
    [
      'a level that is archived',
      async () => {
        await archiveLevels(site, ['Public']);
        return row(engHome, 'Public');
      },
      'LEVEL_ARCHIVED',
      ADMIN.email,
    ],
    [
      'a level that the space may not use',
      async () => {
        const schemeId = crypto.randomUUID();
        await settle(site, { schemes: [{ schemeId, name: 'S', levelIds: [idOf('Internal')] }], schemeId });
        return row(engHome, 'Public');
      },
      'LEVEL_NOT_IN_SPACE_SCHEME',
      ADMIN.email,
    ],
    [
      'lowering that is forbidden',
      async () => {
        await bring([row(engHome, 'Restricted')]);
        await settle(site, { lowering: 'forbidden' });
        return row(engHome, 'Public', { justification: 'Because.' });
      },
      'LEVEL_CHANGE_FORBIDDEN',
      ADMIN.email,
    ],
    [
      'lowering without a required justification',
      async () => {
        await bring([row(engHome, 'Restricted')]);
        await settle(site, { lowering: 'justified' });
        return row(engHome, 'Public');
      },
      'JUSTIFICATION_REQUIRED',
      ADMIN.email,
    ],
  ];
  it.each(cases)('%s', async (_what, rowOf, reason, as) => {
    const wanted = await rowOf();
    const before = everythingStored(site);
    for (const dryRun of [true, false]) {
      expect(await bring([wanted], { dryRun, as })).toEqual([{ pageId: engHome, outcome: 'refused', reason }]);
    }
    expect(everythingStored(site)).toEqual(before);
  });

  it('except for a page that keeps its level, under any rule for lowering', async () => {
    await bring([row(engHome, 'Restricted')]);
    for (const lowering of ['justified', 'forbidden']) {
      await settle(site, { lowering });
      for (const onExisting of ['keep', 'raise'] as const) {
        expect((await bring([row(engHome, 'Public')], { onExisting })).map(said)).toEqual(['kept']);
      }
    }
  });

  it('except for a lowering with a justification, which is stored', async () => {
    await bring([row(engHome, 'Restricted')]);
    await settle(site, { lowering: 'justified' });
    const lower = row(engHome, 'Public', { justification: 'Published.' });
    expect((await bring([lower])).map(said)).toEqual(['lowered']);
    expect(truthOf(site.host, engHome).history.at(-1)).toMatchObject({ justification: 'Published.' });
    expect(truthOf(site.host, engHome).audit).toContainEqual(
      expect.objectContaining({ details: expect.objectContaining({ justification: 'Published.' }) }),
    );
  });
});

describe('a dry run', () => {
  it('writes nothing, and predicts the result of the import', async () => {
    const trashed = await aPage(site);
    await trash(site, trashed);
    const archivedPage = await aPage(site);
    await archive(site, archivedPage);
    await restrict(site, travelPolicy, 'update', [ADMIN2.accountId, APP_USER.accountId]);
    await bring([row(payroll, 'Restricted'), row(onboarding, 'Internal'), row(officeGuide, 'Public')]);
    const rows = [
      row(payroll, 'Public'),
      row(onboarding, 'Restricted'),
      row(officeGuide, 'Public'),
      row(welcome, 'Public'),
      row(trashed, 'Public'),
      row(archivedPage, 'Public'),
      row(travelPolicy, 'Public'),
      row(DEMO_PAGES.hrRestricted, 'Public'),
    ];
    for (const onExisting of ['keep', 'raise', 'replace'] as const) {
      const before = everythingStored(site);
      const predicted = await bring(rows, { onExisting, dryRun: true });
      expect(everythingStored(site)).toEqual(before);
      expect(await bring(rows, { onExisting })).toEqual(predicted);
      // The next mode starts from the same state.
      await bring([row(payroll, 'Restricted'), row(onboarding, 'Internal')]);
    }
    expect((await bring(rows, { dryRun: true })).map(said)).toEqual([
      'lowered',
      'raised',
      'unchanged',
      'unchanged',
      'refused PAGE_NOT_FOUND',
      'unchanged',
      'refused PAGE_NOT_EDITABLE',
      'refused PAGE_NOT_FOUND',
    ]);
  });
});

describe('a failure', () => {
  it('affects only its page, and a repeated request completes the import once', async () => {
    const rows = [row(payroll, 'Restricted'), row(welcome, 'Public'), row(officeGuide, 'Public')];
    site.host.faults.add({ target: 'confluence', match: `/pages/${welcome}`, status: 503, times: 1 });
    expect((await bring(rows)).map(said)).toEqual(['set', 'failed CONFLUENCE_UNAVAILABLE', 'set']);
    expect((await bring(rows)).map(said)).toEqual(['unchanged', 'set', 'unchanged']);
    for (const { pageId } of rows) {
      expect(truthOf(site.host, pageId).history).toHaveLength(1);
      expectWhole(truthOf(site.host, pageId));
    }
  });

  it('of storage leaves no trace; a lost reply counts as success', async () => {
    site.host.faults.add({ target: 'kvs', match: '/transaction', status: 503, times: 1 });
    expect((await bring([row(welcome, 'Public')])).map(said)).toEqual(['failed STORAGE_UNAVAILABLE']);
    expect(truthOf(site.host, welcome)).toEqual({ record: undefined, history: [], audit: [] });
    site.host.faults.add({ target: 'kvs', match: '/transaction', status: 503, after: true, times: 1 });
    expect((await bring([row(welcome, 'Public')])).map(said)).toEqual(['set']);
    expectWhole(truthOf(site.host, welcome));
    expect(truthOf(site.host, welcome).history).toHaveLength(1);
  });

  it('is reported by a dry run too', async () => {
    const fault = { status: 429, headers: { 'Retry-After': '7' }, times: 1 };
    site.host.faults.add({ target: 'confluence', match: `/pages/${welcome}`, ...fault });
    const rows = [row(welcome, 'Public'), row(payroll, 'Public')];
    expect((await bring(rows, { dryRun: true })).map(said)).toEqual(['failed CONFLUENCE_UNAVAILABLE', 'set']);
  });

  it('by timeout is reported for the remaining pages', async () => {
    const rows = await Promise.all(Array.from({ length: 12 }, async () => row(await aPage(site), 'Public')));
    const slow = openHere({ operationLimitMs: 1_500 });
    const pages = await Promise.all(rows.map(() => aPage(slow)));
    slow.host.faults.add({ target: 'confluence', match: '/api/v2/pages/', delayMs: 60_000, times: 100 });
    const results = await bring(
      rows.map((one, index) => ({ ...one, pageId: pages[index] ?? '' })),
      { on: slow },
    );
    expect(results.map(({ outcome }) => outcome)).toEqual(Array(12).fill('failed'));
  });
});

it('two concurrent imports leave every page with the level of one of them', async () => {
  const pages = [payroll, welcome, officeGuide];
  const [first, second] = await Promise.all([
    bring(pages.map((pageId) => row(pageId, 'Restricted'))),
    bring(pages.map((pageId) => row(pageId, 'Public'), { as: ADMIN2.email })),
  ]);
  expect([...first, ...second].filter(({ outcome }) => outcome === 'failed')).toEqual([]);
  for (const pageId of pages) {
    expectWhole(truthOf(site.host, pageId));
    expect(truthOf(site.host, pageId).history).toHaveLength(2);
  }
});

it('the import of page levels accepts 25 pages, each once, and takes calls in proportion to their number', async () => {
  const rows = await Promise.all(Array.from({ length: 25 }, async () => row(await aPage(site), 'Internal')));
  const { result, requestId } = await site.host.invokeResolver(
    'importPageLevels',
    { rows, onExisting: 'keep', dryRun: false },
    ADMIN.accountId,
  );
  expect((result as { value: { results: ImportedRow[] } }).value.results.map(said)).toEqual(Array(25).fill('set'));
  // The user, the levels and the event, and for each page also the page, its level, its scan and the transaction.
  expect(site.host.traces.find(requestId)?.calls).toHaveLength(3 + 25 * 4);
  const { fields } = await refusal(site, 'importPageLevels', {
    rows: [...rows, row(payroll, 'Internal')],
    onExisting: 'keep',
    dryRun: true,
  });
  expect(fields).toEqual([{ field: 'rows', message: 'must have at most 25 entries' }]);
});

it.each([
  ['no rows', { rows: [] }, 'rows'],
  [
    'a page twice',
    {
      rows: [
        { pageId: '1', levelId: crypto.randomUUID() },
        { pageId: '1', levelId: crypto.randomUUID() },
      ],
    },
    'rows',
  ],
  ['an invalid page', { rows: [{ pageId: 'x', levelId: crypto.randomUUID() }] }, 'rows.0.pageId'],
  ['a level that is named by neither UUID nor key', { rows: [{ pageId: '1', levelId: 'Public!' }] }, 'rows.0.levelId'],
  [
    'an empty justification',
    { rows: [{ pageId: '1', levelId: crypto.randomUUID(), justification: ' ' }] },
    'rows.0.justification',
  ],
  ['an unknown way', { onExisting: 'merge' }, 'onExisting'],
  ['no word on whether it is a dry run', { dryRun: undefined }, 'dryRun'],
  ['what it does not know', { as: 'admin2@example.com' }, 'as'],
])('the import of page levels reports the error and changes nothing: %s', async (_what, change, field) => {
  const good = { rows: [row(payroll, 'Public')], onExisting: 'keep', dryRun: false };
  const before = everythingStored(site);
  const { code, fields } = await refusal(site, 'importPageLevels', { ...good, ...change });
  expect({ code, fields: fields?.map((one) => one.field) }).toEqual({ code: 'INVALID_INPUT', fields: [field] });
  expect(everythingStored(site)).toEqual(before);
});
