import type { Frame } from 'playwright-core';
import { API_TEXTS } from '../../static/admin/src/site-check/probe-texts';
import { setUpAccess } from '../support/access';
import { withPlaces } from '../support/places';
import { itSlow } from '../support/sample';
import { putRow } from '../support/stored-rows';
import { aPage } from '../support/wiki-pages';

/**
 * Tests the page of the site check with the production build, with its check, its commands, its frame probes and its
 * questions.
 */

const SINCE = '2026-11-20T08:00:00.000Z';
const walk = withPlaces((site) =>
  putRow(site, 'probe', 'answers', {
    v: 1,
    rev: 1,
    data: {
      answers: {
        'storage-read-write': { state: 'works', since: SINCE, at: SINCE, appVersion: '1.2.0' },
        'act-as-person.web-trigger': { state: 'fails', since: SINCE, at: SINCE, detail: 'refused' },
        'act-as-person.consumer': { state: 'fails', since: SINCE, at: SINCE, detail: 'status-401' },
        'native-levels': { state: 'fails', since: SINCE, at: SINCE },
        'byline-property': { state: 'works', since: SINCE, at: SINCE },
      },
    },
  }),
);

const rowOf = (app: Frame, name: string) => app.getByRole('row', { name: new RegExp(`^${name}`) });
const answerOf = (app: Frame, name: string, answer: string) =>
  rowOf(app, name).getByText(answer, { exact: true }).waitFor();

it('the site check shows answers with their meaning, leads to a probe that failed, and starts one check in ten minutes', async () => {
  const { app, check } = await walk({ path: '/site-check' });
  await app.getByText('This site hasn’t been checked yet').waitFor();
  await answerOf(app, 'Read what was written', 'Works');
  await rowOf(app, 'Read what was written').getByText('Answered by version 1.2.0').waitFor();
  await answerOf(app, 'Atlassian’s own levels', 'Not on this site');
  await app.getByText(API_TEXTS.unknown[0]).waitFor();
  await answerOf(app, 'Light and dark theme', 'Not tried here');
  await app.getByRole('region', { name: '2 probes need your attention' }).getByText('in the background').click();
  const failed = rowOf(app, 'Act as a person in the background');
  expect(await app.locator('th:focus').textContent()).toBe('Act as a person in the background');
  await failed.getByText('status-401').waitFor();
  await check('site-check');

  const start = app.getByRole('button', { name: 'Check this site' });
  await start.click();
  await app.getByText(/You can check again from/).waitFor();
  await app.getByText(/^Last check:/).waitFor();
  expect(await start.isDisabled()).toBe(true);
  await check('site-check-checked', '.site-check-run');
});

it('the site check shows commands, sees their requests arrive, and accepts that one did not', async () => {
  const { app, check } = await walk({ path: '/site-check' });
  await app.getByRole('button', { name: 'Show commands' }).click();
  await app.getByText('HEAD: not arrived yet').waitFor();
  const command = await app.getByRole('region', { name: 'Command: HEAD' }).textContent();
  const [, url = ''] = /'(http[^']+)'$/.exec(command ?? '') ?? [];
  expect((await fetch(url, { method: 'HEAD' })).status).toBe(204);
  await app.getByText('HEAD: answered').waitFor();
  await answerOf(app, 'HEAD requests arrive', 'Works');
  await check('site-check-commands', 'section:has(> header > #site-check-web)');
  await app.getByRole('button', { name: 'I ran all commands, and nothing more arrived' }).click();
  await app.getByText('All commands are answered.').waitFor();
  await answerOf(app, 'OPTIONS requests arrive', 'Doesn’t work');
});

itSlow('the site check tries the frame after a click, and keeps and removes the answer of a person', async () => {
  const { app, page } = await walk({ path: '/site-check' });
  const file = page.waitForEvent('download');
  await app.getByRole('button', { name: 'Try this page' }).click();
  expect((await file).suggestedFilename()).toBe('site-check.json');
  for (const name of ['Addresses of pages', 'Light and dark theme', 'Content security policy', 'Facts about the site'])
    await answerOf(app, name, 'Works');
  await app.getByRole('button', { name: 'Yes: Did a file named site-check.json arrive?' }).click();
  await answerOf(app, 'Downloads', 'Works');
  await app.getByRole('button', { name: 'Remove answer: Downloads' }).click();
  await app.getByRole('button', { name: 'No: Did a file named site-check.json arrive?' }).waitFor();
});

it('where Confluence refuses both other ways, an admin turns computed permissions on after a comparison, and off at once', async () => {
  const { app, site, check } = await walk({ path: '/site-check' });
  await setUpAccess(site, { mode: 'ROLES' });
  await aPage(site);
  for (const one of ['no-permission-check', 'no-group-size', 'no-anonymous-calls'] as const)
    site.host.assumptions.add(one);
  const section = app.getByRole('region', { name: 'Computed permissions' });
  expect(await section.count()).toBe(0);
  await app.getByRole('button', { name: 'Check this site' }).click();
  await app.getByText(API_TEXTS.refused[0]).waitFor();
  // The answers about exposure say what does not work, what is not possible, and what is not known.
  await answerOf(app, 'Sizes of groups', 'Doesn’t work');
  await answerOf(app, 'Requests without a login', 'Not possible on this site');
  await rowOf(app, 'Role assignments before roles are on').getByText('Not known on this site: roles are on.').waitFor();
  await app.locator('#site-check-exposure').scrollIntoViewIfNeeded();
  await check('site-check-exposure', 'section:has(> header > #site-check-exposure)');

  const turn = async (to: 'on' | 'off') => {
    await section.getByRole('button', { name: `Turn ${to}` }).click();
    const dialog = app.getByRole('dialog', { name: `Turn ${to} computed permissions?` });
    await check(`site-check-computed-${to}`);
    await dialog.getByRole('button', { name: `Turn ${to}` }).click();
    await dialog.waitFor({ state: 'detached' });
  };
  await turn('on');
  await app.getByText(API_TEXTS.computed[0]).waitFor();
  await section.getByText('Requests with a page: 0. Requests without one: 0.').waitFor();
  await check('site-check-computed', 'section:has(> header > #computed-pages)');
  await turn('off');
  await section.getByRole('button', { name: 'Turn on' }).waitFor();
});
