import type { Page } from 'playwright-core';
import type { ServedSite } from '../../support/browser';
import { levelNamed } from '../../support/levels';
import { type Place, testPlaces } from '../../support/places';
import { putRow } from '../../support/stored-rows';

/** Leaves an operation without an answer, so that the page stays as it is while it waits. */
const neverAnswer = (page: Page, operation: string) =>
  page.route('**/site/bridge/invoke', (route) =>
    route.request().postDataJSON().functionKey === operation ? undefined : route.fallback(),
  );

const path = '/audit-log';
const places: readonly Place[] = [
  { name: 'audit', path },
  {
    name: 'audit-details',
    path,
    open: async (app) => {
      const edited = app.getByRole('row', { name: /API key edited/ });
      await edited.getByRole('button', { name: /^Details/ }).click();
      await app.getByText('Request ID').waitFor();
    },
  },
  {
    name: 'audit-no-match',
    path: `${path}?subject=page:1`,
    open: async (app) => app.getByText('No matching events').waitFor(),
  },
  {
    name: 'audit-wrong-filters',
    path,
    open: async (app) => {
      await app.getByLabel('Page or key').fill('Payroll');
      await app.getByLabel('From').fill('2026-11-20');
      await app.getByLabel('To', { exact: true }).fill('2026-11-19');
      await app.getByText('Enter a page ID, or a page URL').first().waitFor();
    },
  },
  {
    name: 'audit-exporting',
    path,
    open: async (app, page) => {
      await neverAnswer(page, 'exportAudit');
      await app.getByRole('button', { name: 'Export CSV' }).click();
      await app.getByRole('button', { name: 'Cancel export' }).waitFor();
    },
  },
  {
    name: 'audit-exported',
    path,
    open: async (app) => {
      await app.getByRole('button', { name: 'Export CSV' }).click();
      await app.getByRole('link', { name: /^Download/ }).waitFor();
    },
  },
];

testPlaces(places, async (site) => {
  const { key, keyId, rev } = await site.createKey({ name: 'Publish rule', classificationScope: 'write' });
  for (const name of ['Restricted', 'Internal'] as const) {
    const { levelId, subLevels } = levelNamed(site, name);
    const body = { pageId: '164034', levelId, ...(subLevels[0] && { subLevelId: subLevels[0].subLevelId }) };
    await site.rest('POST', '/v1/page-level', { key, body });
  }
  await site.admin('editKey', {
    keyId,
    rev,
    changes: { name: 'Publish rule of the engineering spaces', classificationScope: 'read', spaceLimit: ['ENG'] },
  });
  const levels = (await site.admin('listLevels', {})).value;
  const guideline = 'Share it with nobody outside of the company. '.repeat(20);
  const { levelId } = levelNamed(site, 'Internal');
  await site.admin('editLevel', { rev: levels.rev, levelId, changes: { guideline } }, 'admin2@example.com');
  await putRow(site, 'audit', crypto.randomUUID(), {
    v: 9,
    month: new Date().toISOString().slice(0, 7),
    time: new Date().toISOString(),
  });
});

describe('where there is nothing', () => {
  let empty: ServedSite;
  testPlaces(
    [
      { name: 'audit-empty', path },
      {
        name: 'audit-failed',
        path,
        open: async (app) => {
          // Every operation that a refresh takes asks first who asks.
          empty.host.faults.add({ target: 'confluence', status: 503, times: 3 });
          await app.getByRole('button', { name: 'Refresh' }).click();
          await app.getByText('We couldn’t load the events').waitFor();
        },
      },
    ],
    (site) => {
      empty = site;
      return Promise.resolve();
    },
  );
});
