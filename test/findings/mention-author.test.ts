import { ADMIN, DEMO_SPACES, EDITOR, GUEST } from '../../local/demo';
import type { Intercept } from '../../local/forge/platform-calls';
import { DEFAULT_CONFIG } from '../../src/detection/configuration/model';
import { MENTION_TEXTS } from '../../src/findings/scan/mention-author';
import { storeFinding } from '../support/findings';
import { type LevelName, levelNamed, settle } from '../support/levels';
import { openSite, type Site } from '../support/site';
import { putRow, rowsOf } from '../support/stored-rows';
import { ADMIN_AND_APP, aPage, expectOk, newTitle, restrict, storeLevel, trash } from '../support/wiki-pages';
import { NO_SURFACE_SETTINGS } from '../../src/classification/settings';

/**
 * Tests the comments that ask authors to classify their pages, with their time, their recipients, their number, and the
 * content that they must never have.
 */

let site: Site;
let nowMs: number;
let intercept: Intercept | undefined;
beforeEach(async () => {
  nowMs = Date.parse('2026-11-21T08:00:00.000Z');
  site = openSite({
    now: () => new Date(nowMs),
    intercept: (call, proceed) => (intercept ?? ((_call, next) => next()))(call, proceed),
  });
  const rules = [{ severity: 'critical' as const, levelId: levelNamed(site, 'Restricted').levelId }];
  const triggers = { onPublish: false, schedule: 'off' as const };
  await putRow(site, 'config', 'detection', { v: 1, rev: 1, value: { ...DEFAULT_CONFIG, triggers, rules } });
  await settle(site, { mentions: true });
});
afterEach(() => {
  intercept = undefined;
  site.close();
});

/** Runs the events of an hour. */
async function settleAll(): Promise<void> {
  for (let part = 0; part < 4; part += 1) {
    await site.host.background.settle();
    nowMs += 901_000;
  }
  await site.host.background.settle();
}

async function commentsOf(pageId: string): Promise<readonly string[]> {
  const path = `/api/v2/pages/${pageId}/footer-comments?body-format=storage&limit=250`;
  const { results } = (await expectOk(site.wiki('GET', path))) as {
    results: readonly { readonly body: { readonly storage: { readonly value: string } } }[];
  };
  return results.map(({ body }) => body.storage.value);
}

const publish = (spaceId: string = DEMO_SPACES.ENG, by = EDITOR.email) => aPage(site, { by, spaceId });
const set = (pageId: string, name: LevelName) => storeLevel(site, pageId, levelNamed(site, name).levelId);

async function update(pageId: string): Promise<void> {
  const { version } = (await expectOk(site.wiki('GET', `/api/v2/pages/${pageId}`))) as { version: { number: number } };
  await expectOk(
    site.wiki(
      'PUT',
      `/api/v2/pages/${pageId}`,
      {
        ...{ id: pageId, status: 'current', title: newTitle(), version: { number: version.number + 1 } },
        body: { representation: 'storage', value: '<p>More.</p>' },
      },
      EDITOR.email,
    ),
  );
}

const mention = (text: string) => `<p><ac:link><ri:user ri:account-id="${EDITOR.accountId}"/></ac:link> ${text}</p>`;
const NO_LEVEL = mention('This page needs a classification level.');

it('the app asks the author of a page without a level once, also after many updates', async () => {
  const pageId = await publish();
  await settleAll();
  expect(await commentsOf(pageId)).toEqual([NO_LEVEL]);
  await update(pageId);
  await settleAll();
  await update(pageId);
  await settleAll();
  expect(await commentsOf(pageId)).toEqual([NO_LEVEL]);
});

it('the app does not ask a guest, who cannot set a level', async () => {
  const pageId = await publish(DEMO_SPACES.ENG, GUEST.email);
  await settleAll();
  expect(await commentsOf(pageId)).toEqual([]);
});

it('the app asks again after 30 days, if the page is published again', async () => {
  const pageId = await publish();
  await settleAll();
  nowMs += 31 * 86_400_000;
  await settleAll();
  expect(await commentsOf(pageId)).toHaveLength(1);
  await update(pageId);
  await settleAll();
  expect(await commentsOf(pageId)).toHaveLength(2);
});

it('the app asks nothing if the author sets the level in time, and nothing while the setting is off', async () => {
  const classified = await publish();
  await set(classified, 'Public');
  await settleAll();
  expect(await commentsOf(classified)).toEqual([]);
  await settle(site, {});
  const pageId = await publish();
  await settleAll();
  expect(await commentsOf(pageId)).toEqual([]);
});

it('the app asks to check the level if findings require a higher one, and says neither what was found nor the level', async () => {
  const pageId = await publish();
  await set(pageId, 'Public');
  const excerpt = 'card •••• 6467 of nightfall';
  const findingId = await storeFinding(site, pageId, { severity: 'critical', data: { maskedExcerpt: excerpt } });
  await putRow(site, 'page-scan', pageId, {
    ...{ v: 1, rev: 1, spaceId: DEMO_SPACES.ENG, pageVersion: 1, scannedAt: '2026-03-10T00:00:00.000Z' },
    ...{ configHash: 'hash', state: 'complete' },
    data: { reasons: [], detectorsOverBudget: [], findingIds: [findingId] },
  });
  await settleAll();
  expect(await commentsOf(pageId)).toEqual([mention('Please check the classification of this page.')]);
});

it('the comment has fixed texts that name no level, detector, severity or value', () => {
  expect(MENTION_TEXTS).toEqual([
    'This page needs a classification level.',
    'Please check the classification of this page.',
    'Please check who can see this page.',
    'Please check this content for data that should not be in it.',
  ]);
});

it('the app does not ask about pages that it cannot see, in the trash, or where classification is off', async () => {
  const [hidden, trashed] = [await publish(), await publish()];
  await restrict(site, hidden, 'read', [ADMIN.accountId, EDITOR.accountId], EDITOR.email).catch(() => undefined);
  await restrict(site, hidden, 'read', [ADMIN.accountId, EDITOR.accountId]);
  await trash(site, trashed);
  await settle(site, { mentions: true, surfaces: { ...NO_SURFACE_SETTINGS, offSpaceIds: [DEMO_SPACES.OPEN] } });
  const off = await publish(DEMO_SPACES.OPEN);
  await settleAll();
  for (const pageId of [hidden, off]) expect(await commentsOf(pageId)).toEqual([]);
  expect(rowsOf(site, 'mention')).toEqual([]);
});

it('the app does not ask authors who are inactive or may no longer edit the page', async () => {
  const readOnly = await publish();
  await restrict(site, readOnly, 'update', ADMIN_AND_APP);
  await settleAll();
  expect(await commentsOf(readOnly)).toEqual([]);
  const pageId = await publish();
  await site.setUser(EDITOR.email, { active: false });
  await settleAll();
  expect(await commentsOf(pageId)).toEqual([]);
});

it('the app asks an author at most 20 times a day', async () => {
  const pages: string[] = [];
  for (let count = 0; count < 23; count += 1) pages.push(await publish());
  await settleAll();
  const asked = await Promise.all(pages.map(commentsOf));
  expect(asked.filter((comments) => comments.length === 1)).toHaveLength(20);
  expect(asked.filter((comments) => comments.length > 1)).toEqual([]);
});

describe('a failure', () => {
  const isWrite: Parameters<Intercept>[0] extends infer Call ? (call: Call) => boolean : never = (call) =>
    JSON.stringify(call).includes('footer-comments') && JSON.stringify(call).includes('POST');

  it('after Confluence wrote the comment writes no second one', async () => {
    let failures = 0;
    intercept = async (call, proceed) => {
      if (!isWrite(call) || failures > 0) return proceed();
      failures += 1;
      await proceed();
      return new Response('{}', { status: 503 });
    };
    const pageId = await publish();
    await settleAll();
    await update(pageId);
    await settleAll();
    expect(failures).toBe(1);
    expect(await commentsOf(pageId)).toEqual([NO_LEVEL]);
  });

  it('before Confluence wrote the comment leaves it to a later attempt', async () => {
    let failures = 0;
    intercept = (call, proceed) => {
      if (!isWrite(call) || failures > 0) return proceed();
      failures += 1;
      return Promise.resolve(new Response('{}', { status: 503 }));
    };
    const pageId = await publish();
    await settleAll();
    await update(pageId);
    await settleAll();
    expect(failures).toBe(1);
    expect(await commentsOf(pageId)).toEqual([NO_LEVEL]);
  });
});
