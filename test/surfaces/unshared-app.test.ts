import { randomUUID } from 'node:crypto';
import { DEMO_SPACES, EDITOR, SPACE_ADMIN, UNLICENSED, VIEWER } from '../../local/demo';
import { SurfaceRefusal } from '../../local/forge/surfaces';
import { CARD, openRedactionSite, type RedactionSite } from '../redaction/redaction-site';
import { levelNamed } from '../support/levels';
import { call, done, setLevel, settleSurfaces } from './surface-site';

/**
 * An app that is not shared may impersonate only its contributors. It serves everybody who is present all the same,
 * because it acts for them without impersonation. Only their work in the background waits.
 */

let site: RedactionSite;
let pageId: string;
let level: { levelId: string };
beforeAll(async () => {
  site = await openRedactionSite({ assumptions: new Set(['not-shared']) });
  await settleSurfaces(site, { peopleMayRedact: true });
  level = { levelId: levelNamed(site, 'Restricted').levelId };
  pageId = await site.publish({ body: `<p>card number ${CARD}</p>` });
});
afterAll(() => site.close());

it('an app that is not shared serves colleagues in the popup', async () => {
  expect(await done(site, 'openPopup', {}, { pageId, as: VIEWER.email })).toMatchObject({ state: 'page' });
  expect(await setLevel(site, { pageId, level, as: EDITOR.email })).toMatchObject({ outcome: 'changed' });
});

it('an app that is not shared serves colleagues on the pages of spaces and on the home page', async () => {
  const space = { spaceKey: 'ENG' };
  expect(await call(site, 'openSpace', {}, { ...space, as: VIEWER.email })).toMatchObject({ ok: true });
  const settings = { ...space, as: SPACE_ADMIN.email };
  expect(await site.surface('space-classification-settings', 'openSpaceSettings', {}, settings)).toMatchObject({
    ok: true,
    value: { state: 'settings' },
  });
  for (const operation of ['openHome', 'listMyPages'] as const)
    expect(await call(site, operation, {}, { as: EDITOR.email })).toMatchObject({ ok: true });
  expect(await call(site, 'findByLevel', level, { as: EDITOR.email })).toMatchObject({ ok: true });
});

it('an app that is not shared serves colleagues in the actions of rules', async () => {
  const result = await site.action('get-level', { pageId }, { as: VIEWER.email });
  expect(result.errors).toBeUndefined();
});

it('an app that is not shared shows no module without a license and a login', async () => {
  const publicPage = await site.publish({ body: '<p>Text</p>', spaceId: DEMO_SPACES.OPEN });
  for (const as of [UNLICENSED.email, 'anonymous'])
    await expect(call(site, 'openPopup', {}, { pageId: publicPage, as })).rejects.toThrow(SurfaceRefusal);
});

it('an app that is not shared says that a removal in the name of a colleague waits, and changes nothing as itself', async () => {
  const order = { findingIds: site.findings(pageId)['card-pan'], dryRun: false, requestKey: randomUUID() };
  const started = await done(site, 'startRedaction', order, { pageId });
  if (!('redaction' in started)) throw new Error(JSON.stringify(started));
  await site.host.background.settle();
  const { redactionId } = started.redaction;
  expect(await done(site, 'getRedaction', { redactionId }, { pageId })).toMatchObject({
    redaction: { paused: { code: 'CANNOT_ACT_AS_PERSON' } },
  });
  expect((await site.page(pageId)).version).toBe(1);
  // Once it is shared, it continues.
  site.host.assumptions.delete('not-shared');
  site.advance(3_600_000);
  await site.host.background.runSchedule('every-five-minutes');
  await site.host.background.settle();
  expect(await site.page(pageId)).toMatchObject({ version: 2, authorId: EDITOR.accountId });
  site.host.assumptions.add('not-shared');
});
