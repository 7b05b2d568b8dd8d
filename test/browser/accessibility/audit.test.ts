import { levelNamed } from '../../support/levels';
import { withPlaces } from '../../support/places';
import { putRow } from '../../support/stored-rows';

const walk = withPlaces(async (site) => {
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

it('the audit log, its filters and its export are accessible', async () => {
  const { app, page, check } = await walk({ path: '/audit-log' });
  await app
    .getByRole('row', { name: /API key edited/ })
    .getByRole('button', { name: /^Details/ })
    .click();
  await app.getByText('Request ID').waitFor();
  await check('audit');

  await app.getByLabel('Page or key').fill('Payroll');
  await app.getByLabel('From').fill('2026-11-20');
  await app.getByLabel('To', { exact: true }).fill('2026-11-19');
  await app.getByText('Enter a page ID, or a page URL').first().waitFor();
  await check('audit-wrong-filters');
  await app.getByRole('button', { name: 'Clear filters' }).click();
  await app.getByLabel('Page or key').fill('1');
  await app.getByText('No matching events').waitFor();
  await check('audit-no-match');
  await app.getByRole('button', { name: 'Clear filters' }).first().click();
  await app.getByRole('row', { name: /API key edited/ }).waitFor();

  // An export without a response stays as it is.
  await page.route('**/site/bridge/invoke', (route) =>
    route.request().postDataJSON().functionKey === 'exportAudit' ? undefined : route.fallback(),
  );
  await app.getByRole('button', { name: 'Export CSV' }).click();
  await app.getByRole('button', { name: 'Cancel export' }).waitFor();
  await check('audit-exporting');
  await app.getByRole('button', { name: 'Cancel export' }).click();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await app.getByRole('button', { name: 'Export CSV' }).click();
  await app.getByRole('link', { name: /^Download/ }).waitFor();
  await check('audit-exported');
});
